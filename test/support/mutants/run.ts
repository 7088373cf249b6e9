// npm run test:mutants: how many random changes of the code the tests of its room notice.
// COLDSIGN_ROOMS=psbt,keys chooses rooms, COLDSIGN_CASES says how many mutants of each (20),
// COLDSIGN_SEED repeats a run. A line in test/vitest.config.ts puts a mutant into a run; each
// is printed as the COLDSIGN_MUTANT that repeats it with `npx vitest`.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { createRandom, seedOfRun } from '../generate/random.ts';
import { root } from '../paths.ts';
import { mutantsOf } from './mutate.ts';
import type { MutantOfRun } from './plugin.ts';

/** The rooms that decide about money and keys, and the tests that must notice a change of them. */
const ROOMS: Readonly<Record<string, string>> = {
  script: 'test/script test/miniscript',
  sighash: 'test/sighash test/transaction test/signing',
  signing:
    'test/signing test/psbt test/vectors/signrawtransactionwithkey test/rpc/methods/decoding',
  psbt: 'test/psbt test/vectors/found test/rpc/methods/psbt',
  review: 'test/review',
  'wallet/funding': 'test/wallet test/vectors/send test/library/payment',
  keys: 'test/keys test/library/payment',
};

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`)
    .sort();

const testFiles = filesIn('test').filter((file) => file.endsWith('.test.ts'));
/** The tests that have a file's name or import it. They run first, because most mutants die there. */
const testsNear = (file: string): readonly string[] =>
  testFiles.filter(
    (test) =>
      basename(test, '.test.ts') === basename(file, '.ts') ||
      textOf(test).includes(file.slice('src'.length)),
  );

/** Milliseconds after which a mutant counts as noticed: it may never end. */
const PATIENCE = 240_000;
const VITEST =
  'node_modules/vitest/vitest.mjs run --config test/vitest.config.ts --project main --bail 1 --maxWorkers 1 --passWithNoTests';

/** Whether the tests pass; with a mutant in the place of the file if one is given. */
function passes(tests: readonly string[], mutant?: MutantOfRun): Promise<boolean> {
  const { COLDSIGN_CASES: _, ...ours } = process.env;
  const env = { ...ours, COLDSIGN_MUTANT: JSON.stringify(mutant ?? null) };
  const options = { cwd: root, env, stdio: 'ignore', timeout: PATIENCE } as const;
  const run = spawn(process.execPath, [...VITEST.split(' '), ...tests], options);
  return new Promise((done) => run.once('exit', (code) => done(code === 0)));
}

/** Whether the tests near the file pass, and then those of its room. */
async function survives(mutant: MutantOfRun, tests: readonly string[]): Promise<boolean> {
  const near = testsNear(mutant.file);
  return (near.length === 0 || (await passes(near, mutant))) && (await passes(tests, mutant));
}

const seed = seedOfRun();
const cases = Number(process.env.COLDSIGN_CASES ?? 20);
const chosen = process.env.COLDSIGN_ROOMS?.split(',') ?? Object.keys(ROOMS);
for (const room of chosen) {
  const tests = ROOMS[room]?.split(' ');
  if (tests === undefined) throw new Error(`no room ${room}: ${Object.keys(ROOMS).join(', ')}`);
  if (!(await passes(tests))) throw new Error(`${tests} fail without a mutant`);
  const all = filesIn(`src/${room}`).flatMap((file) =>
    mutantsOf(textOf(file)).map((mutant) => ({ ...mutant, file })),
  );
  const sample = createRandom(seed).shuffle(all).slice(0, cases);
  const waiting = [...sample];
  let killed = 0;
  const lane = async (): Promise<void> => {
    for (let mutant = waiting.pop(); mutant !== undefined; mutant = waiting.pop()) {
      const alive = await survives(mutant, tests);
      if (!alive) killed++;
      const line = textOf(mutant.file).slice(0, mutant.start).split('\n').length;
      const what = `${mutant.file}:${line} COLDSIGN_MUTANT='${JSON.stringify(mutant)}'`;
      console.log(`${alive ? 'survives' : 'killed'}: ${what}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  const percent = Math.round((100 * killed) / sample.length);
  console.log(
    `${room}: ${killed} of ${sample.length} mutants killed (${percent} %), ${all.length} in all`,
  );
}

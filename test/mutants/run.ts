// npm run test:mutants: counts how many random changes of the code the tests of its room notice.
// COLDSIGN_ROOMS=psbt,keys selects rooms, COLDSIGN_CASES sets the number of mutants of each (20),
// COLDSIGN_SEED repeats a run. A line in test/vitest.config.ts puts a mutant into a run; each is
// printed as the COLDSIGN_MUTANT that repeats it with `npx vitest`. Do not change files of src
// during a run, because a mutant is a position in their text. The kernel's source is left out: its
// mutants are those of the compiled bytes, in test/crypto/kernel-proof-mutants.
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { createRandom, seedOfRun } from '../support/generate/random.ts';
import { root } from '../support/paths.ts';
import { mutantsOf } from './mutate.ts';
import type { MutantOfRun } from './plugin.ts';
import { runVitest } from './run-vitest.ts';
import { watchedFiles } from './watchers.ts';

/** Rooms that decide about money and keys, and the tests that must notice a change of them. */
const ROOMS: Readonly<Record<string, string>> = {
  script: 'test/script test/miniscript',
  sighash: 'test/sighash test/transaction test/signing test/script/core',
  signing:
    'test/signing test/psbt test/vectors/signrawtransactionwithkey test/rpc/methods/decoding',
  psbt: 'test/psbt test/vectors/found test/vectors/psbts test/rpc/methods/psbt test/rpc/methods/analyzepsbt',
  crypto: 'test/crypto test/message test/sighash test/seed',
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
const watchers = new Map(watchedFiles().map(({ file, tests }) => [file, tests]));
/**
 * Returns the tests that have a file's name, import it, or watch it (test/README.md). They run
 * first, because they notice most mutants.
 */
const testsNear = (file: string): readonly string[] =>
  testFiles.filter(
    (test) =>
      basename(test, '.test.ts') === basename(file, '.ts') ||
      textOf(test).includes(file.slice('src'.length)) ||
      watchers.get(file)?.some((watcher) => watcher.test === test),
  );

/**
 * Milliseconds after which a mutant counts as noticed, because it may never end: four times the
 * duration of the room's tests without a mutant, which depends on the machine's load.
 */
let patience: number | undefined;
const LEAST_PATIENCE = 240_000;
const VITEST =
  'node_modules/vitest/vitest.mjs run --config test/vitest.config.ts --project main --bail 1 --maxWorkers 1 --passWithNoTests';

type Verdict = 'survives' | 'killed' | 'too slow';

/** Returns the verdict of the tests on a mutant, or on the unchanged files. */
async function verdictOf(tests: readonly string[], mutant?: MutantOfRun): Promise<Verdict> {
  const code = await runVitest([...VITEST.split(' '), ...tests], mutant, patience);
  return code === 0 ? 'survives' : code === null ? 'too slow' : 'killed';
}

/** Judges a mutant by the tests near its file, and then by those of its room. */
async function judge(mutant: MutantOfRun, tests: readonly string[]): Promise<Verdict> {
  const near = testsNear(mutant.file);
  const verdict = near.length === 0 ? 'survives' : await verdictOf(near, mutant);
  return verdict === 'survives' ? verdictOf(tests, mutant) : verdict;
}

const seed = seedOfRun();
const cases = Number(process.env.COLDSIGN_CASES ?? 20);
const chosen = process.env.COLDSIGN_ROOMS?.split(',') ?? Object.keys(ROOMS);
for (const room of chosen) {
  const tests = ROOMS[room]?.split(' ');
  if (tests === undefined) throw new Error(`no room ${room}: ${Object.keys(ROOMS).join(', ')}`);
  patience = undefined;
  const start = performance.now();
  if ((await verdictOf(tests)) !== 'survives') throw new Error(`${tests} fail without a mutant`);
  patience = Math.max(LEAST_PATIENCE, Math.ceil(4 * (performance.now() - start)));
  const files = filesIn(`src/${room}`).filter((file) => !file.startsWith('src/crypto/kernel'));
  const all = files.flatMap((file) =>
    mutantsOf(textOf(file)).map((mutant) => ({ ...mutant, file })),
  );
  const sample = createRandom(seed).shuffle(all).slice(0, cases);
  const waiting = [...sample];
  let killed = 0;
  const lane = async (): Promise<void> => {
    for (let mutant = waiting.pop(); mutant !== undefined; mutant = waiting.pop()) {
      const verdict = await judge(mutant, tests);
      if (verdict !== 'survives') killed++;
      const line = textOf(mutant.file).slice(0, mutant.start).split('\n').length;
      const what = `${mutant.file}:${line} COLDSIGN_MUTANT='${JSON.stringify(mutant)}'`;
      console.log(`${verdict}: ${what}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  const percent = Math.round((100 * killed) / sample.length);
  console.log(
    `${room}: ${killed} of ${sample.length} mutants killed (${percent} %), ${all.length} in all`,
  );
}

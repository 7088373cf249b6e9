// npm run test:mutants: how many random changes of the code the tests of its room notice.
// COLDSIGN_ROOMS=psbt,keys chooses rooms, COLDSIGN_CASES says how many mutants of each (20),
// COLDSIGN_SEED repeats a run. A line in test/vitest.config.ts puts a mutant into a run.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom, seedOfRun } from '../generate/random.ts';
import { root } from '../paths.ts';
import { type Mutant, mutantsOf } from './mutate.ts';
import type { MutantOfRun } from './plugin.ts';

/** The rooms that decide about money and keys, and the tests that must notice a change of them. */
const ROOMS: Readonly<Record<string, string>> = {
  script: 'test/script test/miniscript',
  sighash: 'test/sighash test/transaction test/signing',
  signing: 'test/signing test/psbt test/vectors/signrawtransactionwithkey',
  psbt: 'test/psbt test/vectors/psbt',
  review: 'test/review',
  'wallet/funding': 'test/wallet test/vectors/send test/library/payment',
  keys: 'test/keys test/library/payment',
};

const filesIn = (room: string): readonly string[] =>
  readdirSync(join(root, 'src', room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `src/${room}/${name}`);

/** Milliseconds after which a mutant counts as noticed: it may never end. */
const PATIENCE = 600_000;

/** Whether the tests pass; with a mutant in the place of the file if one is given. */
function passes(tests: string, mutant?: MutantOfRun): Promise<boolean> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const options = ['run', '--config', 'test/vitest.config.ts', '--project', 'main', '--bail', '1'];
  const env = { ...process.env, COLDSIGN_MUTANT: JSON.stringify(mutant ?? null) };
  const run = spawn(process.execPath, [vitest, ...options, ...tests.split(' ')], {
    cwd: root,
    env,
    stdio: 'ignore',
    timeout: PATIENCE,
  });
  return new Promise((done) => run.once('exit', (code) => done(code === 0)));
}

function describe(source: string, { file, start, end, text }: MutantOfRun): string {
  const line = source.slice(0, start).split('\n').length;
  const before = source.slice(start, end).replace(/\s+/g, ' ').slice(0, 60);
  return `${file}:${line} ${before} -> ${text || '(nothing)'}`;
}

const seed = seedOfRun();
const cases = Number(process.env.COLDSIGN_CASES ?? 20);
const chosen = process.env.COLDSIGN_ROOMS?.split(',') ?? Object.keys(ROOMS);
for (const room of chosen) {
  const tests = ROOMS[room];
  if (tests === undefined) throw new Error(`no room ${room}: ${Object.keys(ROOMS).join(', ')}`);
  if (!(await passes(tests))) throw new Error(`${tests} fail without a mutant`);
  const all = filesIn(room).flatMap((file) =>
    mutantsOf(readFileSync(join(root, file), 'utf8')).map((mutant: Mutant) => ({
      ...mutant,
      file,
    })),
  );
  const sample = createRandom(seed).shuffle(all).slice(0, cases);
  let killed = 0;
  for (const mutant of sample) {
    if (!(await passes(tests, mutant))) killed++;
    else
      console.log(`survives: ${describe(readFileSync(join(root, mutant.file), 'utf8'), mutant)}`);
  }
  const percent = Math.round((100 * killed) / sample.length);
  console.log(
    `${room}: ${killed} of ${sample.length} mutants killed (${percent} %), ${all.length} in all`,
  );
}

// npm run record:mutants: changes each source file of some rooms (COLDSIGN_ROOMS), and writes to
// vectors/watchers.json which of the tests that should watch it has failed. COLDSIGN_CASES is the number of
// changes to try in each file (3). Do not change files of src during a run.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createRandom, seedOfRun } from '../support/generate/random.ts';
import { root } from '../support/paths.ts';
import { mutantsOf } from './mutate.ts';
import type { MutantOfRun } from './plugin.ts';
import { runVitest } from './run-vitest.ts';
import { noteKill, readRecorded, watchedFiles } from './watchers.ts';

const VITEST =
  'node_modules/vitest/vitest.mjs run --config test/vitest.config.ts --project main --project users --maxWorkers 1 --passWithNoTests --reporter=json';

type Report = {
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
};

/** Returns the test files that fail, with a mutant or without one. */
async function failing(tests: readonly string[], mutant?: MutantOfRun): Promise<readonly string[]> {
  const report = join(root, '.tmp', `mutant-${process.pid}.json`);
  mkdirSync(join(root, '.tmp'), { recursive: true });
  rmSync(report, { force: true });
  const args = [...VITEST.split(' '), `--outputFile=${report}`, ...(mutant ? ['--bail=1'] : [])];
  const code = await runVitest([...args, ...tests], mutant, 240_000);
  // A run that does not end names no test.
  if (code === null) return [];
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'));
  return testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => relative(root, name));
}

const rooms = process.env.COLDSIGN_ROOMS?.split(',') ?? [];
const cases = Number(process.env.COLDSIGN_CASES ?? 3);
const random = createRandom(seedOfRun());
const files = watchedFiles().filter(({ file }) =>
  rooms.some((room) => file.startsWith(`src/${room}/`)),
);
/** Tests that pass without a mutant. */
const sound = new Map<string, boolean>();

async function isSound(test: string): Promise<boolean> {
  const known = sound.get(test) ?? !(await failing([test])).includes(test);
  sound.set(test, known);
  return known;
}

for (const { file, tests } of files) {
  if (readRecorded()[file]?.kills !== undefined) continue;
  const names = tests.map(({ test }) => test);
  const mutants = random.shuffle(mutantsOf(readFileSync(join(root, file), 'utf8')));
  let killer: string | undefined;
  for (const mutant of names.length === 0 ? [] : mutants.slice(0, cases)) {
    [killer] = await failing(names, { ...mutant, file });
    if (killer !== undefined) break;
  }
  if (killer !== undefined && !(await isSound(killer))) killer = undefined;
  if (killer !== undefined) noteKill(file, killer);
  console.log(`${file}: ${killer ?? 'no test failed'}`);
}

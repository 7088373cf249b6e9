import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { root, vectorPath } from '../support/paths.ts';

/** How a test is known to watch a file, the strongest evidence first. */
type Evidence = 'mutant' | 'name' | 'import' | 'calls' | 'built' | 'method';

/** A source file, and at most three tests that watch it. */
export type Watched = {
  readonly file: string;
  readonly tests: readonly { readonly test: string; readonly evidence: Evidence }[];
  /** True if it has only types, which the compiler checks. */
  readonly isTypesOnly: boolean;
};

/** Recorded evidence about a source file: test files. */
export type Recorded = {
  /** They fail if the file is changed (`npm run test:mutants`). */
  readonly kills?: readonly string[];
  /** They call most functions of the file (`npm run record:tests`). */
  readonly calls?: readonly string[];
};

/** The recorded evidence by source file. */
const recordFile = vectorPath('watchers.json');

export const readRecorded = (): Readonly<Record<string, Recorded>> =>
  JSON.parse(readFileSync(recordFile, 'utf8'));

const listed = (folder: string): readonly string[] =>
  execFileSync('git', ['ls-files', '-z', folder], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((name) => /\.tsx?$/.test(name));
const text = (name: string): string => readFileSync(join(root, name), 'utf8');

/** What is built from files of src, and the tests that run it as it was built. */
const BUILT: readonly (readonly [sources: RegExp, tests: RegExp])[] = [
  [/^src\/crypto\/kernel\//, /^test\/crypto\/kernel[\w-]*\.test\.ts$/],
  [/^src\/adapters\/page\//, /^test\/browser\/(page|wallet|mistakes)\.test\.ts$/],
  [/^src\/adapters\/threads\/(web|worker)/, /^test\/browser\/workers\.test\.ts$/],
];
const MOST = 3;

/** Returns the tests that watch each source file, in the order of the files. */
export function watchedFiles(): readonly Watched[] {
  const tests = listed('test').filter((name) => name.endsWith('.test.ts'));
  const recorded = readRecorded();
  const importers = new Map<string, string[]>();
  const callers = new Map<string, string[]>();
  const note = (map: Map<string, string[]>, key: string, test: string): void => {
    const list = map.get(key) ?? [];
    if (!list.includes(test)) list.push(test);
    map.set(key, list);
  };
  for (const test of tests) {
    const source = text(test);
    for (const [, path = ''] of source.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      note(importers, posix.join(dirname(test), path), test);
    }
    for (const [, word = ''] of source.matchAll(/['.`](\w+)['`(]/g)) note(callers, word, test);
  }
  const known = (names: readonly string[] = []) => names.filter((name) => tests.includes(name));
  const sources = listed('src');
  const namesakes = new Map<string, string[]>();
  for (const file of sources) note(namesakes, nameOf(file), file);
  return sources.map((file): Watched => {
    const { kills, calls } = recorded[file] ?? {};
    const name = nameOf(file);
    const imported = importers.get(file) ?? [];
    const named = tests.filter((test) => basename(test, '.test.ts') === name);
    const built = BUILT.filter(([sources]) => sources.test(file)).map(([, of]) => of);
    const kinds: readonly (readonly [Evidence, readonly string[]])[] = [
      ['mutant', known(kills)],
      [
        'name',
        named.filter(
          (test) => imported.includes(test) || isOnlyOne(file, namesakes.get(name) ?? [], test),
        ),
      ],
      ['import', imported],
      ['calls', known(calls)],
      ['built', tests.filter((test) => built.some((of) => of.test(test)))],
      ['method', file.startsWith('src/rpc/methods/') ? (callers.get(name) ?? []) : []],
    ];
    const found = new Map<string, Evidence>();
    for (const [evidence, names] of kinds) {
      for (const test of names) if (!found.has(test)) found.set(test, evidence);
    }
    const most = [...found].slice(0, MOST).map(([test, evidence]) => ({ test, evidence }));
    return { file, tests: most, isTypesOnly: isTypesOnly(file) };
  });
}

const nameOf = (file: string): string => basename(file).replace(/\.tsx?$/, '');

/** Returns true if no other file of its name can be the subject of a test with that name. */
function isOnlyOne(file: string, namesakes: readonly string[], test: string): boolean {
  const roomOf = (path: string): string => path.split('/')[1] ?? '';
  const near = namesakes.filter((other) => roomOf(other) === roomOf(test));
  return namesakes.length === 1 || (near.length === 1 && near[0] === file);
}

/** Returns true if a file exports no value. */
const isTypesOnly = (file: string): boolean =>
  !/^export (default |async |declare )?(abstract )?(function|const|class|let|\*|\{)|^\w+\(/m.test(
    text(file),
  );

/** Writes the recorded evidence, one line for each file. */
export function writeRecorded(rows: ReadonlyMap<string, Recorded>): void {
  const lines = [...rows]
    .filter(([, { kills = [], calls = [] }]) => kills.length + calls.length > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, row]) => `  ${JSON.stringify(file)}: ${JSON.stringify(row)}`);
  writeFileSync(recordFile, `{\n${lines.join(',\n')}\n}\n`);
}

/** Records that a test has failed because of a change of a file. */
export function noteKill(file: string, test: string): void {
  const rows = new Map(Object.entries(readRecorded()));
  const { kills = [], ...rest } = rows.get(file) ?? {};
  rows.set(file, { kills: [...new Set([...kills, test])], ...rest });
  writeRecorded(rows);
}

import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import {
  importsOf,
  packageOf,
  resolveImport,
  type Source,
  sourcesUnder,
} from '../support/build/sources.ts';
import { vectorPath } from '../support/paths.ts';

/**
 * The imports that each room may have, from the highest room to the lowest. An entry that no file
 * needs is removed.
 */
const may: Readonly<Record<string, string>> = {
  adapters:
    'arguments chain crypto descriptor encoding formats json keys library mining names psbt review rpc script seed servers sighash signing silent snapshot sync transaction transport wallet wallet-host',
  library:
    'arguments chain crypto descriptor encoding formats json keys message names psbt review rpc script seed sighash signing silent snapshot transaction transport wallet wallet-host',
  rpc: 'chain crypto descriptor encoding formats json keys message mining names policy psbt review script sighash signing silent sync transaction wallet wallet-host',
  formats:
    'arguments crypto descriptor encoding json keys message script seed signing transaction transport',
  transport: 'arguments crypto descriptor encoding keys psbt script silent transaction',
  keys: 'arguments crypto descriptor encoding json psbt review script seed signing silent',
  json: 'encoding',
  sync: 'chain crypto encoding silent transaction wallet wallet-host',
  'wallet-host': 'crypto encoding transaction wallet',
  review:
    'arguments crypto descriptor encoding miniscript names policy psbt script sighash signing silent transaction wallet',
  policy: 'chain encoding mining script sighash signing transaction wallet',
  mining: 'chain crypto encoding script sighash transaction',
  wallet: 'chain crypto descriptor encoding psbt script sighash signing silent transaction',
  servers: 'arguments chain crypto encoding script transaction',
  snapshot: 'chain crypto encoding transaction',
  chain: 'crypto encoding script transaction',
  seed: 'arguments crypto descriptor encoding script',
  message: 'crypto encoding psbt script sighash signing transaction',
  names: 'crypto encoding psbt script silent',
  psbt: 'arguments crypto encoding script sighash signing silent transaction',
  descriptor: 'arguments crypto encoding miniscript script signing silent transaction',
  silent: 'arguments crypto encoding script transaction',
  signing: 'arguments crypto encoding miniscript script sighash transaction',
  sighash: 'crypto encoding script transaction',
  transaction: 'arguments crypto encoding script',
  miniscript: 'crypto encoding script',
  script: 'crypto encoding',
  crypto: 'arguments encoding',
  arguments: 'encoding',
  encoding: '',
};
const rooms = Object.keys(may);
const allowed = (room: string): readonly string[] => (may[room] ?? '').split(' ').filter(Boolean);

const sources = sourcesUnder('src');

/** Returns the folder under `src`, or `undefined` for the lists of public names. */
function roomOf(path: string): string | undefined {
  const [, folder, file] = path.split('/');
  return file === undefined || folder === 'public' ? undefined : folder;
}

function relativeImports(source: Source): string[] {
  return importsOf(source)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => resolveImport(source, specifier));
}

function packageImports(source: Source): string[] {
  return importsOf(source)
    .filter((specifier) => !specifier.startsWith('.') && !specifier.startsWith('node:'))
    .map(packageOf);
}

test('every folder of src is a room', () => {
  const folders = new Set(sources.map((source) => roomOf(source.path)));
  folders.delete(undefined);
  expect([...folders].filter((folder) => !rooms.includes(folder ?? ''))).toEqual([]);
});

test('a room imports what its row of the table allows, and no row allows more', () => {
  const used = new Map(rooms.map((room) => [room, new Set<string>()]));
  for (const source of sources) {
    const from = roomOf(source.path);
    if (from === undefined) continue;
    for (const target of relativeImports(source)) {
      const to = roomOf(target) ?? target;
      if (to !== from) used.get(from)?.add(to);
    }
  }
  const found = Object.fromEntries([...used].map(([room, to]) => [room, [...to].sort().join(' ')]));
  expect(found).toEqual(may);
});

test('a row of the table names only rooms below it', () => {
  for (const [i, room] of rooms.entries()) {
    expect(rooms.slice(i + 1), room).toEqual(expect.arrayContaining([...allowed(room)]));
  }
});

/** Returns a room's arrows, except to rooms that are reached through another room. */
function arrowsFrom(room: string): string[] {
  const below = (name: string): string[] => allowed(name).flatMap((to) => [to, ...below(to)]);
  return allowed(room).filter(
    (to) => !allowed(room).some((other) => other !== to && below(other).includes(to)),
  );
}

test('docs/architecture.md draws the table', async () => {
  const path = vectorPath('../docs/architecture.md');
  const arrows = rooms.flatMap((room) => arrowsFrom(room).map((to) => `  ${room} --> ${to}`));
  const picture = ['```mermaid', 'graph TD', ...arrows, '```'].join('\n');
  const drawn = readFileSync(path, 'utf8').replace(/```mermaid\n.*?\n```/s, picture);
  await expect(drawn).toMatchFileSnapshot(path);
});

/** Returns the import paths from a file back to itself, by values or types. */
function circlesOf(files: readonly Source[]): string[] {
  const edges = new Map(files.map((source) => [source.path, relativeImports(source)]));
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) circles.push([...trail.slice(at), path].join(' -> '));
    if (at >= 0 || done.has(path)) return;
    for (const next of edges.get(path) ?? []) walk(next, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) walk(path, []);
  return circles;
}

test('no file imports itself through a cycle, not even for a type', () => {
  expect(circlesOf(sources)).toEqual([]);
});

test('a cycle of types is found', () => {
  const files = [
    { path: 'src/a.ts', text: "import type { B } from './b.ts';\nexport type A = B;\n" },
    { path: 'src/b.ts', text: "import { type A, c } from './a.ts';\nexport type B = A[];\n" },
  ];
  expect(circlesOf(files)).toEqual(['src/a.ts -> src/b.ts -> src/a.ts']);
});

test('each npm package is imported by one file', () => {
  const wrappers = new Map<string, Set<string>>();
  for (const source of sources) {
    for (const name of packageImports(source)) {
      wrappers.set(name, (wrappers.get(name) ?? new Set()).add(source.path));
    }
  }
  const shared = [...wrappers].filter(([, files]) => files.size > 1);
  expect(shared.map(([name, files]) => `${name}: ${[...files].join(', ')}`)).toEqual([]);
});

/**
 * Returns pairs of files with the same base name that meet: one imports the other, or a third
 * imports both.
 */
function namesakesOf(files: readonly Source[]): string[] {
  const found = files.flatMap((source) => {
    const met = [...new Set([source.path, ...relativeImports(source)])];
    return met.flatMap((path, i) =>
      met
        .slice(i + 1)
        .filter((other) => posix.basename(other) === posix.basename(path))
        .map((other) => [path, other].sort().join(' and ')),
    );
  });
  return [...new Set(found)];
}

test('no two files in reach of each other share a base name, except lists of public names', () => {
  const files = sources.filter(({ path }) => roomOf(path) !== undefined);
  expect(files.length).toBeGreaterThan(900);
  expect(namesakesOf(files)).toEqual([]);
});

test('files of one name are found if they are in reach of each other', () => {
  const text = "import { a } from './x/coins.ts';\nimport { b } from './y/coins.ts';\n";
  const files = [
    { path: 'src/a.ts', text },
    { path: 'src/z/coins.ts', text: "import { c } from '../x/coins.ts';\n" },
  ];
  expect(namesakesOf(files)).toEqual([
    'src/x/coins.ts and src/y/coins.ts',
    'src/x/coins.ts and src/z/coins.ts',
  ]);
});

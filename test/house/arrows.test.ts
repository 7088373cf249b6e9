import { expect, test } from 'vitest';
import {
  importsOf,
  packageOf,
  resolveImport,
  type Source,
  sourcesUnder,
} from '../support/build/sources.ts';

/** The rooms, lowest first: a room imports itself and what stands before it. Mining and wallet do not meet. */
const rooms = [
  'encoding',
  'crypto',
  'script',
  'miniscript',
  'transaction',
  'sighash',
  'signing',
  'psbt',
  'message',
  'descriptor',
  'seed',
  'chain',
  'wallet',
  'mining',
  'review',
  'wallet-host',
  'sync',
  'json',
  'keys',
  'transport',
  'formats',
  'rpc',
  'library',
  'adapters',
];
const strangers = [
  ['mining', 'wallet'],
  ['library', 'adapters'],
];

const sources = sourcesUnder('src');

/** The folder under `src`; `undefined` for the lists of public names. */
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

test('a room imports only rooms below it', () => {
  const wrong = sources.flatMap((source) => {
    const from = roomOf(source.path);
    if (from === undefined) return [];
    return relativeImports(source)
      .filter((target) => {
        const to = roomOf(target);
        if (to === undefined) return true;
        if (strangers.some((pair) => pair.includes(from) && pair.includes(to) && from !== to)) {
          return true;
        }
        return rooms.indexOf(to) > rooms.indexOf(from);
      })
      .map((target) => `${source.path} -> ${target}`);
  });
  expect(wrong).toEqual([]);
});

/** The ways from a file back to itself, by values or types. */
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

test('no file needs itself in a circle, not even for a type', () => {
  expect(circlesOf(sources)).toEqual([]);
});

test('a circle of types is found', () => {
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

test('only adapters import Node', () => {
  const wrong = sources.filter(
    (source) =>
      roomOf(source.path) !== 'adapters' &&
      importsOf(source).some((specifier) => specifier.startsWith('node:')),
  );
  expect(wrong.map((source) => source.path)).toEqual([]);
});

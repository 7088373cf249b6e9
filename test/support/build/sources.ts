import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../paths.ts';

/** A source file of ours: its path from the root with `/`, and its text. */
export type Source = { readonly path: string; readonly text: string };

/** Every TypeScript file under a folder of the repository. */
export function sourcesUnder(folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

const imports = new WeakMap<Source, readonly string[]>();

/** What a file imports or re-exports, as written, types too. Comments do not count. */
export function importsOf(source: Source): readonly string[] {
  const known = imports.get(source) ?? readImports(source);
  imports.set(source, known);
  return known;
}

function readImports({ text }: Source): readonly string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const found = code.matchAll(/(?:^[^'"]*\bfrom\s*|\bimport\s*\(\s*|^import\s+)(['"])([^'"]+)\1/gm);
  return [...found].map((match) => match[2] ?? '');
}

/** The file that a relative import names. */
export function resolveImport(from: Source, specifier: string): string {
  return posix.join(posix.dirname(from.path), specifier);
}

/** `@scope/name` or `name`, without what comes after. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

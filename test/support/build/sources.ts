import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../paths.ts';

/** A source file: its path from the root with `/`, and its text. */
export type Source = { readonly path: string; readonly text: string };

/** Lists every TypeScript file under a folder of the repository. */
export function sourcesUnder(folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

const imports = new WeakMap<Source, readonly string[]>();

/** Lists the imports and re-exports of a file as written, including types. Ignores comments. */
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

/** Returns the file that a relative import names. */
export function resolveImport(from: Source, specifier: string): string {
  return posix.join(posix.dirname(from.path), specifier);
}

/** Returns the package, `@scope/name` or `name`, of an import. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { withComments } from './declarations.mjs';
import { completeComments } from './examples.mjs';

/** Programs of .ci and tests run in the root folder. */
const root = process.cwd();

/**
 * Emits declarations of these entries and their imports. Returns the text of a file by its path
 * under `src`.
 */
export function emitDeclarations(entries: readonly string[]): (file: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'coldsign-declarations-'));
  const project = {
    extends: join(root, 'src/adapters/tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      emitDeclarationOnly: true,
      noCheck: true,
      rootDir: join(root, 'src'),
      outDir: folder,
      typeRoots: [join(root, 'node_modules/@types')],
    },
    include: [],
    files: entries.map((entry) => join(root, 'src', entry.replace('.d.ts', '.ts'))),
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const texts = new Map(
    names
      .filter((name) => name.endsWith('.d.ts'))
      .map((name) => [name.replaceAll('\\', '/'), readFileSync(join(folder, name), 'utf8')]),
  );
  rmSync(folder, { recursive: true });
  const read = completeComments(root, (file) => texts.get(file) ?? '');
  return (file) => named(file, (name) => withComments(name, read));
}

/**
 * Returns the text of a list in which `export *` is expanded, without names that the list has
 * itself.
 */
function named(file: string, read: (file: string) => string): string {
  const text = read(file);
  return text.replace(/^export (?:type )?\* from '(.*)\.ts';$/gm, (_, from: string) => {
    const there = posix.join(posix.dirname(file), `${from}.d.ts`);
    return handedOn(there, read)
      .map(([inside, place]) => {
        const names = inside.filter((name) => !hasName(text, name));
        return `export {${names.join(',')}} from './${posix.relative(posix.dirname(file), place)}';`;
      })
      .join('\n');
  });
}

/** Returns the names that a list re-exports, and their files. */
function handedOn(file: string, read: (file: string) => string): [names: string[], from: string][] {
  const text = named(file, read);
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from '(.*)';$/gm)];
  if (lists.length > 0) {
    return lists.map(([, inside = '', place = '']) => [
      inside.split(','),
      posix.join(posix.dirname(file), place),
    ]);
  }
  const own = text.matchAll(/^export (?:declare )?(?:type|function|const|class) (\w+)/gm);
  return [[[...own].map(([, name = '']) => name), file.replace(/\.d\.ts$/, '.ts')]];
}

/** Returns true if a list exports the outer name of `name as other`. */
function hasName(text: string, part: string): boolean {
  const name = part.trim().replace(/^.* as /, '');
  const lists = text.matchAll(/^export (?:type )?\{([^}]*)\} from /gm);
  return [...lists].some(([, inside = '']) => new RegExp(`\\b${name} *(,|$)`).test(inside));
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withComments } from '../../../.ci/declarations.mjs';
import { root } from '../paths.ts';

/** What the compiler writes of these entries and of all that they lead to: the text of a file by its place under `src`. */
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
  const read = (file: string) => texts.get(file) ?? '';
  return (file) => withComments(file, read);
}

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.ts';

/**
 * Installs the large packages that a folder of `test` lists, separately from the others. Returns
 * the folder in `.tmp` with them and a copy of `files`.
 */
export function installApart(from: string, files: readonly string[] = []): string {
  const folder = join(root, '.tmp', from.replace(/.*\//, ''));
  const lock = join(folder, 'package-lock.json');
  const wanted = readFileSync(join(root, from, 'package-lock.json'), 'utf8');
  const done = join(folder, 'node_modules/.package-lock.json');
  const isThere = existsSync(done) && readFileSync(lock, 'utf8') === wanted;
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', ...files]) {
    cpSync(join(root, from, name), join(folder, name));
  }
  cpSync(join(root, '.npmrc'), join(folder, '.npmrc'));
  if (isThere) return folder;
  rmSync(done, { force: true });
  execFileSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' });
  return folder;
}

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../paths.ts';

/** The installed package, in its own folder. */
export type Installed = {
  readonly folder: string;
  remove(): void;
};

type PackedFile = { readonly path: string; readonly size: number };

/** Returns all files that npm packs, with their sizes in bytes. */
export function packedFiles(): readonly PackedFile[] {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const options = { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' } as const;
  const [pack]: { files: PackedFile[] }[] = JSON.parse(execFileSync('npm', args, options));
  return pack?.files ?? [];
}

/**
 * Installs the package. `dependencies`: with the packages that it needs. The CommonJS entry and the
 * command need none.
 */
export function installPackage({ dependencies }: { dependencies: boolean }): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'coldsign-installed-'));
  const home = join(folder, 'node_modules', 'coldsign');
  for (const { path } of packedFiles()) cpSync(join(root, path), join(home, path));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const names = { ...manifest.dependencies, ...manifest.optionalDependencies };
  for (const name of dependencies ? Object.keys(names) : []) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

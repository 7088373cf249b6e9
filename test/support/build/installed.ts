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

/** Returns the paths of all files that npm packs. */
export function packedFiles(): string[] {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const options = { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' } as const;
  const [pack]: { files: { path: string }[] }[] = JSON.parse(execFileSync('npm', args, options));
  return (pack?.files ?? []).map(({ path }) => path);
}

/**
 * Installs the package. `dependencies`: with the packages that it needs. The CommonJS entry and the
 * command need none.
 */
export function installPackage({ dependencies }: { dependencies: boolean }): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'coldsign-installed-'));
  const home = join(folder, 'node_modules', 'coldsign');
  mkdirSync(home, { recursive: true });
  cpSync(join(root, 'package.json'), join(home, 'package.json'));
  // The site is not in the package.
  const filter = (path: string) => path !== join(root, 'dist', 'docs');
  cpSync(join(root, 'dist'), join(home, 'dist'), { recursive: true, filter });
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const names = { ...manifest.dependencies, ...manifest.optionalDependencies };
  for (const name of dependencies ? Object.keys(names) : []) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

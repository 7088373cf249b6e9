import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { root } from '../paths.ts';

export type BuiltWorkers = { readonly entry: URL; remove(): void };

/** `src/adapters/threads/main.ts` as a file that a thread can run: Node does not read TypeScript. */
export async function buildWorkers(plugins: Plugin[] = []): Promise<BuiltWorkers> {
  // Within the repository, so that packages are found.
  const folder = mkdtempSync(join(root, 'node_modules', '.workers-'));
  const outfile = join(folder, 'workers.mjs');
  await build({
    entryPoints: [join(root, 'src/adapters/threads/main.ts')],
    outfile,
    bundle: true,
    plugins,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });
  return {
    entry: pathToFileURL(outfile),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build as bundle, type Plugin } from 'esbuild';
import { root } from '../paths.ts';
import { walletPlugins } from './reloaded-program.ts';

export type BuiltWorkers = { readonly entry: URL; remove(): void };

/** Builds the command line, `src/adapters/cli/main.ts`, as its threads run it. */
export const buildProgram = (): Promise<BuiltWorkers> =>
  build('src/adapters/cli/main.ts', walletPlugins);

/**
 * Builds `src/adapters/threads/main.ts` as a file that a thread can run, because Node does not read
 * TypeScript.
 */
export const buildWorkers = (plugins: Plugin[] = []): Promise<BuiltWorkers> =>
  build('src/adapters/threads/main.ts', plugins);

async function build(entry: string, plugins: Plugin[] = []): Promise<BuiltWorkers> {
  // Within the repository, so that packages are found.
  const folder = mkdtempSync(join(root, 'node_modules', '.workers-'));
  const outfile = join(folder, 'workers.mjs');
  await bundle({
    entryPoints: [join(root, entry)],
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

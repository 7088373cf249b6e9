import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { root } from '../paths.ts';

/**
 * With COLDSIGN_WALLETS=reloaded, wallets are read from their bytes after every change, as in
 * vitest.config.ts.
 */
export const walletPlugins: Plugin[] =
  process.env.COLDSIGN_WALLETS === 'reloaded'
    ? [
        {
          name: 'reloaded-wallets',
          setup({ onResolve }) {
            onResolve({ filter: /\/open-wallets\.ts$/ }, ({ importer }) =>
              importer.includes('reloaded-wallets')
                ? undefined
                : { path: join(root, 'test', 'support', 'reloaded-wallets.ts') },
            );
          },
        },
      ]
    : [];

/** Builds the command line as one file. */
export const buildCommand = (outfile: string): Promise<unknown> =>
  build({
    entryPoints: [join(root, 'src', 'adapters', 'cli', 'main.ts')],
    outfile,
    bundle: true,
    plugins: walletPlugins,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });

// For other tests, such as Core's: COLDSIGN_WALLETS=reloaded node .ci/ts.mjs
// test/support/build/reloaded-program.ts FILE
const [program = '', outfile] = process.argv.slice(1);
// A bench that bundles this file does not call it; its arguments are options.
if (outfile?.startsWith('-') === false && program === fileURLToPath(import.meta.url)) {
  await buildCommand(resolve(outfile));
}

import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../paths.ts';
import { type OpenPage, openPage } from '../screens/browser.ts';

async function bundle(entry: string, define: Record<string, string> = {}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, entry)],
    bundle: true,
    write: false,
    define,
    platform: 'browser',
    format: 'esm',
    target: 'es2020',
    logLevel: 'error',
  });
  return outputFiles.map(({ text }) => text).join('');
}

/** Returns the code of a web worker, in one file. */
export const workerScript = (): Promise<string> => bundle('src/adapters/threads/web-worker.ts');

/** Opens a page that signs with web workers: `window.workersPage`. */
export async function openWorkersPage(): Promise<OpenPage> {
  const define = { WORKER_TEXT: JSON.stringify(await workerScript()) };
  return openPage(await bundle('test/support/screens/workers-page.ts', define));
}

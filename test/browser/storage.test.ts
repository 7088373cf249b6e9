import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { root } from '../support/paths.ts';
import { startChromium } from '../support/screens/browser.ts';

test('a storage in IndexedDB keeps bytes for the next page, and names a failure', async () => {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'src/library/app-storage.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'storages',
  });
  const code = outputFiles[0]?.text ?? '';
  const { context, close } = await startChromium();
  const page = await context.newPage();
  await page.route('**/*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>x' }),
  );
  await page.goto('http://localhost/');
  const ask = (body: string) =>
    page.evaluate(`(async () => { ${code}; ${body} })()`) as Promise<unknown>;
  const make = "const storage = storages.createIndexedDbStorage(indexedDB, 'test');";
  await ask(
    `${make} await storage.write('a', Uint8Array.of(1, 2)); await storage.write('b/c', Uint8Array.of(3)); await storage.write('a', Uint8Array.of(9));`,
  );
  await page.reload();
  const read = `${make} return [[...(await storage.read('a'))], await storage.names(), (await storage.read('x')) === undefined];`;
  expect(await ask(read)).toEqual([[9], ['a', 'b/c'], true]);
  const broken =
    "const storage = storages.createIndexedDbStorage({ open() { const r = { error: 'quota' }; setTimeout(() => r.onerror()); return r; } });";
  expect(await ask(`${broken} return storage.read('a').catch((e) => [e.code, e.cause]);`)).toEqual([
    'STORAGE_FAILED',
    'quota',
  ]);
  await close();
});

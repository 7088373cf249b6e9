import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../support/paths.ts';
import { startChromium } from '../support/screens/browser.ts';

const app = `
  export { isColdsignError } from './src/index.ts';
  export { client } from './src/public/rpc.ts';
  export * from './src/public/wallet.ts';
`;

/** Opens a browser whose tabs have one origin and the names of `app` in a global `storages`. */
async function startTabs() {
  const { outputFiles } = await build({
    stdin: { contents: app, resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'storages',
  });
  const code = outputFiles[0]?.text ?? '';
  const { context, close } = await startChromium();
  await context.route('**/*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>x' }),
  );
  await context.addInitScript({ content: `${code}; globalThis.storages = storages;` });
  const openTab = async () => {
    const page = await context.newPage();
    await page.goto('http://localhost/');
    const ask = (body: string) => page.evaluate(`(async () => { ${body} })()`) as Promise<unknown>;
    return { page, ask };
  };
  /** Deletes the data of the pages, as a user does in the browser's settings. */
  const deleteData = async () => {
    const devtools = await context.newCDPSession(await context.newPage());
    const of = { origin: 'http://localhost', storageTypes: 'indexeddb' };
    await devtools.send('Storage.clearDataForOrigin', of);
  };
  return { openTab, deleteData, close };
}

test('a storage in IndexedDB keeps bytes for the next page, and names a failure', async () => {
  const { openTab, close } = await startTabs();
  const { page, ask } = await openTab();
  const make = "const storage = storages.createIndexedDbStorage(indexedDB, 'test');";
  await ask(
    `${make} await storage.write('a', Uint8Array.of(1, 2)); await storage.write('b/c', Uint8Array.of(3)); await storage.write('a', Uint8Array.of(9), Uint8Array.of(1, 2));`,
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

/** Runs an expression, and answers with what tells its error apart. */
const failure = (expression: string) =>
  `return (${expression}).then(() => 'no error', (e) => [e.cause?.code ?? e.code, e.message, e.hint]);`;

describe('a wallet in IndexedDB that two tabs have', () => {
  let tabs: Awaited<ReturnType<typeof startTabs>>;
  beforeAll(async () => {
    tabs = await startTabs();
  });
  afterAll(() => tabs.close());

  /** Opens a tab whose global `call` has the wallets of a database. */
  const openApp = async (database: string) => {
    const { ask } = await tabs.openTab();
    await ask(`
      globalThis.storage = storages.createIndexedDbStorage(indexedDB, '${database}');
      globalThis.start = (storage) => storages.client({
        network: 'regtest',
        wallets: storages.createWallets(storage, { network: 'regtest', keypoolSize: 2 }),
        walletName: 'w',
        now: () => 1,
        random: (length) => crypto.getRandomValues(new Uint8Array(length)),
      });
      globalThis.call = start(storage);`);
    return ask;
  };
  const newAddress = (label: string) => `call.getnewaddress({ label: '${label}' })`;
  const bytes = "return [...(await storage.read('w'))].join()";
  const load = "call.loadwallet({ filename: 'w' })";
  const changed = [
    'STORAGE_CHANGED',
    'Error: The wallet could not be stored: The wallet "w" was changed meanwhile, by another tab or program',
    'Nothing was changed. Close the other tab or program, unload the wallet here and load it again.',
  ];

  const deleted = [
    'STORAGE_CHANGED',
    'Error: The wallet could not be stored: The wallet "w" was deleted meanwhile, by another tab or program',
    'Nothing was changed. backupwallet stores the loaded one under another name.',
  ];

  test('is changed by one after the other, and not by one that has an older state', async () => {
    const first = await openApp('two');
    await first("await call.createwallet({ wallet_name: 'w' })");
    expect(await first(failure(newAddress('a')))).toBe('no error');
    const second = await openApp('two');
    await second(`await ${load}`);
    expect(await second(failure(newAddress('b')))).toBe('no error');
    const stored = await second(bytes);
    expect(await first(failure(newAddress('lost')))).toEqual(changed);
    // Other reads of the stored wallet do not make the older state newer.
    expect(await first(failure("call.backupwallet({ destination: 'w' })"))).not.toBe('no error');
    await first("await call.restorewallet({ wallet_name: 'copy', backup_file: 'w' })");
    expect(await first(failure(newAddress('lost')))).toEqual(changed);
    expect(await second(bytes)).toBe(stored);
    // The block of the guide: its first call is refused, and it loads the wallet again.
    const page = readFileSync(join(root, 'docs/guide/stored-wallets.md'), 'utf8');
    const [, block = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
    await first(`const { isColdsignError } = storages; ${block.replaceAll("'savings'", "'w'")}`);
    expect(await first(failure(newAddress('c')))).toBe('no error');
    expect(await second(failure(newAddress('lost')))).toEqual(changed);
    const third = await openApp('two');
    expect(await third(`await ${load}; return call.listlabels()`)).toEqual(['a', 'b', 'c']);
  });

  test('is created once', async () => {
    const first = await openApp('new');
    const second = await openApp('new');
    await first(`
      const gate = new Promise((open) => { globalThis.open = open; });
      const read = async (name) => {
        const found = await storage.read(name);
        globalThis.hasRead?.();
        await gate;
        return found;
      };
      const begun = new Promise((done) => { globalThis.hasRead = done; });
      globalThis.call = start({ ...storage, read });
      globalThis.creating = call.createwallet({ wallet_name: 'w' });
      await begun;`);
    await second("await call.createwallet({ wallet_name: 'w' })");
    const stored = await second(bytes);
    expect(await first(`open(); ${failure('creating')}`)).toEqual([
      'STORAGE_CHANGED',
      'Error: The wallet could not be stored: A wallet "w" is stored already',
      'Nothing was changed. Load it, or choose another name.',
    ]);
    expect(await first(bytes)).toBe(stored);
    expect(await second(failure(newAddress('a')))).toBe('no error');
  });

  test('is not stored again after the other deleted it, or made another of its name', async () => {
    const first = await openApp('deleted');
    await first("await call.createwallet({ wallet_name: 'w' })");
    const second = await openApp('deleted');
    await second(`
      const asked = (request) => new Promise((done) => { request.onsuccess = () => done(request.result); });
      const database = await asked(indexedDB.open('deleted'));
      await asked(database.transaction('wallets', 'readwrite').objectStore('wallets').delete('w'));`);
    expect(await first(failure(newAddress('a')))).toEqual(deleted);
    expect(await second('return storage.names()')).toEqual([]);
    await second("await call.createwallet({ wallet_name: 'w' })");
    const stored = await second(bytes);
    expect(await first(failure(newAddress('a')))).toEqual(changed);
    expect(await first(bytes)).toBe(stored);
    expect(await first(failure("call.backupwallet({ destination: 'kept' })"))).toBe('no error');
    expect(await first('return storage.names()')).toEqual(['kept', 'w']);
  });

  test('is not stored again after the user deleted the data of the site', async () => {
    const ask = await openApp('cleared');
    await ask("await call.createwallet({ wallet_name: 'w' })");
    await tabs.deleteData();
    expect(await ask(failure(newAddress('a')))).toEqual([
      'STORAGE_FAILED',
      'Error: The wallet could not be stored: The storage of the wallets failed',
      'Nothing was changed. Check that the app may store data, and that there is room for it.',
    ]);
    expect(await ask(failure(newAddress('a')))).toEqual(deleted);
    expect(await ask('return storage.names()')).toEqual([]);
  });

  test('is not overwritten by a second storage of the same tab', async () => {
    const ask = await openApp('raw');
    const refused = await ask(`
      const other = storages.createIndexedDbStorage(indexedDB, 'raw');
      const codeOf = (writing) => writing.then(() => 'no error', (e) => e.code);
      const [one, two, three] = [1, 2, 3].map((byte) => Uint8Array.of(byte));
      return [
        ...(await Promise.all([codeOf(storage.write('w', one)), codeOf(other.write('w', two))])),
        await codeOf(storage.write('w', two, one)),
        await codeOf(other.write('w', three, one)),
        await codeOf(other.write('w', three)),
        await codeOf(other.write('none', three, two)),
      ];`);
    const no = 'STORAGE_CHANGED';
    expect(refused).toEqual(['no error', no, 'no error', no, no, no]);
    expect(await ask(`${bytes} + (await storage.names())`)).toBe('2w');
  });
});

import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as Rpc from '../../src/public/rpc.ts';
import type * as Wallet from '../../src/public/wallet.ts';
import { root } from '../support/paths.ts';
import { type OpenPage, openPage } from '../support/screens/browser.ts';

type App = typeof Rpc &
  typeof Wallet & {
    /** Wallets in IndexedDB, and the options that their calls need. */
    start(): Promise<{ readonly options: Rpc.CallOptions; readonly names: string[] }>;
  };

/** The source of an app, and its bundler. */
const app = `
import { createWallets, openSnapshot } from 'coldsign/wallet';
export * from 'coldsign/rpc';
export * from 'coldsign/wallet';

const asked = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

class Storage {
  async #store(mode) {
    const opening = indexedDB.open('wallets', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('files');
    this.database ??= await asked(opening);
    return this.database.transaction('files', mode, { durability: 'strict' }).objectStore('files');
  }
  async read(name) {
    return asked((await this.#store('readonly')).get(name));
  }
  async write(name, bytes) {
    const store = await this.#store('readwrite');
    store.put(bytes, name);
    return new Promise((resolve, reject) => {
      store.transaction.oncomplete = resolve;
      store.transaction.onabort = () => reject(store.transaction.error);
    });
  }
  async names() {
    return asked((await this.#store('readonly')).getAllKeys());
  }
}

export async function start() {
  const network = 'regtest';
  const storage = new Storage();
  const snapshot = await (await fetch('/vectors/example/chain.snapshot')).arrayBuffer();
  const options = {
    network,
    wallets: createWallets(storage, { network, keypoolSize: 10, scryptCost: { n: 2, r: 1, p: 1 } }),
    chain: openSnapshot(new Uint8Array(snapshot), network),
    // Not the machine's clock: two hours after its block a snapshot warns that it is old.
    now: () => 1_795_239_000,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
  };
  return { options, names: await storage.names() };
}
`;

/** The name of the script's exports in the page. */
const exported: string = 'coldsign';

let open: OpenPage;

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: app, resolveDir: root, sourcefile: 'app.js' },
    bundle: true,
    write: false,
    format: 'esm',
    // A module of Node would be an error here.
    platform: 'browser',
    logLevel: 'silent',
  });
  open = await openPage(outputFiles[0]?.text ?? '');
});
afterAll(async () => {
  expect(open.strangers).toEqual([]);
  await open.close();
});

const outputs = { bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080: 0.6 };

test('a wallet sends coins of a snapshot', async () => {
  const seen = await open.page.evaluate(
    async ([name, outputs]) => {
      const app: App = Reflect.get(window, name);
      const { options } = await app.start();
      const requests = await (await fetch('/vectors/example/descriptors.json')).json();
      await app.execute('createwallet', { wallet_name: 'w', blank: true }, options);
      const imported = await app.importdescriptors({ requests }, options);
      const balances = await app.execute('getbalances', [], options);
      const sent = await app.send({ outputs, fee_rate: 2 }, options);
      const again = await app
        .send({ outputs, fee_rate: 2 }, options)
        .catch(({ message }) => message);
      await app.execute('encryptwallet', ['secret'], options);
      const box = await app.execute('listoutbox', [], options);
      return { imported, balances, sent, again, box };
    },
    [exported, outputs] as const,
  );
  expect(seen.imported).toEqual([{ success: true }]);
  expect(seen.balances).toMatchObject({ mine: { trusted: 0.75 } });
  expect(seen.sent).toMatchObject({ complete: true });
  expect(seen.again).toBe('Insufficient funds');
  expect(seen.box).toMatchObject([{ txid: seen.sent.txid }]);
});

test('the wallet is available after the page is reloaded', async () => {
  await open.page.reload();
  await open.page.waitForFunction(() => 'coldsign' in window);
  const seen = await open.page.evaluate(async (name) => {
    const app: App = Reflect.get(window, name);
    const { options, names } = await app.start();
    await app.execute('loadwallet', ['w'], options);
    const box = await app.execute('listoutbox', [], options);
    const hexstring = await app.createrawtransaction({ inputs: [], outputs: [] }, options);
    const locked = await app
      .signrawtransactionwithwallet({ hexstring: `${hexstring}` }, options)
      .catch(({ code }) => code);
    const addresses = await Promise.all(
      [1, 2, 3].map(() => app.execute('getnewaddress', [], options)),
    );
    return { names, box, locked, addresses };
  }, exported);
  expect(seen.names).toEqual(['w']);
  expect(seen.box).toHaveLength(1);
  expect([-13, -22]).toContain(seen.locked);
  expect(new Set(seen.addresses).size).toBe(3);
});

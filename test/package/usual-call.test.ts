import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Address, OutScript, TEST_NETWORK, Transaction, WIF } from '@scure/btc-signer';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { root } from '../support/paths.ts';

// An app of the two calls, without the files that the usual call must not need.

const WIF_KEY = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const SCRIPT = '0014751e76e8199196d454941c45d1b3a323f1433bd6';

type Coin = { readonly txid: string; readonly vout: number; readonly amount: string };
type Signed = { readonly hex: string; readonly complete: boolean; readonly warnings?: unknown };
type Options = { readonly network: 'regtest'; readonly policy?: object };
type App = {
  createrawtransaction(args: object, options: Options): Promise<string>;
  signrawtransactionwithkey(args: object, options: Options): Promise<Signed>;
};

const folder = mkdtempSync(join(tmpdir(), 'coldsign-usual-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Bundles the app as files that load later, and removes all that contain some files of ours. */
async function appWithout(lacking: RegExp): Promise<App> {
  const { metafile, outputFiles } = await build({
    stdin: {
      contents: "export { createrawtransaction, signrawtransactionwithkey } from 'coldsign/rpc';",
      resolveDir: root,
    },
    bundle: true,
    splitting: true,
    metafile: true,
    write: false,
    outdir: folder,
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    platform: 'neutral',
    logLevel: 'silent',
  });
  const own = mkdtempSync(join(folder, 'app-'));
  let removed = 0;
  for (const { path, contents } of outputFiles) {
    const name = path.slice(folder.length + 1);
    const [, { inputs = {} } = {}] =
      Object.entries(metafile.outputs).find(([output]) => output.endsWith(name)) ?? [];
    if (Object.keys(inputs).some((file) => lacking.test(file))) removed++;
    else writeFileSync(join(own, name), contents);
  }
  expect(removed).toBeGreaterThan(0);
  return import(pathToFileURL(join(own, 'stdin.mjs')).href);
}

async function pay(app: App, coins: readonly Coin[], paid: string): Promise<Signed> {
  const options: Options = { network: 'regtest' };
  const inputs = coins.map(({ txid, vout }) => ({ txid, vout }));
  const outputs = [{ [ADDRESS]: paid }];
  const hexstring = await app.createrawtransaction({ inputs, outputs }, options);
  const prevtxs = coins.map((each) => ({ ...each, scriptPubKey: SCRIPT }));
  const signing = { hexstring, privkeys: [WIF_KEY], prevtxs };
  return app.signrawtransactionwithkey(signing, options);
}

const coin = (vout: number): Coin => ({ txid: '11'.repeat(32), vout, amount: '0.00100000' });

/** What btc-signer signs. */
function theirs(paid: bigint): string {
  const network = { ...TEST_NETWORK, bech32: 'bcrt' };
  const script = OutScript.encode(Address(network).decode(ADDRESS));
  const transaction = new Transaction({ version: 2, lowR: true });
  transaction.addInput({
    txid: '11'.repeat(32),
    index: 0,
    sequence: 0xffffffff,
    witnessUtxo: { script, amount: 100_000n },
  });
  transaction.addOutput({ script, amount: paid });
  transaction.sign(WIF(network).decode(WIF_KEY));
  transaction.finalize();
  return transaction.hex;
}

test('a usual payment needs no review and no check of options, and equals that of @scure/btc-signer', async () => {
  const app = await appWithout(
    /rpc\/signing\/judge-cost|review\/fee-proof|review\/raw-spends|library\/call-options/,
  );
  const signed = await pay(app, [coin(0)], '0.00099000');
  expect(signed).toEqual({ hex: theirs(99_000n), complete: true });
  // Without the check, other payments are not signed.
  for (const [inputs, paid] of [
    [[coin(0)], '0.00010000'],
    [[coin(0), coin(1)], '0.00199000'],
  ] as const) {
    await expect(pay(app, inputs, paid)).rejects.toMatchObject({ code: 'NOT_LOADED' });
  }
  // Other options are not used without their check.
  const hexstring = theirs(99_000n);
  const unusual = { network: 'regtest', policy: {} } as const;
  await expect(
    app.signrawtransactionwithkey({ hexstring, privkeys: [WIF_KEY] }, unusual),
  ).rejects.toMatchObject({ code: 'NOT_LOADED' });
});

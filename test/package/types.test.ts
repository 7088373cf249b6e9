import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicEntries } from '../../.ci/public-names.ts';
import { type Installed, installPackage } from '../support/build/installed.ts';
import { root } from '../support/paths.ts';
import { run } from '../support/run.ts';

let installed: Installed;

beforeAll(() => {
  installed = installPackage({ dependencies: true });
  writeFileSync(join(installed.folder, 'app.mts'), app);
  writeFileSync(join(installed.folder, 'app.cts'), app);
  writeFileSync(join(installed.folder, 'threads.mts'), threads);
  writeFileSync(join(installed.folder, 'threads.cts'), threads);
});
afterAll(() => installed.remove());

/**
 * An app that is checked as strictly as possible, including the package's declarations, without the
 * types of Node.
 */
const app = `
import { client, createrawtransaction, execute, type Methods, RpcError, signrawtransactionwithkey, type SignedTransaction } from 'coldsign/rpc';
import { getblocktemplate, importdescriptors, send, signrawtransactionwithwallet, type BlockTemplate } from 'coldsign/rpc';
import { createWallets, openSnapshot, type WalletStorage } from 'coldsign/wallet';
import { expand, inferDescriptor, parseDescriptor, type Descriptor } from 'coldsign/descriptor';
import { decodePsbt, encodePsbt, signPsbt, signPsbtWith, type Psbt, type PsbtJob } from 'coldsign/psbt';
import { decodeAddress, networks, STANDARD_VERIFY_FLAGS, verifyScript, type ScriptFailure } from 'coldsign/script';
import { createKeyProvider, nobleSecp256k1, PrivateKey, signTransaction, transactionChecker } from 'coldsign/signing';
import { decodeTransaction, type Transaction } from 'coldsign/transaction';
import { kernelSecp256k1 } from 'coldsign/kernel';

export async function sign(hexstring: string): Promise<SignedTransaction> {
  const options = { network: 'signet', secp256k1: kernelSecp256k1 } as const;
  return signrawtransactionwithkey({ hexstring, privkeys: [], sighashtype: 'ALL' }, options);
}
export const text: Promise<string> = execute('createrawtransaction', '[[],[]]');
export const wallet = client({ network: 'regtest' });
export const mine: Promise<number> = wallet.getbalances().then((balances) => balances.mine.trusted);
export const owned: Promise<boolean> = wallet.getaddressinfo({ address: '' }).then((info) => info.ismine);
export const inOrder: Promise<string> = wallet.getnewaddress(['label', 'bech32m']);
export const height: Promise<number | undefined> = execute('getwalletinfo').then((info) => info.lastprocessedblock?.height);
export type Coins = Methods['listunspent']['result'];
// @ts-expect-error: an argument that the method does not have
wallet.getaddressinfo({ addres: '' }).catch(() => undefined);
// @ts-expect-error: an argument is missing
wallet.getaddressinfo().catch(() => undefined);
// @ts-expect-error: an unknown type of address
wallet.getnewaddress({ address_type: 'bech' }).catch(() => undefined);
// @ts-expect-error: the answer has no such member
export const none = wallet.getbalances().then((balances) => balances.watchonly);
export const hex: Promise<string> = createrawtransaction({ inputs: [], outputs: [{ data: '00' }] });
export const transaction: Transaction | undefined = decodeTransaction(new Uint8Array(), { witness: true });
export const others = [RpcError, decodeAddress, networks, STANDARD_VERIFY_FLAGS, verifyScript, createKeyProvider];
export const more = [transactionChecker, nobleSecp256k1, PrivateKey, signTransaction];
export const roles = [decodePsbt, encodePsbt, signPsbtWith, expand, inferDescriptor, parseDescriptor];
export type Known = Descriptor | Psbt;
export const signed = (job: PsbtJob): boolean => {
  const result = signPsbt(job);
  return 'complete' in result && result.complete;
};
export type Failure = ScriptFailure;


export async function pay(storage: WalletStorage, snapshot: Uint8Array): Promise<string> {
  const network = 'regtest';
  const wallets = createWallets(storage, { network });
  const options = { network, wallets, chain: openSnapshot(snapshot, network), now: () => 0 } as const;
  const [imported] = await importdescriptors({ requests: [{ desc: '', timestamp: 'now', range: [0, 9] }] }, options);
  if (imported?.success === false) throw new RpcError(imported.error.code, imported.error.message);
  const sent = await send({ outputs: [{ data: '00' }], fee_rate: '1.5', options: { minconf: 6 } }, options);
  if (sent.complete) return sent.txid;
  const signed: SignedTransaction = await signrawtransactionwithwallet({ hexstring: sent.psbt }, options);
  return signed.hex;
}
export const template: Promise<BlockTemplate> = getblocktemplate({ template_request: { rules: ['segwit'] } });
export const verdict: Promise<string | null> = getblocktemplate({ template_request: { mode: 'proposal', data: '' } });

// @ts-expect-error: only a complete result has a txid
export const never: Promise<string> = send({ outputs: [] }).then((sent) => sent.txid);
// @ts-expect-error: a template needs rules
void getblocktemplate({ template_request: {} });
// @ts-expect-error: not one of the seven names
void signrawtransactionwithkey({ hexstring: '', privkeys: [], sighashtype: 'all' });
// @ts-expect-error: an input has a number for vout
void createrawtransaction({ inputs: [{ txid: '', vout: '0' }], outputs: [] });
`;

/** Threads are Node's, whose declarations include URL. */
const threads = `
import { execute } from 'coldsign/rpc';
import { createWorkers } from 'coldsign/workers';

export const text: Promise<string> = execute('createrawtransaction', '[[],[]]', { workers: createWorkers({ threads: 2 }) });
`;

test.each([
  ['app.mts', 'nodenext'],
  ['app.cts', 'nodenext'],
  ['app.mts', 'bundler'],
  ['threads.mts', 'nodenext'],
  ['threads.cts', 'nodenext'],
])('the types hold for %s with module resolution %s', async (file, resolution) => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
  const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--types', ''];
  options.push(
    '--lib',
    file.startsWith('threads') ? 'es2023,dom' : 'es2023',
    '--target',
    'es2022',
    '--ignoreConfig',
  );
  options.push('--module', module, '--moduleResolution', resolution);
  const { code, stdout } = await run(process.execPath, [tsc, ...options, file], {
    cwd: installed.folder,
  });
  expect(code, stdout).toBe(0);
});

/**
 * Exports the result of every function, as a library does that wraps it without naming types. The
 * compiler must write each type, with names that an entry exports.
 */
const results = publicEntries()
  .filter(({ specifier }) => specifier !== 'coldsign/workers')
  .flatMap(({ specifier, names }, i) => {
    const functions = names.filter(({ name, kind }) => kind !== 'type' && /^[a-z]/.test(name));
    const call = (name: string) =>
      `export const of${i}${name} = async (f: () => Returns<typeof e${i}.${name}>) => f();`;
    return [`import * as e${i} from '${specifier}';`, ...functions.map(({ name }) => call(name))];
  });

test('declarations of an app can name the result of every function', async () => {
  const returns = 'type Returns<F> = F extends (...args: never) => infer R ? R : F;';
  writeFileSync(join(installed.folder, 'results.mts'), [returns, ...results].join('\n'));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const options = ['--declaration', '--emitDeclarationOnly', '--outDir', 'out', '--strict'];
  options.push('--lib', 'es2023', '--target', 'es2022', '--types', '', '--ignoreConfig');
  options.push('--module', 'nodenext', '--moduleResolution', 'nodenext');
  const { code, stdout } = await run(process.execPath, [tsc, ...options, 'results.mts'], {
    cwd: installed.folder,
  });
  expect(code, stdout).toBe(0);
  expect(results.length).toBeGreaterThan(150);
});

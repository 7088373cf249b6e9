import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { encodeFilter, filterKey } from '../../../src/chain/block-filter.ts';
import { encodeWif } from '../../../src/crypto/wif.ts';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import { execute } from '../../../src/public/rpc.ts';
import { decodeAddress } from '../../../src/script/address.ts';
import { decodeSnapshot, encodeSnapshot } from '../../../src/snapshot/snapshot-codec.ts';
import type { Transaction } from '../../../src/transaction/transaction.ts';
import { transactionId } from '../../../src/transaction/txid.ts';
import { post, type RunningServer, startServer } from '../../support/nodes/server.ts';
import { root, vectorPath } from '../../support/paths.ts';
import { curve, keyOf, publicKeyOf } from '../../support/signing.ts';

type Processed = { readonly psbt: string; readonly complete: boolean; readonly warnings?: unknown };
type Shown = { readonly inputs: readonly { readonly [name: string]: unknown[] | undefined }[] };

const running: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const end of running.splice(0)) await end();
});

async function start(...options: readonly string[]): Promise<RunningServer> {
  const server = await startServer(options);
  running.push(server.close);
  return server;
}

async function ask(server: RunningServer, body: unknown) {
  return JSON.parse((await post(server, JSON.stringify(body))).text);
}

async function call<T>(server: RunningServer, method: string, params: unknown): Promise<T> {
  const { result, error } = await ask(server, { id: 1, method, params });
  expect(error).toBeNull();
  return result;
}

const wif = (number: number) => encodeWif(keyOf(number), networks.regtest);
const key = (number: number) => encodeHex(publicKeyOf(number));
/** Descriptors of one output: for each of two signers with a private key, and for others. */
const first = addChecksum(`tr(musig(${wif(1)},${key(2)}))`);
const second = addChecksum(`tr(musig(${key(1)},${wif(2)}))`);
const open = addChecksum(`tr(musig(${key(1)},${key(2)}))`);

const options = { network: 'regtest', secp256k1: curve } as const;
const TARGET = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

async function scriptOf(descriptor: string) {
  const address = String(await execute('deriveaddresses', [descriptor], options));
  const script = decodeAddress(address, networks.regtest);
  if ('error' in script) throw new Error(script.error);
  return { address, script };
}

async function unsignedPsbt(): Promise<string> {
  const { script } = await scriptOf(open);
  const coins = new Map([[`${'ab'.repeat(32)}:0`, { value: 100_000n, scriptPubKey: script }]]);
  const inputs = [{ txid: 'ab'.repeat(32), vout: 0 }];
  const blank = await execute('createpsbt', [inputs, [{ [TARGET]: '0.00099000' }]], options);
  return execute('utxoupdatepsbt', [blank, [open]], { ...options, findCoins: () => coins });
}

async function counts(server: RunningServer, psbt: string): Promise<readonly number[]> {
  const { inputs } = await call<Shown>(server, 'decodepsbt', [psbt]);
  const names = ['musig2_pubnonces', 'musig2_partial_sigs'];
  return names.map((name) => inputs[0]?.[name]?.length ?? 0);
}

const isFinal = async (server: RunningServer, psbt: string): Promise<boolean> =>
  (await call<Processed>(server, 'finalizepsbt', [psbt])).complete;

describe('descriptorprocesspsbt with keys in musig(), over HTTP', () => {
  test.each([
    ['as it comes', (request: object) => request],
    ['in a long body', (request: object) => ({ ...request, x: ' '.repeat(20_000) })],
    [
      'in a batch',
      (request: object) => [{ id: 2, method: 'decoderawtransaction', params: ['00'] }, request],
    ],
  ])('signs in two rounds of two servers, %s', async (_, wrap) => {
    const servers = [await start(), await start()] as const;
    const turn = async (psbt: string, i: 0 | 1): Promise<Processed> => {
      const params = [psbt, [[first, second][i]]];
      const request = { id: 1, method: 'descriptorprocesspsbt', params };
      const replies = [await ask(servers[i], wrap(request))].flat();
      expect(replies.at(-1)).toMatchObject({ error: null, id: 1 });
      expect(replies.at(-1).result).not.toHaveProperty('warnings');
      return replies.at(-1).result;
    };
    const blank = await unsignedPsbt();
    const nonces = [await turn(blank, 0), await turn(blank, 1)].map(({ psbt }) => psbt);
    const both = await call<string>(servers[0], 'combinepsbt', [nonces]);
    expect(await counts(servers[0], both)).toEqual([2, 0]);
    const partial = await turn(both, 0);
    expect(await counts(servers[0], partial.psbt)).toEqual([2, 1]);
    const done = await turn(partial.psbt, 1);
    expect(await isFinal(servers[1], done.psbt)).toBe(true);
    // A nonce signs once: the same PSBT again gets no other partial signature.
    expect(await counts(servers[0], (await turn(both, 0)).psbt)).toEqual([2, 0]);
  });

  test('forgets its secret nonces as Core does, with -profile=core', async () => {
    const server = await start('-profile=core');
    const turn = (psbt: string, descriptor: string) =>
      call<Processed>(server, 'descriptorprocesspsbt', [psbt, [descriptor]]);
    const { psbt: one } = await turn(await unsignedPsbt(), first);
    expect(await counts(server, one)).toEqual([1, 0]);
    const { psbt: both } = await turn(one, second);
    expect(await counts(server, both)).toEqual([2, 0]);
    expect(await turn(both, first)).toEqual({ psbt: both, complete: false });
  });
});

test('send makes the first round, and wallet and descriptor the second', async () => {
  const { address, script } = await scriptOf(open);
  const folder = join(root, '.tmp', `musig-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  running.push(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'chain.snapshot');
  writeFileSync(file, fundedSnapshot(script));
  const [payer, other] = [await start(`-snapshot=${file}`), await start()];
  await call(payer, 'createwallet', { wallet_name: 'w', blank: true });
  const imported = await call(payer, 'importdescriptors', [[{ desc: first, timestamp: 0 }]]);
  expect(imported).toMatchObject([{ success: true }]);
  const sent = await call<Processed>(payer, 'send', {
    outputs: { [TARGET]: 0.5 },
    fee_rate: 2,
    options: { change_address: address },
  });
  expect(sent.complete).toBe(false);
  expect(await counts(payer, sent.psbt)).toEqual([1, 0]);
  const joined = await call<Processed>(other, 'descriptorprocesspsbt', [sent.psbt, [second]]);
  expect((await counts(payer, joined.psbt))[0]).toBe(2);
  const signed = await call<Processed>(payer, 'walletprocesspsbt', [joined.psbt]);
  const last = await call<Processed>(other, 'descriptorprocesspsbt', [signed.psbt, [second]]);
  expect(await isFinal(payer, last.psbt)).toBe(true);
});

/** Makes a snapshot of the example's chain, in which an output of 1 BTC pays this script. */
function fundedSnapshot(scriptPubKey: Uint8Array): Uint8Array {
  const decoded = decodeSnapshot(readFileSync(vectorPath('example/chain.snapshot')));
  if (!('snapshot' in decoded)) throw new Error('the example is a snapshot');
  const { snapshot } = decoded;
  const [placed] = snapshot.transactions;
  if (placed === undefined) throw new Error('the example has transactions');
  const outputs = [{ value: 100_000_000n, scriptPubKey }];
  const transaction: Transaction = { ...placed.transaction, outputs };
  const { height } = placed;
  const coin = { value: 100_000_000n, scriptPubKey, height, coinbase: false };
  return encodeSnapshot({
    ...snapshot,
    transactions: [{ ...placed, transaction }],
    coins: new Map([[`${transactionId(transaction)}:0`, coin]]),
    mempool: { ...snapshot.mempool, entries: [] },
    scripts: encodeFilter([scriptPubKey], filterKey(snapshot.tip.hash)),
  }).bytes;
}

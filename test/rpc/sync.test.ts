import { describe, expect, test } from 'vitest';
import type { ChainSource } from '../../src/chain/source.ts';
import { wasmSecp256k1 } from '../../src/crypto/wasm.ts';
import { invariant } from '../../src/encoding/invariant.ts';
import { networks } from '../../src/encoding/network.ts';
import type { Context } from '../../src/rpc/context.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { decodeAddress } from '../../src/script/address.ts';
import type { Transaction } from '../../src/transaction/transaction.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { createMemoryHost } from '../../src/wallet/memory-host.ts';
import { createPayingChain } from '../support/paying-chain.ts';
import { createRandom } from '../support/random.ts';

const chain = () => createPayingChain({ blocks: 3, payments: 2, descriptors: 1 }, wasmSecp256k1);

function attach(source: ChainSource, now = () => 1_700_000_000) {
  const told: string[] = [];
  const context: Context = {
    network: networks.regtest,
    profile: 'core',
    secp256k1: wasmSecp256k1,
    chain: source,
    wallets: createMemoryHost({ keypoolSize: 5 }),
    now,
    random: createRandom(1).bytes,
    notify: (notice) => told.push(notice),
  };
  const call = async (method: string, params: unknown = []) => {
    const body = JSON.stringify({ id: 1, method, params });
    const { result, error } = JSON.parse((await handleBody(body, { methods, context })).text);
    expect(error, method).toBeNull();
    return result;
  };
  return { call, told };
}

function pay(address: string, value: bigint, sequence: number): Transaction {
  const scriptPubKey = decodeAddress(address, networks.regtest);
  invariant(!('error' in scriptPubKey), 'a wallet gave it out');
  const prevout = { txid: '11'.repeat(32), vout: 0 };
  const input = { prevout, scriptSig: new Uint8Array(0), sequence, witness: [] };
  return { version: 2, locktime: 0, inputs: [input], outputs: [{ value, scriptPubKey }] };
}

function blockWith(transactions: readonly Transaction[], previousBlockHash: string) {
  const merkleRoot = '00'.repeat(32);
  const header = {
    version: 4,
    previousBlockHash,
    merkleRoot,
    time: 1_600_000_000,
    bits: 0,
    nonce: 0,
  };
  return { header, transactions };
}

const entryOf = (transaction: Transaction, time?: number) => {
  const txid = transactionId(transaction);
  const rest = { weight: 400, fee: 1n, sigopCost: 0, ...(time !== undefined && { time }) };
  return { txid, wtxid: txid, transaction, ...rest };
};

describe('a wallet follows its chain', () => {
  test('before it tells of itself or gives out an address', async () => {
    const { source, connect } = chain();
    const { call } = attach(source);
    await call('createwallet', ['w']);
    const first = await call('getnewaddress');
    const payment = pay(first, 1000n, 0);
    const { hash } = await source.tip();
    connect(blockWith([payment], hash));
    expect(await call('getwalletinfo')).toMatchObject({
      txcount: 1,
      lastprocessedblock: { height: 4, hash: (await source.tip()).hash },
    });
    // The next address but two was paid by somebody who knows the descriptor.
    const { descriptors } = await call('listdescriptors');
    const { desc } = descriptors.find(
      (each: { desc: string; internal: boolean }) => each.desc.startsWith('wpkh') && !each.internal,
    );
    const [paid] = await call('deriveaddresses', [desc, [3, 3]]);
    connect(blockWith([pay(paid, 1000n, 1)], (await source.tip()).hash));
    const [next] = await call('deriveaddresses', [desc, [4, 4]]);
    expect(await call('getnewaddress')).toBe(next);
  });

  test('and is of use while the chain is away', async () => {
    const { source } = chain();
    const there = { tip: source.tip };
    const { call, told } = attach({ ...source, tip: () => there.tip() });
    await call('createwallet', ['w']);
    there.tip = () => Promise.reject(new Error('nobody is there'));
    const address = await call('getnewaddress');
    expect(await call('getaddressinfo', [address])).toMatchObject({ ismine: true });
    expect(await call('getwalletinfo')).toMatchObject({ lastprocessedblock: { height: 3 } });
    expect(await call('listlockunspent')).toEqual([]);
    expect(new Set(told)).toEqual(
      new Set([
        'The chain cannot be asked: nobody is there. Wallets answer as of when they asked it last',
      ]),
    );
  });

  test('also when a block comes while the mempool is read', async () => {
    const { source, connect } = chain();
    let looks = 0;
    let payment: Transaction | undefined;
    const { call } = attach({
      ...source,
      mempoolUpdates: async () => ++looks,
      async mempool() {
        const { tipHash } = await source.mempool();
        if (payment !== undefined) {
          connect(blockWith([payment], (await source.tip()).hash));
          payment = undefined;
          // As a node whose list of transactions is from after the block.
          return { ...(await source.mempool()), updates: looks };
        }
        return { tipHash, entries: [], updates: looks, scriptsVerified: true };
      },
    });
    await call('createwallet', ['w']);
    payment = pay(await call('getnewaddress'), 1000n, 0);
    const { confirmations } = await call('listtransactions').then(
      ([only]: { confirmations: number }[]) => only ?? { confirmations: undefined },
    );
    expect(confirmations).toBe(1);
  });

  test('with the times at which the mempool took what is in it', async () => {
    const { source } = chain();
    const pool: Transaction[] = [];
    const times = [1_699_999_990, 1_699_999_980, 1_800_000_000];
    const { call } = attach({
      ...source,
      mempoolUpdates: async () => pool.length,
      mempool: async () => ({
        tipHash: (await source.tip()).hash,
        entries: pool.map((transaction, i) => entryOf(transaction, times[i])),
        updates: pool.length,
        scriptsVerified: true,
      }),
    });
    await call('createwallet', ['w']);
    const address = await call('getnewaddress');
    for (const sequence of [0, 1, 2]) pool.push(pay(address, 1000n, sequence));
    const rows = await call('listtransactions');
    const seen = rows.map((row: { timereceived: number }) => row.timereceived);
    expect(seen).toEqual([1_699_999_980, 1_699_999_990, 1_700_000_000]);
  });
});

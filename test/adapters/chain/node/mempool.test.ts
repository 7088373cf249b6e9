import { expect, test } from 'vitest';
import type {
  NodeAnswer,
  NodeCall,
  NodeClient,
} from '../../../../src/adapters/chain/node/client.ts';
import { createCoinReader } from '../../../../src/adapters/chain/node/coins.ts';
import { createHeaderReader } from '../../../../src/adapters/chain/node/headers.ts';
import { createMempoolReader } from '../../../../src/adapters/chain/node/mempool.ts';
import { formatAmount } from '../../../../src/encoding/amount.ts';
import { encodeHex } from '../../../../src/encoding/hex.ts';
import { encodeTransaction } from '../../../../src/transaction/codec.ts';
import { outPointKey, type Transaction } from '../../../../src/transaction/transaction.ts';
import { transactionId, witnessTransactionId } from '../../../../src/transaction/txid.ts';
import { transactionWeight } from '../../../../src/transaction/weight.ts';
import { heavyLock, openLock, type Spendable, spend } from '../../../support/generate/mempool.ts';

const tip = '11'.repeat(32);
const ARRIVED = 1_700_000_000;
const header = { hash: tip, height: 9, version: 1, time: 1, mediantime: 1, bits: '207fffff' };

type World = {
  readonly client: NodeClient;
  /** All calls, in order. */
  readonly asked: NodeCall[];
  readonly coins: Map<string, Spendable>;
  /** Transactions of the mempool, by txid. */
  readonly pool: Map<string, Transaction>;
  deltas: { [txid: string]: { fee_delta: number; in_mempool?: boolean; modified_fee?: number } };
  sequence: number;
  tips: { readonly hash: string; readonly status: string }[];
  /** Limits that getmempoolinfo reports. */
  limits: { readonly limitclustercount?: number; readonly limitclustersize?: number };
  /** Runs before a call is answered. */
  before: (call: NodeCall) => void;
};

/** Creates as much of a node as the reader needs. */
function fakeNode(): World {
  const world: World = {
    asked: [],
    coins: new Map(),
    pool: new Map(),
    deltas: {},
    sequence: 1,
    tips: [{ hash: tip, status: 'active' }],
    limits: {},
    before: () => {},
    client: {
      ask: async (method, ...params) => answer({ method, params }),
      async call(method, ...params) {
        const given = answer({ method, params });
        if ('result' in given) return given.result;
        throw new Error(given.error.message);
      },
      askExactly: () => Promise.reject(new Error('the reader asks by values')),
      batch: async (calls) => calls.map(answer),
      close: () => {},
    },
  };

  function answer(call: NodeCall): NodeAnswer {
    world.asked.push(call);
    world.before(call);
    const result = resultOf(call);
    return result === undefined ? { error: { code: -5, message: 'not there' } } : { result };
  }

  function resultOf({ method, params = [] }: NodeCall): unknown {
    const [first, second] = params;
    const transaction = world.pool.get(String(first));
    switch (method) {
      case 'getbestblockhash':
        return tip;
      case 'getblockheader':
        return header;
      case 'getmempoolinfo':
        return { size: world.pool.size, bytes: 0, usage: 0, total_fee: 0, ...world.limits };
      case 'getprioritisedtransactions':
        return world.deltas;
      case 'getrawmempool':
        return { txids: [...world.pool.keys()], mempool_sequence: world.sequence };
      case 'getchaintips':
        return world.tips;
      case 'getrawtransaction':
        return transaction && encodeHex(encodeTransaction(transaction));
      case 'getmempoolentry':
        return transaction && { time: ARRIVED };
      case 'gettxout': {
        const coin = world.coins.get(`${first}:${second}`);
        if (coin === undefined) return null;
        const value = Number(formatAmount(coin.value));
        const scriptPubKey = { hex: encodeHex(coin.lock.scriptPubKey) };
        return { bestblock: tip, confirmations: 3, value, scriptPubKey, coinbase: false };
      }
    }
    throw new Error(`the reader asked for ${method}`);
  }

  return world;
}

let made = 0;

function coin(world: World): Spendable {
  const txid = (++made).toString(16).padStart(64, '0');
  const spendable = { outPoint: { txid, vout: 0 }, value: 1_000_000n, lock: heavyLock };
  world.coins.set(outPointKey(spendable.outPoint), spendable);
  return spendable;
}

function add(world: World, transaction: Transaction): string {
  const txid = transactionId(transaction);
  world.pool.set(txid, transaction);
  return txid;
}

function readerOf({ client }: World) {
  return createMempoolReader(client, createCoinReader(client, createHeaderReader(client)));
}

const countOf = ({ asked }: World, method: string) =>
  asked.filter((call) => call.method === method).length;

test('ids, weights, fees and sigop costs are computed from the bytes and the coins', async () => {
  const world = fakeNode();
  const parent = spend([coin(world)], { feeRate: 2, outputs: [openLock, heavyLock] });
  const child = spend(parent.outputs, { feeRate: 9, outputs: [openLock] });
  add(world, parent.transaction);
  const txid = add(world, child.transaction);
  world.deltas = { [txid]: { fee_delta: -7 } };
  const { entries, ...view } = await readerOf(world).read();
  expect(view).toEqual({ tipHash: tip, updates: 1, scriptsVerified: true });
  const paid = ({ outputs }: Transaction) => outputs.reduce((sum, { value }) => sum + value, 0n);
  const entryOf = (transaction: Transaction, brought: bigint) => ({
    txid: transactionId(transaction),
    wtxid: witnessTransactionId(transaction),
    transaction,
    weight: transactionWeight(transaction),
    fee: brought - paid(transaction),
    sigopCost: 3800,
    time: ARRIVED,
  });
  expect(entries).toEqual([
    entryOf(parent.transaction, 1_000_000n),
    { ...entryOf(child.transaction, paid(parent.transaction)), feeDelta: -7n },
  ]);
});

test('cluster limits are read where the node reports them, and are absent where it does not', async () => {
  const world = fakeNode();
  expect(await readerOf(world).read()).not.toHaveProperty('limits');
  world.limits = { limitclustercount: 6, limitclustersize: 5000 };
  const { limits } = await readerOf(world).read();
  expect(limits).toEqual({ clusterCount: 6, clusterSize: 5000 });
});

test('an entry of the same size and fee let in by a priority is a change', async () => {
  const world = fakeNode();
  const taken = coin(world);
  const old = add(world, spend([taken], { feeRate: 2, outputs: [openLock] }).transaction);
  const later = spend([taken], { feeRate: 2, outputs: [heavyLock] }).transaction;
  const next = transactionId(later);
  world.deltas = { [next]: { fee_delta: 1000, in_mempool: false } };
  const reader = readerOf(world);
  const before = (await reader.read()).updates;
  world.pool.delete(old);
  add(world, later);
  world.deltas = { [next]: { fee_delta: 1000, in_mempool: true, modified_fee: 1200 } };
  expect(await reader.updates()).toBe(before + 1);
  expect((await reader.read()).entries.map(({ txid }) => txid)).toEqual([next]);
});

test('many transactions are read in parts, later only new ones', async () => {
  const world = fakeNode();
  for (let count = 0; count < 2_300; count++) {
    add(world, spend([coin(world)], { feeRate: 2, outputs: [openLock] }).transaction);
  }
  const reader = readerOf(world);
  expect((await reader.read()).entries.map(({ txid }) => txid)).toEqual([...world.pool.keys()]);
  expect(countOf(world, 'getrawtransaction')).toBe(2_300);
  expect(countOf(world, 'getmempoolentry')).toBe(0);
  world.asked.length = 0;
  const [gone = ''] = world.pool.keys();
  world.pool.delete(gone);
  const txid = add(world, spend([coin(world)], { feeRate: 2, outputs: [openLock] }).transaction);
  const { entries, updates } = await reader.read();
  expect(entries).toHaveLength(2_300);
  expect(entries.at(-1)).toMatchObject({ txid, time: ARRIVED });
  expect(updates).toBe(1);
  expect(world.asked.filter(({ method }) => method === 'getrawtransaction')).toEqual([
    { method: 'getrawtransaction', params: [txid] },
  ]);
});

test('does not ask again for transactions that left during reading or that stayed', async () => {
  const world = fakeNode();
  const parent = spend([coin(world)], { feeRate: 2, outputs: [openLock] });
  const child = spend(parent.outputs, { feeRate: 2, outputs: [openLock] });
  const first = add(world, parent.transaction);
  add(world, child.transaction);
  const other = add(world, spend([coin(world)], { feeRate: 2, outputs: [openLock] }).transaction);
  world.before = ({ method, params }) => {
    if (method !== 'getrawtransaction' || params?.[0] !== other) return;
    world.pool.delete(other);
    world.before = () => {};
  };
  const { entries } = await readerOf(world).read();
  expect(entries.map(({ txid }) => txid)).toEqual([first, transactionId(child.transaction)]);
  expect(countOf(world, 'getrawmempool')).toBe(2);
  expect(countOf(world, 'getrawtransaction')).toBe(3);
});

test('the spender of a coin that disappears during reading is read again', async () => {
  const world = fakeNode();
  const spent = coin(world);
  const txid = add(world, spend([spent], { feeRate: 2, outputs: [openLock] }).transaction);
  const key = outPointKey(spent.outPoint);
  world.before = ({ method }) => {
    if (method === 'gettxout' && world.coins.delete(key)) world.pool.delete(txid);
  };
  expect((await readerOf(world).read()).entries).toEqual([]);
  world.pool.set(txid, spend([spent], { feeRate: 2, outputs: [openLock] }).transaction);
  await expect(readerOf(world).read()).rejects.toThrow('changes faster than it can be read');
});

test('a second concurrent read reuses the first', async () => {
  const world = fakeNode();
  const txid = add(world, spend([coin(world)], { feeRate: 2, outputs: [openLock] }).transaction);
  const reader = readerOf(world);
  const views = await Promise.all([reader.read(), reader.read()]);
  expect(views.map(({ entries }) => entries.map((entry) => entry.txid))).toEqual([[txid], [txid]]);
  expect(countOf(world, 'getrawtransaction')).toBe(1);
});

test('some transactions are read without the others', async () => {
  const world = fakeNode();
  const { transaction } = spend([coin(world)], { feeRate: 2, outputs: [openLock] });
  const txid = add(world, transaction);
  add(world, spend([coin(world)], { feeRate: 2, outputs: [openLock] }).transaction);
  const found = await readerOf(world).find([txid, '22'.repeat(32)]);
  expect([...found]).toEqual([[txid, transaction]]);
  expect(countOf(world, 'getrawmempool')).toBe(0);
});

test('reads a transaction again that may be back from an undone block, since its witness may differ', async () => {
  const world = fakeNode();
  const { transaction } = spend([coin(world)], { feeRate: 2, outputs: [openLock] });
  const txid = add(world, transaction);
  const reader = readerOf(world);
  await reader.read();
  const inputs = transaction.inputs.map((input) => ({ ...input, witness: [Uint8Array.of(7)] }));
  const other = { ...transaction, inputs };
  world.pool.set(txid, other);
  world.sequence += 1;
  world.tips.push({ hash: '22'.repeat(32), status: 'invalid' });
  const { entries } = await reader.read();
  expect(entries.map(({ wtxid }) => wtxid)).toEqual([witnessTransactionId(other)]);
  const before = countOf(world, 'getrawtransaction');
  world.sequence += 1;
  await reader.read();
  expect(countOf(world, 'getrawtransaction')).toBe(before);
});

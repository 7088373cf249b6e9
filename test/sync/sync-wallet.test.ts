import { describe, expect, test } from 'vitest';
import type { ChainSource } from '../../src/chain/source.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import type { Transaction } from '../../src/transaction/transaction.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { createPayingChain } from '../support/chains/paying-chain.ts';
import {
  besideChain,
  blockOnTop,
  mempoolEntry,
  payTo,
} from '../support/chains/wallet-beside-chain.ts';

const chain = () => createPayingChain({ blocks: 3, payments: 2, descriptors: 1 }, kernelSecp256k1);

/**
 * Creates a wallet whose chain has a mempool with three payments, which arrive in another order
 * than that of its list.
 */
async function withPool(more: Partial<ChainSource> = {}) {
  const { source } = chain();
  const pool: Transaction[] = [];
  const times = [1_699_999_990, 1_699_999_980, 1_800_000_000];
  const { call } = besideChain({
    ...source,
    ...more,
    mempoolUpdates: async () => pool.length,
    mempool: async () => ({
      tipHash: (await source.tip()).hash,
      entries: pool.map((transaction, i) => mempoolEntry(transaction, times[i])),
      updates: pool.length,
      scriptsVerified: true,
    }),
  });
  await call('createwallet', ['w']);
  const address = await call('getnewaddress');
  const pay = async () => {
    for (const number of [0, 1, 2]) pool.push(payTo(address, 1000n, number));
    return pool.map(transactionId);
  };
  return { call, pay };
}

async function timesReceived(call: ReturnType<typeof besideChain>['call']): Promise<number[]> {
  const rows = await call('listtransactions');
  return rows.map(({ timereceived }: { timereceived: number }) => timereceived);
}

describe('a wallet follows its chain', () => {
  test('before it answers or gives out an address', async () => {
    const { source, connect } = chain();
    const { call } = besideChain(source);
    await call('createwallet', ['w']);
    const first = await call('getnewaddress');
    connect(await blockOnTop(source, [payTo(first, 1000n, 0)]));
    expect(await call('getwalletinfo')).toMatchObject({
      txcount: 1,
      lastprocessedblock: { height: 4, hash: (await source.tip()).hash },
    });
    // An address beyond the next was paid by a person who knows the descriptor.
    const { descriptors } = await call('listdescriptors');
    const { desc } = descriptors.find(
      (each: { desc: string; internal: boolean }) => each.desc.startsWith('wpkh') && !each.internal,
    );
    const [paid] = await call('deriveaddresses', [desc, [3, 3]]);
    connect(await blockOnTop(source, [payTo(paid, 1000n, 1)]));
    const [next] = await call('deriveaddresses', [desc, [4, 4]]);
    expect(await call('getnewaddress')).toBe(next);
  });

  test('works while the chain is unreachable', async () => {
    const { source } = chain();
    const there = { tip: source.tip };
    const { call, told } = besideChain({ ...source, tip: () => there.tip() });
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

  test('also if a block arrives while the mempool is read', async () => {
    const { source, connect } = chain();
    let looks = 0;
    let payment: Transaction | undefined;
    const { call } = besideChain({
      ...source,
      mempoolUpdates: async () => ++looks,
      async mempool() {
        if (payment !== undefined) connect(await blockOnTop(source, [payment]));
        payment = undefined;
        // Like a node whose list of transactions is newer than the block.
        return { ...(await source.mempool()), updates: looks };
      },
    });
    await call('createwallet', ['w']);
    payment = payTo(await call('getnewaddress'), 1000n, 0);
    const rows = await call('listtransactions');
    expect(rows.map((row: { confirmations: number }) => row.confirmations)).toEqual([1]);
  });

  test('records when the mempool accepted its transactions', async () => {
    const { call, pay } = await withPool();
    await pay();
    expect(await timesReceived(call)).toEqual([1_699_999_980, 1_699_999_990, 1_700_000_000]);
  });

  test('uses the current time for transactions that arrived while it was unloaded from a node', async () => {
    const { call, pay } = await withPool({ waitForTip: async () => undefined });
    await call('unloadwallet', ['w']);
    const paid = await pay();
    await call('loadwallet', ['w']);
    expect(await timesReceived(call)).toEqual([1_700_000_000, 1_700_000_000, 1_700_000_000]);
    const rows = await call('listtransactions');
    expect(rows.map(({ txid }: { txid: string }) => txid)).toEqual(paid);
  });

  test("uses a snapshot's times, also when it was just loaded", async () => {
    const { call, pay } = await withPool();
    await call('unloadwallet', ['w']);
    await pay();
    await call('loadwallet', ['w']);
    expect(await timesReceived(call)).toEqual([1_699_999_980, 1_699_999_990, 1_700_000_000]);
  });

  test('rescans only blocks after the fork of another branch', async () => {
    const old = chain();
    let { source } = old;
    const asked: number[] = [];
    const { call } = besideChain({
      ...source,
      tip: () => source.tip(),
      headers: (from, count) => source.headers(from, count),
      mempool: () => source.mempool(),
      mempoolUpdates: () => source.mempoolUpdates(),
      forkHeight: async () => 3,
      blocks(from, count) {
        asked.push(from);
        return source.blocks(from, count);
      },
    });
    await call('createwallet', ['w']);
    const payment = payTo(await call('getnewaddress'), 1000n, 0);
    old.connect(await blockOnTop(source, [payment], 1_600_000_000));
    expect(await call('listunspent')).toHaveLength(1);
    asked.length = 0;
    const other = chain();
    source = other.source;
    for (const time of [1_600_000_001, 1_600_000_002]) {
      other.connect(await blockOnTop(source, [], time));
    }
    expect(await call('listunspent')).toEqual([]);
    expect(await call('listtransactions')).toMatchObject([{ confirmations: 0 }]);
    expect(asked).toEqual([4]);
  });
});

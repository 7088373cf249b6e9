import { expect, test } from 'vitest';
import type { Block } from '../../src/chain/block.ts';
import { blockHash } from '../../src/chain/block-codec.ts';
import { consensusParams } from '../../src/chain/consensus.ts';
import type { ChainSource } from '../../src/chain/source.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { createMemoryChain } from '../support/chains/memory-chain.ts';
import { besideChain, blockOnTop, payTo } from '../support/chains/wallet-beside-chain.ts';

/**
 * Creates a wallet that was paid in a block, followed by two empty ones, and in another block that
 * is not in the chain.
 */
async function paidTwice(more: (detached: Block) => Partial<ChainSource> = () => ({})) {
  const { source, connect } = createMemoryChain(consensusParams.regtest);
  const beside = { ...source };
  const { ask, call } = besideChain(beside);
  await call('createwallet', ['w']);
  const address = await call('getnewaddress', ['paid']);
  const paid = payTo(address, 5000n, 1);
  const detached = await blockOnTop(source, [paid], 1_600_000_001);
  const block = await blockOnTop(source, [paid]);
  connect(block);
  for (const time of [1_600_000_600, 1_600_001_200]) connect(await blockOnTop(source, [], time));
  Object.assign(beside, more(detached));
  const since = (...params: readonly unknown[]) => ask('listsinceblock', params);
  const hashAt = async (height: number) => (await source.headers(height, 1))[0]?.hash;
  return { since, hashAt, txid: transactionId(paid), detached: blockHash(detached.header) };
}

test('counts later blocks by headers if a source has no blocks by hash', async () => {
  const { since, hashAt, txid } = await paidTwice();
  const [genesis, first, second, tip] = await Promise.all([0, 1, 2, 3].map(hashAt));
  expect((await since(genesis)).result).toMatchObject({
    transactions: [{ txid, confirmations: 3 }],
    removed: [],
    lastblock: tip,
  });
  expect((await since(first)).result.transactions).toEqual([]);
  expect((await since(second, 2)).result).toEqual({
    transactions: [],
    removed: [],
    lastblock: second,
  });
  expect((await since(null, 100)).result).toMatchObject({ lastblock: genesis });
  expect((await since('11'.repeat(32))).error).toMatchObject({
    code: -5,
    message: 'Block not found',
  });
});

test('reports transactions of abandoned blocks along with newer ones', async () => {
  const { since, txid, detached } = await paidTwice((block) => ({
    forkHeight: async () => 0,
    findBlock: async () => block,
  }));
  const { result } = await since(detached);
  expect(result.transactions).toMatchObject([{ txid, confirmations: 3 }]);
  expect(result.removed).toMatchObject([{ txid, confirmations: 3 }]);
  const without = (await since(detached, 1, false, false)).result;
  expect(Object.keys(without)).toEqual(['transactions', 'lastblock']);
});

test('an unreadable or different block is not treated as empty', async () => {
  for (const findBlock of [
    undefined,
    async () => undefined,
    async () => blockOnTop(createMemoryChain(consensusParams.regtest).source, [], 7),
  ]) {
    const { since, detached } = await paidTwice(() => ({
      forkHeight: async () => 0,
      ...(findBlock && { findBlock }),
    }));
    expect((await since(detached)).error).toMatchObject({
      code: -32603,
      message: "Can't read block from disk",
    });
  }
});

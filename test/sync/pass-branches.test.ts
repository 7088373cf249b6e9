import { expect, test } from 'vitest';
import type { Block } from '../../src/chain/block.ts';
import { blockHash } from '../../src/chain/block-codec.ts';
import { consensusParams } from '../../src/chain/consensus.ts';
import type { AbandonedBranch, ChainSource } from '../../src/chain/source.ts';
import type { Transaction } from '../../src/transaction/transaction.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { createMemoryChain } from '../support/chains/memory-chain.ts';
import {
  besideChain,
  blockOnTop,
  coinbaseTo,
  payTo,
} from '../support/chains/wallet-beside-chain.ts';

/**
 * Creates a wallet and a chain of one block, with branches that leave the chain as fast as they
 * come.
 */
async function start() {
  const { source, connect } = createMemoryChain(consensusParams.regtest);
  connect(await blockOnTop(source, []));
  const blocks = new Map<string, Block>();
  const branches: AbandonedBranch[] = [];
  const beside: ChainSource = {
    ...source,
    abandonedBranches: async () => branches,
    findBlock: async (hash) => blocks.get(hash),
    forkHeight: async (hash) => {
      for (let at = hash; ; at = blocks.get(at)?.header.previousBlockHash ?? '') {
        const headers = await source.headers(0, 100);
        const found = headers.find((header) => header.hash === at);
        if (found !== undefined || at === '') return found?.height;
      }
    },
  };
  const { call, ask } = besideChain(beside);
  await call('createwallet', ['w']);
  const address = await call('getnewaddress');
  let time = 1_600_000_000;
  /** Adds blocks after the block of this height, one for each list of transactions. */
  async function leave(height: number, ...contents: readonly (readonly Transaction[])[]) {
    const [header] = await source.headers(height, 1);
    let previous = header?.hash ?? '';
    for (const transactions of contents) {
      const block = await blockOnTop(source, transactions, time++);
      const made = { ...block, header: { ...block.header, previousBlockHash: previous } };
      previous = blockHash(made.header);
      blocks.set(previous, made);
    }
    const { length } = contents;
    branches.push({ hash: previous, height: height + length, blocks: length });
    return previous;
  }
  const grow = async (...transactions: readonly Transaction[]) =>
    connect(await blockOnTop(source, transactions, time++));
  return { source, call, ask, address, leave, grow, branches, blocks };
}

test('knows a payment of a branch that came and left between two calls', async () => {
  const { call, address, leave, grow } = await start();
  const paid = payTo(address, 5000n, 1);
  const left = await leave(1, [paid], [], []);
  for (let i = 0; i < 4; i++) await grow();
  expect(await call('gettransaction', [transactionId(paid)])).toMatchObject({
    amount: 0.00005,
    confirmations: 0,
  });
  expect(await call('getbalances')).toMatchObject({ mine: { trusted: 0 } });
  const { removed } = await call('listsinceblock', [left]);
  expect(removed).toMatchObject([{ txid: transactionId(paid) }]);
});

test('a payment that is in the branch and in the chain is confirmed once, by the chain', async () => {
  const { source, call, address, leave, grow } = await start();
  const paid = payTo(address, 5000n, 1);
  await leave(1, [paid]);
  await grow();
  await grow(paid);
  const [, , , header] = await source.headers(0, 4);
  expect(await call('gettransaction', [transactionId(paid)])).toMatchObject({
    confirmations: 1,
    blockhash: header?.hash,
  });
  expect(await call('getbalances')).toMatchObject({ mine: { trusted: 0.00005 } });
});

test('a block reward of the branch does not count', async () => {
  const { call, address, leave, grow } = await start();
  const reward = coinbaseTo(address, 5_000_000_000n, 1);
  await leave(1, [reward]);
  for (let i = 0; i < 101; i++) await grow();
  expect(await call('gettransaction', [transactionId(reward)])).toMatchObject({
    details: [{ category: 'orphan', abandoned: true }],
  });
  expect(await call('getbalances')).toMatchObject({ mine: { trusted: 0, immature: 0 } });
});

test('a branch below known blocks removes none of them', async () => {
  const { call, address, leave, grow } = await start();
  const [early, late, gone] = [1, 2, 3].map((number) => payTo(address, 1000n, number));
  if (!early || !late || !gone) throw new Error('made above');
  await grow(early);
  await grow(late);
  expect(await call('getbalances')).toMatchObject({ mine: { trusted: 0.00002 } });
  await leave(2, [gone]);
  await grow();
  expect(await call('getbalances')).toMatchObject({ mine: { trusted: 0.00002 } });
  expect(await call('gettransaction', [transactionId(late)])).toMatchObject({ confirmations: 2 });
  expect(await call('gettransaction', [transactionId(gone)])).toMatchObject({ confirmations: 0 });
});

test('a branch abandoned before the wallet was loaded stays unknown, as in a node', async () => {
  const { call, refused, leave, grow, address } = await start().then((world) => ({
    ...world,
    refused: async (txid: string) => (await world.ask('gettransaction', [txid])).error,
  }));
  const paid = payTo(address, 5000n, 1);
  await call('unloadwallet', ['w']);
  await leave(1, [paid]);
  await grow();
  await call('loadwallet', ['w']);
  expect(await refused(transactionId(paid))).toMatchObject({ code: -5 });
});

test('a branch with an unreadable, different or truncated block is left out', async () => {
  for (const spoil of ['missing', 'other', 'short', 'long'] as const) {
    const { source, call, ask, address, leave, grow, branches, blocks } = await start();
    const paid = payTo(address, 5000n, 1);
    const left = await leave(1, [paid], []);
    const [first = ''] = [...blocks.keys()];
    const [branch] = branches.splice(0);
    if (branch === undefined) throw new Error('it left');
    if (spoil === 'missing') blocks.delete(first);
    if (spoil === 'other') blocks.set(first, await blockOnTop(source, [paid], 7));
    const length = { missing: 2, other: 2, short: 1, long: 3 }[spoil];
    branches.push({ hash: left, height: 1 + length, blocks: length });
    await grow();
    await grow();
    await grow();
    expect((await ask('gettransaction', [transactionId(paid)])).error).toMatchObject({ code: -5 });
    expect(await call('getwalletinfo')).toMatchObject({ lastprocessedblock: { height: 4 } });
  }
});

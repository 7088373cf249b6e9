import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodeChain } from '../../src/adapters/chain/node/node-chain.ts';
import { blockHash } from '../../src/chain/block-codec.ts';
import { consensusParams } from '../../src/chain/consensus.ts';
import type { MempoolEntry } from '../../src/chain/source.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { emptyBytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { p2wshScript } from '../../src/script/builders.ts';
import { Op } from '../../src/script/opcodes.ts';
import { encodeTransaction } from '../../src/transaction/codec.ts';
import { outPointKey } from '../../src/transaction/transaction.ts';
import { transactionId, witnessTransactionId } from '../../src/transaction/txid.ts';
import type { TemplateJson } from '../support/chains/miner.ts';
import { type MiningNode, startMiningNode } from '../support/chains/mining-node.ts';
import { heavyLock, openLock, spend } from '../support/generate/mempool.ts';
import { readPsbt } from '../support/psbt.ts';

const segwit = { rules: ['segwit'] };
let node: MiningNode;
beforeAll(async () => {
  node = await startMiningNode();
});
afterAll(() => node.stop());

test('headers and blocks are those of the chain, from the genesis block to the tip', async () => {
  const { chain } = node;
  const tip = await chain.tip();
  const headers = await chain.headers(0, tip.height + 100);
  expect(headers).toHaveLength(tip.height + 1);
  const { height, hash, version, time, bits } = headers[0] ?? tip;
  expect({ height, hash, version, time, bits }).toEqual(consensusParams.regtest.genesis);
  expect(headers.at(-1)?.hash).toBe(tip.hash);
  expect(await chain.headers(tip.height + 1, 5)).toEqual([]);
  const blocks = await chain.blocks(100, 20);
  expect(blocks.map(({ header }) => blockHash(header))).toEqual(
    headers.slice(100, 120).map((each) => each.hash),
  );
});

test('a coin is found until a block spends it, independent of the mempool', async () => {
  const { chain } = node;
  const coin = node.take();
  const key = outPointKey(coin.outPoint);
  const made = spend([coin], { feeRate: 3, outputs: [openLock, heavyLock] });
  expect(await node.send([made.transaction])).toBe(1);
  const found = (await chain.findCoins([coin.outPoint])).get(key);
  expect(found).toEqual({
    value: coin.value,
    scriptPubKey: openLock.scriptPubKey,
    height: (await chain.tip()).height,
    coinbase: false,
  });
  await node.passTime(10);
  await node.mine();
  const [output] = made.outputs;
  if (output === undefined) throw new Error('it has outputs');
  const after = await chain.findCoins([coin.outPoint, output.outPoint]);
  expect([...after.keys()]).toEqual([outPointKey(output.outPoint)]);
});

test('the mempool has its entries, their fees and a counter that changes with it', async () => {
  const { chain, client } = node;
  const first = await chain.mempoolUpdates();
  expect(await chain.mempoolUpdates()).toBe(first);
  const coin = node.take();
  const parent = spend([coin], { feeRate: 2, outputs: [heavyLock, openLock] });
  const child = spend(parent.outputs.slice(0, 1), { feeRate: 9, outputs: [openLock] });
  await node.send([parent.transaction, child.transaction]);
  expect(await chain.mempoolUpdates()).toBe(first + 1);
  const seen = await chain.mempool();
  expect(seen).toMatchObject({
    tipHash: (await chain.tip()).hash,
    updates: first + 1,
    scriptsVerified: true,
  });
  const byTxid = new Map(seen.entries.map((entry) => [entry.txid, entry]));
  const txid = transactionId(child.transaction);
  expect(byTxid.get(txid)).toMatchObject({ sigopCost: 3800, transaction: child.transaction });
  expect(byTxid.get(transactionId(parent.transaction))).toMatchObject({ sigopCost: 0 });
  expect(seen.entries.map(asListed)).toEqual(await listed());
  const some = await chain.findInMempool?.([txid, coin.outPoint.txid]);
  expect([...(some ?? [])]).toEqual([[txid, child.transaction]]);

  await client.call('prioritisetransaction', txid, 0, 12345);
  expect(await chain.mempoolUpdates()).toBe(first + 2);
  const again = await chain.mempool();
  expect(again.entries.find((entry) => entry.txid === txid)?.feeDelta).toBe(12345n);

  const replacement = spend(parent.outputs.slice(0, 1), { feeRate: 30, outputs: [openLock] });
  await node.send([replacement.transaction]);
  expect(await chain.mempoolUpdates()).toBe(first + 3);
  const replaced = (await chain.mempool()).entries.map((entry) => entry.txid);
  expect(replaced).toContain(transactionId(replacement.transaction));
  expect(replaced).not.toContain(txid);
  await node.passTime(10);
  await node.mine();
  expect((await chain.mempool()).entries).toEqual([]);
});

const asListed = ({ txid, wtxid, weight, fee }: MempoolEntry) => ({ txid, wtxid, weight, fee });

/** Returns the same data from the node's own list. */
async function listed(): Promise<ReturnType<typeof asListed>[]> {
  const all = (await node.client.call('getrawmempool', true)) as {
    [txid: string]: { wtxid: string; weight: number; fees: { base: number } };
  };
  return Object.entries(all).map(([txid, { wtxid, weight, fees }]) => ({
    txid,
    wtxid,
    weight,
    fee: BigInt(Math.round(fees.base * 1e8)),
  }));
}

test('sending returns the txid, or code and message of the node', async () => {
  const { chain } = node;
  const coin = node.take();
  const { transaction } = spend([coin], { feeRate: 4, outputs: [openLock] });
  expect(await chain.broadcast(transaction)).toEqual({ txid: transactionId(transaction) });
  const unknown = { ...coin, outPoint: { txid: '77'.repeat(32), vout: 0 } };
  const refused = await chain.broadcast(
    spend([unknown], { feeRate: 4, outputs: [openLock] }).transaction,
  );
  expect(refused).toEqual({
    code: -25,
    message: 'bad-txns-inputs-missingorspent',
    settled: true,
  });
  const dear = spend([node.take()], { feeRate: 5000, outputs: [openLock] });
  expect(await chain.broadcast(dear.transaction, { maxFeeRate: 10 })).toMatchObject({
    code: -25,
  });
});

test('fee estimates and peers come from the node', async () => {
  expect(await node.chain.estimateFee(6, 'economical')).toMatchObject({
    errors: ['Insufficient data or no feerate found'],
  });
  expect(await node.chain.peers?.()).toMatchObject({ connections: 0 });
});

test('stale blocks are known, and templates and coins follow the new chain', async () => {
  const { chain, client } = node;
  await node.passTime(600);
  await node.mine();
  const abandoned = await chain.tip();
  const coin = node.take();
  await client.call('invalidateblock', abandoned.hash);
  const parent = await chain.tip();
  expect(parent.height).toBe(abandoned.height - 1);
  expect(await chain.blockStatus(abandoned.hash)).toBe('invalid');
  await node.passTime(600);
  const template = await node.mine();
  expect(template).toMatchObject({ previousblockhash: parent.hash, height: abandoned.height });
  await node.passTime(600);
  await node.mine();
  expect(await chain.forkHeight?.(abandoned.hash)).toBe(parent.height);
  expect(await chain.forkHeight?.(parent.hash)).toBe(parent.height);
  expect(await chain.forkHeight?.('99'.repeat(32))).toBeUndefined();
  await client.call('reconsiderblock', abandoned.hash);
  expect(await chain.blockStatus(abandoned.hash)).toBe('valid');
  expect(await chain.blockStatus((await chain.tip()).hash)).toBe('valid');
  expect(await chain.blockStatus(consensusParams.regtest.genesis.hash)).toBe('unvalidated');
  expect(await chain.blockStatus('99'.repeat(32))).toBeUndefined();
  const headers = await chain.headers(abandoned.height - 1, 10);
  expect(headers.map((each) => each.hash)).not.toContain(abandoned.hash);
  expect((await chain.findCoins([coin.outPoint])).size).toBe(1);
});

test('a transaction that a reorganisation brings back with another witness has that one', async () => {
  const { client, chain } = node;
  const script = Uint8Array.of(Op.DROP, Op.OP_1);
  const scriptPubKey = p2wshScript(sha256(script));
  const lock = { scriptPubKey, scriptSig: emptyBytes, witness: [Uint8Array.of(1, 1), script] };
  const made = spend([node.take()], { feeRate: 3, outputs: [lock] });
  await node.send([made.transaction]);
  await node.passTime(10);
  await node.mine();
  const { transaction: first } = spend(made.outputs, { feeRate: 3, outputs: [openLock] });
  await node.send([first]);
  const wtxids = async () => (await chain.mempool()).entries.map(({ wtxid }) => wtxid);
  expect(await wtxids()).toEqual([witnessTransactionId(first)]);
  const second = {
    ...first,
    inputs: first.inputs.map((input) => ({ ...input, witness: [Uint8Array.of(2, 2), script] })),
  };
  const hex = encodeHex(encodeTransaction(second));
  const { hash } = (await client.call('generateblock', 'raw(51)', [hex])) as { hash: string };
  await client.call('invalidateblock', hash);
  expect(await wtxids()).toEqual([witnessTransactionId(second)]);
  await node.passTime(10);
  await node.mine();
});

test('a PSBT gets transactions from the index of the node', async () => {
  const { txid, vout } = node.take().outPoint;
  const created = await node.client.call('createpsbt', [{ txid, vout }], [{ data: '00' }]);
  const method = 'utxoupdatepsbt';
  const body = JSON.stringify({ id: 1, method, params: [created] });
  const { text } = await handleBody(body, { methods, context: node.context });
  const { result } = JSON.parse(text);
  expect(result).toBe(await node.client.call(method, created));
  const [input] = readPsbt(result).inputs;
  expect(input?.nonWitnessUtxo && transactionId(input.nonWitnessUtxo)).toBe(txid);
});

test('a block ends long polling', async () => {
  const { longpollid } = (await node.ours(segwit)) as TemplateJson;
  const waiting = node.ours({ ...segwit, longpollid }) as Promise<TemplateJson>;
  await new Promise((done) => setTimeout(done, 300));
  await node.passTime(600);
  await node.mine();
  const next = await waiting;
  expect(next.longpollid.slice(0, 64)).toBe((await node.chain.tip()).hash);
  expect(next.longpollid).not.toBe(longpollid);
});

test('stops waiting when interrupted', async () => {
  const ended = new AbortController();
  const chain = createNodeChain(node.client, { signal: ended.signal, pollInterval: 20 });
  const { hash } = await chain.tip();
  expect((await chain.waitForTip?.(hash, 50))?.hash).toBe(hash);
  const waiting = chain.waitForTip?.(hash, 60_000);
  setTimeout(() => ended.abort(), 50);
  expect(await waiting).toBeUndefined();
});

import { describe, expect, test } from 'vitest';
import type { ChainSource } from '../../../src/chain/source.ts';
import { getMember, isJsonArray, isJsonObject, type Json } from '../../../src/json/json.ts';
import { runMethod } from '../../../src/rpc/execute.ts';
import { methods } from '../../../src/rpc/methods/index.ts';
import { fromPlain, toPlain } from '../../../src/rpc/plain.ts';
import { member, readTranscript } from '../../support/transcript.ts';
import { makeWallets, replayStep, startWalletNode } from '../../support/wallet-node.ts';

const ADDRESS = 'bcrt1q02hfur4tnqvyjygwyt8x65gjj6vapvqlv0n4q5d584f4v8nxwlvs4r6jqq';
const WALLET = 'one_wpkh';

/** A wallet with one coin, and a network that can be there or not. */
async function start() {
  const transcript = readTranscript('send-valid.json');
  const node = startWalletNode('send');
  await makeWallets(node, member(transcript.json, 'wallets'));
  for (const step of transcript.setup) if (step.wallet === WALLET) await replayStep(node, step);
  const world = node.world.chain.source;
  const network = { answer: 'offline' as 'offline' | 'lost' | 'refuses' | 'takes' };
  const sent: string[] = [];
  const chain: ChainSource = {
    ...world,
    async broadcast(transaction, options) {
      if (network.answer === 'lost') throw new Error('the cable was pulled');
      if (network.answer === 'offline') return { message: 'offline', offline: true };
      if (network.answer === 'refuses') return { code: -26, message: 'min relay fee not met' };
      const result = await world.broadcast(transaction, options);
      if ('txid' in result) sent.push(result.txid);
      return result;
    },
  };
  const context = { ...node.context, chain, walletName: WALLET };
  const call = async (name: string, ...params: unknown[]): Promise<Json> => {
    const method = methods.find((each) => each.name === name);
    const list = fromPlain(params);
    if (method === undefined || !isJsonArray(list)) throw new Error(name);
    return runMethod(method, list, context);
  };
  const pay = async () => {
    const result = await call('send', [{ [ADDRESS]: 0.001 }], null, null, 5);
    return String(isJsonObject(result) ? getMember(result, 'txid') : undefined);
  };
  const plain = async (name: string, ...params: unknown[]) => toPlain(await call(name, ...params));
  return { node, network, sent, pay, plain };
}

describe('the outbox', () => {
  test('keeps what was made without a network, and what it spends is spent', async () => {
    const { pay, plain, sent } = await start();
    const txid = await pay();
    expect(await plain('listoutbox')).toMatchObject([{ txid }]);
    expect(await plain('gettransaction', txid)).toMatchObject({ confirmations: 0, trusted: false });
    expect(await plain('listunspent', 0)).toEqual([]);
    await expect(pay()).rejects.toThrow('Insufficient funds');
    expect(sent).toEqual([]);
  });

  test('is sent once when a node is there', async () => {
    const { pay, plain, network, sent } = await start();
    const txid = await pay();
    network.answer = 'takes';
    expect(await plain('sendoutbox')).toEqual([{ txid, sent: true }]);
    expect(await plain('listoutbox')).toEqual([]);
    expect(await plain('sendoutbox')).toEqual([]);
    expect(sent).toEqual([txid]);
    expect(await plain('gettransaction', txid)).toMatchObject({ trusted: true });
  });

  test('waits on when the node refuses, and says why', async () => {
    const { pay, plain, network, sent } = await start();
    const txid = await pay();
    network.answer = 'refuses';
    expect(await plain('sendoutbox')).toEqual([
      { txid, sent: false, error: { code: -26, message: 'min relay fee not met' } },
    ]);
    network.answer = 'takes';
    expect(await plain('sendoutbox')).toEqual([{ txid, sent: true }]);
    expect(sent).toEqual([txid]);
  });

  test('takes what got lost on the way, and finds it again when the node had it', async () => {
    const { node, pay, plain, network, sent } = await start();
    network.answer = 'lost';
    const txid = await pay();
    network.answer = 'offline';
    expect(await plain('listoutbox')).toMatchObject([{ txid }]);
    const transaction = node.host.get(WALLET)?.value.ledger.transactions.get(txid)?.transaction;
    if (transaction === undefined) throw new Error('not in the wallet');
    node.world.chain.submit(transaction);
    expect(await plain('listoutbox')).toEqual([]);
    expect(sent).toEqual([]);
  });

  test('lets go of what somebody has carried out, and remembers that it is spent', async () => {
    const { pay, plain, network, sent } = await start();
    const txid = await pay();
    expect(await plain('markoutboxsent', [txid])).toEqual([]);
    expect(await plain('listoutbox')).toEqual([]);
    await expect(plain('markoutboxsent', [txid])).rejects.toThrow('is not in the outbox');
    await expect(pay()).rejects.toThrow('Insufficient funds');
    network.answer = 'takes';
    expect(await plain('sendoutbox')).toEqual([]);
    expect(sent).toEqual([]);
  });

  test('lets go of what is given up, and frees the coins', async () => {
    const { pay, plain } = await start();
    const txid = await pay();
    expect(await plain('abandontransaction', txid)).toBeNull();
    expect(await plain('listoutbox')).toEqual([]);
    // Once more changes nothing.
    expect(await plain('abandontransaction', txid)).toBeNull();
    const rows = (await plain('listtransactions', '*', 1, 1)) as readonly { txid: string }[];
    await expect(plain('abandontransaction', rows[0]?.txid)).rejects.toThrow(
      'Transaction not eligible for abandonment',
    );
    const unknown = plain('abandontransaction', '00'.repeat(32));
    await expect(unknown).rejects.toThrow('Invalid or non-wallet transaction id');
    expect(await pay()).not.toBe(txid);
  });
});

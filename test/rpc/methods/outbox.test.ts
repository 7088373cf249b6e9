import { describe, expect, test } from 'vitest';
import type { ChainSource } from '../../../src/chain/source.ts';
import { getMember, isJsonArray, isJsonObject, type Json } from '../../../src/json/json.ts';
import { runMethod } from '../../../src/rpc/execute.ts';
import { methods } from '../../../src/rpc/methods/index.ts';
import { fromPlain, toPlain } from '../../../src/rpc/plain.ts';
import type { WalletOptions } from '../../../src/wallet/options.ts';
import { member, readTranscript } from '../../support/vectors/transcript.ts';
import { makeWallets, replayStep, startWalletNode } from '../../support/vectors/wallet-node.ts';

const ADDRESS = 'bcrt1q02hfur4tnqvyjygwyt8x65gjj6vapvqlv0n4q5d584f4v8nxwlvs4r6jqq';
const WALLET = 'one_wpkh';

/** Creates a wallet with one coin, and a network that can be switched off. */
async function start(options: Partial<WalletOptions> = {}) {
  const transcript = readTranscript('send-valid.json');
  const node = startWalletNode('send', { keypoolSize: 5, ...options });
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
  const callOf =
    (walletName: string) =>
    async (name: string, ...params: unknown[]): Promise<Json> => {
      const method = methods.find((each) => each.name === name);
      const list = fromPlain(params);
      if (method === undefined || !isJsonArray(list)) throw new Error(name);
      return runMethod(method, list, { ...context, walletName });
    };
  const call = callOf(WALLET);
  const pay = async () => {
    const result = await call('send', [{ [ADDRESS]: 0.001 }], null, null, 5);
    return String(isJsonObject(result) ? getMember(result, 'txid') : undefined);
  };
  const plain = async (name: string, ...params: unknown[]) => toPlain(await call(name, ...params));
  const value = () => node.host.get(WALLET)?.value;
  /** Makes a payment that the wallet does not store, as if it had been created elsewhere. */
  const payElsewhere = async (options: object = {}) => {
    const kept = { add_to_wallet: false, ...options };
    const args = [[{ [ADDRESS]: 0.001 }], null, null, 5, kept] as const;
    return (await plain('send', ...args)) as { hex: string; psbt: string; txid: string };
  };
  return { node, network, sent, pay, plain, callOf, value, payElsewhere };
}

describe('the outbox', () => {
  test('keeps transactions made offline, and marks their coins as spent', async () => {
    const { pay, plain, sent } = await start();
    const txid = await pay();
    expect(await plain('listoutbox')).toMatchObject([{ txid }]);
    expect(await plain('gettransaction', txid)).toMatchObject({ confirmations: 0, trusted: false });
    expect(await plain('listunspent', 0)).toEqual([]);
    await expect(pay()).rejects.toThrow('Insufficient funds');
    expect(sent).toEqual([]);
  });

  test('sends each transaction once when a node is available', async () => {
    const { pay, plain, network, sent } = await start();
    const txid = await pay();
    network.answer = 'takes';
    expect(await plain('sendoutbox')).toEqual([{ txid, sent: true }]);
    expect(await plain('listoutbox')).toEqual([]);
    expect(await plain('sendoutbox')).toEqual([]);
    expect(sent).toEqual([txid]);
    expect(await plain('gettransaction', txid)).toMatchObject({ trusted: true });
  });

  test('waits for a request if payments are not sent automatically', async () => {
    const { pay, plain, network, sent } = await start({ broadcasts: false });
    network.answer = 'takes';
    const txid = await pay();
    expect(await plain('listoutbox')).toMatchObject([{ txid }]);
    expect(sent).toEqual([]);
    expect(await plain('sendoutbox')).toEqual([{ txid, sent: true }]);
    expect(sent).toEqual([txid]);
  });

  test('keeps a transaction that the node refuses, with the reason', async () => {
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

  test('recovers a lost transaction, also if the node already had it', async () => {
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

  test('drops a transaction that was sent elsewhere, and remembers its coins as spent', async () => {
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

  test('drops an abandoned transaction, and frees its coins', async () => {
    const { pay, plain } = await start();
    const txid = await pay();
    expect(await plain('abandontransaction', txid)).toBeNull();
    expect(await plain('listoutbox')).toEqual([]);
    // Repeating it changes nothing.
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

describe('a payment made and sent elsewhere', () => {
  test.each(['hex', 'psbt'] as const)(
    'is marked as %s, once or twice, and spends its coins',
    async (form) => {
      const { payElsewhere, pay, plain, network, sent, value } = await start();
      const made = await payElsewhere(form === 'psbt' ? { psbt: true } : {});
      expect(await plain('listunspent', 0)).toHaveLength(1);
      expect(await plain('markoutboxsent', [made[form]])).toEqual([]);
      const noted = value()?.ledger;
      expect(await plain('markoutboxsent', [made[form], made[form]])).toEqual([]);
      expect(value()?.ledger.transactions).toEqual(noted?.transactions);
      expect(await plain('listunspent', 0)).toEqual([]);
      await expect(pay()).rejects.toThrow('Insufficient funds');
      const details = { confirmations: 0, walletconflicts: [] };
      expect(await plain('gettransaction', made.txid)).toMatchObject(details);
      // A transaction reported as sent is not broadcast again.
      network.answer = 'takes';
      expect(await plain('sendoutbox')).toEqual([]);
      expect(sent).toEqual([]);
    },
  );

  test('is refused with an amount other than the signed one, and nothing of the list is kept', async () => {
    const { payElsewhere, plain, value } = await start();
    const { hex } = await payElsewhere();
    const paid = 'a086010000000000';
    expect(hex).toContain(paid);
    const before = value();
    const changed = plain('markoutboxsent', [hex, hex.replace(paid, 'a186010000000000')]);
    await expect(changed).rejects.toThrow('is not validly signed');
    expect(value()?.ledger).toEqual(before?.ledger);
  });

  test('is refused without signatures', async () => {
    const { payElsewhere, plain } = await start();
    const { psbt } = await payElsewhere({ psbt: true });
    const { tx } = (await plain('decodepsbt', psbt)) as {
      tx?: { vin: { txid: string; vout: number }[] };
    };
    const inputs = tx?.vin ?? [];
    const [coin] = (await plain('listunspent', 0)) as { txid: string; vout: number }[];
    const spent = inputs.length > 0 ? inputs : [{ txid: coin?.txid, vout: coin?.vout }];
    const raw = await plain('createrawtransaction', spent, [{ [ADDRESS]: 0.001 }]);
    await expect(plain('markoutboxsent', [raw])).rejects.toThrow('is not validly signed');
    const unsigned = await plain('createpsbt', spent, [{ [ADDRESS]: 0.001 }]);
    await expect(plain('markoutboxsent', [unsigned])).rejects.toThrow('The PSBT lacks signatures');
    await expect(plain('markoutboxsent', ['aa'.repeat(31)])).rejects.toThrow(
      'must be of length 64',
    );
    await expect(plain('markoutboxsent', ['zz'.repeat(80)])).rejects.toThrow('TX decode failed');
  });

  test('is refused if it belongs to another wallet', async () => {
    const { payElsewhere, callOf } = await start();
    const { hex } = await payElsewhere();
    await expect(callOf('mixed')('markoutboxsent', [hex])).rejects.toThrow(
      'spends nothing of this wallet',
    );
  });

  test('replaces one in the outbox once that one is abandoned', async () => {
    const { payElsewhere, pay, plain } = await start();
    const { hex, txid } = await payElsewhere();
    const waiting = await pay();
    await expect(plain('markoutboxsent', [hex])).rejects.toThrow(
      `is spent by transaction ${waiting}`,
    );
    expect(await plain('listoutbox')).toMatchObject([{ txid: waiting }]);
    await plain('abandontransaction', waiting);
    expect(await plain('markoutboxsent', [hex])).toEqual([]);
    expect(await plain('gettransaction', txid)).toMatchObject({ confirmations: 0 });
  });
});

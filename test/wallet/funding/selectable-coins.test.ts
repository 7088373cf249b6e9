import { expect, test } from 'vitest';
import { execute } from '../../../src/public/rpc.ts';
import { COIN, walletOf } from '../../support/chains/one-coin-wallet.ts';
import { TEST_XPRV } from '../../support/generate/wallet.ts';

const TO = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

type Sent = { readonly txid: string; readonly hex: string };
type Decoded = {
  readonly vsize: number;
  readonly vin: readonly { readonly txid: string }[];
  readonly vout: readonly { readonly value: number }[];
};

test('spending unconfirmed change also pays to lift its parent to the rate', async () => {
  const options = await walletOf(`wpkh(${TEST_XPRV}/1/*)`, 'default');
  const [change] = await execute('listunspent', [], options);
  const pay = async (amount: number, rate: number) => {
    const request = {
      outputs: { [TO]: amount },
      fee_rate: rate,
      options: { change_address: change?.address, add_to_wallet: true },
    };
    const { txid } = (await execute('send', request, options)) as Sent;
    const { hex } = (await execute('gettransaction', [txid], options)) as Sent;
    const decoded = (await execute('decoderawtransaction', [hex], options)) as Decoded;
    const paid = decoded.vout.reduce((sum, { value }) => sum + Math.round(value * 1e8), 0);
    return { txid, decoded, paid };
  };
  const parent = await pay(0.001, 1);
  const child = await pay(0.002, 20);
  expect(child.decoded.vin.map(({ txid }) => txid)).toEqual([parent.txid]);
  const left = parent.paid - 100_000;
  const fees = Number(COIN) - parent.paid + (left - child.paid);
  const rate = fees / (parent.decoded.vsize + child.decoded.vsize);
  expect(rate).toBeGreaterThanOrEqual(20);
  expect(rate).toBeLessThan(20.5);
});

// BIP431, rules 2 and 3: a transaction of version 3 has unconfirmed parents of version 3 only, and
// one at most. Core: AvailableCoins keeps the parent with the most valuable coins.
test('a payment of version 3 spends change of one unconfirmed payment, the most valuable', async () => {
  const options = await walletOf(`wpkh(${TEST_XPRV}/1/*)`, 'default', [400_000n, COIN, 300_000n]);
  const coins = await execute('listunspent', [], options);
  const pay = async (amount: number, version: number, spent?: (typeof coins)[number]) => {
    const { txid = '', vout = 0 } = spent ?? {};
    const given = spent && { inputs: [{ txid, vout }], add_inputs: false };
    const change_address = coins[0]?.address;
    const request = {
      outputs: { [TO]: amount },
      fee_rate: 1,
      version,
      options: { change_address, add_to_wallet: true, ...given },
    };
    const { txid: made } = (await execute('send', request, options)) as Sent;
    const { hex } = (await execute('gettransaction', [made], options)) as Sent;
    return { made, ...((await execute('decoderawtransaction', [hex], options)) as Decoded) };
  };
  const parents = [];
  for (const coin of coins) parents.push((await pay(0.001, 3, coin)).made);
  // 0.003 + 0.009 + 0.002 are left, less fees.
  await expect(pay(0.001, 2)).rejects.toThrow('Insufficient funds');
  await expect(pay(0.0095, 3)).rejects.toThrow('Insufficient funds');
  const child = await pay(0.001, 3);
  expect(child.vin.map(({ txid }) => txid)).toEqual([parents[1]]);
});

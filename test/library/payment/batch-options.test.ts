import { expect, test } from 'vitest';
import { consolidate, fund, openAccount, splitBatch } from '../../../src/index.ts';
import { execute } from '../../../src/public/rpc.ts';
import { choiceRows } from '../../../src/rpc/params/funding-params.ts';
import { sendOptionsParam } from '../../../src/rpc/params/send-params.ts';
import { fundPsbtOptionsParam } from '../../../src/rpc/params/walletcreatefundedpsbt-params.ts';
import { walletOf } from '../../support/chains/one-coin-wallet.ts';
import { TEST_XPRV } from '../../support/generate/wallet.ts';

const locked = `wsh(or_d(pk(${TEST_XPRV}/1/*),and_v(v:pkh(${TEST_XPRV}/2/*),older(10))))`;
const account = openAccount(locked, { network: 'regtest' });
const coinsOf = (depths: readonly number[]) =>
  account.coins(
    depths.map((confirmations, vout) => {
      const place = { txid: '11'.repeat(32), vout, address: account.address(0) };
      return { ...place, value: 20_000n, confirmations };
    }),
  );
const order = { change: account, feeRate: 2, path: 1 };

test('consolidate leaves out coins that are too young for the path', () => {
  expect(consolidate({ ...order, coins: coinsOf([1, 2, 3]) })).toEqual([]);
  const [merged, ...others] = consolidate({ ...order, coins: coinsOf([1, 12, 3, 40]) });
  expect(others).toEqual([]);
  expect(merged?.psbt.inputs.map(({ prevout }) => prevout.vout).sort()).toEqual([1, 3]);
});

test('consolidate merges no single coin when the others are too young', () => {
  expect(consolidate({ ...order, coins: coinsOf([1, 2, 30]) })).toEqual([]);
});

test('every limit on coins is an option of all methods that choose coins', () => {
  for (const { name } of choiceRows.map(({ param }) => param)) {
    for (const { fields } of [sendOptionsParam, fundPsbtOptionsParam]) {
      expect(fields.map((each) => each.name)).toContain(name);
    }
  }
});

test('fund, splitBatch and the methods leave coins below minValue', async () => {
  const text = `wpkh(${TEST_XPRV}/0)`;
  const values = [30_000n, 40_000n, 2_000n, 900n];
  const plain = openAccount(text, { network: 'regtest' });
  const to = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
  const coins = plain.coins(
    values.map((value, vout) => {
      const place = { txid: '11'.repeat(32), vout, address: plain.address(0) };
      return { ...place, value, confirmations: 101 };
    }),
  );
  const outputs = [{ address: to, value: 71_000n }];
  const change = plain;
  expect(fund({ coins, outputs, change, feeRate: 1 }).psbt.inputs).toHaveLength(4);
  const limited = { coins, change, feeRate: 1, minValue: 10_000n };
  expect(() => fund({ ...limited, outputs })).toThrow(/[Ii]nsufficient funds/);
  expect(() => splitBatch({ ...limited, outputs })).toThrow(/[Ii]nsufficient funds/);
  const call = await walletOf(text, 'default', values);
  const inputs = async (min_value: number) => {
    const options = { min_value, fee_rate: 1, change_address: to, psbt: true };
    return execute('send', { outputs: [{ [to]: '0.00071' }], options }, call);
  };
  await expect(inputs(0)).resolves.toMatchObject({ complete: true });
  await expect(inputs(0.0001)).rejects.toThrow(/Insufficient funds/);
});

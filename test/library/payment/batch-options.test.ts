import { expect, test } from 'vitest';
import { consolidate, openAccount } from '../../../src/index.ts';
import { choiceRows } from '../../../src/rpc/params/funding-params.ts';
import { sendOptionsParam } from '../../../src/rpc/params/send-params.ts';
import { fundPsbtOptionsParam } from '../../../src/rpc/params/walletcreatefundedpsbt-params.ts';
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

import { Transaction } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { spendingPaths } from '../../../src/descriptor/spending-paths.ts';
import { decodeHex } from '../../../src/encoding/hex.ts';
import { ColdsignError, extract, type FundOptions, fund, sign } from '../../../src/index.ts';
import { open, SOMEBODY, utxosOf } from '../../support/generate/accounts.ts';
import { keyAt, person } from '../../support/review/accounts.ts';

const people = [person(1), person(2), person(3), person(4)] as const;
const [a, b, c, d] = people.map((each) => keyAt(each, '48h/1h/0h'));
const H = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';
const AT = 800_000;

/** Two cosigners at any time, the third by itself after a day, or a fourth from a height on. */
const texts = {
  wsh: `wsh(or_i(and_v(v:pkh(${c}),older(144)),or_d(multi(2,${a},${b}),and_v(v:pkh(${d}),after(${AT})))))`,
  'sh(wsh)': `sh(wsh(or_i(and_v(v:pkh(${c}),older(144)),or_d(multi(2,${a},${b}),and_v(v:pkh(${d}),after(${AT}))))))`,
  tr: `tr(${H},{multi_a(2,${a},${b}),{and_v(v:pk(${c}),older(144)),and_v(v:pk(${d}),after(${AT}))}})`,
};

/** The requirements of a path, and its signers. */
const ways = [
  { older: undefined, after: undefined, signers: [0, 1] },
  { older: 144, after: undefined, signers: [2] },
  { older: undefined, after: AT, signers: [3] },
] as const;

const thrown = (run: () => unknown): ColdsignError => {
  try {
    run();
  } catch (error) {
    if (error instanceof ColdsignError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

describe.each(Object.entries(texts))('%s', (_kind, text) => {
  const account = open(text);
  const paths = spendingPaths(account.receive) ?? [];
  const coins = account.coins(utxosOf(account, [90_000, 200_000]), { height: 400 });
  const outputs = [{ address: SOMEBODY, value: 60_000n }];
  const order: FundOptions = { coins, outputs, change: account, feeRate: 20 };
  const numberOf = ({ older, after }: (typeof ways)[number]) =>
    paths.findIndex((path) => path.by !== 'key' && path.older === older && path.after === after);

  test.each(ways)('is spent by older $older, after $after: its locks and its size', async (way) => {
    const keys = way.signers.map((i) => people[i].root.privateExtendedKey);
    // Named coins are sized separately from selected ones.
    const spendAll = way.signers.length > 1;
    const psbt = fund({ ...order, spendAll, path: numberOf(way) }).psbt;
    const { psbt: signed, complete, problems } = await sign(psbt, { keys });
    expect(problems).toEqual([]);
    expect(complete).toBe(true);
    const { hex, fee } = extract(signed);
    const theirs = Transaction.fromRaw(decodeHex(hex) ?? new Uint8Array(), {
      allowUnknownOutputs: true,
      allowUnknownInputs: true,
    });
    expect(theirs.lockTime).toBe(way.after ?? 0);
    expect(theirs.getInput(0).sequence).toBe(way.older ?? 0xfffffffd);
    // The size of each signature is estimated a byte or two too large.
    const spare = Math.ceil((theirs.inputsLength * way.signers.length * 2) / 4);
    expect(Number(fee)).toBeGreaterThanOrEqual(20 * theirs.vsize);
    expect(Number(fee)).toBeLessThanOrEqual(20 * (theirs.vsize + spare));
  });

  test('coins too young for the path are not spent by it', () => {
    const young = account.coins(utxosOf(account, [90_000, 200_000]), { height: 243 });
    const path = numberOf(ways[1]);
    // One coin has 144 confirmations, the other one 143.
    expect(fund({ ...order, coins: young, spendAll: true, path }).psbt.inputs).toHaveLength(1);
    const none = account.coins(utxosOf(account, [90_000, 200_000]), { height: 200 });
    expect(thrown(() => fund({ ...order, coins: none, path }).psbt)).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      message: 'No coin is old enough for the path: older(144)',
    });
    const error = thrown(() => fund({ ...order, path: paths.length }).psbt);
    expect(error.message).toBe(`path must be a whole number below ${paths.length}`);
    expect(thrown(() => fund({ ...order, path: 0.5 }).psbt).message).toContain('path must be');
  });

  const [younger, older, later] = ways.map(numberOf);
  const spendingBy = (path: number | undefined, more: Partial<FundOptions>) =>
    fund({ ...order, path, ...more }).psbt;

  test('a later lock time and a longer sequence stay, and earlier ones give way', async () => {
    const by = (path: number | undefined, more: Partial<FundOptions>, i: number) =>
      sign(spendingBy(path, more), { keys: people[i]?.root.privateExtendedKey ?? '' });
    for (const locktime of [0, 10, AT - 1, AT, AT + 5]) {
      const { complete, psbt } = await by(later, { locktime }, 3);
      expect([complete, psbt.fallbackLocktime]).toEqual([true, Math.max(AT, locktime)]);
    }
    for (const sequence of [1, 143, 144, 150, 0xfffffffd]) {
      const { complete, psbt } = await by(older, { sequence }, 2);
      const kept = sequence === 150 ? 150 : 144;
      expect([complete, psbt.inputs[0]?.sequence]).toEqual([true, kept]);
    }
    // A longer lock than the path's also asks for older coins.
    expect(thrown(() => spendingBy(older, { sequence: 400 })).code).toBe('INSUFFICIENT_FUNDS');
  });

  test('a lock that keeps the path closed is refused', () => {
    const refused = (path: number | undefined, more: Partial<FundOptions>) =>
      thrown(() => spendingBy(path, more)).message;
    const final = 'The sequence 4294967295 switches off the lock that opens the path';
    expect(refused(older, { sequence: 0xffffffff })).toBe(final);
    expect(refused(later, { sequence: 0xffffffff })).toBe(final);
    expect(refused(later, { locktime: 1_700_000_000 })).toContain('locktime is of the other kind');
    expect(refused(older, { sequence: 0x0040_0100 })).toContain('sequence is of the other kind');
    expect(spendingBy(younger, { sequence: 0xffffffff }).inputs[0]?.sequence).toBe(0xffffffff);
  });

  test('a replacement by the path keeps a later lock time', () => {
    const first = spendingBy(later, { locktime: AT + 7 });
    const again = (locktime?: number) =>
      fund({ replaces: first, change: account, path: later, feeRate: 60, locktime }).psbt
        .fallbackLocktime;
    expect(again()).toBe(AT + 7);
    expect(again(3)).toBe(AT + 7);
    expect(again(AT + 9)).toBe(AT + 9);
  });
});

import { expect, test } from 'vitest';
import {
  type Account,
  type ColdsignError,
  consolidate,
  type Funded,
  type FundOptions,
  fund,
  isColdsignError,
  splitBatch,
} from '../../../src/index.ts';
import { readLabels } from '../../../src/public/formats.ts';
import { outPointKey } from '../../../src/public/transaction.ts';
import { accountTexts, open, utxosOf } from '../../support/generate/accounts.ts';
import { createRandom } from '../../support/generate/random.ts';

// `frozen` of `fund`: named coins are not spent.

const account: Account = open(accountTexts.wpkh);
const coins = account.coins(utxosOf(account, [50_000, 40_000, 30_000, 20_000, 10_000, 9_000]));
const names = coins.map(outPointKey);
const order = { coins, change: account, feeRate: 2 };
const pay = (value: bigint) => [{ address: account.address(9), value }];
const spentBy = (options: FundOptions) =>
  fund(options).psbt.inputs.map(({ prevout }) => outPointKey(prevout));

type Attempt<T> = { readonly value?: T; readonly error?: ColdsignError };

function caught<T>(run: () => T): Attempt<T> {
  try {
    return { value: run() };
  } catch (error) {
    if (isColdsignError(error)) return { error };
    throw error;
  }
}

test('frozen coins are not there: the payment is that of the other coins', () => {
  const random = createRandom(20261129);
  for (let i = 0; i < 40; i++) {
    const isFrozen = names.map(() => random.int(3) === 0);
    const frozen = names.filter((_, at) => isFrozen[at]);
    const left = coins.filter((_, at) => !isFrozen[at]);
    const spendAll = random.int(2) === 0;
    const outputs = spendAll ? [] : pay(BigInt(1_000 + random.int(90_000)));
    const given = { ...order, outputs, spendAll };
    const expected = caught(() => fund({ ...given, coins: left }));
    const found = caught(() => fund({ ...given, frozen }));
    expect(found.value).toEqual(expected.value);
    expect(found.error?.message).toBe(expected.error?.message);
  }
});

test('labels of BIP329 freeze coins by their references, in any letters', () => {
  const [first = '', second = ''] = names;
  const lines = [
    { type: 'output', ref: first, label: 'dust of a stranger', spendable: false },
    { type: 'output', ref: second, label: 'rent', spendable: true },
  ].map((line) => JSON.stringify(line));
  const frozen = readLabels(lines.join('\n'))?.labels.flatMap((label) =>
    label.type === 'output' && label.spendable === false ? [label.ref] : [],
  );
  expect(frozen).toEqual([first]);
  const left = names.filter((name) => name !== first).sort();
  const all = { ...order, outputs: [], spendAll: true };
  expect(spentBy({ ...all, frozen }).sort()).toEqual(left);
  expect(spentBy({ ...all, frozen: [first.toUpperCase()] }).sort()).toEqual(left);
});

test('coins that are missing because they are frozen are named in the error', () => {
  const frozen = names.slice(0, 2);
  const { error } = caught(() => fund({ ...order, outputs: pay(80_000n), frozen }));
  expect(error).toMatchObject({ code: 'INSUFFICIENT_FUNDS', details: { available: 69_000 } });
  expect(error?.hint).toContain('Another 90000 satoshi are frozen.');
  const all = caught(() => fund({ ...order, outputs: pay(1_000n), frozen: names }));
  expect(all.error).toMatchObject({ code: 'INSUFFICIENT_FUNDS', message: 'All coins are frozen' });
});

test('frozen coins are not merged, and pay no batch', () => {
  const frozen = names.slice(0, 2);
  const spent = (list: readonly Funded[]) =>
    list.flatMap(({ psbt }) => psbt.inputs.map(({ prevout }) => outPointKey(prevout))).sort();
  const merged = consolidate({ ...order, frozen });
  expect(spent(merged)).toEqual(names.slice(2).sort());
  const paid = splitBatch({ ...order, outputs: [...pay(15_000n), ...pay(16_000n)], frozen });
  for (const name of frozen) expect(spent(paid)).not.toContain(name);
});

test('a replacement adds no frozen coin, and its own coins cannot be frozen', () => {
  const [first = ''] = names;
  const replaces = fund({ ...order, coins: coins.slice(0, 1), outputs: pay(20_000n) });
  const outputs = pay(60_000n);
  const frozen = names.slice(1, 3);
  const spent = spentBy({ ...order, replaces, outputs, feeRate: 20, frozen });
  expect(spent).toContain(first);
  for (const name of frozen) expect(spent).not.toContain(name);
  const { error } = caught(() => fund({ ...order, replaces, feeRate: 20, frozen: [first] }));
  expect(error).toMatchObject({ code: 'WRONG_ARGUMENT' });
  expect(error?.message).toContain(`${first} is frozen`);
});

test.each([
  ['a txid', 'ab'.repeat(32)],
  ['a name with a blank', ` ${names[0]}`],
  ['a coin', coins[0]],
  ['an outpoint', { txid: 'ab'.repeat(32), vout: 0 }],
  ['nothing', undefined],
])('%s in the list is refused', (_, wrong) => {
  // Callers without types.
  const frozen = [names[0], wrong] as readonly string[];
  const { error } = caught(() => fund({ ...order, outputs: pay(1_000n), frozen }));
  expect(error).toMatchObject({ code: 'WRONG_ARGUMENT' });
});

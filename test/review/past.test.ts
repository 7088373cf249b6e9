import { describe, expect, test } from 'vitest';
import type { ReviewedInput, ReviewedOutput } from '../../src/review/model.ts';
import {
  keepsPayees,
  type PastCoin,
  paidTwice,
  pastCoins,
  payeesDigest,
} from '../../src/review/past.ts';

const owner = { role: 'own', index: 0, paths: [], isFar: false } as const;
const script = (name: string) => new TextEncoder().encode(name);
type Output = Pick<ReviewedOutput, 'value' | 'scriptPubKey' | 'owner' | 'silentPayment'>;
const pays = (name: string, value: bigint): Output => ({
  value,
  scriptPubKey: script(name),
  owner: undefined,
});
const back = (value: bigint): Output => ({ value, scriptPubKey: script('own'), owner });
const coin = (n: number, amount: bigint | undefined, isOwn = true) => ({
  outPoint: { txid: n.toString(16).padStart(64, '0'), vout: n },
  value: amount,
  owner: isOwn ? owner : undefined,
});

/** Facts of a review that concern the past. */
function facts(inputs: readonly ReturnType<typeof coin>[], outputs: readonly Output[]) {
  return { inputs: inputs as unknown as ReviewedInput[], outputs: outputs as ReviewedOutput[] };
}

function signed(...outputs: readonly Output[]): PastCoin {
  const [past] = pastCoins(facts([coin(1, 100n)], outputs), true).values();
  if (past === undefined) throw new Error('its coin is ours');
  return past;
}

describe('a transaction that spends a coin again', () => {
  const before = signed(pays('A', 50n), pays('B', 20n), back(25n));
  const own = [coin(1, 100n)];

  test('keeps the earlier payments if each payee gets the same', () => {
    for (const outputs of [
      [pays('A', 50n), pays('B', 20n), back(5n)],
      [back(5n), pays('B', 20n), pays('A', 50n)],
      [pays('A', 30n), pays('A', 20n), pays('B', 20n)],
      [pays('A', 50n), pays('B', 20n), pays('C', 15n)],
    ]) {
      expect(keepsPayees(before, facts(own, outputs))).toBe(true);
    }
  });

  test('keeps two merged payments', () => {
    const inputs = [coin(1, 100n), coin(2, 60n)];
    const merged = facts(inputs, [pays('A', 50n), pays('B', 20n), pays('C', 40n), back(40n)]);
    expect(keepsPayees(before, merged)).toBe(true);
    expect(keepsPayees(signed(pays('C', 40n), back(15n)), merged)).toBe(true);
  });

  test('keeps a silent payment that has another script, if a proof shows it or none is set', () => {
    const silent = (address: string, name: string, value: bigint, isProven = true): Output => ({
      ...pays(name, value),
      silentPayment: { address, isProven },
    });
    const both = signed(silent('sp1a', 'k0', 30n), silent('sp1a', 'k1', 20n));
    for (const [outputs, isKept] of [
      [[silent('sp1a', 'k2', 50n)], true],
      [[silent('sp1a', '', 50n, false)], true],
      [[silent('sp1a', 'k2', 50n, false)], false],
      [[pays('k0', 30n), silent('sp1a', 'k2', 20n)], true],
      [[silent('sp1a', 'k0', 30n)], false],
      [[silent('sp1b', 'k2', 50n)], false],
      [[pays('k0', 30n), pays('k1', 20n), pays('C', 1n)], true],
    ] as const) {
      expect(keepsPayees(both, facts(own, outputs))).toBe(isKept);
    }
  });

  test('harms no one if everything returns, next to data', () => {
    expect(keepsPayees(before, facts(own, [back(99n)]))).toBe(true);
    expect(keepsPayees(before, facts(own, [back(99n), pays('data', 0n)]))).toBe(true);
  });

  test('does not keep them if a payee gets less, or more from our coins', () => {
    for (const outputs of [
      [pays('A', 49n), pays('B', 20n)],
      [pays('A', 70n)],
      [pays('T', 50n), pays('B', 20n)],
      [pays('A', 51n), pays('B', 20n)],
      [pays('A', 50n), pays('B', 20n), pays('A', 1n)],
    ]) {
      expect(keepsPayees(before, facts(own, outputs))).toBe(false);
    }
    // Earlier change does not make its owner a payee.
    expect(keepsPayees(signed(back(99n)), facts(own, [pays('T', 99n)]))).toBe(false);
  });

  test('is a payjoin if the increase of a payee comes from inputs of others', () => {
    const grown = [pays('A', 80n), pays('B', 20n), back(25n)];
    expect(keepsPayees(before, facts([...own, coin(7, 30n, false)], grown))).toBe(true);
    expect(keepsPayees(before, facts([...own, coin(7, 29n, false)], grown))).toBe(false);
    expect(keepsPayees(before, facts([...own, coin(7, undefined, false)], grown))).toBe(false);
    expect(keepsPayees(before, facts([...own, coin(7, 30n)], grown))).toBe(false);
  });

  test('is compared by the digest alone if no payments were kept', () => {
    const { payments: _, ...bare } = before;
    expect(keepsPayees(bare, facts(own, [pays('B', 20n), pays('A', 50n)]))).toBe(true);
    expect(keepsPayees(bare, facts(own, [pays('A', 50n), pays('B', 20n), pays('C', 1n)]))).toBe(
      false,
    );
    expect(keepsPayees(bare, facts(own, [back(99n)]))).toBe(true);
    expect(bare.payees).toBe(payeesDigest([pays('A', 50n), pays('B', 20n), back(3n)]));
  });
});

test('pastCoins keeps only our coins, and payments only of signed transactions', () => {
  const given = facts([coin(1, 100n), coin(2, 5n, false)], [pays('A', 50n), back(40n)]);
  const [[key, past] = [], ...others] = pastCoins(given, true);
  expect(others).toEqual([]);
  expect(key).toContain(':1');
  expect(past).toMatchObject({ value: 100n, isSigned: true, payments: [{ value: 50n }] });
  const reviewed = [...pastCoins(given, false).values()];
  expect(reviewed).toMatchObject([{ isSigned: false, payments: undefined }]);
});

describe('an earlier payment from other coins', () => {
  const earlier = signed(pays('A', 1_000n), pays('B', 20n), back(25n));
  const past = new Map([[`${'00'.repeat(31)}01:1`, earlier]]);
  const again = (outputs: readonly Output[], inputs = [coin(2, 5_000n)], known = past) =>
    paidTwice(facts(inputs, outputs), known);

  test('is paid twice if the amount is the same within ten percent', () => {
    const found = (value: bigint) => again([back(3n), pays('A', value)]);
    expect([900n, 1_000n, 1_111n].map(found)).toEqual([[1], [1], [1]]);
    expect([899n, 1_112n, 20n].map(found)).toEqual([[], [], []]);
    expect(again([pays('C', 1_000n)])).toEqual([]);
    expect(again([{ ...pays('A', 1_000n), owner }])).toEqual([]);
    for (const role of ['data', 'anyone'] as const) {
      const output = { ...pays('A', 1_000n), role } as Output;
      expect(again([output])).toEqual([]);
    }
  });

  test('is one of several payments to the same address', () => {
    const many = new Map([...past, ['ff:0', signed(pays('A', 5n), pays('A', 77n))]]);
    expect([5n, 77n, 1_000n].map((value) => again([pays('A', value)], undefined, many))).toEqual([
      [0],
      [0],
      [0],
    ]);
  });

  test('is not paid twice by its replacement, or after it is settled, or if it was only shown', () => {
    const outputs = [pays('A', 1_000n)];
    expect(again(outputs, [coin(1, 100n)])).toEqual([]);
    // Another coin of the same transaction is spent.
    const both = new Map([...past, [`${'00'.repeat(31)}02:2`, earlier]]);
    expect(again(outputs, [coin(2, 100n)], both)).toEqual([]);
    const variants = [{ isSettled: true }, { isSigned: false }, { payments: undefined }];
    for (const variant of variants) {
      expect(again(outputs, undefined, new Map([['ff:0', { ...earlier, ...variant }]]))).toEqual(
        [],
      );
    }
    expect(
      again(outputs, undefined, new Map([['ff:0', { ...earlier, isSettled: false }]])),
    ).toEqual([0]);
    // Only a signed transaction can be replaced.
    const shown = new Map([...past, [`${'00'.repeat(31)}02:2`, { ...earlier, isSigned: false }]]);
    expect(again(outputs, undefined, shown)).toEqual([0]);
  });
});

import { describe, expect, test } from 'vitest';
import { encodeHex } from '../../../src/encoding/hex.ts';
import {
  type AccountCoin,
  ColdsignError,
  type FundOptions,
  fund,
  type Unspent,
  type Utxo,
} from '../../../src/index.ts';
import { encodeTransaction } from '../../../src/transaction/codec.ts';
import { transactionId } from '../../../src/transaction/txid.ts';
import { accountKinds, accountTexts, open, SOMEBODY } from '../../support/generate/accounts.ts';

const account = open(accountTexts.wpkh);
const address = account.address(2);
const node = (number: number, more: object): Unspent => ({
  txid: number.toString(16).padStart(64, '0'),
  vout: 0,
  value: 100_000n,
  address,
  confirmations: 10,
  ...more,
});

/**
 * Returns the error code of a payment of 50,000 satoshi from these coins, or the number of coins it
 * spends.
 */
function spend(coins: readonly AccountCoin[], more: Partial<FundOptions> = {}): string | number {
  const outputs = [{ address: SOMEBODY, value: 50_000n }];
  try {
    return fund({ coins, outputs, change: account, feeRate: 2, ...more }).psbt.inputs.length;
  } catch (error) {
    if (error instanceof ColdsignError) return error.code;
    throw error;
  }
}

const read = (...utxos: readonly Utxo[]) => account.coins(utxos);
const doors: readonly Partial<FundOptions>[] = [
  { includeUnsafe: true },
  { spendAll: true },
  { spendAll: true, includeUnsafe: true },
  { spendAll: true, outputs: [{ address: SOMEBODY, value: 100_000n, subtractFee: true }] },
];

describe('an immature coinbase', () => {
  test.each([0, 1, 6, 99])('is not spent at %i confirmations through any door', (confirmations) => {
    const young = read(node(1, { confirmations, coinbase: true }));
    expect(spend(young)).toBe('INSUFFICIENT_FUNDS');
    for (const door of doors) {
      expect(spend(young, door)).toBe(door.spendAll ? 'IMMATURE_COIN' : 'INSUFFICIENT_FUNDS');
    }
    // With enough other coins it is not selected, and not dropped from the named ones.
    const mixed = [...young, ...read(node(2, {}))];
    expect(spend(mixed)).toBe(1);
    expect(spend(mixed, { spendAll: true })).toBe('IMMATURE_COIN');
  });

  test('is spent at 100 confirmations if it is named, and chosen from 101 on, as by Bitcoin Core', () => {
    const at = (confirmations: number) => read(node(1, { confirmations, coinbase: true }));
    expect(spend(at(100))).toBe('INSUFFICIENT_FUNDS');
    for (const door of doors.slice(1)) expect(spend(at(100), door)).toBe(1);
    expect(spend(at(101))).toBe(1);
  });

  test('is recognised by its transaction despite false claims of list and coin', () => {
    const { scriptPubKey } = read(node(1, {}))[0] as AccountCoin;
    const prevout = { txid: '0'.repeat(64), vout: 0xffffffff };
    const input = { prevout, sequence: 0, scriptSig: Uint8Array.of(1, 1), witness: [] };
    const outputs = [{ value: 100_000n, scriptPubKey }];
    const made = { version: 2, inputs: [input], outputs, locktime: 0 };
    const hex = encodeHex(encodeTransaction(made));
    const coins = read(node(1, { txid: transactionId(made), hex, coinbase: false }));
    expect(spend(coins, { spendAll: true })).toBe('IMMATURE_COIN');
    const changed = coins.map((coin) => ({ ...coin, coinbase: false }));
    expect(spend(changed, { spendAll: true })).toBe('IMMATURE_COIN');
    expect(spend(changed)).toBe('INSUFFICIENT_FUNDS');
  });

  test.each(accountKinds)('is not spent from %s', (kind) => {
    const other = open(accountTexts[kind]);
    const utxo = node(1, { coinbase: true, address: other.address(0) });
    expect(spend(other.coins([utxo]), { spendAll: true, change: other })).toBe('IMMATURE_COIN');
  });

  test('is named with its missing confirmations', () => {
    const bare = node(1, { confirmations: undefined, height: 5, coinbase: true });
    const coins = account.coins([bare]);
    const error = caught(() => spendAll(coins));
    expect(error.message).toContain(`${bare.txid}:0`);
    expect(error.hint).toContain('height');
    expect(spend(account.coins([bare], { height: 104 }), { spendAll: true })).toBe(1);
    expect(spend(account.coins([bare], { height: 103 }), { spendAll: true })).toBe('IMMATURE_COIN');
  });
});

const spendAll = (coins: readonly AccountCoin[]) =>
  fund({
    coins,
    outputs: [{ address: SOMEBODY, value: 50_000n }],
    change: account,
    feeRate: 2,
    spendAll: true,
  }).psbt;

function caught(run: () => unknown): ColdsignError {
  try {
    run();
  } catch (error) {
    if (error instanceof ColdsignError) return error;
  }
  throw new Error('no ColdsignError was thrown');
}

describe('an unconfirmed coin of others', () => {
  const waiting = read(node(1, { confirmations: 0 }));

  test('is spent only if the caller allows it', () => {
    expect(spend(waiting)).toBe('INSUFFICIENT_FUNDS');
    expect(spend(waiting, { spendAll: true })).toBe('UNSAFE_COIN');
    expect(spend(waiting, { includeUnsafe: true })).toBe(1);
    expect(spend(waiting, { spendAll: true, includeUnsafe: true })).toBe(1);
    for (const wrong of [1, 'yes', null]) {
      const includeUnsafe = wrong as unknown as boolean;
      expect(spend(waiting, { spendAll: true, includeUnsafe })).toBe('WRONG_ARGUMENT');
    }
  });

  test('is named in the error, with the option that spends it', () => {
    const error = caught(() => spendAll([...read(node(2, {})), ...waiting]));
    expect(error.message).toContain(`${waiting[0]?.txid}:0`);
    expect(error.hint).toContain('includeUnsafe: true');
    expect(error.message).not.toContain(node(2, {}).txid);
  });

  test('is chosen after all others', () => {
    const more = Array.from({ length: 9 }, (_, i) => node(i + 2, { value: 6_000n + BigInt(i) }));
    const outputs = [{ address: SOMEBODY, value: 50_000n }];
    const coins = [...waiting, ...read(...more)];
    const psbt = fund({ coins, outputs, change: account, feeRate: 1, includeUnsafe: true }).psbt;
    expect(psbt.inputs.map(({ prevout }) => prevout.txid)).not.toContain(waiting[0]?.txid);
  });

  test('counts as safe if its wallet marks it as own change', () => {
    const own = read(node(1, { confirmations: 0, safe: true }));
    expect(spend(own)).toBe(1);
    expect(spend(own, { spendAll: true })).toBe(1);
  });

  test('is not made safe by a value other than true', () => {
    for (const safe of [undefined, 1, 'true']) {
      const coins = waiting.map((coin) => ({ ...coin, safe: safe as unknown as boolean }));
      expect(spend(coins, { spendAll: true })).toBe('UNSAFE_COIN');
    }
  });
});

describe('a list that is vague about depth', () => {
  test.each<[string, object]>([
    ['confirmations that are no number', { confirmations: Number.NaN }],
    ['confirmations without an end', { confirmations: Number.POSITIVE_INFINITY }],
    ['confirmations with a fraction', { confirmations: 1.5 }],
    ['confirmations as text', { confirmations: '3' }],
    ['coinbase as text', { coinbase: 'true' }],
    ['safe as a number', { safe: 1 }],
    ['a height as text', { confirmations: undefined, height: '5' }],
  ])('is refused: %s', (_, wrong) => {
    expect(caught(() => read(node(1, wrong))).code).toBe('INVALID_COIN');
  });

  test('is read with null for unknown values', () => {
    expect(read(node(1, { coinbase: null, safe: null }))[0]).toMatchObject({
      confirmations: 10,
      coinbase: false,
      safe: true,
    });
  });
});

describe('a coin given twice', () => {
  test('is spent once', () => {
    const coins = [...read(node(1, {})), ...read(node(1, {}))];
    for (const door of [{}, ...doors.slice(1)]) expect(spend(coins, door)).toBe(1);
    expect(spend(coins, { outputs: [{ address: SOMEBODY, value: 150_000n }] })).toBe(
      'INSUFFICIENT_FUNDS',
    );
  });

  test('is refused if the amounts differ', () => {
    const coins = [...read(node(1, {})), ...read(node(1, { value: 200_000n }))];
    expect(spend(coins, { spendAll: true })).toBe('INVALID_COIN');
    expect(caught(() => read(node(1, {}), node(1, { value: 200_000n }))).code).toBe('INVALID_COIN');
  });
});

import { expect, test } from 'vitest';
import { networks } from '../../src/encoding/network.ts';
import { decodeWallet, encodeWallet } from '../../src/wallet/codec/codec.ts';
import {
  MOST_PAYMENTS,
  MOST_SEEN,
  MOST_SIGNED_ANYWAY,
  readHistory,
  readSignedAnyway,
  type SeenCoin,
  withSeen,
} from '../../src/wallet/history.ts';
import { createWallet } from '../../src/wallet/wallet.ts';
import { curve } from '../support/signing.ts';

const keyOf = (index: number) => `${index.toString(16).padStart(64, '0')}:${index}`;
const seen = (isSigned: boolean, amount: bigint | undefined = 5n): SeenCoin => ({
  value: amount,
  payees: 'cd'.repeat(32),
  isSigned,
});
const network = networks.regtest;
const context = { network, secp256k1: curve };
const empty = createWallet({ name: 'w', network });

test('seen coins are stored and restored', () => {
  const coins = new Map([
    [keyOf(0), seen(true)],
    [keyOf(0xffffffff), { ...seen(false), value: undefined }],
    [keyOf(2), seen(false, 2_100_000_000_000_000n)],
  ]);
  const wallet = decodeWallet(encodeWallet(withSeen(empty, coins), context), 'w', context);
  if ('error' in wallet) throw new Error(wallet.error);
  expect(readHistory(wallet)).toEqual(coins);
  expect(readHistory(empty)).toEqual(new Map());
});

test('is bounded: the oldest coins are dropped first, and seeing one again renews it', () => {
  let wallet = empty;
  for (let i = 0; i < MOST_SEEN + 5; i += 5) {
    const some = Array.from({ length: 5 }, (_, j) => [keyOf(i + j), seen(true)] as const);
    wallet = withSeen(wallet, new Map([...some, [keyOf(3), seen(true)]]));
  }
  const kept = readHistory(wallet);
  expect(kept?.size).toBe(MOST_SEEN);
  expect(kept?.has(keyOf(0))).toBe(false);
  expect(kept?.has(keyOf(3))).toBe(true);
  expect(kept?.has(keyOf(MOST_SEEN + 4))).toBe(true);
});

test('a review leaves the entry, and the wallet keeps its value', () => {
  const signed = withSeen(empty, new Map([[keyOf(0), seen(true)]]));
  expect(withSeen(signed, new Map([[keyOf(0), seen(false, 9n)]]))).toBe(signed);
  const again = withSeen(signed, new Map([[keyOf(0), seen(true, 9n)]]));
  expect(readHistory(again)?.get(keyOf(0))?.value).toBe(9n);
});

test('invalid bytes count as an empty history, and are replaced', () => {
  const broken = { ...empty, history: Uint8Array.of(9, 1, 2, 3) };
  expect(readHistory(broken)).toEqual(new Map());
  expect(readHistory(withSeen(broken, new Map([[keyOf(0), seen(true)]])))?.size).toBe(1);
});

const paying = (value: bigint, count = 1): SeenCoin => ({
  ...seen(true),
  payees: value.toString(16).padStart(64, '0'),
  payments: Array.from({ length: count }, (_, i) => ({
    value,
    scriptPubKey: Uint8Array.of(0x51, i & 255),
  })),
});

test('payments of what was signed are kept once, also under a passphrase', () => {
  const coins = new Map([
    [keyOf(0), paying(7n, 2)],
    [keyOf(1), paying(7n, 2)],
    [keyOf(2), seen(false)],
    [keyOf(3), { ...seen(true), payments: [] }],
  ]);
  const wallet = withSeen(empty, coins);
  expect(readHistory(wallet)).toEqual(coins);
  const one = withSeen(empty, new Map([[keyOf(0), paying(7n, 2)]]));
  // One more coin, without a payment.
  expect(wallet.history.length - one.history.length).toBeLessThan(4 * 77 + 40);
});

test('keeps the newest of too many payments, and the digest of all', () => {
  let wallet = withSeen(empty, new Map([[keyOf(0), paying(1n, MOST_PAYMENTS / 2)]]));
  wallet = withSeen(wallet, new Map([[keyOf(1), paying(2n, MOST_PAYMENTS / 2)]]));
  wallet = withSeen(wallet, new Map([[keyOf(2), paying(3n, 1)]]));
  const kept = [...(readHistory(wallet)?.values() ?? [])];
  expect(kept.map(({ payments }) => payments?.length)).toEqual([undefined, MOST_PAYMENTS / 2, 1]);
  expect(kept.map(({ payees }) => BigInt(`0x${payees}`))).toEqual([1n, 2n, 3n]);
});

test('signatures in spite of findings are stored and restored, newest last', () => {
  const signed = (time: number, ...findings: readonly string[]) => ({
    review: time.toString(16).padStart(64, '0'),
    time,
    findings,
  });
  const first = withSeen(empty, new Map([[keyOf(0), seen(true)]]), signed(1, 'fee-too-high'));
  const both = withSeen(first, new Map(), signed(2, 'sighash-single', 'locktime-far'));
  const wallet = decodeWallet(encodeWallet(both, context), 'w', context);
  if ('error' in wallet) throw new Error(wallet.error);
  expect(readSignedAnyway(wallet)).toEqual([
    signed(1, 'fee-too-high'),
    signed(2, 'sighash-single', 'locktime-far'),
  ]);
  expect(readHistory(wallet)).toEqual(new Map([[keyOf(0), seen(true)]]));
  expect(readSignedAnyway(empty)).toEqual([]);
  let many = both;
  for (let i = 3; i < MOST_SIGNED_ANYWAY + 5; i++) many = withSeen(many, new Map(), signed(i));
  expect(readSignedAnyway(many)?.length).toBe(MOST_SIGNED_ANYWAY);
  expect(readSignedAnyway(many)?.[0]?.time).toBe(5);
}, 120_000);

import type { Bytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { payeesDigest } from '../../../src/review/past.ts';
import { of, tr } from '../../../test/support/review/accounts.ts';
import { at, type CoinSpec, friend, other, outPoint } from '../../../test/support/review/coins.ts';
import { back, type PsbtSpec, pay, spendTo } from '../../../test/support/review/payments.ts';
import { type Case, type PastRow, pair, pairs } from '../../../test/support/review/rows.ts';

/** Makes the history of a coin that was signed for, with this payment. */
function signedFor(spec: CoinSpec, value: bigint, script: Bytes, more: Partial<PastRow> = {}) {
  const payments = [{ value: `${value}`, script: encodeHex(script) }];
  const payees = payeesDigest([{ value, scriptPubKey: script, owner: undefined }]);
  const row = { amount: `${spec.value}`, payees, isSigned: true, payments, ...more };
  return [outPoint(spec), row] as const;
}

const first = at(tr, 5, 700_000n);
const past = (...rows: readonly (readonly [string, PastRow])[]) => ({
  ...of(tr),
  past: Object.fromEntries(rows),
});
const paying = (value: bigint, script = other): PsbtSpec =>
  spendTo(tr, pay(value, script), back(899_000n - value, tr, 4));

export const cases: readonly Case[] = [
  // The same payment from other coins.
  ...pair(
    [
      'the same payment, from another coin',
      paying(400_000n),
      past(signedFor(first, 400_000n, other)),
    ],
    ['another payee', paying(400_000n, friend), past(signedFor(first, 400_000n, other))],
    [
      'another invoice of the same payee',
      paying(120_000n),
      past(signedFor(first, 400_000n, other)),
    ],
    [
      'the same payment, once the first one has confirmed',
      paying(400_000n),
      past(signedFor(first, 400_000n, other, { isSettled: true })),
    ],
    [
      'the same payment, of which the first was only reviewed',
      paying(400_000n),
      past(signedFor(first, 400_000n, other, { isSigned: false })),
    ],
  ),
  ...pairs(
    [
      'the same payment with the fee taken out of it',
      paying(398_500n),
      past(signedFor(first, 400_000n, other)),
    ],
    [
      'a replacement, with another coin for the fee',
      { ...paying(400_000n), coins: [first, at(tr, 0, 200_000n)] },
      past(signedFor(first, 400_000n, other)),
    ],
    [
      'the first of two payments to one payee, from another coin',
      paying(400_000n),
      past(signedFor(first, 400_000n, other), signedFor(at(tr, 6, 700_000n), 50_000n, other)),
    ],
    [
      'a third payment to one payee, of another amount',
      paying(200_000n),
      past(signedFor(first, 400_000n, other), signedFor(at(tr, 6, 700_000n), 50_000n, other)),
    ],
    [
      'one of three payees of a batch is paid already',
      {
        coins: [at(tr, 0, 900_000n)],
        outputs: [pay(100_000n, friend), pay(400_000n, other), pay(90_000n), back(309_000n, tr, 4)],
      },
      past(signedFor(first, 405_000n, other)),
    ],
    [
      'a transaction that replaces one of two coins of the first',
      paying(400_000n),
      past(signedFor(first, 400_000n, other), signedFor(at(tr, 0, 900_000n), 400_000n, other)),
    ],
    [
      'the same payment from another coin, which was reviewed before',
      paying(400_000n),
      past(
        signedFor(first, 400_000n, other),
        signedFor(at(tr, 0, 900_000n), 400_000n, other, { isSigned: false }),
      ),
    ],
    [
      'a replacement with another coin for the fee, which was reviewed before',
      { ...paying(400_000n), coins: [first, at(tr, 0, 200_000n)] },
      past(
        signedFor(first, 400_000n, other),
        signedFor(at(tr, 0, 200_000n), 400_000n, other, { isSigned: false }),
      ),
    ],
  ),
];

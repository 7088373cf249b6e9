import {
  friendly,
  ofOwnShared,
  ownShared,
  place,
  sharedPointWallet,
  THIEF,
} from '../../../../test/support/review/accounts.ts';
import { back, passedOff, payShared } from '../../../../test/support/review/payments.ts';
import { type Case, pair, type Row } from '../../../../test/support/review/rows.ts';

const ownPayment = (name: string, text: string, index: number): Row => [
  name,
  payShared(back(499_000n, ownShared, 5), { value: 300_000n, ...place(text, 0, index) }),
  [],
  ofOwnShared,
];
/** Wallets that share BIP341's point, for which no wallet has the key. */
export const cases: readonly Case[] = [
  // Wallets that share BIP341's point, for which no wallet has the key.
  ...pair(
    [
      "change whose only leaf is a thief's, over our key",
      payShared(
        passedOff(
          799_000n,
          place(ownShared, 1, 5),
          place(sharedPointWallet(THIEF, 1), 1, 5).script,
        ),
      ),
      ofOwnShared,
    ],
    ownPayment(
      'a payee who has the same point at the same position',
      sharedPointWallet(friendly, 1),
      2,
    ),
    ownPayment(
      'a payee who has the same point at another position',
      sharedPointWallet(friendly, 1),
      1200,
    ),
    ownPayment(
      'a payee who has the point with another chain code',
      sharedPointWallet(friendly, 2),
      5,
    ),
  ),
];

import {
  keyAt,
  ME,
  type Person,
  person,
  place,
  THIEF,
  unspendableAt,
} from '../../../../test/support/review/accounts.ts';
import { at, friend } from '../../../../test/support/review/coins.ts';
import {
  back,
  type OutputSpec,
  type PsbtSpec,
  passedOff,
  pay,
  withLeaves,
} from '../../../../test/support/review/payments.ts';
import { type Case, pair, type Row } from '../../../../test/support/review/rows.ts';

const wallet = (who: Person, fill: number) =>
  `tr(${unspendableAt(fill)},pk(${keyAt(who, '86h/1h/0h')}))`;
const ownShared = wallet(ME, 1);
const ofOwn = { descriptors: [ownShared] };
const payShared = (...outputs: readonly OutputSpec[]): PsbtSpec =>
  withLeaves({ coins: [at(ownShared, 2, 900_000n)], outputs: [...outputs, pay(100_000n, friend)] });
const ownPayment = (name: string, text: string, index: number): Row => [
  name,
  payShared(back(499_000n, ownShared, 5), { value: 300_000n, ...place(text, 0, index) }),
  [],
  ofOwn,
];
const friendly = person(77);

/** Wallets that share BIP341's point, for which no wallet has the key. */
export const cases: readonly Case[] = [
  // Wallets that share BIP341's point, for which no wallet has the key.
  ...pair(
    [
      "change whose only leaf is a thief's, over our key",
      payShared(passedOff(799_000n, place(ownShared, 1, 5), place(wallet(THIEF, 1), 1, 5).script)),
      ofOwn,
    ],
    ownPayment('a payee who has the same point at the same position', wallet(friendly, 1), 2),
    ownPayment('a payee who has the same point at another position', wallet(friendly, 1), 1200),
    ownPayment('a payee who has the point with another chain code', wallet(friendly, 2), 5),
  ),
];

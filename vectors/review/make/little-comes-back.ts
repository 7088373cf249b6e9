import { of, thiefChange, wpkh } from '../../../test/support/review/accounts.ts';
import { friend, other } from '../../../test/support/review/coins.ts';
import { earlierPast, fromEarlier, paidWithMoreFee } from '../../../test/support/review/history.ts';
import { back, fromLarge, pay } from '../../../test/support/review/payments.ts';
import { type Case, pair, pairs } from '../../../test/support/review/rows.ts';

export const cases: readonly Case[] = [
  // Details that a person overlooks: little change, which looks like all of it.
  ...pair(
    [
      'a change of 546 sat that hides where the rest goes',
      fromLarge(pay(100_000n, friend), back(546n), pay(9_898_454n, thiefChange)),
      of(wpkh),
    ],
    ['one payee and a change of 600 sat', fromLarge(pay(9_998_400n, friend), back(600n)), of(wpkh)],
    [
      'two payees and half of it back',
      fromLarge(pay(3_000_000n, friend), pay(2_000_000n, other), back(4_999_000n)),
      of(wpkh),
    ],
  ),
  ...pairs(
    [
      'three changes of 0.2 % each beside a stranger',
      fromLarge(
        pay(100_000n, friend),
        back(20_000n),
        back(20_000n, wpkh, 1),
        back(20_000n, wpkh, 2),
        pay(9_839_000n, thiefChange),
      ),
      of(wpkh),
    ],
    [
      'three changes of a third each',
      fromLarge(
        pay(100_000n, friend),
        back(3_300_000n),
        back(3_300_000n, wpkh, 1),
        back(3_299_000n, wpkh, 2),
      ),
      of(wpkh),
    ],
    // Earlier signatures, and what a thief makes of them.
    [
      'a replacement that keeps the payee and takes the change',
      fromEarlier(pay(100_000n, friend), pay(797_000n, thiefChange), back(1_000n)),
      ['payee-added', 'little-comes-back'],
      earlierPast,
    ],
    paidWithMoreFee,
  ),
];

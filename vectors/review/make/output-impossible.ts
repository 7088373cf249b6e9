import { place, thief, wpkh } from '../../../test/support/review/accounts.ts';
import { friend } from '../../../test/support/review/coins.ts';
import { back, type PsbtSpec, pay, payFriend } from '../../../test/support/review/payments.ts';
import { type Case, rows } from '../../../test/support/review/rows.ts';

const version2: Partial<PsbtSpec> = { psbtVersion: 2 };
const usual = payFriend(wpkh, back(499_000n));

export const cases: readonly Case[] = rows(
  [
    // Amounts, coins and sizes that no node accepts.
    [
      'a negative amount beside twice the money for a thief',
      {
        ...usual,
        ...version2,
        outputs: [pay(1_800_000n, place(thief, 0, 9).script), pay(-900_500n, friend)],
      },
      ['output-impossible', 'nothing-comes-back', 'output-dust', 'not-standard'],
    ],
    [
      'more than 21 million bitcoin',
      { ...usual, outputs: [pay(2_100_000_000_000_001n, friend)] },
      ['fee-negative', 'output-impossible', 'not-standard'],
    ],
  ],
  [
    ['the same payment with usual amounts, in version 2', { ...usual, ...version2 }],
    [
      'an output without money',
      { ...usual, outputs: [pay(0n, friend), back(899_000n)] },
      ['output-dust', 'not-standard'],
    ],
  ],
);

import { COSIGNER, keyAt, multi, of, place, thief } from '../../../test/support/review/accounts.ts';
import { other } from '../../../test/support/review/coins.ts';
import { back, pay, payFriend, swap, tap, usual } from '../../../test/support/review/payments.ts';
import { type Case, CHANGE, pairs, rows } from '../../../test/support/review/rows.ts';

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'change that cannot be checked, because no wallet is given',
        usual,
        { descriptors: undefined, source: CHANGE },
      ],
    ],
    [
      [
        'two payments',
        { ...usual, outputs: [pay(60_000n), pay(39_800n, place(thief, 0, 0).script)] },
        { descriptors: undefined },
      ],
    ],
  ),
  ...pairs(
    ['taproot change without descriptors', tap, { descriptors: undefined }],
    [
      'all taproot coins to one payee, without descriptors',
      swap(tap, pay(938_100n, other)),
      { descriptors: undefined },
    ],
    [
      'only the key of a cosigner as our change',
      payFriend(multi, back(499_000n, `wpkh(${keyAt(COSIGNER, '48h/1h/0h/2h')})`, 4)),
      of(multi),
    ],
    [
      'a payment to a cosigner who names nothing',
      payFriend(
        multi,
        pay(100_000n, place(`wpkh(${keyAt(COSIGNER, '48h/1h/0h/2h')})`, 1, 4).script),
        back(399_000n, multi, 4),
      ),
      of(multi),
    ],
  ),
];

import { pkh, place, tr, wpkh } from '../../../test/support/review/accounts.ts';
import { at, coin, mine } from '../../../test/support/review/coins.ts';
import { pay, tap, two, typed, withType } from '../../../test/support/review/payments.ts';
import { type Case, openByType, openFee, pair, rows } from '../../../test/support/review/rows.ts';

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'SINGLE of a legacy input that has no output of its number: it signs the number 1',
        typed(3, { coins: [mine(0), coin(place(pkh, 0, 0), 9)], outputs: [pay(199_700n)] }, 1),
        ['sighash-single-without-output', 'nothing-comes-back'],
        {
          fee: 'open',
          descriptors: [wpkh, pkh],
          source: 'bitcointalk.org/index.php?topic=260595 (2013): the SIGHASH_SINGLE bug',
        },
      ],
    ],
    [['SINGLE of an input that has one', typed(3, two, 1), ['sighash-single'], openByType]],
  ),
  ...pair(
    [
      'SINGLE of a third coin, with two outputs',
      withType({ ...tap, coins: [...tap.coins, at(pkh, 5, 1_500n)] }, 3, 2),
      { descriptors: [tr, pkh], ...openFee },
    ],
    [
      'a third coin without a type',
      { ...tap, coins: [...tap.coins, at(pkh, 5, 1_500n)] },
      { descriptors: [tr, pkh] },
    ],
  ),
];

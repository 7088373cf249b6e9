import { none } from '../../../test/support/review/payments.ts';
import { type Case, pair } from '../../../test/support/review/rows.ts';
import {
  silentOne,
  silentPaying,
  silentPending,
  silentRows,
} from '../../../test/support/review/silent.ts';

export const cases: readonly Case[] = [
  // Silent payments (BIP352, BIP374, BIP375).
  ...silentRows(
    [
      [
        'a script beside flags that let others add inputs',
        { ...silentOne, txModifiable: 1 },
        'proven',
        ['silent-modifiable', 'psbt-modifiable'],
      ],
    ],
    [
      [
        'the flags before the script is set',
        { ...silentPending, txModifiable: 3 },
        'proven',
        ['silent-script-pending', 'psbt-modifiable'],
      ],
    ],
  ),
  ...silentRows([], [['no flags', silentPaying(['tr', 'wpkh'], 'inputs', [7, 2])]]),
  ...pair(
    // Silent payments (BIP352, BIP375).
    [
      'outputs may be added beside a script that is set',
      { ...silentOne, txModifiable: 2 },
      ['silent-modifiable', 'psbt-modifiable'],
      none,
    ],
    ['nothing may be added', { ...silentOne, txModifiable: 0 }, none],
  ),
];

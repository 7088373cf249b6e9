import { silentPsbt } from '../../../test/support/generate/silent-payments.ts';
import type { Case } from '../../../test/support/review/rows.ts';
import { silentOne, silentPaying, silentRows } from '../../../test/support/review/silent.ts';

export const cases: readonly Case[] = [
  // Silent payments (BIP352, BIP374, BIP375).
  ...silentRows(
    [
      [
        'a coin of witness version 2 beside a silent payment',
        silentPsbt({ kinds: ['wpkh', 'future'], outputs: [[1, 1]], shares: 'global' }),
        'proven',
        ['silent-input-version', 'not-standard'],
      ],
    ],
    [['coins of witness version 0 and 1', silentOne]],
  ),
  ...silentRows([], [['two taproot coins', silentPaying(['tr', 'tr'], 'global', [3, 1])]]),
];

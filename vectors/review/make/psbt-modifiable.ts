import { ofTap, tap, usual } from '../../../test/support/review/payments.ts';
import { type Case, pair, rows } from '../../../test/support/review/rows.ts';

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'outputs may still be added',
        { ...usual, psbtVersion: 2, change: (psbt) => Object.assign(psbt, { txModifiable: 2 }) },
        { source: 'BIP370, PSBT_GLOBAL_TX_MODIFIABLE' },
      ],
    ],
    [
      [
        'only that there is a SINGLE is said',
        { ...usual, psbtVersion: 2, change: (psbt) => Object.assign(psbt, { txModifiable: 4 }) },
        ['modifiable-wrong'],
      ],
    ],
  ),
  ...pair(
    [
      'inputs and outputs may still be added',
      { ...tap, psbtVersion: 2, change: (psbt) => Object.assign(psbt, { txModifiable: 3 }) },
      ofTap,
    ],
    [
      'nothing may be added',
      { ...tap, psbtVersion: 2, change: (psbt) => Object.assign(psbt, { txModifiable: 0 }) },
      ofTap,
    ],
  ),
];

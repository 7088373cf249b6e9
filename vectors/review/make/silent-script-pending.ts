import type { Case } from '../../../test/support/review/rows.ts';
import {
  silentOne,
  silentPaying,
  silentPending,
  silentRows,
} from '../../../test/support/review/silent.ts';

export const cases: readonly Case[] = [
  // Silent payments (BIP352, BIP374, BIP375).
  ...silentRows(
    [['a script that is still to be computed', silentPending]],
    [['a script that is there', silentOne]],
  ),
  ...silentRows([], [['two scripts', silentPaying(['wpkh', 'tr'], 'inputs', [9, 1], [9, 2])]]),
];

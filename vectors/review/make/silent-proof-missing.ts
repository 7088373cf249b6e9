import { silentPsbt } from '../../../test/support/generate/silent-payments.ts';
import { none } from '../../../test/support/review/payments.ts';
import { type Case, pair } from '../../../test/support/review/rows.ts';
import {
  silentEach,
  silentOne,
  silentPaying,
  silentPending,
  silentRows,
  withInput,
} from '../../../test/support/review/silent.ts';

const kinds = ['wpkh', 'tr'] as const;
const other_ = silentPsbt({ kinds, outputs: [[2, 1]], shares: 'global' });
export const cases: readonly Case[] = [
  // Silent payments (BIP352, BIP374, BIP375).
  ...silentRows(
    [
      ['a share without its proof', { ...silentOne, unknown: silentOne.unknown.slice(0, 1) }],
      ['no share of one of two inputs', withInput(silentEach, 1, { unknown: [] })],
      ['an input that does not name its key', withInput(silentOne, 0, { keyPaths: [] })],
    ],
    [['no share and no script yet', silentPending, 'proven', ['silent-script-pending']]],
  ),
  ...silentRows(
    [],
    [['a proof of three coins', silentPaying(['tr', 'wpkh', 'tr'], 'global', [6, 1])]],
  ),
  ...pair(
    // Silent payments (BIP352, BIP375).
    ['the share and the proof of another payee', { ...silentOne, unknown: other_.unknown }, none],
    ['the share of each input', silentEach, none],
  ),
];

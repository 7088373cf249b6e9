import type { Case } from '../../../test/support/review/rows.ts';
import {
  silentLabel,
  silentOne,
  silentPaying,
  silentRows,
  withOutputs,
} from '../../../test/support/review/silent.ts';

export const cases: readonly Case[] = [
  // Silent payments (BIP352, BIP374, BIP375).
  ...silentRows(
    [
      [
        'a label without an address',
        withOutputs(silentOne, (output) => ({ ...output, unknown: [silentLabel] })),
      ],
      [
        'a share of 32 bytes',
        {
          ...silentOne,
          unknown: silentOne.unknown.map(({ key, value }) => ({ key, value: value.slice(1) })),
        },
      ],
    ],
    [
      [
        'a label beside its address',
        withOutputs(silentOne, (output) => ({
          ...output,
          unknown: [...output.unknown, silentLabel],
        })),
      ],
    ],
  ),
  ...silentRows([], [['taproot alone pays two', silentPaying(['tr'], 'inputs', [1, 1], [2, 1])]]),
];

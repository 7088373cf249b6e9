import type { RawField } from '../../../src/psbt/psbt.ts';
import type { Case } from '../../../test/support/review/rows.ts';
import {
  silentEach,
  silentOne,
  silentPaying,
  silentRows,
  withInput,
} from '../../../test/support/review/silent.ts';

const flipped = ({ key, value }: RawField): RawField => ({
  key,
  value: value.map((byte, at) => (at === value.length - 1 ? byte ^ 1 : byte)),
});

export const cases: readonly Case[] = [
  // Silent payments (BIP352, BIP374, BIP375).
  ...silentRows(
    [
      [
        'a proof with one bit changed',
        {
          ...silentOne,
          unknown: silentOne.unknown.map((field, at) => (at === 1 ? flipped(field) : field)),
        },
      ],
      [
        'the share of another input',
        withInput(silentEach, 0, { unknown: silentEach.inputs[1]?.unknown ?? [] }),
      ],
    ],
    [['a proof of each input', silentEach]],
  ),
  ...silentRows([], [['two payees, two proofs', silentPaying(['wpkh'], 'global', [4, 1], [5, 1])]]),
];

import { none } from '../../../test/support/review/payments.ts';
import { type Case, pair } from '../../../test/support/review/rows.ts';
import {
  signedSilent,
  silentLabel,
  silentOne,
  silentPaying,
  silentRows,
  withInput,
  withOutputs,
} from '../../../test/support/review/silent.ts';

export const cases: readonly Case[] = [
  // Silent payments (BIP352, BIP374, BIP375).
  ...silentRows(
    [
      [
        'SIGHASH_NONE beside a silent payment',
        withInput(silentOne, 0, { sighashType: 2 }),
        'open',
        ['sighash-none', 'silent-sighash'],
      ],
      [
        'a signature of type ALL|ANYONECANPAY, which no field names',
        signedSilent(silentOne, 0x81),
        'open',
        ['sighash-anyone-can-pay', 'silent-sighash', 'sighash-differs'],
      ],
    ],
    [
      ['SIGHASH_ALL, written out', withInput(silentOne, 1, { sighashType: 1 })],
      ['a signature of type ALL', signedSilent(silentOne, 1)],
    ],
  ),
  ...silentRows(
    [],
    [
      [
        'SIGHASH_NONE beside fields that cannot be read',
        withInput(
          withOutputs(silentOne, (output) => ({ ...output, unknown: [silentLabel] })),
          0,
          { sighashType: 2 },
        ),
        'open',
        ['sighash-none', 'silent-malformed'],
      ],
    ],
  ),
  ...silentRows([], [['no type', silentPaying(['tr'], 'global', [8, 1])]]),
  ...pair(
    // Silent payments (BIP352, BIP375).
    [
      'ALL|ANYONECANPAY beside a silent payment',
      {
        ...silentOne,
        inputs: silentOne.inputs.map((input, i) =>
          i === 0 ? { ...input, sighashType: 0x81 } : input,
        ),
      },
      ['sighash-anyone-can-pay', 'silent-sighash'],
      { ...none, fee: 'open' },
    ],
    [
      'ALL beside a silent payment',
      {
        ...silentOne,
        inputs: silentOne.inputs.map((input, i) =>
          i === 0 ? { ...input, sighashType: 1 } : input,
        ),
      },
      none,
    ],
  ),
];

import { concatBytes } from '../../../src/encoding/bytes.ts';
import type { Psbt } from '../../../src/psbt/psbt.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import { witnessScript } from '../../../src/script/builders.ts';
import { silentAddress, silentPsbt } from '../../../test/support/generate/silent-payments.ts';
import { none } from '../../../test/support/review/payments.ts';
import { type Case, pairs } from '../../../test/support/review/rows.ts';
import {
  silentOne,
  silentPaying,
  silentRows,
  withOutputs,
} from '../../../test/support/review/silent.ts';

const silentPair = silentPsbt({
  kinds: ['wpkh'],
  outputs: [
    [1, 1],
    [1, 2],
  ],
  shares: 'global',
});
const swapped = withOutputs(silentPair, (output, at) => ({
  ...output,
  scriptPubKey: silentPair.outputs[1 - at]?.scriptPubKey ?? output.scriptPubKey,
}));
const stranger = withOutputs(silentOne, (output) => ({
  ...output,
  scriptPubKey: witnessScript(1, new Uint8Array(32).fill(2)),
}));
const two = silentPsbt({
  kinds: ['wpkh'],
  outputs: [
    [1, 1],
    [2, 2],
  ],
  shares: 'global',
});
const info = (psbt: Psbt, fields: Psbt['outputs'][number]['unknown']): Psbt => ({
  ...psbt,
  outputs: psbt.outputs.map((output) => ({ ...output, unknown: fields })),
});
const scan = silentAddress(1, 1).scanKey;
const wrongSpend = [
  { key: Uint8Array.of(9), value: concatBytes(scan, silentAddress(1, 7).spendKey) },
];
const wrong: readonly FindingId[] = ['silent-script-wrong'];

export const cases: readonly Case[] = [
  // Silent payments (BIP352, BIP374, BIP375).
  ...silentRows(
    [
      ["a stranger's script under the address", stranger],
      ['the scripts of two labels of one payee exchanged', swapped],
    ],
    [['two payments to one payee', silentPair]],
  ),
  ...silentRows([], [['three labels', silentPaying(['wpkh'], 'inputs', [1, 1], [1, 2], [1, 3])]]),
  ...pairs(
    // Silent payments (BIP352, BIP375).
    [
      'the spend key of a thief beside the scan key of the payee',
      info(silentOne, wrongSpend),
      none,
    ],
    ['both keys of the payee', silentOne, none],
    [
      'the scripts of two payees exchanged',
      {
        ...two,
        outputs: two.outputs.map((output, i) => ({
          ...output,
          scriptPubKey: two.outputs[1 - i]?.scriptPubKey ?? output.scriptPubKey,
        })),
      },
      [...wrong, ...wrong],
      none,
    ],
    ['two payees', two, none],
  ),
];

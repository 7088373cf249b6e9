import { field } from '../../../test/support/review/coins.ts';
import {
  ofTap,
  type PsbtSpec,
  tap,
  usual,
  withFacts,
} from '../../../test/support/review/payments.ts';
import { type Case, pair, rows } from '../../../test/support/review/rows.ts';

const unknownField = (key: readonly number[], kind: 'unknown' | 'proprietary'): PsbtSpec => ({
  ...usual,
  change: (psbt) =>
    Object.assign(psbt, { [kind]: [{ key: Uint8Array.from(key), value: Uint8Array.of(1) }] }),
});
const extra = { key: Uint8Array.of(0xee, 7), value: Uint8Array.of(9) };

export const cases: readonly Case[] = [
  ...rows(
    [
      ['a field of an unknown type', unknownField([0xf0, 1], 'unknown')],
      [
        'a field of an application',
        unknownField([0xfc, 4, 0x41, 0x43, 0x4d, 0x45, 0], 'proprietary'),
      ],
    ],
    [['known fields only', usual]],
  ),
  ...pair(
    ['an unknown field of an input', withFacts(tap, field({ unknown: [extra] }), 1), ofTap],
    ['none', tap, ofTap],
  ),
];

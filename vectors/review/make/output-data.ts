import { concatBytes } from '../../../src/encoding/bytes.ts';
import { helloData, ofTap, tap, toScript, usual } from '../../../test/support/review/payments.ts';
import { type Case, pair, rows } from '../../../test/support/review/rows.ts';

export const cases: readonly Case[] = [
  ...rows([['some text', helloData(0n)]], [['a payment', usual]]),
  ...pair(
    [
      '80 bytes of data',
      toScript(concatBytes(Uint8Array.of(0x6a, 0x4c, 80), new Uint8Array(80)), 0n),
      ofTap,
    ],
    ['no data', tap, ofTap],
  ),
];

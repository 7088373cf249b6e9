import { concatBytes } from '../../../src/encoding/bytes.ts';
import { place, tr } from '../../../test/support/review/accounts.ts';
import { anyWitness, other } from '../../../test/support/review/coins.ts';
import { ofTap, payingScript, payOutput, toScript } from '../../../test/support/review/payments.ts';
import { type Case, pairs, rows } from '../../../test/support/review/rows.ts';

const version2 = concatBytes(Uint8Array.of(0x52, 32), new Uint8Array(32).fill(2));
const taprootOf = concatBytes(Uint8Array.of(0x51, 32), place(tr, 0, 3).script.subarray(2));
export const cases: readonly Case[] = [
  ...rows([['witness version 2', payingScript(version2)]], [['taproot', payingScript(taprootOf)]]),
  ...pairs(
    ['witness version 16 of two bytes', toScript(Uint8Array.of(0x60, 2, 1, 1)), ofTap],
    ['P2WSH', toScript(anyWitness), ofTap],
    ['an anchor with a letter of difference', payOutput(Uint8Array.of(0x51, 2, 0x4e, 0x74))],
    ['taproot', payOutput(other)],
  ),
];

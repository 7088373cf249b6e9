import { multisigScript } from '../../../src/script/builders.ts';
import { keyOf, wpkh } from '../../../test/support/review/accounts.ts';
import { at, mine } from '../../../test/support/review/coins.ts';
import {
  back,
  ofTap,
  type PsbtSpec,
  pay,
  tap,
  usual,
} from '../../../test/support/review/payments.ts';
import { type Case, pair, rows } from '../../../test/support/review/rows.ts';

const many = (count: number, version: number): PsbtSpec => ({
  coins: Array.from({ length: count }, (_, i) => at(wpkh, i, 10_000n)),
  outputs: [back(BigInt(count) * 9_800n)],
  version,
});

const toBareMultisig = (count: number): PsbtSpec => {
  const keys = Array.from({ length: count }, (_, i) => keyOf(wpkh, 0, i));
  return { ...usual, outputs: [pay(60_000n, multisigScript(1, keys)), back(39_600n)] };
};

export const cases: readonly Case[] = [
  ...rows(
    [
      ['version 4', { ...usual, version: 4 }],
      ['a bare multisig of four keys', toBareMultisig(4), ['output-bare', 'not-standard']],
      ['no outputs at all', { ...usual, coins: [mine(0, { value: 900n })], outputs: [] }],
      // Amounts, coins and sizes that no node accepts.
      [
        'a transaction of version 3 with 160 coins',
        many(160, 3),
        ['not-standard', 'truc'],
        { says: ['TRUC-violation'] },
      ],
    ],
    [
      ['a bare multisig of three keys', toBareMultisig(3), ['output-bare']],
      ['a transaction of version 2 with 160 coins', many(160, 2)],
      ['a transaction of version 3 with 140 coins', many(140, 3), ['truc']],
    ],
  ),
  ...pair(['version 0', { ...tap, version: 0 }, ofTap], ['version 2', tap, ofTap]),
];

import { p2wpkhScript } from '../../../src/script/builders.ts';
import { of, pkh, wpkh } from '../../../test/support/review/accounts.ts';
import { at, friend, other, stranger } from '../../../test/support/review/coins.ts';
import {
  back,
  fromLarge,
  type OutputSpec,
  ofTap,
  pay,
  payingScript,
  payOutput,
  toScript,
  usual,
} from '../../../test/support/review/payments.ts';
import { type Case, pairs, rows } from '../../../test/support/review/rows.ts';

const tiny = (count: number, value: bigint): OutputSpec[] =>
  Array.from({ length: count }, (_, i) => pay(value, p2wpkhScript(new Uint8Array(20).fill(i + 1))));

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'one satoshi below the limit',
        payingScript(stranger, 293n),
        ['output-dust', 'not-standard'],
      ],
      [
        'a storm of dust',
        {
          ...usual,
          outputs: [
            ...Array.from({ length: 20 }, (_, i) =>
              pay(1n, p2wpkhScript(new Uint8Array(20).fill(i + 1))),
            ),
            back(98_000n),
          ],
        },
        ['output-dust', 'not-standard'],
        { source: 'the stress tests of 2015: en.bitcoin.it/wiki/July_2015_flood_attack' },
      ],
    ],
    [['just at the limit', payingScript(stranger, 294n)]],
  ),
  ...pairs(
    ['taproot with 329 sat', toScript(other, 329n), ['output-dust', 'not-standard'], ofTap],
    ['taproot with 330 sat', toScript(other, 330n), ofTap],
    ['a payee who gets nothing', payOutput(friend, {}, 0n), ['output-dust', 'not-standard']],
    ['a payee who gets 546 sat', payOutput(friend, {}, 546n)],
    // Usual actions with a wallet, and what a careless or malicious program makes of them.
    [
      'change too small to spend',
      { coins: [at(pkh, 0, 500_000n)], outputs: [pay(498_000n, friend), back(500n, pkh, 2)] },
      ['output-dust', 'not-standard'],
      of(pkh),
    ],
    [
      'change just large enough',
      { coins: [at(pkh, 0, 500_000n)], outputs: [pay(498_000n, friend), back(546n, pkh, 2)] },
      of(pkh),
    ],
    // Details that a person overlooks: little change, which looks like all of it.
    [
      'sixty payees of 200 sat each',
      fromLarge(...tiny(60, 200n), back(9_978_000n)),
      ['fee-high', 'output-dust', 'not-standard'],
      of(wpkh),
    ],
    ['sixty payees of 2,000 sat each', fromLarge(...tiny(60, 2_000n), back(9_876_000n)), of(wpkh)],
  ),
];

import { of, tr, wpkh } from '../../../test/support/review/accounts.ts';
import { at, BTC, friend, mine, other } from '../../../test/support/review/coins.ts';
import { back, beside, ofTap, pay } from '../../../test/support/review/payments.ts';
import { type Case, pairs, rows } from '../../../test/support/review/rows.ts';

const many = Array.from({ length: 15 }, (_, i) => at(wpkh, i + 1, 700n));
export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'a coin that is worth less than its part of the fee',
        { coins: [mine(0), mine(1, { value: 1_500n })], outputs: [pay(80_000n)] },
        ['fee-very-high', 'nothing-comes-back', 'input-uneconomic'],
      ],
    ],
    [
      [
        'a coin that is worth a little more',
        { coins: [mine(0), mine(1, { value: 8_000n })], outputs: [pay(86_500n)] },
        ['fee-very-high', 'nothing-comes-back'],
      ],
    ],
  ),
  ...pairs(
    [
      'a coin of 1,200 sat at 150 sat/vB',
      {
        coins: [at(tr, 0, BTC), at(tr, 1, 1_200n)],
        outputs: [pay(BTC / 2n, other), back(BTC / 2n - 30_800n, tr)],
      },
      ofTap,
    ],
    [
      'a coin of 1,200 sat at 2 sat/vB',
      {
        coins: [at(tr, 0, BTC), at(tr, 1, 1_200n)],
        outputs: [pay(BTC / 2n, other), back(BTC / 2n + 800n, tr)],
      },
      ofTap,
    ],
    // Details that a person overlooks: little change, which looks like all of it.
    [
      'fifteen crumbs of 700 sat at 20 sat/vB',
      {
        coins: [at(wpkh, 0, 900_000n), ...many],
        outputs: [pay(400_000n, friend), back(488_500n)],
      },
      ['fee-high', 'input-uneconomic', 'input-dust'],
      of(wpkh),
    ],
    [
      'one coin at 20 sat/vB',
      { coins: [at(wpkh, 0, 900_000n)], outputs: [pay(400_000n, friend), back(497_000n)] },
      of(wpkh),
    ],
    // Anchors, which have no owner, and coins of others, which are not bait.
    [
      'a coin of ours that is worth 600 sat, at 30 sat/vB',
      { ...beside(at(wpkh, 7, 600n)), outputs: [back(494_000n, wpkh, 4), pay(400_600n, friend)] },
      ['input-uneconomic', 'input-dust'],
    ],
    [
      'a coin of others that is worth 600 sat, at 30 sat/vB',
      { ...beside(at(tr, 7, 600n)), outputs: [back(494_000n, wpkh, 4), pay(400_600n, friend)] },
      ['inputs-of-others'],
    ],
  ),
];

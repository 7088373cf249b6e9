import { tr, wpkh } from '../../../test/support/review/accounts.ts';
import { at, friend, inscription, mine, other } from '../../../test/support/review/coins.ts';
import { anchorChild, back, beside, ofTap, pay } from '../../../test/support/review/payments.ts';
import { type Case, pair, rows } from '../../../test/support/review/rows.ts';

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'a tiny coin beside another',
        { coins: [mine(0), mine(1, { value: 546n })], outputs: [pay(60_000n), back(40_246n)] },
        {
          source: 'the dust attacks on wallets (Samourai, 2018-10): tiny coins that link addresses',
        },
      ],
    ],
    [
      [
        'a small coin beside another',
        { coins: [mine(0), mine(1, { value: 1_001n })], outputs: [pay(60_000n), back(40_701n)] },
      ],
      [
        'only tiny coins, swept on purpose',
        { coins: [mine(0, { value: 900n }), mine(1, { value: 900n })], outputs: [back(1_500n)] },
      ],
    ],
  ),
  ...pair([
    'bait of 330 sat beside taproot',
    { coins: [at(tr, 0, 90_000n), at(tr, 1, 330n)], outputs: [pay(90_100n, other)] },
    ['nothing-comes-back', 'input-dust'],
    ofTap,
  ]),
  // Anchors, which have no owner, and coins of others, which are not bait.
  ...pair(
    ['bait of 546 sat of ours', beside(at(wpkh, 7, 546n))],
    ['546 sat of others, as inscriptions hold', beside(inscription), ['inputs-of-others']],
    [
      'an anchor of 240 sat, and no wallet is open',
      { ...anchorChild(240n), outputs: [pay(890_000n, friend)] },
      ['truc'],
      { descriptors: undefined },
    ],
  ),
];

import { place, thief, tr, wpkh } from '../../../test/support/review/accounts.ts';
import { coin, friend, inscription, mine, other } from '../../../test/support/review/coins.ts';
import {
  anchorChild,
  back,
  ofTap,
  pay,
  siphon,
  swap,
  two,
} from '../../../test/support/review/payments.ts';
import { type Case, OWNERSHIP, pair, rows } from '../../../test/support/review/rows.ts';

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        "the first of two signings: one of our coins is called somebody else's",
        {
          coins: [
            mine(0),
            coin(place(wpkh, 0, 1), 2, {
              change: (input) =>
                Object.assign(input, {
                  keyPaths: [],
                  nonWitnessUtxo: undefined,
                  witnessUtxo: { value: 100_000n, scriptPubKey: place(thief, 0, 0).script },
                }),
            }),
          ],
          outputs: [back(99_700n), pay(99_700n, place(thief, 0, 0).script)],
        },
        ['fee-unproven', 'inputs-of-others'],
        { fee: 'foreign', source: OWNERSHIP },
      ],
      [
        'a coinjoin',
        { coins: [mine(0), coin(place(thief, 0, 0), 8)], outputs: [pay(99_800n), back(99_800n)] },
      ],
    ],
    [
      [
        'a coin of ours that names no keys is ours all the same',
        {
          ...two,
          coins: [mine(0), mine(1, { change: (input) => Object.assign(input, { keyPaths: [] }) })],
        },
        { source: OWNERSHIP },
      ],
    ],
  ),
  ...pair(
    [
      'a coin of a thief among three of ours',
      {
        coins: [...siphon.coins, coin(place(thief, 0, 3), 203, { value: 60_000n })],
        outputs: [pay(512_345n, other), back(4_425_355n, tr, 3), pay(59_000n, friend)],
      },
      ofTap,
    ],
    ['three coins of ours', swap(siphon, pay(4_939_000n, other)), ['nothing-comes-back'], ofTap],
  ),
  // Anchors, which have no owner, and coins of others, which are not bait.
  ...pair(
    [
      'a coin of others beside an anchor',
      anchorChild(240n, inscription),
      ['inputs-of-others', 'truc'],
    ],
    ['a child that spends an anchor of 240 sat', anchorChild(240n), ['truc']],
    ['a child that spends an empty anchor', anchorChild(0n), ['truc']],
  ),
];

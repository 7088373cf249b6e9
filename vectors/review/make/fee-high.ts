import { tr, wpkh } from '../../../test/support/review/accounts.ts';
import { BTC, friend, mine, other, theirs } from '../../../test/support/review/coins.ts';
import {
  costing,
  many,
  payees,
  payment,
  tier,
  toOurselves,
} from '../../../test/support/review/fees.ts';
import { back, ofTap, pay, swap, tap } from '../../../test/support/review/payments.ts';
import { type Case, pairs, rows } from '../../../test/support/review/rows.ts';

const others = { descriptors: [wpkh] } as const;

export const cases: readonly Case[] = [
  ...rows(
    [
      ['6.3 % of what is paid', payment(1_000_000n, 400_000n, 25_200n)],
      ['305 sat/vB for half a bitcoin', payment(BTC, BTC / 2n, 43_005n)],
      [
        'ten times the estimate of a snapshot, and a little more',
        payment(BTC, BTC / 2n, 5_790n),
        { estimate: '4100' },
      ],
      ['24 % of a small payment, with a fee of 9,900 sat', payment(1_000_000n, 41_000n, 9_900n)],
    ],
    [
      ['5 % of what is paid', payment(1_000_000n, 400_000n, 20_000n)],
      ['300 sat/vB for half a bitcoin', payment(BTC, BTC / 2n, 42_300n)],
      [
        'nine times the estimate of a snapshot',
        payment(BTC, BTC / 2n, 5_200n),
        { estimate: '4100' },
      ],
      [
        'twelve times a low estimate, with a fee of 4,200 sat',
        payment(BTC, BTC / 2n, 4_200n),
        { estimate: '2400' },
      ],
      [
        'a quarter of a small payment, with a fee of 4,900 sat',
        payment(1_000_000n, 20_000n, 4_900n),
      ],
      [
        'coins put together: 4 % of all that returns',
        { coins: many(20, 50_000n), outputs: [toOurselves(961_000n)] },
      ],
      [
        'data beside change: 4 % of all that returns',
        {
          coins: [mine(0, { value: 300_000n })],
          outputs: [pay(0n, Uint8Array.of(0x6a, 3, 1, 2, 3)), back(288_600n)],
        },
        ['output-data'],
      ],
      [
        'a payout to 60 people: 3 % of what they get',
        {
          coins: [mine(0, { value: 10_000_000n })],
          outputs: [...payees(60, 50_000n), back(6_910_000n)],
        },
      ],
      [
        'a coinjoin: the part of the fee that is ours is small',
        {
          coins: [mine(0, { value: 1_000_000n }), ...[0, 1, 2].map((i) => theirs(i, 1_000_000n))],
          outputs: [back(995_500n), ...payees(3, 993_000n)],
        },
        ['inputs-of-others'],
        others,
      ],
    ],
  ),
  ...pairs(
    ['8 % of a taproot payment', swap(tap, pay(512_345n, other), back(386_655n, tr, 3)), ofTap],
    ['0.4 % of it', tap, ofTap],
    [
      '320 sat/vB at 1 % of a large payment',
      {
        coins: [mine(0, { value: 10_000_000n })],
        outputs: [pay(6_000_000n, friend), back(3_954_000n)],
      },
    ],
    [
      '280 sat/vB at 1 % of a large payment',
      {
        coins: [mine(0, { value: 10_000_000n })],
        outputs: [pay(6_000_000n, friend), back(3_960_000n)],
      },
    ],
  ),
  // Fees at the exact borders of the tiers.
  ...tier('5 % of a payment', costing(200_000n, 10_001n), costing(200_000n, 10_000n)),
  ...tier('5,000 sat of a small payment', costing(4_000n, 5_001n), costing(4_000n, 5_000n)),
];

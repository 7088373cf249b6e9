import { multi } from '../../../test/support/review/accounts.ts';
import { friend, mine, theirs } from '../../../test/support/review/coins.ts';
import { costing, many, payment, tier, toOurselves } from '../../../test/support/review/fees.ts';
import { back, ofShared, pay, shared, swap } from '../../../test/support/review/payments.ts';
import { type Case, pair, rows } from '../../../test/support/review/rows.ts';

export const cases: readonly Case[] = [
  ...rows(
    [
      ['12 % of what is paid', payment(1_000_000n, 300_000n, 36_000n)],
      [
        '27 % of a payment while blocks are full: 290 sat/vB',
        payment(1_000_000n, 151_000n, 40_890n),
      ],
      [
        '13 % of what is paid, though most returns',
        { coins: many(20, 50_000n), outputs: [pay(300_000n), back(660_500n)] },
      ],
      [
        '12 % of what is paid, and the owner of the change is unknown',
        payment(1_000_000n, 300_000n, 36_000n),
        ['fee-very-high', 'change-unproven'],
        { descriptors: undefined },
      ],
      [
        'coins put together: 11 % of all that returns',
        { coins: many(20, 25_000n), outputs: [toOurselves(450_000n)] },
      ],
      [
        'a child that pays for 4,000 virtual bytes of its parents',
        { coins: [mine(0, { value: 2_000_000n })], outputs: [back(1_770_000n)] },
        { lifted: 4_000 },
      ],
      [
        'a payjoin: a seventh of what we lose is fee',
        {
          coins: [mine(0, { value: 1_000_000n }), theirs(0, 500_000n)],
          outputs: [pay(800_000n), back(659_000n)],
        },
        ['fee-very-high', 'inputs-of-others'],
      ],
    ],
    [
      ['9.9 % of what is paid', payment(1_000_000n, 300_000n, 29_700n), ['fee-high']],
      [
        'coins put together: 9 % of all that returns',
        { coins: many(20, 25_000n), outputs: [toOurselves(459_000n)] },
        ['fee-high'],
      ],
    ],
  ),
  ...pair(
    [
      '15 % of a payment by two of three',
      swap(shared, back(3_580_248n, multi, 6), pay(1_234_567n, friend)),
      ofShared,
    ],
    ['4 % of it', swap(shared, back(3_716_433n, multi, 6), pay(1_234_567n, friend)), ofShared],
  ),
  // Fees at the exact borders of the tiers.
  ...tier('10 % of a payment', costing(300_000n, 30_001n), costing(300_000n, 30_000n), [
    'fee-high',
  ]),
];

import { multi, of, place, thief, tr, wpkh } from '../../../test/support/review/accounts.ts';
import { at, BTC, coin, friend, mine, other, theirs } from '../../../test/support/review/coins.ts';
import {
  costing,
  many,
  payees,
  payment,
  tier,
  toOurselves,
} from '../../../test/support/review/fees.ts';
import {
  back,
  type OutputSpec,
  ofTap,
  type PsbtSpec,
  pay,
  payFriend,
  siphon,
  swap,
} from '../../../test/support/review/payments.ts';
import { type Case, pairs, rows } from '../../../test/support/review/rows.ts';

/** Makes a payment of 200 BTC from 160 coins, for which 0.1 BTC is a usual fee. */
function manyCoins(fee: bigint): PsbtSpec {
  const coins = Array.from({ length: 160 }, (_, i) => at(wpkh, i, 200_000_000n));
  return {
    coins,
    outputs: [pay(20_000_000_000n, friend), back(32_000_000_000n - 20_000_000_000n - fee)],
  };
}

const big = (value: bigint, ...outputs: readonly OutputSpec[]): PsbtSpec => ({
  coins: [at(multi, 0, value)],
  outputs,
});
const gathering = (count: number, value: bigint, out: bigint): PsbtSpec => ({
  coins: Array.from({ length: count }, (_, i) => at(tr, i, value)),
  outputs: [back(out, tr, 2)],
});
const joined = (ours: bigint): PsbtSpec => ({
  coins: [mine(0, { value: 1_000_000n }), coin(place(thief, 0, 3), 204, { value: 100_000n })],
  outputs: [back(ours), pay(300_000n, friend), pay(99_000n, place(thief, 1, 3).script)],
});
const child = (fee: bigint): PsbtSpec => ({
  coins: [at(wpkh, 2, 90_000n)],
  outputs: [back(90_000n - fee)],
});
const huge = at(wpkh, 0, 2_099_999_900_000_000n, { previous: false });

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'most of the money is fee: an output for the change is missing',
        { coins: [mine(0, { value: 10_000_000n })], outputs: [pay(60_000n)] },
        ['fee-too-high', 'nothing-comes-back'],
        { source: 'a payment of 139 BTC with a fee of 83 BTC, block 818087 (2023-11-23)' },
      ],
      [
        'a fee of more than 0.1 BTC of a large payment',
        { coins: [mine(0, { value: 100_000_000_000n })], outputs: [pay(99_989_999_999n)] },
        ['fee-too-high', 'nothing-comes-back'],
        { source: 'Paxos: 19.8 BTC of fee, block 807057 (2023-09-10)' },
      ],
      [
        'many small coins, nearly all for the fee',
        {
          coins: Array.from({ length: 30 }, (_, i) => mine(i, { value: 50_000n })),
          outputs: [pay(300_000n)],
        },
        ['fee-too-high', 'nothing-comes-back'],
      ],
      ['27 % of what is paid, at 380 sat/vB', payment(1_000_000n, 200_000n, 53_580n)],
      [
        '31 % of what is paid, at 31 sat/vB with 60 coins',
        { coins: many(60, 12_000n), outputs: [pay(410_000n), back(181_000n)] },
      ],
      ['more than what is paid, with a fee of 12,500 sat', payment(1_000_000n, 12_000n, 12_500n)],
      [
        '2,270 sat/vB for a payment to ourselves',
        {
          coins: [mine(0, { value: BTC })],
          outputs: [toOurselves(7_000n), back(BTC - 327_070n)],
        },
      ],
      [
        'the child without its parents',
        { coins: [mine(0, { value: 2_000_000n })], outputs: [back(1_770_000n)] },
      ],
      [
        'a child of 4,000 virtual bytes of parents, at 11,000 sat/vB of its own',
        { coins: [mine(0, { value: BTC })], outputs: [back(BTC - 1_210_000n)] },
        { lifted: 4_000 },
      ],
      [
        'a payjoin: half of what we lose is fee',
        {
          coins: [mine(0, { value: 1_000_000n }), theirs(0, 500_000n)],
          outputs: [pay(790_000n), back(560_000n)],
        },
        ['fee-too-high', 'inputs-of-others'],
      ],
      [
        'a coinjoin: a third of our coin is gone',
        {
          coins: [mine(0, { value: 1_000_000n }), ...[0, 1, 2].map((i) => theirs(i, 1_000_000n))],
          outputs: [back(660_000n), ...payees(3, 999_000n)],
        },
        ['fee-too-high', 'inputs-of-others'],
      ],
      [
        'a tenth of a bitcoin beside 9,000 bytes of data',
        {
          coins: [mine(0, { value: 10n * BTC })],
          outputs: [
            pay(0n, Uint8Array.of(0x6a, 0x4d, 0x28, 0x23, ...new Uint8Array(9000))),
            back(10n * BTC - 10_000_001n),
          ],
        },
        ['fee-too-high', 'output-data-large'],
      ],
    ],
    [
      [
        'a small fee that is more than what is paid',
        { coins: [mine(0, { value: 11_000n })], outputs: [pay(1_000n)] },
        ['fee-high', 'nothing-comes-back'],
      ],
      [
        'many small coins with a fee that fits their size',
        {
          coins: Array.from({ length: 30 }, (_, i) => mine(i, { value: 50_000n })),
          outputs: [pay(1_490_000n)],
        },
        ['nothing-comes-back'],
      ],
      [
        '27 % of a payment, at 281 sat/vB',
        payment(1_000_000n, 146_000n, 39_620n),
        ['fee-very-high'],
      ],
      [
        '1,990 sat/vB for a payment of two bitcoin',
        payment(3n * BTC, 2n * BTC, 280_590n),
        ['fee-high'],
      ],
      [
        'a tenth of a bitcoin and not more, for 300 coins of a bitcoin',
        { coins: many(300, BTC), outputs: [pay(200n * BTC), back(100n * BTC - 10_000_000n)] },
        ['fee-high'],
      ],
    ],
  ),
  ...pairs(
    ['a third coin that no output returns', siphon, ['fee-too-high', 'input-uneconomic'], ofTap],
    [
      'a third coin that the change returns',
      swap(siphon, pay(512_345n, other), back(4_425_355n, tr, 3)),
      ofTap,
    ],
    [
      '26 % of a payment by two of three',
      big(5_000_000n, pay(1_000_000n, friend), back(3_740_000n, multi, 6)),
      of(multi),
    ],
    [
      '4 % of a payment by two of three',
      big(5_000_000n, pay(1_000_000n, friend), back(3_960_000n, multi, 6)),
      of(multi),
    ],
    ['0.11 BTC for gathering 20 coins', gathering(20, BTC, 19n * BTC + 89_000_000n), of(tr)],
    ['20,000 sat for gathering 20 coins', gathering(20, BTC, 20n * BTC - 20_000n), of(tr)],
    [
      '30 % of a payment to ourselves',
      { coins: [at(tr, 0, BTC)], outputs: [back(70_000_000n, tr, 2)] },
      of(tr),
    ],
    [
      '300 sat of a payment to ourselves',
      { coins: [at(tr, 0, BTC)], outputs: [back(BTC - 300n, tr, 2)] },
      of(tr),
    ],
    ['a coinjoin whose fee only we pay', joined(400_000n), ['fee-too-high', 'inputs-of-others']],
    ['a coinjoin whose fee is shared', joined(699_000n), ['inputs-of-others']],
    ['2,100 sat/vB at 15 % of the payment', payFriend(wpkh, back(100_000n))],
    ['140 sat/vB of the same payment', payFriend(wpkh, back(480_000n))],
  ),
  // Fees at the exact borders of the tiers.
  ...tier(
    '100,000 sat at 25 % and more',
    costing(390_000n, 100_001n),
    costing(400_000n, 100_000n),
    ['fee-very-high'],
  ),
  ...tier('100 % of a payment', costing(10_000n, 10_001n), costing(10_000n, 10_000n), ['fee-high']),
  ...tier('0.1 BTC', manyCoins(10_000_001n), manyCoins(10_000_000n), ['fee-high']),
  ...pairs(
    // Usual actions with a wallet, and what a careless or malicious program makes of them.
    ['a child that pays more than it brings back', child(60_000n), { lifted: 200 }],
    ['a child that pays for its parents', child(12_000n), ['fee-very-high'], { lifted: 2_000 }],
    // Details that a person overlooks: little change, which looks like all of it.
    [
      'a coin that claims to be nearly all bitcoin',
      { coins: [huge], outputs: [pay(400_000n, friend), back(499_000n)] },
      of(wpkh),
    ],
    [
      'the amount that it has',
      {
        coins: [at(wpkh, 0, 900_000n, { previous: false })],
        outputs: [pay(400_000n, friend), back(499_000n)],
      },
      of(wpkh),
    ],
  ),
];

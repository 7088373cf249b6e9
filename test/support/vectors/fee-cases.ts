import { createFlatSigningProvider } from '../../../src/descriptor/flat-signing-provider.ts';
import {
  BIP143_LIE,
  back,
  coin,
  mine,
  OPEN_TYPES,
  outPoint,
  pay,
  pkh,
  type ReviewVector,
  rows,
  thief,
  tr,
  wpkh,
} from './review-cases.ts';
import { type CoinSpec, type OutputSpec, type PsbtSpec, place } from './review-world.ts';

const BTC = 100_000_000n;

/** Makes a payment of one coin with change: 141 virtual bytes. */
const payment = (holds: bigint, paid: bigint, fee: bigint): PsbtSpec => ({
  coins: [mine(0, { value: holds })],
  outputs: [pay(paid), back(holds - paid - fee)],
});
const own = (value: bigint, index = 3): OutputSpec => ({ value, ...place(wpkh, 0, index) });
const many = (count: number, value: bigint): readonly CoinSpec[] =>
  Array.from({ length: count }, (_, i) => mine(i, { value }));
const payees = (count: number, value: bigint): readonly OutputSpec[] =>
  Array.from({ length: count }, (_, i) =>
    pay(value, Uint8Array.of(0, 20, ...new Uint8Array(20).fill(i + 100))),
  );
const theirs = (index: number, value: bigint, more: Partial<CoinSpec> = {}) =>
  coin(place(thief, 0, index), 40 + index, { value, ...more });
const others = { descriptors: [wpkh] } as const;

function tiers(): ReviewVector[] {
  return [
    ...rows(
      'fee-high',
      [
        ['6.3 % of what is paid', payment(1_000_000n, 400_000n, 25_200n), ['fee-high']],
        ['305 sat/vB for half a bitcoin', payment(BTC, BTC / 2n, 43_005n), ['fee-high']],
        [
          'ten times the estimate of a snapshot, and a little more',
          payment(BTC, BTC / 2n, 5_790n),
          ['fee-high'],
          { estimate: '4100' },
        ],
        [
          '24 % of a small payment, with a fee of 9,900 sat',
          payment(1_000_000n, 41_000n, 9_900n),
          ['fee-high'],
        ],
      ],
      [
        ['5 % of what is paid', payment(1_000_000n, 400_000n, 20_000n), []],
        ['300 sat/vB for half a bitcoin', payment(BTC, BTC / 2n, 42_300n), []],
        [
          'nine times the estimate of a snapshot',
          payment(BTC, BTC / 2n, 5_200n),
          [],
          { estimate: '4100' },
        ],
        [
          'twelve times a low estimate, with a fee of 4,200 sat',
          payment(BTC, BTC / 2n, 4_200n),
          [],
          { estimate: '2400' },
        ],
        [
          'a quarter of a small payment, with a fee of 4,900 sat',
          payment(1_000_000n, 20_000n, 4_900n),
          [],
        ],
        [
          'coins put together: 4 % of all that returns',
          { coins: many(20, 50_000n), outputs: [own(961_000n)] },
          [],
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
          [],
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
    ...rows(
      'fee-very-high',
      [
        ['12 % of what is paid', payment(1_000_000n, 300_000n, 36_000n), ['fee-very-high']],
        [
          '27 % of a payment while blocks are full: 290 sat/vB',
          payment(1_000_000n, 151_000n, 40_890n),
          ['fee-very-high'],
        ],
        [
          '13 % of what is paid, though most returns',
          { coins: many(20, 50_000n), outputs: [pay(300_000n), back(660_500n)] },
          ['fee-very-high'],
        ],
        [
          '12 % of what is paid, and nothing tells whose the change is',
          payment(1_000_000n, 300_000n, 36_000n),
          ['fee-very-high', 'change-unproven'],
          { descriptors: undefined },
        ],
        [
          'coins put together: 11 % of all that returns',
          { coins: many(20, 25_000n), outputs: [own(450_000n)] },
          ['fee-very-high'],
        ],
        [
          'a child that pays for 4,000 virtual bytes of its parents',
          { coins: [mine(0, { value: 2_000_000n })], outputs: [back(1_770_000n)] },
          ['fee-very-high'],
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
          { coins: many(20, 25_000n), outputs: [own(459_000n)] },
          ['fee-high'],
        ],
      ],
    ),
    ...rows(
      'fee-too-high',
      [
        [
          '27 % of what is paid, at 380 sat/vB',
          payment(1_000_000n, 200_000n, 53_580n),
          ['fee-too-high'],
        ],
        [
          '31 % of what is paid, at 31 sat/vB with 60 coins',
          { coins: many(60, 12_000n), outputs: [pay(410_000n), back(181_000n)] },
          ['fee-too-high'],
        ],
        [
          'more than what is paid, with a fee of 12,500 sat',
          payment(1_000_000n, 12_000n, 12_500n),
          ['fee-too-high'],
        ],
        [
          '2,270 sat/vB for a payment to ourselves',
          {
            coins: [mine(0, { value: BTC })],
            outputs: [own(7_000n), back(BTC - 327_070n)],
          },
          ['fee-too-high'],
        ],
        [
          'the child without its parents',
          { coins: [mine(0, { value: 2_000_000n })], outputs: [back(1_770_000n)] },
          ['fee-too-high'],
        ],
        [
          'a child of 4,000 virtual bytes of parents, at 11,000 sat/vB of its own',
          { coins: [mine(0, { value: BTC })], outputs: [back(BTC - 1_210_000n)] },
          ['fee-too-high'],
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
  ];
}

function truth(): ReviewVector[] {
  const claimed = { previous: false } as const;
  const typed = (spec: PsbtSpec, ...sighashTypes: readonly (number | undefined)[]): PsbtSpec => ({
    ...spec,
    coins: spec.coins.map((each, i) => ({
      ...each,
      change: (input) => Object.assign(input, { sighashType: sighashTypes[i] ?? sighashTypes[0] }),
    })),
  });
  const two = (more: Partial<CoinSpec> = {}): PsbtSpec => ({
    coins: [mine(0, more), mine(1, more)],
    outputs: [pay(150_000n), back(49_500n)],
  });
  const taproot = (index: number, more: Partial<CoinSpec> = {}) =>
    coin(place(tr, 0, index), 20 + index, more);
  const trees = (...coins: readonly CoinSpec[]): PsbtSpec => ({
    coins,
    outputs: [pay(90_000n), back(BigInt(coins.length) * 100_000n - 90_700n)],
  });
  const legacy = coin(place(pkh, 0, 0), 9, claimed);
  const mixed = { descriptors: [wpkh, tr, pkh] } as const;
  const source = { source: BIP143_LIE } as const;
  const nobody = { knowledge: createFlatSigningProvider() } as const;
  const anchor = coin({ script: Uint8Array.of(0x51, 2, 0x4e, 0x73), ...nobody }, 61, {
    value: 240n,
    ...claimed,
  });
  const unknown = mine(1, {
    change: (input) => Object.assign(input, { nonWitnessUtxo: undefined, witnessUtxo: undefined }),
  });
  const sale: PsbtSpec = { coins: [mine(0, { value: 600n })], outputs: [own(2_300_000n)] };
  const offers: PsbtSpec = {
    coins: [mine(0, { value: 600n }), mine(1, { value: 700n })],
    outputs: [own(2_300_000n, 4), own(1_700_000n, 5)],
  };
  const pledge: PsbtSpec = { coins: [mine(0)], outputs: [pay(7_000_000n)] };
  const open = { fee: 'open', source: OPEN_TYPES } as const;
  return [
    ...rows(
      'fee-unproven',
      [
        [
          'ALL|ANYONECANPAY over two claimed coins',
          typed(two(claimed), 0x81),
          ['fee-unproven', 'sighash-anyone-can-pay'],
          { fee: 'sessions', ...source },
        ],
        [
          'ALL|ANYONECANPAY over a claimed legacy coin',
          typed({ coins: [legacy], outputs: [pay(60_000n), back(39_000n, pkh)] }, 0x81),
          ['fee-unproven', 'sighash-anyone-can-pay'],
          { ...mixed, fee: 'claimed' },
        ],
        [
          'a claimed taproot coin beside a claimed legacy coin',
          trees(taproot(0, claimed), legacy),
          ['fee-unproven'],
          { ...mixed, fee: 'claimed' },
        ],
        [
          'ALL|ANYONECANPAY over two claimed taproot coins: each covers its own amount',
          typed(trees(taproot(0, claimed), taproot(1, claimed)), 0x81),
          ['fee-unproven', 'sighash-anyone-can-pay'],
          { ...mixed, fee: 'sessions' },
        ],
        [
          'NONE over two claimed coins',
          typed(two(claimed), 2),
          ['fee-unproven', 'sighash-none'],
          { fee: 'sessions' },
        ],
        [
          'SINGLE over two claimed coins',
          typed(two(claimed), 3),
          ['fee-unproven', 'sighash-single'],
          { fee: 'sessions' },
        ],
        [
          'a missing amount beside two claimed ones',
          {
            coins: [mine(0, claimed), unknown, mine(2, claimed)],
            outputs: [pay(150_000n), back(149_000n)],
          },
          ['fee-unknown', 'fee-unproven'],
          { fee: 'unknown' },
        ],
        [
          'an anchor whose amount is claimed: it takes no signature',
          { coins: [mine(0), anchor], outputs: [pay(60_000n), back(39_500n)] },
          ['fee-unproven'],
          { fee: 'foreign' },
        ],
        [
          'an anchor alone with a claimed amount, and nothing tells whose it is',
          { coins: [anchor, mine(0)], outputs: [pay(99_700n)] },
          ['fee-unproven'],
          { descriptors: undefined, fee: 'claimed' },
        ],
        [
          'two coins of ours and one of others, all claimed',
          {
            coins: [mine(0, claimed), mine(1, claimed), theirs(0, 50_000n, claimed)],
            outputs: [pay(150_000n), back(99_000n)],
          },
          ['fee-unproven', 'inputs-of-others'],
          { fee: 'foreign' },
        ],
      ],
      [
        [
          'ALL|ANYONECANPAY over two coins with their previous transactions',
          typed(two(), 0x81),
          ['sighash-anyone-can-pay'],
          open,
        ],
        [
          'ALL|ANYONECANPAY over one claimed coin: its signature covers its amount',
          typed({ coins: [mine(0, claimed)], outputs: [pay(60_000n), back(39_000n)] }, 0x81),
          ['sighash-anyone-can-pay'],
          open,
        ],
        [
          'NONE over two claimed taproot coins: each covers all amounts',
          typed(trees(taproot(0, claimed), taproot(1, claimed)), 2),
          ['sighash-none'],
          { ...mixed, fee: 'open' },
        ],
        [
          'a claimed v0 coin beside a taproot coin with its previous transaction',
          trees(taproot(0), mine(1, claimed)),
          [],
          mixed,
        ],
      ],
    ),
    ...rows(
      'fee-proven-once',
      [
        [
          'three segwit v0 coins, two with their previous transactions',
          {
            coins: [mine(0), mine(1, claimed), mine(2)],
            outputs: [pay(150_000n), back(149_000n)],
          },
          ['fee-proven-once'],
        ],
        [
          'a claimed taproot coin beside a v0 coin with its previous transaction',
          trees(taproot(0, claimed), mine(1)),
          ['fee-proven-once'],
          mixed,
        ],
        [
          'a claimed taproot coin and a claimed v0 coin: the digest of one covers both amounts',
          trees(taproot(0, claimed), mine(1, claimed)),
          ['fee-proven-once'],
          { ...mixed, ...source },
        ],
      ],
      [
        ['three coins with their previous transactions', trees(mine(0), mine(1), mine(2)), []],
        [
          'a claimed coin beside others, where a wallet remembers amounts',
          trees(mine(0), mine(1, claimed)),
          [],
          {
            past: {
              [outPoint(mine(0))]: { amount: '100000', payees: '', isSigned: false },
            },
          },
        ],
        ['taproot coins alone', trees(taproot(0, claimed), taproot(1, claimed)), [], mixed],
      ],
    ),
    ...rows(
      'fee-negative',
      [
        ['an offer that is signed with ALL', typed(sale, 1), ['fee-negative']],
        [
          'two offers, of which one is signed with ALL',
          typed(offers, 0x83, 1),
          ['fee-negative', 'sighash-single', 'sighash-anyone-can-pay'],
          { fee: 'open' },
        ],
        ['SINGLE without ANYONECANPAY', typed(sale, 3), ['fee-negative', 'sighash-single'], open],
      ],
      [
        [
          'an offer: SINGLE|ANYONECANPAY, and the price is in its output',
          typed(sale, 0x83),
          ['sighash-single', 'sighash-anyone-can-pay'],
          open,
        ],
        [
          'two offers in one PSBT',
          typed(offers, 0x83),
          ['sighash-single', 'sighash-anyone-can-pay'],
          open,
        ],
        [
          'a pledge: ALL|ANYONECANPAY for a larger payment',
          typed(pledge, 0x81),
          ['sighash-anyone-can-pay'],
          open,
        ],
      ],
    ),
    ...rows(
      'amount-impossible',
      [
        [
          'a coin of more than 21 million bitcoin',
          payment(21_000_001n * BTC, BTC, 1_500n),
          ['amount-impossible', 'output-impossible', 'not-standard'],
          { fee: 'claimed' },
        ],
        [
          'two coins that are more than 21 million bitcoin together',
          {
            coins: [mine(0, { value: 20_000_000n * BTC }), mine(1, { value: 2_000_000n * BTC })],
            outputs: [pay(20_999_000n * BTC), back(1_000_999n * BTC + 99_998_500n)],
          },
          ['amount-impossible', 'output-impossible', 'not-standard'],
          { fee: 'claimed' },
        ],
      ],
      [['a coin of 21 million bitcoin', payment(21_000_000n * BTC, BTC, 1_500n), []]],
    ),
  ];
}

/** Cases by file. */
export const feeCases = { 'fee-tiers': tiers, 'fee-truth': truth } as const;

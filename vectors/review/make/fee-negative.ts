import { tr } from '../../../test/support/review/accounts.ts';
import { mine, other } from '../../../test/support/review/coins.ts';
import { toOurselves, withTypes } from '../../../test/support/review/fees.ts';
import {
  back,
  ofTap,
  type PsbtSpec,
  pay,
  swap,
  tap,
  usual,
} from '../../../test/support/review/payments.ts';
import { type Case, openByType, pair, rows } from '../../../test/support/review/rows.ts';

const sale: PsbtSpec = { coins: [mine(0, { value: 600n })], outputs: [toOurselves(2_300_000n)] };
const offers: PsbtSpec = {
  coins: [mine(0, { value: 600n }), mine(1, { value: 700n })],
  outputs: [toOurselves(2_300_000n, 4), toOurselves(1_700_000n, 5)],
};
const pledge: PsbtSpec = { coins: [mine(0)], outputs: [pay(7_000_000n)] };
export const cases: readonly Case[] = [
  ...rows(
    [
      ['outputs worth more than the inputs', { ...usual, outputs: [pay(160_000n)] }],
      ['an offer that is signed with ALL', withTypes(sale, 1)],
      [
        'two offers, only one signed with ALL',
        withTypes(offers, 0x83, 1),
        ['fee-negative', 'sighash-single', 'sighash-anyone-can-pay'],
        { fee: 'open' },
      ],
      [
        'SINGLE without ANYONECANPAY',
        withTypes(sale, 3),
        ['fee-negative', 'sighash-single'],
        openByType,
      ],
    ],
    [
      [
        'no fee at all',
        { ...usual, outputs: [pay(100_000n)] },
        ['nothing-comes-back', 'fee-too-low'],
      ],
      [
        'an offer: SINGLE|ANYONECANPAY, and the price is in its output',
        withTypes(sale, 0x83),
        ['sighash-single', 'sighash-anyone-can-pay'],
        openByType,
      ],
      [
        'two offers in one PSBT',
        withTypes(offers, 0x83),
        ['sighash-single', 'sighash-anyone-can-pay'],
        openByType,
      ],
      [
        'a pledge: ALL|ANYONECANPAY for a larger payment',
        withTypes(pledge, 0x81),
        ['sighash-anyone-can-pay'],
        openByType,
      ],
    ],
  ),
  ...pair(
    [
      'taproot outputs of one satoshi more than the coins',
      swap(tap, pay(512_345n, other), back(427_656n, tr, 3)),
      ofTap,
    ],
    [
      'taproot outputs of 300 sat less',
      swap(tap, pay(512_345n, other), back(427_355n, tr, 3)),
      ofTap,
    ],
  ),
];

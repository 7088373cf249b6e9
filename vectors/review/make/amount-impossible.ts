import { tr } from '../../../test/support/review/accounts.ts';
import { at, BTC, mine, other } from '../../../test/support/review/coins.ts';
import { payment } from '../../../test/support/review/fees.ts';
import { back, ofTap, type PsbtSpec, pay } from '../../../test/support/review/payments.ts';
import { type Case, pair, rows } from '../../../test/support/review/rows.ts';

const rich = (value: bigint): PsbtSpec => ({
  coins: [at(tr, 0, value)],
  outputs: [pay(BTC, other), back(value - BTC - 2_000n, tr)],
});

export const cases: readonly Case[] = [
  ...rows(
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
    [['a coin of 21 million bitcoin', payment(21_000_000n * BTC, BTC, 1_500n)]],
  ),
  ...pair(
    [
      'a taproot coin of one bitcoin more than all',
      rich(21_000_001n * BTC),
      ['amount-impossible', 'output-impossible', 'not-standard'],
      { ...ofTap, fee: 'claimed' },
    ],
    ['a taproot coin of 20 million bitcoin', rich(20_000_000n * BTC), ofTap],
  ),
];

import { of, tr } from '../../../test/support/review/accounts.ts';
import { at, type CoinSpec, mine } from '../../../test/support/review/coins.ts';
import {
  ofTap,
  payFromTwo,
  siphon,
  tap,
  two,
  usual,
} from '../../../test/support/review/payments.ts';
import { type Case, pairs, rows } from '../../../test/support/review/rows.ts';

const [firstCoin, _secondCoin] = [at(tr, 0, 730_000n), at(tr, 1, 210_000n)];

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'a coin that is spent twice',
        { ...usual, coins: [mine(0), mine(0)] },
        ['input-twice', 'not-standard'],
        { source: 'CVE-2018-17144' },
      ],
    ],
    [['two coins of one transaction', two]],
  ),
  ...pairs(
    [
      'the first and the last of three inputs are one coin',
      { ...siphon, coins: [siphon.coins[0], siphon.coins[1], siphon.coins[0]] as CoinSpec[] },
      ['input-twice', 'not-standard'],
      ofTap,
    ],
    [
      'two coins of one address',
      { ...tap, coins: [firstCoin, { ...firstCoin, nonce: 777, value: 210_000n }] },
      ofTap,
    ],
    // Usual actions with a wallet, and what a careless or malicious program makes of them.
    [
      'a coin that is spent twice among three',
      {
        ...payFromTwo(tr),
        coins: [at(tr, 2, 1_900_000n), at(tr, 6, 1_100_000n), at(tr, 2, 1_900_000n)],
      },
      ['input-twice', 'not-standard'],
      of(tr),
    ],
    [
      'three coins',
      {
        ...payFromTwo(tr),
        coins: [at(tr, 2, 1_900_000n), at(tr, 6, 1_100_000n), at(tr, 8, 9_000n)],
      },
      of(tr),
    ],
  ),
];

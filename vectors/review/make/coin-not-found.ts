import { encodeHex } from '../../../src/encoding/hex.ts';
import { tr } from '../../../test/support/review/accounts.ts';
import { at, friend, mine, outPoint } from '../../../test/support/review/coins.ts';
import { knownFrom, knownMine } from '../../../test/support/review/history.ts';
import { coinjoin, mineNow } from '../../../test/support/review/joint.ts';
import { back, ofTap, pay, tap, usual } from '../../../test/support/review/payments.ts';
import { type Case, pairs, rows } from '../../../test/support/review/rows.ts';

const [firstCoin, secondCoin] = [at(tr, 0, 730_000n), at(tr, 1, 210_000n)];
export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'a coin that the chain does not have',
        { ...usual, coins: [mine(0)] },
        { known: {}, knowsAllCoins: true },
      ],
    ],
    [['a coin that the chain has', usual, { known: knownMine('100000'), knowsAllCoins: true }]],
  ),
  ...pairs(
    [
      'one of two coins is spent already',
      tap,
      { ...ofTap, known: knownFrom(firstCoin), knowsAllCoins: true },
    ],
    [
      'both coins are there',
      tap,
      { ...ofTap, known: knownFrom(firstCoin, secondCoin), knowsAllCoins: true },
    ],
    [
      'one coin of a coinjoin is spent',
      coinjoin(pay(899_000n, friend), back(899_000n)),
      ['coin-not-found', 'inputs-of-others'],
      {
        knowsAllCoins: true,
        known: { [outPoint(mineNow)]: { amount: '900000', script: encodeHex(mineNow.script) } },
      },
    ],
    [
      'our coin is there',
      { coins: [mineNow], outputs: [pay(400_000n, friend), back(499_000n)] },
      {
        knowsAllCoins: true,
        known: { [outPoint(mineNow)]: { amount: '900000', script: encodeHex(mineNow.script) } },
      },
    ],
  ),
];

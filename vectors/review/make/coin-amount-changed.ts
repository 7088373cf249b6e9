import { tr } from '../../../test/support/review/accounts.ts';
import { at, type CoinSpec, friend, outPoint } from '../../../test/support/review/coins.ts';
import {
  earlierCoin,
  earlierPast,
  paidWithMoreFee,
  pastRow,
} from '../../../test/support/review/history.ts';
import { back, lie, ofTap, otherLie, pay, tap } from '../../../test/support/review/payments.ts';
import { BIP143_LIE, type Case, pairs, rows } from '../../../test/support/review/rows.ts';

const first = lie.coins[0] as CoinSpec;
const second = lie.coins[1] as CoinSpec;
const past = (amounts: readonly string[]) => ({
  [outPoint(first)]: { amount: amounts[0] ?? '', payees: '', isSigned: false },
  [outPoint(second)]: { amount: amounts[1] ?? '', payees: '', isSigned: false },
});
const [firstCoin, _secondCoin] = [at(tr, 0, 730_000n), at(tr, 1, 210_000n)];
const remembered = (amount: string) => ({
  [outPoint(firstCoin)]: { amount, payees: '', isSigned: false },
});

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'the second of two PSBTs that lie about one amount each, the first was reviewed',
        otherLie,
        ['fee-unproven', 'coin-amount-changed'],
        { fee: 'sessions', past: past(['100000', '5000']), source: BIP143_LIE },
      ],
    ],
    [
      [
        'the first of the two again',
        lie,
        ['fee-unproven'],
        { fee: 'sessions', past: past(['100000', '5000']) },
      ],
    ],
  ),
  ...pairs(
    [
      'a coin that was worth more the last time',
      tap,
      { ...ofTap, past: remembered('9730000'), says: ['now 0.00730000 BTC'] },
    ],
    ['a coin that is worth what it was', tap, { ...ofTap, past: remembered('730000') }],
    // Earlier signatures, and what a thief makes of them.
    [
      'the coin of then with one satoshi more',
      {
        coins: [{ ...earlierCoin, value: 900_001n }],
        outputs: [pay(100_000n, friend), back(798_000n)],
      },
      {
        ...earlierPast,
        past: { [outPoint({ ...earlierCoin, value: 900_001n })]: pastRow(pay(100_000n, friend)) },
      },
    ],
    paidWithMoreFee,
  ),
];

import { mine } from '../../../test/support/review/coins.ts';
import { usual } from '../../../test/support/review/payments.ts';
import { type Case, rows } from '../../../test/support/review/rows.ts';

export const cases: readonly Case[] = rows(
  [
    ['a coin that has to be 144 blocks old', { ...usual, coins: [mine(0, { sequence: 144 })] }],
    [
      'a coin that has to be two weeks old',
      { ...usual, coins: [mine(0, { sequence: 2016 })] },
      { says: ['2016 blocks, about 14 days old'] },
    ],
  ],
  [
    [
      'the same number in version 1, where it means nothing',
      { ...usual, version: 1, coins: [mine(0, { sequence: 144 })] },
    ],
    [
      'a number with the bit that switches it off',
      { ...usual, coins: [mine(0, { sequence: 0x80000090 })] },
    ],
  ],
);

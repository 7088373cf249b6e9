import { ofShared, shared, usual } from '../../../test/support/review/payments.ts';
import { type Case, pair, rows } from '../../../test/support/review/rows.ts';

export const cases: readonly Case[] = [
  ...rows([['version 3', { ...usual, version: 3 }]], [['version 2', usual]]),
  ...pair(
    ['version 3 by two of three', { ...shared, version: 3 }, ofShared],
    ['version 1', { ...shared, version: 1 }, ofShared],
  ),
];

import { mine } from '../../../test/support/review/coins.ts';
import { ofTap, tap, usual, withFacts } from '../../../test/support/review/payments.ts';
import { type Case, pair, rows } from '../../../test/support/review/rows.ts';

export const cases: readonly Case[] = [
  ...rows(
    [['no input signals it', { ...usual, coins: [mine(0, { sequence: 0xfffffffe })] }]],
    [['an input signals it', usual]],
  ),
  ...pair(
    ['final taproot inputs', withFacts(tap, { sequence: 0xffffffff }), ofTap],
    ['one final input of two', withFacts(tap, { sequence: 0xffffffff }, 0), ofTap],
  ),
];

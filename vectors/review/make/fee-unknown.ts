import { field, mine } from '../../../test/support/review/coins.ts';
import { ofOld, old, two, withFacts } from '../../../test/support/review/payments.ts';
import { type Case, pair, rows } from '../../../test/support/review/rows.ts';

const none = field({ nonWitnessUtxo: undefined, witnessUtxo: undefined });

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'an input without any data',
        {
          ...two,
          coins: [
            mine(0),
            mine(1, {
              change: (input) =>
                Object.assign(input, { nonWitnessUtxo: undefined, witnessUtxo: undefined }),
            }),
          ],
        },
        { fee: 'unknown' },
      ],
    ],
    [['all inputs with their coins', two]],
  ),
  ...pair(
    [
      'a nested coin of unknown amount beside a legacy one',
      withFacts(old, none, 0),
      { ...ofOld, fee: 'unknown' },
    ],
    ['both with their coins', old, ofOld],
  ),
];

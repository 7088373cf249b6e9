import { mine } from '../../../test/support/review/coins.ts';
import { lateBy, lockedAt, ofTap, usual } from '../../../test/support/review/payments.ts';
import { type Case, notReplaceable, pair, rows } from '../../../test/support/review/rows.ts';

const now = { height: 800_000, time: 1_700_000_000 };
const later = { height: 900_000, time: 1_760_000_000 };

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'a lock that every sequence switches off',
        lockedAt(905_000, 0xffffffff),
        ['locktime-ignored', ...notReplaceable],
        { now },
      ],
    ],
    [
      [
        'no lock',
        { ...usual, coins: [mine(0, { sequence: 0xffffffff })] },
        notReplaceable,
        { now },
      ],
    ],
  ),
  ...pair(
    [
      'a time that final inputs switch off',
      lateBy(1_790_000_000, 0xffffffff),
      ['locktime-ignored', 'not-replaceable'],
      { ...ofTap, now: later },
    ],
    ['a height of long ago', lateBy(1, 0xfffffffd), { ...ofTap, now: later }],
  ),
];

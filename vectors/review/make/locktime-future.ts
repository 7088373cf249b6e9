import {
  clock,
  lateBy,
  lockedAt,
  ofTap,
  usualWith,
} from '../../../test/support/review/payments.ts';
import { type Case, notReplaceable, pair, rows } from '../../../test/support/review/rows.ts';

const now = { height: 800_000, time: 1_700_000_000 };
const later = { height: 900_000, time: 1_760_000_000 };

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'an hour, as a time',
        lockedAt(1_700_003_600),
        ['locktime-future', ...notReplaceable],
        { now },
      ],
      // Lock times, which have passed when the median time of the last blocks is above them (BIP113).
      [
        'the second of now',
        usualWith({ sequence: 0xfffffffd }, { locktime: clock.time }),
        { now: clock },
      ],
    ],
    [
      ['an hour ago', lockedAt(1_699_996_400), notReplaceable, { now }],
      [
        'the second before',
        usualWith({ sequence: 0xfffffffd }, { locktime: clock.time - 1 }),
        { now: clock },
      ],
    ],
  ),
  ...pair(
    ['ten days of seconds', lateBy(1_760_864_000), { ...ofTap, now: later }],
    ['a second ago', lateBy(1_759_999_999), { ...ofTap, now: later }],
  ),
];

import type { FindingId } from '../../../src/review/catalog.ts';
import { offline, place } from '../../../test/support/review/accounts.ts';
import { coin, friend } from '../../../test/support/review/coins.ts';
import { back, type PsbtSpec, pay } from '../../../test/support/review/payments.ts';
import { type Case, notReplaceable, pair } from '../../../test/support/review/rows.ts';

const about = 'locktime-unsure';
const until = (locktime: number): PsbtSpec => ({
  coins: [coin(place(offline, 0, 3), 9, { value: 300_000n, sequence: 0xfffffffe })],
  outputs: [back(99_000n, offline, 2), pay(200_000n, friend)],
  locktime,
});
const main = (time: number, height?: number) => ({
  network: 'main' as const,
  descriptors: [offline],
  now: { time, ...(height !== undefined && { height }) },
});
const unsure: readonly FindingId[] = [about, 'not-replaceable'];
export const cases: readonly Case[] = [
  // Heights with a clock that may be slow.
  ...pair(
    // 2025-03-01 and 2026-11-20.
    [
      'the height of today beside a clock that is 20 months slow',
      until(976_900),
      unsure,
      main(1_740_787_200),
    ],
    [
      'the height of today beside the right clock',
      until(976_900),
      notReplaceable,
      main(1_795_132_800),
    ],
    [
      'the height of today, which the chain says',
      until(976_900),
      notReplaceable,
      main(1_740_787_200, 976_900),
    ],
  ),
  ...pair(
    ['a year ahead of the clock', until(1_030_000), unsure, main(1_795_132_800)],
    [
      'two weeks ahead of the clock, which a fast chain may have',
      until(979_000),
      notReplaceable,
      main(1_795_132_800),
    ],
  ),
];

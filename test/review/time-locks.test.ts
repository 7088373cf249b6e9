import { expect, test } from 'vitest';
import {
  ageText,
  heightsAt,
  isFarLock,
  latestTime,
  relativeLock,
} from '../../src/review/time-locks.ts';

// BIP68: bit 31 disables the lock, bit 22 means 512 seconds, 16 bits are the number.
test.each([
  [2, 0, undefined],
  [2, 1, { kind: 'blocks', least: 1 }],
  [2, 0xffff, { kind: 'blocks', least: 65_535 }],
  [2, 0x10000, undefined],
  [2, 0x10005, { kind: 'blocks', least: 5 }],
  [2, 0x400000, undefined],
  [2, 0x400001, { kind: 'seconds', least: 512 }],
  [2, 0x40ffff, { kind: 'seconds', least: 33_553_920 }],
  [2, 0x80000001, undefined],
  [2, 0xfffffffd, undefined],
  [1, 144, undefined],
  [3, 144, { kind: 'blocks', least: 144 }],
] as const)('version %d with sequence %d locks a coin: %o', (version, sequence, lock) => {
  expect(relativeLock({ version }, sequence)).toEqual(lock);
});

test.each([
  ['blocks', 2016, [], false],
  ['blocks', 2017, [], true],
  ['seconds', 1_209_600, [], false],
  ['seconds', 1_209_601, [], true],
  // The script requires it, or more.
  ['blocks', 4000, [4000], false],
  ['blocks', 4000, [4001], false],
  ['blocks', 4000, [10, 4000], false],
  ['blocks', 4000, [3999], true],
  ['blocks', 4000, [0x400000 + 60_000], true],
  ['seconds', 5120 * 512, [0x400000 + 5120], false],
  ['seconds', 5120 * 512, [60_000], true],
  ['blocks', 4000, [0x80000000 + 4000], true],
] as const)('a lock of %s %d is far if scripts require %o: %s', (kind, least, asked, isFar) => {
  expect(isFarLock({ kind, least }, asked)).toBe(isFar);
});

test.each([
  ['blocks', 1, '1 block, about 1 hour'],
  ['blocks', 6, '6 blocks, about 1 hour'],
  ['blocks', 7, '7 blocks, about 2 hours'],
  ['blocks', 282, '282 blocks, about 47 hours'],
  ['blocks', 283, '283 blocks, about 2 days'],
  ['blocks', 288, '288 blocks, about 2 days'],
  ['blocks', 289, '289 blocks, about 3 days'],
  ['seconds', 3600, '3600 seconds, about 1 hour'],
  ['seconds', 3601, '3601 seconds, about 2 hours'],
  ['seconds', 86_400, '86400 seconds, about 24 hours'],
  ['seconds', 172_800, '172800 seconds, about 2 days'],
] as const)('an age of %s %d is written %s', (kind, least, text) => {
  expect(ageText({ kind, least })).toBe(text);
});

/** The main network: block 840,000, the fourth halving. */
const HALVING = 1_713_571_767;
const YEAR = 365.25 * 86_400;

test('the height of the main network follows from the clock, with a block every ten minutes', () => {
  expect(heightsAt(HALVING)).toEqual({ about: 840_000, most: 842_016 });
  // A week has 1,008 blocks, or 5 % more.
  expect(heightsAt(HALVING + 7 * 86_400)).toEqual({ about: 841_008, most: 843_075 });
  expect(heightsAt(HALVING + 599)).toEqual({ about: 840_000, most: 842_018 });
  expect(heightsAt(HALVING - 1)).toBeUndefined();
});

test('a clock may be four years slow, and one that is wrong or missing allows twenty years', () => {
  expect(latestTime(HALVING)).toBe(HALVING + 4 * YEAR);
  expect(latestTime(HALVING + 1000)).toBe(HALVING + 1000 + 4 * YEAR);
  expect(latestTime(HALVING - 1)).toBe(HALVING + 20 * YEAR);
  expect(latestTime(undefined)).toBe(HALVING + 20 * YEAR);
});

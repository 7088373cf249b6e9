import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { consensusParams } from '../../src/chain/consensus.ts';
import {
  decodeCompact,
  encodeCompact,
  formatTarget,
  lookBack,
  meetsTarget,
  nextBits,
} from '../../src/chain/pow.ts';
import type { ChainHeader } from '../../src/chain/source.ts';

const header = (height: number, time: number, bits: number): ChainHeader => ({
  height,
  hash: height.toString(16).padStart(64, '0'),
  version: 4,
  time,
  bits,
});

/** The complete period up to `last`, all with its bits. */
function period(first: number, firstTime: number, last: ChainHeader): ChainHeader[] {
  const headers: ChainHeader[] = [];
  for (let height = first; height < last.height; height++) {
    headers.push(header(height, firstTime, last.bits));
  }
  return [...headers, last];
}

describe('compact targets', () => {
  test.each([
    [0x00000000, 0n, 0x00000000],
    [0x00123456, 0n, 0x00000000],
    [0x01003456, 0n, 0x00000000],
    [0x01123456, 0x12n, 0x01120000],
    [0x02008000, 0x80n, 0x02008000],
    [0x05009234, 0x92340000n, 0x05009234],
    [0x04123456, 0x12345600n, 0x04123456],
    [0x1d00ffff, 0xffffn << 208n, 0x1d00ffff],
    [0x20123456, 0x123456n << 232n, 0x20123456],
  ])('%i', (bits, target, back) => {
    const decoded = decodeCompact(bits);
    expect(decoded).toEqual({ target, negative: false, overflow: false });
    expect(encodeCompact(target)).toBe(back);
  });

  test('negative and too large', () => {
    expect(decodeCompact(0x04923456)).toMatchObject({ negative: true, overflow: false });
    expect(decodeCompact(0x01fedcba)).toMatchObject({ target: 0x7en, negative: true });
    expect(decodeCompact(0xff123456)).toMatchObject({ overflow: true });
    expect(decodeCompact(0xff000000)).toMatchObject({ target: 0n, overflow: false });
  });

  test('are read as written and never exceed the target', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }), (target) => {
        const bits = encodeCompact(target);
        const read = decodeCompact(bits);
        expect(read.negative || read.overflow).toBe(false);
        expect(read.target <= target).toBe(true);
        expect(encodeCompact(read.target)).toBe(bits);
      }),
    );
  });

  test('64 digits, and the hash must not be above', () => {
    const { regtest, main } = consensusParams;
    expect(formatTarget(decodeCompact(0x207fffff).target)).toBe(`7fffff${'0'.repeat(58)}`);
    expect(meetsTarget(main.genesis.hash, 0x1d00ffff, main)).toBe(true);
    expect(meetsTarget('f'.repeat(64), 0x207fffff, regtest)).toBe(false);
    expect(meetsTarget('0'.repeat(64), 0x217fffff, regtest)).toBe(false);
    expect(meetsTarget('0'.repeat(64), 0, regtest)).toBe(false);
  });
});

describe('the next bits', () => {
  const { main, test: testnet, testnet4, regtest } = consensusParams;

  // Blocks of the main chain: the retargets at heights 32256, 68544 and 46368.
  test.each([
    ['as it was', 32255, 1262152739, 1261130161, 0x1d00ffff, 0x1d00d86a],
    ['not above the limit', 2015, 1233061996, 1231006505, 0x1d00ffff, 0x1d00ffff],
    ['a quarter at least', 68543, 1279297671, 1279008237, 0x1c05a3f4, 0x1c0168fd],
    ['four times at most', 46367, 1269211443, 1263163443, 0x1c387f6f, 0x1d00e1fd],
  ])('main: %s', (_, height, time, firstTime, bits, expected) => {
    const range = period(height - 2015, firstTime, header(height, time, bits));
    expect(range).toHaveLength(lookBack(height, main));
    expect(nextBits(range, time + 600, main)).toBe(expected);
  });

  test('main: equal those of the tip between retargets', () => {
    const tip = header(100_000, 1_600_000_000, 0x1b0404cb);
    expect(lookBack(tip.height, main)).toBe(1);
    expect(nextBits([tip], tip.time + 100_000, main)).toBe(0x1b0404cb);
  });

  test('testnet: are easy after 20 minutes, otherwise those of the last hard block', () => {
    const start = 2016 * 10;
    const hard = header(start + 5, 1_600_000_000, 0x1b0404cb);
    const easy = [6, 7, 8].map((at) => header(start + at, 1_600_001_000, 0x1d00ffff));
    const range = [...period(start, 1_599_000_000, hard), ...easy];
    expect(range).toHaveLength(lookBack(start + 8, testnet));
    expect(nextBits(range, 1_600_001_000 + 1200, testnet)).toBe(0x1b0404cb);
    expect(nextBits(range, 1_600_001_000 + 1201, testnet)).toBe(0x1d00ffff);
  });

  test('testnet: the walk ends at the first block of the period', () => {
    const start = 2016 * 10;
    const range = [0, 1, 2].map((at) => header(start + at, 1_600_000_000, 0x1d00ffff));
    expect(nextBits(range, 1_600_000_100, testnet)).toBe(0x1d00ffff);
  });

  test('testnet4 multiplies the first target of the period, testnet3 the last', () => {
    const first = header(2016 * 3, 1_600_000_000, 0x1b0404cb);
    const last = header(2016 * 4 - 1, 1_600_000_000 + 1_209_600, 0x1d00ffff);
    const between = Array.from({ length: 2014 }, (_, at) =>
      header(2016 * 3 + 1 + at, 1_600_000_000, 0x1d00ffff),
    );
    const range = [first, ...between, last];
    expect(nextBits(range, last.time + 1, testnet4)).toBe(0x1b0404cb);
    expect(nextBits(range, last.time + 1, testnet)).toBe(0x1d00ffff);
  });

  test('regtest: always the same', () => {
    const tip = header(143, 1_700_000_000, 0x207fffff);
    expect(nextBits([tip], tip.time + 1, regtest)).toBe(0x207fffff);
    expect(nextBits([header(5, 1_700_000_000, 0x207fffff)], 1_800_000_000, regtest)).toBe(
      0x207fffff,
    );
  });
});

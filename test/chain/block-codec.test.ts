import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  blockHash,
  blockWeight,
  decodeBlock,
  decodeHeader,
  encodeHeader,
  strippedBlockSize,
} from '../../src/chain/block-codec.ts';
import { concatBytes } from '../../src/encoding/bytes.ts';
import { encodeTransaction } from '../../src/transaction/codec.ts';
import { encodeBlock } from '../support/chains/miner.ts';
import { bytesOf, readWorldFile } from '../support/chains/world.ts';
import { runs } from '../support/generate/sample.ts';

const blocks = readWorldFile('gbt').blocks.map(bytesOf);

test('every recorded block is read and written again byte for byte', () => {
  expect(blocks.length).toBeGreaterThan(0);
  for (const bytes of blocks) {
    const block = decodeBlock(bytes);
    expect(block && encodeBlock(block)).toEqual(bytes);
  }
});

test('the blocks follow each other, and the last is the recorded tip', () => {
  const headers = blocks.flatMap((bytes) => decodeBlock(bytes)?.header ?? []);
  headers.slice(1).forEach((header, at) => {
    const before = headers[at];
    expect(before && blockHash(before)).toBe(header.previousBlockHash);
  });
  const last = headers.at(-1);
  expect(last && blockHash(last)).toBe(readWorldFile('gbt').tip.hash);
});

test('sizes and weights match the bytes', () => {
  for (const bytes of blocks) {
    const block = decodeBlock(bytes);
    if (block === undefined) throw new Error('a recorded block decodes');
    const witness = block.transactions.reduce(
      (sum, each) =>
        sum + encodeTransaction(each).length - encodeTransaction(each, { witness: false }).length,
      0,
    );
    expect(strippedBlockSize(block)).toBe(bytes.length - witness);
    expect(blockWeight(block)).toBe(4 * (bytes.length - witness) + witness);
  }
});

test('ignores trailing bytes after a complete block and rejects a truncated one', () => {
  const [bytes = new Uint8Array()] = blocks;
  expect(decodeBlock(concatBytes(bytes, Uint8Array.of(1, 2, 3)))).toEqual(decodeBlock(bytes));
  expect(decodeBlock(bytes.subarray(0, -1))).toBeUndefined();
  expect(decodeBlock(bytes.subarray(0, 80))).toBeUndefined();
  expect(decodeHeader(bytes.subarray(0, 80))).toEqual(decodeBlock(bytes)?.header);
  expect(decodeHeader(bytes.subarray(0, 81))).toBeUndefined();
});

test('throws for no bytes, and reads 80 bytes as a header', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      decodeBlock(bytes);
      decodeHeader(bytes);
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 80, maxLength: 80 }), (bytes) => {
      const header = decodeHeader(bytes);
      expect(header && encodeHeader(header)).toEqual(bytes);
    }),
  );
});

test('a recorded block with any byte changed does not throw', () => {
  const [bytes = new Uint8Array()] = blocks;
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, value) => {
      const changed = bytes.slice();
      changed[at] = value;
      decodeBlock(changed);
    }),
    { numRuns: runs(500) },
  );
});

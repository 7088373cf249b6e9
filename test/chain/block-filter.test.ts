import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Block } from '../../src/chain/block.ts';
import { blockHash, decodeBlock, hashBytes } from '../../src/chain/block-codec.ts';
import {
  encodeFilter,
  filterKey,
  filterMatchesAll,
  filterMatchesAny,
} from '../../src/chain/block-filter.ts';
import { hash256 } from '../../src/crypto/hash.ts';
import { type Bytes, concatBytes, reverseBytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { Op } from '../../src/script/opcodes.ts';
import { bytesOf } from '../support/chains/world.ts';
import { readVector } from '../support/paths.ts';

type Row = {
  readonly height: number;
  readonly hash: string;
  readonly block: string;
  readonly spent: readonly string[];
  readonly previousHeader: string;
  readonly filter: string;
  readonly header: string;
};

// This is our own file; its row in vectors/README.md describes it.
const rows = JSON.parse(readVector('filters/bip158.json')) as readonly Row[];

/**
 * Lists the elements of a block's basic filter. `spent`: the scripts of the coins that its inputs
 * spend.
 */
function basicFilterElements({ transactions }: Block, spent: readonly Bytes[]): readonly Bytes[] {
  const paid = transactions.flatMap(({ outputs }) =>
    outputs.map(({ scriptPubKey }) => scriptPubKey),
  );
  // "The scriptPubKey of each output, aside from all OP_RETURN output scripts" and "of each input,
  // except the coinbase transaction"
  return [...paid.filter((script) => script[0] !== Op.RETURN), ...spent].filter(
    ({ length }) => length > 0,
  );
}

/**
 * BIP157: hash of the filter's hash and the previous header; both as 64 hex digits in display
 * order.
 */
function filterHeader(filter: Bytes, previous: string): string {
  return encodeHex(reverseBytes(hash256(concatBytes(hash256(filter), hashBytes(previous)))));
}

describe('the vectors of BIP158', () => {
  test.each(rows)('block $height', ({ hash, block, spent, previousHeader, filter, header }) => {
    const decoded = decodeBlock(bytesOf(block));
    if (decoded === undefined) throw new Error('a vector does not decode');
    expect(blockHash(decoded.header)).toBe(hash);
    const elements = basicFilterElements(decoded, spent.map(bytesOf));
    const encoded = encodeFilter(elements, filterKey(hash));
    expect(encodeHex(encoded)).toBe(filter);
    expect(filterHeader(encoded, previousHeader)).toBe(header);
    expect(filterMatchesAll(encoded, filterKey(hash), elements)).toBe(true);
    for (const element of elements) {
      expect(filterMatchesAny(encoded, filterKey(hash), [bytesOf('51'), element])).toBe(true);
    }
  });
});

const elements = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 300 });
const key = fc.uint8Array({ minLength: 16, maxLength: 16 });

describe('a filter', () => {
  test('contains all its elements, and hardly any others', () => {
    let [foreign, hits] = [0, 0];
    fc.assert(
      fc.property(elements, elements, key, (inside, others, k) => {
        const filter = encodeFilter(inside, k);
        expect(filterMatchesAll(filter, k, inside)).toBe(true);
        const known = new Set(inside.map(encodeHex));
        const outside = others.filter((other) => !known.has(encodeHex(other)));
        foreign += outside.length;
        const all = filterMatchesAll(filter, k, [...inside, ...outside]);
        if (outside.length > 0 && all === true) hits += outside.length;
        const [one] = inside;
        if (one !== undefined) expect(filterMatchesAny(filter, k, [...outside, one])).toBe(true);
        if (filterMatchesAny(filter, k, outside) === true) hits += 1;
      }),
    );
    expect(foreign).toBeGreaterThan(0);
    expect(hits).toBeLessThanOrEqual(2);
  });

  test('throws for no bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), key, elements, (bytes, k, wanted) => {
        filterMatchesAny(bytes, k, wanted);
        filterMatchesAll(bytes, k, wanted);
      }),
    );
  });

  test('is invalid if it was cut and is read to its end', () => {
    const k = new Uint8Array(16);
    const inside = Array.from({ length: 50 }, (_, i) => Uint8Array.of(i, 1));
    const filter = encodeFilter(inside, k);
    expect(filterMatchesAll(filter.subarray(0, filter.length - 5), k, inside)).toBeUndefined();
    expect(filterMatchesAll(new Uint8Array(0), k, inside)).toBeUndefined();
  });
});

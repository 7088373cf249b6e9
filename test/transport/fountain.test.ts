import { URDecoder } from '@ngraveio/bc-ur';
import { expect, test } from 'vitest';
import { decodeHex, encodeHex } from '../../src/encoding/hex.ts';
import { encodeUtf8 } from '../../src/encoding/utf8.ts';
import { decodeBytewords, encodeBytewords } from '../../src/transport/bytewords.ts';
import { encodeByteString } from '../../src/transport/cbor.ts';
import { crc32 } from '../../src/transport/crc32.ts';
import {
  createFragmentChooser,
  createSampler,
  createXoshiro,
} from '../../src/transport/fountain.ts';
import { createFountainDecoder } from '../../src/transport/fountain-decoder.ts';
import { parseUr } from '../../src/transport/ur.ts';
import { createRandom } from '../support/generate/random.ts';
import { readVector } from '../support/paths.ts';

const vectors = JSON.parse(readVector('transport/bc-ur.json'));
const wolf = () => createXoshiro(encodeUtf8('Wolf'));

/** Makes messages like the reference implementation's tests. */
function message(length: number): Uint8Array {
  const rng = wolf();
  return Uint8Array.from({ length }, () => rng.nextBelow(256));
}

test('CRC-32 is that of the reference implementation', () => {
  expect(crc32(encodeUtf8('Wolf'))).toBe(0x598c84dc);
  expect(crc32(encodeUtf8('Hello, world!'))).toBe(0xebe6c6e6);
});

test('bytewords are those of the reference implementation, both ways', () => {
  for (const { bytes, minimal } of vectors.bytewords) {
    expect(encodeBytewords(decodeHex(bytes) ?? new Uint8Array(0))).toBe(minimal);
    expect(encodeHex(decodeBytewords(minimal) ?? new Uint8Array(0))).toBe(bytes);
  }
});

test('bytewords with a changed letter, a lost one or no content do not decode', () => {
  expect(decodeBytewords('aeadaolazojendeowf')).toBeUndefined();
  expect(decodeBytewords('aeadaolazmjendeot')).toBeUndefined();
  expect(decodeBytewords('aeaeaeae')).toBeUndefined();
  expect(decodeBytewords('')).toBeUndefined();
  expect(decodeBytewords('xxadaolazmjendeoti')).toBeUndefined();
});

test('pseudo-random numbers are those of the reference implementation', () => {
  const rng = wolf();
  const numbers = vectors.random.numbersModulo100.map(() => Number(rng.next() % 100n));
  expect(numbers).toEqual(vectors.random.numbersModulo100);
  const other = wolf();
  const below = vectors.randomBelow.from1To10.map(() => other.nextBelow(10) + 1);
  expect(below).toEqual(vectors.randomBelow.from1To10);
});

test('samples, degrees and chosen fragments are those of the reference implementation', () => {
  const rng = wolf();
  const sampler = createSampler(vectors.sampler.weights);
  expect(vectors.sampler.samples.map(() => sampler(rng))).toEqual(vectors.sampler.samples);
  const degrees = createSampler(Array.from({ length: 11 }, (_, i) => 1 / (i + 1)));
  const drawn = vectors.degrees.map(
    (_: number, i: number) => degrees(createXoshiro(encodeUtf8(`Wolf-${i + 1}`))) + 1,
  );
  expect(drawn).toEqual(vectors.degrees);
  const choose = createFragmentChooser(11, crc32(message(1024)));
  const chosen = vectors.fragments.map((_: unknown, i: number) =>
    [...choose(i + 1)].sort((a, b) => a - b),
  );
  expect(chosen).toEqual(vectors.fragments);
});

test('decodes no later than another UR library, whatever parts are lost', () => {
  const expected = encodeByteString(message(256));
  const random = createRandom(5);
  for (let round = 0; round < 100; round++) {
    const decoder = createFountainDecoder(9, 29);
    const judge = new URDecoder();
    const choose = createFragmentChooser(9, crc32(expected));
    for (const text of random.shuffle<string>(vectors.parts)) {
      const frame = parseUr(text);
      if (!('part' in frame)) throw new Error('no part');
      judge.receivePart(text);
      expect(decoder.add(choose(frame.part.number), frame.part.data)).not.toBeUndefined();
      if (judge.isComplete()) break;
    }
    expect(decoder.known).toBe(9);
    const solved = decoder.solve()?.subarray(0, expected.length);
    expect(encodeHex(solved ?? new Uint8Array(0))).toBe(encodeHex(expected));
  }
});

test('reports a contradicting part, and solves only when all is known', () => {
  const decoder = createFountainDecoder(2, 5);
  const [a, b] = [Uint8Array.of(1, 2, 3, 4, 5), Uint8Array.of(6, 7, 8, 9, 10)];
  const both = a.map((byte, i) => byte ^ (b[i] ?? 0));
  expect(decoder.add([0, 1], both)).toBe(true);
  expect(decoder.add([1, 0], both)).toBe(false);
  expect(decoder.solve()).toBeUndefined();
  expect(decoder.add([1], b)).toBe(true);
  expect(decoder.add([0], a)).toBe(false);
  expect(decoder.add([0], b)).toBeUndefined();
  expect([...(decoder.solve() ?? [])]).toEqual([...a, ...b]);
});

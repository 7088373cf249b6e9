import * as tiny from 'tiny-secp256k1';
import { expect, test } from 'vitest';
import type { Bytes } from '../../src/encoding/bytes.ts';
import { N, number32 } from '../support/curves.ts';
import { createRandom } from '../support/generate/random.ts';
import { createTracedKernel } from './traced-kernel.ts';

// Addresses and branches of the shipped code are the same for every key. Our tests cannot see the
// code that the engine's compiler makes of it, or the processor.
const { kernel, places, traceOf } = createTracedKernel();
const random = createRandom(20261122);

/** Numbers at which digits, signs, carries and parities change, and others. */
const keys: readonly Bytes[] = [
  ...[1n, 2n, 3n, 31n, 32n, N - 1n, N - 2n, N / 2n, N / 2n + 1n].map(number32),
  ...[16n, 31n, 32n, 33n, 64n, 128n, 252n, 255n].map((bit) => number32(1n << bit)),
  ...Array.from({ length: 7 }, () => random.bytes(32)),
];

/**
 * A digest with a low R at the first attempt. The number of attempts reveals nothing about the key,
 * but makes traces longer.
 */
function digestFor(key: Bytes): Bytes {
  for (;;) {
    const digest = random.bytes(32);
    if ((tiny.sign(digest, key)[0] ?? 0) < 0x80) return digest;
  }
}

/** x and y. */
const pointOf = (key: Bytes): Bytes =>
  (tiny.pointFromScalar(key, false) ?? expect.unreachable()).slice(1);

const points = [5n, 6n, 7n].map((k) => pointOf(number32(k)));
const auxiliary = new Uint8Array(32);
// Tables, and the starts of tagged hashes and of nonces, are made once.
kernel.signEcdsa([[auxiliary, number32(7n)]]);
kernel.signSchnorr([[auxiliary, number32(7n), auxiliary, pointOf(number32(7n))]]);

const operations: { readonly [name: string]: (keys: readonly Bytes[]) => unknown } = {
  'public keys': (list) => kernel.publicKeys(list),
  'multiples of points': (list) => list.map((key) => kernel.multiplyByKey(key, points)),
  'ECDSA, nonces included': (list) => kernel.signEcdsa(list.map((key) => [digestFor(key), key])),
  'ECDSA without grinding': (list) =>
    kernel.signEcdsa(
      list.map((key) => [random.bytes(32), key]),
      true,
    ),
  'BIP340, nonces included': (list) =>
    kernel.signSchnorr(list.map((key) => [random.bytes(32), key, auxiliary, pointOf(key)])),
};

// A list of 40 shares its inversions.
test.each(
  Object.entries(operations).flatMap(([name, act]) =>
    [1, 40].map((count) => ({ name, act, count })),
  ),
)('$name of $count at a time: the same trace for all keys', ({ act, count }) => {
  const lists =
    count === 1
      ? keys.map((key) => [key])
      : [0, 1, 2].map((round) =>
          Array.from(
            { length: count },
            (_, i) => keys[(i * (round + 1)) % keys.length] ?? auxiliary,
          ),
        );
  const traces = lists.map((list) => traceOf(() => act(list)));
  expect(traces[0]?.length).toBeGreaterThan(1000 * count);
  for (const trace of traces) expect(trace).toEqual(traces[0]);
});

test('detects that a function for public numbers has a trace per input', () => {
  const record = new Uint8Array(68);
  record.set(tiny.pointFromScalar(number32(7n), true)?.subarray(1) ?? auxiliary, 4);
  const traces = keys.map((key) => traceOf(() => kernel.addTweaks(record, [key])).hash);
  expect(new Set(traces).size).toBe(keys.length);
});

test('traces the complete code', () => {
  expect(places).toBeGreaterThan(1000);
});

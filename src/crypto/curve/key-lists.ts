import { type Bytes, emptyBytes } from '../../encoding/bytes.ts';
import { isPrivateScalar, isScalar } from '../order.ts';
import type { XOnlyPublicKey } from '../secp256k1.ts';
import { fromPoints, POINT_LIMBS, type Points } from './batch-add.ts';
import { readSums, type Sums, sumRows } from './batch-sum.ts';
import { addMultiplesOfG } from './ecmult.ts';
import { multiplyGenerator, SHORT_LIST, sumOfGenerators } from './ecmult-gen.ts';
import { bytesToNumber } from './field.ts';
import { derived, toXOnly, tweakBy, tweakXOnlyPublicKey } from './keys.ts';
import { encodePoint, liftX, type Point } from './point.ts';

/** Derives public keys with shared inversions; `undefined` for an invalid private key. */
export function publicKeyMany(
  privateKeys: readonly Bytes[],
  compressed: boolean,
): (Bytes | undefined)[] {
  const usable = privateKeys.filter(isPrivateScalar);
  const points = multiplyGenerator(usable.map(bytesToNumber)).values();
  return privateKeys.map((key) => {
    const point = isPrivateScalar(key) ? points.next().value : undefined;
    return point && encodePoint(derived(point), compressed);
  });
}

/**
 * Returns key + tweak * G for each tweak, in 33 bytes; `undefined` for infinity and a tweak not
 * below n. For public numbers only.
 */
export function tweakPublicKeyMany(key: Bytes, tweaks: readonly Bytes[]): (Bytes | undefined)[] {
  return tweakBy(tweaks.length < SHORT_LIST ? addMultiplesOfG : addTogether, key, tweaks);
}

/** Maximum number of keys that are tweaked together. More would save nothing and use memory. */
const LARGEST_LIST = 512;

/**
 * Returns the results of `tweakXOnlyPublicKey` with a tweak for each key, with shared inversions.
 * For public numbers only.
 */
export function tweakXOnlyPublicKeyMany(
  keys: readonly Bytes[],
  tweaks: readonly Bytes[],
): (XOnlyPublicKey | undefined)[] {
  const tweakOf = (i: number): Bytes => tweaks[i] ?? emptyBytes;
  if (keys.length < SHORT_LIST) return keys.map((key, i) => tweakXOnlyPublicKey(key, tweakOf(i)));
  return Array.from({ length: Math.ceil(keys.length / LARGEST_LIST) }, (_, list) => {
    const start = list * LARGEST_LIST;
    const some = keys.slice(start, start + LARGEST_LIST);
    return tweakTogether(some, (i) => tweakOf(start + i));
  }).flat();
}

function tweakTogether(
  keys: readonly Bytes[],
  tweakOf: (index: number) => Bytes,
): (XOnlyPublicKey | undefined)[] {
  const points = keys.map((key, i) =>
    key.length === 32 && isScalar(tweakOf(i)) ? liftX(bytesToNumber(key), false) : undefined,
  );
  const usable = points.flatMap((point, i) => (point ? [{ point, tweak: tweakOf(i) }] : []));
  const multiples = sumOfGenerators(usable.map(({ tweak }) => bytesToNumber(tweak)));
  const addends = fromPoints(usable.map(({ point }) => point));
  const sums = readSums(addToEach(addends, multiples)).values();
  return points.map((point) => {
    const sum = point && sums.next().value;
    return sum && toXOnly(derived(sum));
  });
}

function addTogether(point: Point, scalars: readonly bigint[]): (Point | undefined)[] {
  return readSums(addToEach(fromPoints([point]), sumOfGenerators(scalars)));
}

/** Adds a point to each of the sums: its own, or the only one. */
function addToEach(addends: Points, { points, at }: Sums): Sums {
  const both = new Float64Array(addends.length + points.length);
  both.set(addends);
  both.set(points, addends.length);
  const count = addends.length / POINT_LIMBS;
  const items: number[] = [];
  const starts = [0];
  for (const [i, index] of at.entries()) {
    items.push(count === 1 ? 1 : i + 1);
    if (index >= 0) items.push(count + index + 1);
    starts.push(items.length);
  }
  return sumRows(both, { items: Int32Array.from(items), starts: Int32Array.from(starts) });
}

import { type Bytes, emptyBytes } from '../../encoding/bytes.ts';
import { isPrivateScalar, isScalar } from '../order.ts';
import { ComputationFault } from '../own-signatures.ts';
import type { XOnlyPublicKey } from '../secp256k1.ts';
import { fromPoints, POINT_LIMBS, type Points } from './batch-add.ts';
import { readSums, type Sums, sumRows } from './batch-sum.ts';
import { addMultiplesOfG } from './ecmult.ts';
import { multiplyGenerator, SHORT_LIST, sumOfGenerators } from './ecmult-gen.ts';
import { bytesToNumber, mod, N, numberToBytes } from './field.ts';
import { decodePoint, encodePoint, isOnCurve, liftX, type Point } from './point.ts';

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
 * Throws if a derived point is not on the curve. The addition formulas do not use the curve's
 * constant 7, so a wrong limb or table entry gives a point off the curve. The address would then
 * belong to a key that does not exist.
 */
function derived(point: Point): Point {
  if (!isOnCurve(point.x, point.y)) throw new ComputationFault('public key');
  return point;
}

export function convertPublicKey(publicKey: Bytes, compressed: boolean): Bytes | undefined {
  const point = decodePoint(publicKey);
  return point && encodePoint(point, compressed);
}

export function isXOnlyPublicKey(xOnly: Bytes): boolean {
  return xOnly.length === 32 && liftX(bytesToNumber(xOnly), false) !== undefined;
}

export function tweakPrivateKey(privateKey: Bytes, tweak: Bytes): Bytes | undefined {
  if (!isPrivateScalar(privateKey) || !isScalar(tweak)) return undefined;
  const sum = (bytesToNumber(privateKey) + bytesToNumber(tweak)) % N;
  return sum === 0n ? undefined : numberToBytes(sum);
}

export function negatePrivateKey(privateKey: Bytes): Bytes {
  return numberToBytes(mod(-bytesToNumber(privateKey), N));
}

/**
 * Returns key + tweak * G for each tweak, in 33 bytes; `undefined` for infinity and a tweak not
 * below n. For public numbers only.
 */
export function tweakPublicKeyMany(key: Bytes, tweaks: readonly Bytes[]): (Bytes | undefined)[] {
  return tweakBy(tweaks.length < SHORT_LIST ? addMultiplesOfG : addTogether, key, tweaks);
}

/**
 * Returns the same as `tweakPublicKeyMany` without a table, which takes longer to make than a
 * hundred tweaks.
 */
export const tweakPublicKeyEach = (key: Bytes, tweaks: readonly Bytes[]): (Bytes | undefined)[] =>
  tweakBy(addMultiplesOfG, key, tweaks);

function tweakBy(
  addAll: typeof addMultiplesOfG,
  key: Bytes,
  tweaks: readonly Bytes[],
): (Bytes | undefined)[] {
  const point = decodePoint(key);
  if (point === undefined) return tweaks.map(() => undefined);
  const sums = addAll(point, tweaks.filter(isScalar).map(bytesToNumber)).values();
  return tweaks.map((tweak) => {
    const sum = isScalar(tweak) ? sums.next().value : undefined;
    return sum && encodePoint(derived(sum), true);
  });
}

export function tweakXOnlyPublicKey(xOnly: Bytes, tweak: Bytes): XOnlyPublicKey | undefined {
  if (xOnly.length !== 32 || !isScalar(tweak)) return undefined;
  const point = liftX(bytesToNumber(xOnly), false);
  const [sum] = point ? addMultiplesOfG(point, [bytesToNumber(tweak)]) : [];
  return sum && toXOnly(derived(sum));
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

const toXOnly = ({ x, y }: Point): XOnlyPublicKey => ({
  xOnly: numberToBytes(x),
  parity: (y & 1n) === 1n ? 1 : 0,
});

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

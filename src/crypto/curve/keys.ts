import type { Bytes } from '../../encoding/bytes.ts';
import { isPrivateScalar, isScalar } from '../order.ts';
import { ComputationFault } from '../own-signatures.ts';
import type { XOnlyPublicKey } from '../secp256k1.ts';
import { fromPoints, type Points } from './batch-add.ts';
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
  if (sum === undefined) return undefined;
  derived(sum);
  return { xOnly: numberToBytes(sum.x), parity: (sum.y & 1n) === 1n ? 1 : 0 };
}

function addTogether(point: Point, scalars: readonly bigint[]): (Point | undefined)[] {
  return readSums(addToEach(fromPoints([point]), sumOfGenerators(scalars)));
}

/** Adds one point to each of the sums. */
function addToEach(point: Points, { points, at }: Sums): Sums {
  const both = new Float64Array(point.length + points.length);
  both.set(point);
  both.set(points, point.length);
  const items: number[] = [];
  const starts = [0];
  for (const index of at) {
    items.push(1);
    if (index >= 0) items.push(index + 2);
    starts.push(items.length);
  }
  return sumRows(both, { items: Int32Array.from(items), starts: Int32Array.from(starts) });
}

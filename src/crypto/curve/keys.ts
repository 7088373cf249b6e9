import type { Bytes } from '../../encoding/bytes.ts';
import { isPrivateScalar, isScalar } from '../order.ts';
import { ComputationFault } from '../own-signatures.ts';
import type { XOnlyPublicKey } from '../secp256k1.ts';
import { addMultiplesOfG } from './ecmult.ts';
import { bytesToNumber, mod, N, numberToBytes } from './field.ts';
import { decodePoint, encodePoint, isOnCurve, liftX, type Point } from './point.ts';

/**
 * Throws if a derived point is not on the curve. The addition formulas do not use the curve's
 * constant 7, so a wrong limb or table entry gives a point off the curve. The address would then
 * belong to a key that does not exist.
 */
export function derived(point: Point): Point {
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
 * below n. For public numbers only. Needs no table, which takes longer to make than a hundred
 * tweaks.
 */
export const tweakPublicKeyEach = (key: Bytes, tweaks: readonly Bytes[]): (Bytes | undefined)[] =>
  tweakBy(addMultiplesOfG, key, tweaks);

export function tweakBy(
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

export const toXOnly = ({ x, y }: Point): XOnlyPublicKey => ({
  xOnly: numberToBytes(x),
  parity: (y & 1n) === 1n ? 1 : 0,
});

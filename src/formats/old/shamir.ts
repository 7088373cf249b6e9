import { type Bytes, equalBytes } from '../../encoding/bytes.ts';

/** A point of the polynomials that share a secret, one for each byte (SLIP39). */
type Point = { readonly index: number; readonly value: Bytes };

/** Indices of the secret, and of its digest. */
const [SECRET, DIGEST] = [255, 254] as const;
const DIGEST_LENGTH = 4;

/**
 * Recovers a secret from exactly as many points as it needs; `undefined` if its digest is wrong.
 * A single point is the secret.
 */
export function recoverSecret(
  points: readonly Point[],
  hmac: (key: Bytes, data: Bytes) => Bytes,
): Bytes | undefined {
  const [first, second] = points;
  if (first === undefined || second === undefined) return first?.value.slice();
  const secret = interpolate(points, SECRET);
  const digest = interpolate(points, DIGEST);
  const mac = hmac(digest.subarray(DIGEST_LENGTH), secret);
  const isRight = equalBytes(mac.subarray(0, DIGEST_LENGTH), digest.subarray(0, DIGEST_LENGTH));
  digest.fill(0);
  if (!isRight) secret.fill(0);
  return isRight ? secret : undefined;
}

/** Computes the value at an index that no point has. */
function interpolate(points: readonly Point[], at: number): Bytes {
  const result = new Uint8Array(points[0]?.value.length ?? 0);
  for (const { index, value } of points) {
    const weight = points
      .filter((other) => other.index !== index)
      .reduce(
        (product, other) =>
          multiply(product, multiply(other.index ^ at, inverse(other.index ^ index))),
        1,
      );
    for (const [i, byte] of value.entries()) result[i] = (result[i] ?? 0) ^ multiply(weight, byte);
  }
  return result;
}

/** Multiplies in the field of AES. */
function multiply(a: number, b: number): number {
  let [product, factor] = [0, a];
  for (let i = 0; i < 8; i++) {
    if ((b >> i) & 1) product ^= factor;
    factor <<= 1;
    if (factor & 256) factor ^= 0x11b;
  }
  return product;
}

const inverse = (a: number): number =>
  Array.from({ length: 256 }, (_, b) => b).find((b) => multiply(a, b) === 1) ?? 0;

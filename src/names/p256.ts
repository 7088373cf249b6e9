import { bytesToNumber, invert, mod } from '../crypto/curve/field.ts';
import type { Bytes } from '../encoding/bytes.ts';

/** SEC 2, secp256r1 (FIPS 186-5: P-256): y² = x³ - 3x + B modulo P, N points, generator G. */
const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
const G: Point = [
  0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
  0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
  1n,
];

/** Jacobian coordinates: x / z², y / z³. The point at infinity has z = 0. */
type Point = readonly [x: bigint, y: bigint, z: bigint];

const INFINITY: Point = [1n, 1n, 0n];

/**
 * Verifies an ECDSA signature on P-256 (FIPS 186-5, 6.4.2). Takes public numbers only: its time
 * depends on them.
 *
 * @param signature - r and s, 32 bytes each.
 * @param hash - 32 bytes.
 * @param publicKey - x and y, 32 bytes each.
 */
export function verifyP256(signature: Bytes, hash: Bytes, publicKey: Bytes): boolean {
  if (signature.length !== 64 || hash.length !== 32 || publicKey.length !== 64) return false;
  const halves = (bytes: Bytes) =>
    [bytesToNumber(bytes.subarray(0, 32)), bytesToNumber(bytes.subarray(32))] as const;
  const [r, s] = halves(signature);
  const [x, y] = halves(publicKey);
  if (r === 0n || r >= N || s === 0n || s >= N || x >= P || y >= P) return false;
  if (mod(y * y - (x * x - 3n) * x - B, P) !== 0n) return false;
  const inverse = invert(s, N);
  const [u, v] = [(bytesToNumber(hash) * inverse) % N, (r * inverse) % N];
  const [sum, , z] = addMultiples(u, v, [x, y, 1n]);
  return z !== 0n && mod(sum * invert(z * z, P), P) % N === r;
}

/** Returns u G + v Q. */
function addMultiples(u: bigint, v: bigint, key: Point): Point {
  const table = [INFINITY, G, key, add(G, key)];
  let sum = INFINITY;
  for (let bit = 255n; bit >= 0n; bit--) {
    const at = Number((u >> bit) & 1n) + 2 * Number((v >> bit) & 1n);
    sum = add(double(sum), table[at] ?? INFINITY);
  }
  return sum;
}

function double([x, y, z]: Point): Point {
  const [square, zz] = [mod(y * y, P), mod(z * z, P)];
  const beta = 4n * x * square;
  const alpha = 3n * (x - zz) * (x + zz);
  const doubled = mod(alpha * alpha - 2n * beta, P);
  return [doubled, mod(alpha * (beta - doubled) - 8n * square * square, P), mod(2n * y * z, P)];
}

function add(a: Point, b: Point): Point {
  const [x1, y1, z1] = a;
  const [x2, y2, z2] = b;
  if (z1 === 0n) return b;
  if (z2 === 0n) return a;
  const [zz1, zz2] = [mod(z1 * z1, P), mod(z2 * z2, P)];
  const [u, s] = [mod(x1 * zz2, P), mod(y1 * zz2 * z2, P)];
  const [h, r] = [mod(x2 * zz1 - u, P), mod(y2 * zz1 * z1 - s, P)];
  if (h === 0n) return r === 0n ? double(a) : INFINITY;
  const [hh, hhh] = [mod(h * h, P), mod(h * h * h, P)];
  const x = mod(r * r - hhh - 2n * u * hh, P);
  return [x, mod(r * (u * hh - x) - s * hhh, P), mod(h * z1 * z2, P)];
}

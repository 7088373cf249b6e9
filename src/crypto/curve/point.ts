import type { Bytes } from '../../encoding/bytes.ts';
import { bytesToNumber, N, P, writeNumber } from './field.ts';

/** A point of y^2 = x^3 + 7, coordinates from 0 to P - 1. `undefined` is the point at infinity. */
export type Point = { readonly x: bigint; readonly y: bigint };

export const G: Point = {
  x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
};

export const isOnCurve = (x: bigint, y: bigint): boolean => (y * y - x * x * x - 7n) % P === 0n;

/**
 * Returns the point with this x whose y is even or odd. Returns `undefined` if x is out of range or
 * belongs to no point.
 */
export function liftX(x: bigint, odd: boolean): Point | undefined {
  if (x >= P) return undefined;
  const y = squareRoot((x * x * x + 7n) % P);
  if (y === undefined) return undefined;
  return { x, y: (y & 1n) === (odd ? 1n : 0n) ? y : P - y };
}

/** Returns true if y is even (BIP340, "has_even_y(P)"). */
export const hasEvenY = ({ y }: Point): boolean => (y & 1n) === 0n;

/**
 * Decodes a point (SEC1): 33 bytes, or 65 bytes with 04. Like libsecp256k1 it accepts hybrid keys
 * with 06 and 07, whose parity must be right.
 */
export function decodePoint(bytes: Bytes): Point | undefined {
  const prefix = bytes[0] ?? 0;
  if (bytes.length === 33 && (prefix === 2 || prefix === 3)) {
    return liftX(bytesToNumber(bytes.subarray(1)), prefix === 3);
  }
  if (bytes.length !== 65 || (prefix !== 4 && prefix !== 6 && prefix !== 7)) return undefined;
  const x = bytesToNumber(bytes.subarray(1, 33));
  const y = bytesToNumber(bytes.subarray(33));
  if (x >= P || y >= P || !isOnCurve(x, y)) return undefined;
  return prefix === 4 || (y & 1n) === BigInt(prefix - 6) ? { x, y } : undefined;
}

/** Encodes a point in 33 or 65 bytes. */
export function encodePoint(point: Point, compressed: boolean): Bytes {
  const bytes = new Uint8Array(compressed ? 33 : 65);
  bytes[0] = compressed ? 2 + Number(point.y & 1n) : 4;
  writeNumber(point.x, bytes, 1);
  if (!compressed) writeNumber(point.y, bytes, 33);
  return bytes;
}

/** Reads a big-endian number and reduces it modulo n. */
export const bytesToScalar = (bytes: Bytes): bigint => bytesToNumber(bytes) % N;

/**
 * Returns a square root modulo P, or `undefined` if there is none. P is 3 modulo 4, so c^((P + 1) /
 * 4) is a root.
 */
export function squareRoot(c: bigint): bigint | undefined {
  // (P + 1) / 4 is 223 ones, a zero, 22 ones, 4 zeros, two ones and two zeros. x_n is c^(2^n - 1).
  const x2 = raise(c, 1, c);
  const x3 = raise(x2, 1, c);
  const x6 = raise(x3, 3, x3);
  const x11 = raise(raise(x6, 3, x3), 2, x2);
  const x22 = raise(x11, 11, x11);
  const x44 = raise(x22, 22, x22);
  const x88 = raise(x44, 44, x44);
  const x223 = raise(raise(raise(x88, 88, x88), 44, x44), 3, x3);
  const root = raise(raise(raise(x223, 23, x22), 6, x2), 2, 1n);
  return (root * root - c) % P === 0n ? root : undefined;
}

/** Returns from^(2^times) * factor. */
function raise(from: bigint, times: number, factor: bigint): bigint {
  let power = from;
  for (let i = 0; i < times; i++) power = (power * power) % P;
  return (power * factor) % P;
}

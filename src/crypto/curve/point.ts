import type { Bytes } from '../../encoding/bytes.ts';
import { bytesToNumber, invertMany, mod, N, P, squareRoot, writeNumber } from './field.ts';

/** A point of y^2 = x^3 + 7; coordinates right modulo P, perhaps not in range. `undefined` is the point at infinity. */
export type Point = { readonly x: bigint; readonly y: bigint };

export const G: Point = {
  x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
};

export const isOnCurve = (x: bigint, y: bigint): boolean => (y * y - x * x * x - 7n) % P === 0n;

export const negate = (point: Point): Point => ({ x: point.x, y: -point.y });

/** The point with this x whose y is even or odd. `undefined` for an x out of range or on no point. */
export function liftX(x: bigint, odd: boolean): Point | undefined {
  if (x >= P) return undefined;
  const y = squareRoot((x * x * x + 7n) % P);
  if (y === undefined) return undefined;
  return { x, y: (y & 1n) === (odd ? 1n : 0n) ? y : P - y };
}

/** SEC1: 33 bytes, 65 bytes with 04, and as libsecp256k1 the hybrid 06 and 07 whose parity must be right. */
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

/** 33 or 65 bytes. */
export function encodePoint(point: Point, compressed: boolean): Bytes {
  const bytes = new Uint8Array(compressed ? 33 : 65);
  const y = mod(point.y, P);
  bytes[0] = compressed ? 2 + Number(y & 1n) : 4;
  writeNumber(mod(point.x, P), bytes, 1);
  if (!compressed) writeNumber(y, bytes, 33);
  return bytes;
}

/**
 * The sum of each list, by adding neighbours in all lists at once: so a round of additions shares one inversion, and
 * affine formulas are the cheapest. The order of work depends on the lengths of the lists only.
 */
export function sumLists(lists: readonly (readonly Point[])[]): (Point | undefined)[] {
  let rows = lists;
  while (rows.some((row) => row.length > 1)) rows = addNeighbours(rows);
  return rows.map((row) => row[0]);
}

function addNeighbours(rows: readonly (readonly Point[])[]): Point[][] {
  const denominators: bigint[] = [];
  for (const row of rows) {
    for (let i = 0; i + 1 < row.length; i += 2) {
      denominators.push(slopeDenominator(row[i] ?? G, row[i + 1] ?? G));
    }
  }
  const inverses = invertMany(denominators, P);
  let next = 0;
  return rows.map((row) => {
    const sums: Point[] = [];
    for (let i = 0; i < row.length; i += 2) {
      const a = row[i] ?? G;
      const b = row[i + 1];
      const sum = b === undefined ? a : add(a, b, inverses[next++] ?? 0n);
      if (sum !== undefined) sums.push(sum);
    }
    return sums;
  });
}

/** What the slope of the line through two points is divided by; 1 when there is no slope. */
function slopeDenominator(a: Point, b: Point): bigint {
  const dx = b.x - a.x;
  if (dx % P !== 0n) return dx;
  return (a.y + b.y) % P === 0n ? 1n : 2n * a.y;
}

function add(a: Point, b: Point, inverse: bigint): Point | undefined {
  let rise = b.y - a.y;
  if ((b.x - a.x) % P === 0n) {
    if ((a.y + b.y) % P === 0n) return undefined;
    rise = 3n * a.x * a.x;
  }
  const slope = (rise * inverse) % P;
  const x = (slope * slope - a.x - b.x) % P;
  return { x, y: (slope * (a.x - x) - a.y) % P };
}

/** Reduced modulo n, big-endian. */
export const bytesToScalar = (bytes: Bytes): bigint => bytesToNumber(bytes) % N;

import type { Bytes } from '../encoding/bytes.ts';
import { isScalar } from './order.ts';

/** Encodes the 64 bytes R || S as the shortest DER, without a sighash byte. */
export function encodeDer(signature: Bytes): Bytes {
  const lengthR = integerLength(signature, 0);
  const lengthS = integerLength(signature, 32);
  const der = new Uint8Array(6 + lengthR + lengthS);
  der[0] = 0x30;
  der[1] = 4 + lengthR + lengthS;
  writeInteger(der, 2, lengthR, signature, 0);
  writeInteger(der, 4 + lengthR, lengthS, signature, 32);
  return der;
}

/**
 * Returns the length without leading zeros, but with a zero before a first bit that would be a
 * sign.
 */
function integerLength(signature: Bytes, from: number): number {
  const last = from + 31;
  let start = from;
  while (start < last && signature[start] === 0) start++;
  return last + 1 - start + ((signature[start] ?? 0) >= 0x80 ? 1 : 0);
}

function writeInteger(der: Bytes, at: number, length: number, signature: Bytes, from: number) {
  der[at] = 0x02;
  der[at + 1] = length;
  for (let i = Math.min(length, 32); i > 0; i--)
    der[at + 2 + length - i] = signature[from + 32 - i] ?? 0;
}

/**
 * Parses a signature as Core does if strict DER is not required (pubkey.cpp,
 * ecdsa_signature_parse_der_lax). Tolerates wrong outer lengths, negative and padded numbers, and
 * trailing bytes. Returns R || S; all zeros, which no key verifies, if R or S is not below n;
 * `undefined` if it cannot be parsed.
 */
export function parseDerLax(der: Bytes): Bytes | undefined {
  if (der[0] !== 0x30) return undefined;
  const start = skipSequenceLength(der, 1);
  if (start === undefined) return undefined;
  const r = readInteger(der, start);
  if (r === undefined) return undefined;
  const s = readInteger(der, r.end);
  if (s === undefined) return undefined;
  const signature = new Uint8Array(64);
  if (r.digits.length > 32 || s.digits.length > 32) return signature;
  signature.set(r.digits, 32 - r.digits.length);
  signature.set(s.digits, 64 - s.digits.length);
  // n begins with ff, so few numbers need an exact comparison.
  const isFarBelow = signature[0] !== 0xff && signature[32] !== 0xff;
  const inRange =
    isFarBelow || (isScalar(signature.subarray(0, 32)) && isScalar(signature.subarray(32)));
  return inRange ? signature : signature.fill(0);
}

/** Returns the position after the sequence's length, which is ignored. */
function skipSequenceLength(der: Bytes, at: number): number | undefined {
  const first = der[at];
  if (first === undefined) return undefined;
  const skipped = at + 1 + (first & 0x80 ? first - 0x80 : 0);
  return skipped <= der.length ? skipped : undefined;
}

type Integer = { readonly digits: Bytes; readonly end: number };

/** Reads tag, length and number at a position; the digits have no leading zeros. */
function readInteger(der: Bytes, at: number): Integer | undefined {
  if (der[at] !== 0x02) return undefined;
  const length = readLength(der, at + 1);
  if (length === undefined || length.value > der.length - length.end) return undefined;
  const end = length.end + length.value;
  let start = length.end;
  while (start < end && der[start] === 0) start++;
  return { digits: der.subarray(start, end), end };
}

/**
 * Reads a length: one byte, or 0x80 + n and n bytes, of which less than four may be significant.
 */
function readLength(
  der: Bytes,
  at: number,
): { readonly value: number; readonly end: number } | undefined {
  const first = der[at];
  if (first === undefined) return undefined;
  if (first < 0x80) return { value: first, end: at + 1 };
  const end = at + 1 + first - 0x80;
  if (end > der.length) return undefined;
  const bytes = der.subarray(at + 1, end);
  const significant = bytes.findIndex((byte) => byte !== 0);
  const digits = significant < 0 ? bytes.subarray(0, 0) : bytes.subarray(significant);
  if (digits.length >= 4) return undefined;
  return { value: digits.reduce((value, byte) => value * 256 + byte, 0), end };
}

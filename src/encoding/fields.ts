import { reverseBytes } from './bytes.ts';
import { decodeHex, encodeHex } from './hex.ts';
import { invariant } from './invariant.ts';
import type { Reader } from './reader.ts';
import { decodeUtf8, encodeUtf8 } from './utf8.ts';
import type { Writer } from './writer.ts';

const HASH_SIZE = 32;

/**
 * Fields of our own files. Readers mark their `Reader` as failed where bytes make no sense, and
 * answer something of the right type.
 */

export function writeText(writer: Writer, text: string): void {
  writer.varBytes(encodeUtf8(text));
}

export function readText(reader: Reader): string {
  const text = decodeUtf8(reader.varBytes());
  if (text === undefined) reader.fail();
  return text ?? '';
}

/** Bytes from hex of our own, without a length in front. */
export function hexBytes(hex: string): Uint8Array {
  const bytes = decodeHex(hex);
  invariant(bytes !== undefined, 'our hex is hexadecimal');
  return bytes;
}

/** 32 bytes in the order of the wire, from 64 hex digits in display order. */
export function writeHash(writer: Writer, hash: string): void {
  writer.bytes(reverseBytes(hexBytes(hash)));
}

/** A hash in display order; zeros where bytes are missing, so that what was cut has hashes too. */
export function readHash(reader: Reader): string {
  const bytes = reader.bytes(HASH_SIZE);
  return encodeHex(reader.failed ? new Uint8Array(HASH_SIZE) : reverseBytes(bytes));
}

/** A number of seconds, positions or blocks that may exceed 32 bits; it was an integer. */
export function writeInteger(writer: Writer, value: number): void {
  writer.i64(BigInt(value));
}

export function readInteger(reader: Reader): number {
  const value = Number(reader.i64());
  if (!Number.isSafeInteger(value)) reader.fail();
  return Number.isSafeInteger(value) ? value : 0;
}

/** One of a list, by its place in it: places never change, new ones come at the end. */
export function writeChoice<T>(writer: Writer, choices: readonly T[], value: T): void {
  const place = choices.indexOf(value);
  invariant(place >= 0, 'every value has a place in the format');
  writer.u8(place);
}

export function readChoice<const T>(reader: Reader, choices: readonly [T, ...T[]]): T {
  const place = reader.u8();
  if (place >= choices.length) reader.fail();
  return choices[place] ?? choices[0];
}

export function writeBoolean(writer: Writer, value: boolean): void {
  writer.u8(value ? 1 : 0);
}

export function readBoolean(reader: Reader): boolean {
  return readChoice(reader, [false, true]);
}

/** A count and as many items. */
export function writeMany<T>(
  writer: Writer,
  items: Iterable<T> & { readonly size?: number; readonly length?: number },
  write: (item: T) => void,
): void {
  writer.compactSize(items.size ?? items.length ?? 0);
  for (const item of items) write(item);
}

/** Stops at the first failure, so that a forged count costs nothing. */
export function readMap<K, V>(
  reader: Reader,
  read: (reader: Reader) => readonly [K, V],
): Map<K, V> {
  const count = reader.compactSize();
  const map = new Map<K, V>();
  for (let i = 0; i < count && !reader.failed; i++) {
    const [key, value] = read(reader);
    map.set(key, value);
  }
  // A key that is there twice was not written by us.
  if (!reader.failed && map.size !== count) reader.fail();
  return map;
}

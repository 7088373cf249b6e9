import { type Bytes, reverseBytes } from './bytes.ts';
import { decodeHex, encodeHex } from './hex.ts';
import { invariant } from './invariant.ts';
import type { Reader } from './reader.ts';
import { decodeUtf8, encodeUtf8 } from './utf8.ts';
import type { Writer } from './writer.ts';

const HASH_SIZE = 32;

/** A field of our own files. */
export type Field<T> = {
  write(writer: Writer, value: T): void;
  /**
   * Reads a value. Marks the reader as failed for invalid bytes, and then returns any value of the
   * right type.
   */
  read(reader: Reader): T;
};

/** A text: its length and UTF-8. */
export const text: Field<string> = {
  write: (writer, value) => void writer.varBytes(encodeUtf8(value)),
  read(reader) {
    const value = decodeUtf8(reader.varBytes());
    if (value === undefined) reader.fail();
    return value ?? '';
  },
};

/** Decodes hex that is known to be valid. */
export function hexBytes(hex: string): Uint8Array {
  const bytes = decodeHex(hex);
  invariant(bytes !== undefined, 'our hex is hexadecimal');
  return bytes;
}

/** Bytes of a fixed length, as hexadecimal. */
export const hex = (length: number): Field<string> => ({
  write: (writer, value) => void writer.bytes(hexBytes(value)),
  read: (reader) => encodeHex(reader.bytes(length)),
});

/** Bytes in hexadecimal: their length and the bytes. */
export const varHex: Field<string> = {
  write: (writer, value) => void writer.varBytes(hexBytes(value)),
  read: (reader) => encodeHex(reader.varBytes()),
};

/** Bytes of a fixed length. */
export const bytes = (length: number): Field<Bytes> => ({
  write: (writer, value) => void writer.bytes(value),
  read: (reader) => reader.bytes(length),
});

/** A hash: 32 bytes in wire order, as 64 hex digits in display order. */
export const hash: Field<string> = {
  write: (writer, value) => void writer.bytes(reverseBytes(hexBytes(value))),
  read: readHash,
};

/**
 * Reads a hash in display order; zeros if bytes are missing, so that truncated data have hashes
 * too.
 */
export function readHash(reader: Reader): string {
  const found = reader.bytes(HASH_SIZE);
  return encodeHex(reader.failed ? new Uint8Array(HASH_SIZE) : reverseBytes(found));
}

/** An integer of seconds, positions or blocks, which may exceed 32 bits. */
export const integer: Field<number> = {
  write: (writer, value) => void writer.i64(BigInt(value)),
  read(reader) {
    const value = Number(reader.i64());
    if (!Number.isSafeInteger(value)) reader.fail();
    return Number.isSafeInteger(value) ? value : 0;
  },
};

export const int64: Field<bigint> = {
  write: (writer, value) => void writer.i64(value),
  read: (reader) => reader.i64(),
};

export const uint32: Field<number> = {
  write: (writer, value) => void writer.u32(value),
  read: (reader) => reader.u32(),
};

export const uint8: Field<number> = {
  write: (writer, value) => void writer.u8(value),
  read: (reader) => reader.u8(),
};

/** One item of a list, stored as its index. Indexes never change; new items are appended. */
export const choice = <const T>(choices: readonly [T, ...T[]]): Field<T> => ({
  write(writer, value) {
    const place = choices.indexOf(value);
    invariant(place >= 0, 'every value has a place in the format');
    writer.u8(place);
  },
  read(reader) {
    const place = reader.u8();
    if (place >= choices.length) reader.fail();
    return choices[place] ?? choices[0];
  },
});

export const boolean: Field<boolean> = /* @__PURE__ */ choice([false, true]);

/** An optional value: a byte 1 before the value, or 0. */
export const optional = <T>(field: Field<T>): Field<T | undefined> => ({
  write(writer, value) {
    boolean.write(writer, value !== undefined);
    if (value !== undefined) field.write(writer, value);
  },
  read: (reader) => (boolean.read(reader) ? field.read(reader) : undefined),
});

/** An object, with its members in order of declaration. */
export function record<T extends object>(
  fields: {
    readonly [K in keyof T]: Field<T[K]>;
  },
): Field<T> {
  const members = Object.entries<Field<unknown>>(fields);
  return {
    write(writer, value) {
      for (const [name, field] of members) field.write(writer, Reflect.get(value, name));
    },
    read(reader) {
      const read: { [name: string]: unknown } = {};
      for (const [name, field] of members) read[name] = field.read(reader);
      // Sound: each member was read by its own field.
      return read as T;
    },
  };
}

/** A map: a count, and that many keys with values. */
export const map = <K, V>(key: Field<K>, value: Field<V>): Field<ReadonlyMap<K, V>> => ({
  write: (writer, entries) =>
    writeMany(writer, entries, ([name, entry]) => {
      key.write(writer, name);
      value.write(writer, entry);
    }),
  read: (reader) => readMap(reader, () => [key.read(reader), value.read(reader)]),
});

/** Writes a count and that many items. */
export function writeMany<T>(
  writer: Writer,
  items: Iterable<T> & { readonly size?: number; readonly length?: number },
  write: (item: T) => void,
): void {
  writer.compactSize(items.size ?? items.length ?? 0);
  for (const item of items) write(item);
}

/** Reads a map. Stops at the first failure, so that a forged count costs no time. */
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
  // A duplicate key was not written by coldsign.
  if (!reader.failed && map.size !== count) reader.fail();
  return map;
}

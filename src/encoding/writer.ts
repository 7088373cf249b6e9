import type { Bytes } from './bytes.ts';

/** Collects bytes in Bitcoin's wire format: little-endian numbers, CompactSize lengths. */
export type Writer = {
  u8(value: number): Writer;
  u16(value: number): Writer;
  u32(value: number): Writer;
  i32(value: number): Writer;
  u64(value: bigint): Writer;
  /** Writes a number in two's complement. */
  i64(value: bigint): Writer;
  bytes(value: Bytes): Writer;
  compactSize(value: number): Writer;
  /** Writes a CompactSize length and the bytes. */
  varBytes(value: Bytes): Writer;
  /** Returns a copy of the bytes written so far. */
  finish(): Bytes;
  /** Returns the bytes written so far without a copy, valid until the next write. */
  written(): Bytes;
  /** Discards the written bytes, and keeps the memory. */
  clear(): Writer;
};

export function compactSizeLength(value: number): number {
  return value < 0xfd ? 1 : value <= 0xffff ? 3 : value <= 0xffffffff ? 5 : 9;
}

export function createWriter(capacity = 256): Writer {
  let buffer = new Uint8Array(capacity);
  let view = new DataView(buffer.buffer);
  let length = 0;

  /** Makes room for `size` more bytes and returns their position. */
  function grow(size: number): number {
    const at = length;
    length += size;
    if (length > buffer.length) {
      const larger = new Uint8Array(Math.max(length, buffer.length * 2));
      larger.set(buffer);
      buffer = larger;
      view = new DataView(buffer.buffer);
    }
    return at;
  }

  const writer: Writer = {
    u8(value) {
      const at = grow(1);
      view.setUint8(at, value);
      return writer;
    },
    u16(value) {
      const at = grow(2);
      view.setUint16(at, value, true);
      return writer;
    },
    u32(value) {
      const at = grow(4);
      view.setUint32(at, value, true);
      return writer;
    },
    i32(value) {
      const at = grow(4);
      view.setInt32(at, value, true);
      return writer;
    },
    u64(value) {
      const at = grow(8);
      view.setBigUint64(at, value, true);
      return writer;
    },
    i64(value) {
      const at = grow(8);
      view.setBigInt64(at, value, true);
      return writer;
    },
    bytes(value) {
      const at = grow(value.length);
      buffer.set(value, at);
      return writer;
    },
    compactSize(value) {
      if (value < 0xfd) return writer.u8(value);
      if (value <= 0xffff) return writer.u8(0xfd).u16(value);
      if (value <= 0xffffffff) return writer.u8(0xfe).u32(value);
      return writer.u8(0xff).u64(BigInt(value));
    },
    varBytes(value) {
      return writer.compactSize(value.length).bytes(value);
    },
    finish: () => buffer.slice(0, length),
    written: () => buffer.subarray(0, length),
    clear() {
      length = 0;
      return writer;
    },
  };
  return writer;
}

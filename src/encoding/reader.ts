import type { Bytes } from './bytes.ts';

/**
 * A cursor over bytes in Bitcoin's wire format. Reading past the end, or a non-minimal CompactSize,
 * marks the reader as failed, and later reads return zeros. So a decoder checks `failed` once.
 */
export type Reader = {
  readonly position: number;
  readonly failed: boolean;
  /** The first failure, in Core's words. */
  readonly failure: string | undefined;
  /** True if the reader is at the end and no read has failed. */
  readonly done: boolean;
  readonly remaining: number;
  u8(): number;
  u16(): number;
  u32(): number;
  i32(): number;
  u64(): bigint;
  i64(): bigint;
  /** Reads bytes as a view, not a copy. */
  bytes(length: number): Bytes;
  /**
   * Reads a CompactSize in minimal form, at most 0x02000000 (serialize.h, MAX_SIZE). Core:
   * ReadCompactSize.
   */
  compactSize(): number;
  /** Reads a CompactSize length and that many bytes. */
  varBytes(): Bytes;
  /** Records an error of the decoder. Only the first one counts. */
  fail(reason?: string): void;
};

/** Maximum size (serialize.h, MAX_SIZE). */
const MAX_SIZE = 0x02000000;

export function createReader(source: Bytes): Reader {
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  let position = 0;
  let failure: string | undefined;

  function fail(reason = 'end of data'): void {
    failure ??= reason;
  }

  /** Advances by `length` and returns the previous position, or -1 if there are too few bytes. */
  function take(length: number): number {
    if (failure !== undefined || length > source.length - position) {
      fail();
      return -1;
    }
    const at = position;
    position += length;
    return at;
  }

  const number = (length: number, read: (at: number) => number): number => {
    const at = take(length);
    return at < 0 ? 0 : read(at);
  };
  const bigint = (read: (at: number) => bigint): bigint => {
    const at = take(8);
    return at < 0 ? 0n : read(at);
  };

  const u8 = () => number(1, (at) => view.getUint8(at));
  const u16 = () => number(2, (at) => view.getUint16(at, true));
  const u32 = () => number(4, (at) => view.getUint32(at, true));
  const u64 = () => bigint((at) => view.getBigUint64(at, true));

  function bytes(length: number): Bytes {
    const at = take(length);
    return at < 0 ? source.subarray(0, 0) : source.subarray(at, at + length);
  }

  function compactSize(): number {
    const first = u8();
    if (first < 0xfd) return first;
    const value = first === 0xfd ? u16() : first === 0xfe ? u32() : Number(u64());
    const least = first === 0xfd ? 0xfd : first === 0xfe ? 0x10000 : 0x100000000;
    if (value < least) fail('non-canonical ReadCompactSize()');
    else if (value > MAX_SIZE) fail('ReadCompactSize(): size too large');
    return failure === undefined ? value : 0;
  }

  return {
    get position() {
      return position;
    },
    get failed() {
      return failure !== undefined;
    },
    get failure() {
      return failure;
    },
    get done() {
      return failure === undefined && position === source.length;
    },
    get remaining() {
      return failure === undefined ? source.length - position : 0;
    },
    u8,
    u16,
    u32,
    i32: () => number(4, (at) => view.getInt32(at, true)),
    u64,
    i64: () => bigint((at) => view.getBigInt64(at, true)),
    bytes,
    compactSize,
    varBytes: () => bytes(compactSize()),
    fail,
  };
}

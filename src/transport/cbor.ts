import type { Bytes } from '../encoding/bytes.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { createWriter } from '../encoding/writer.ts';

/** Major types, the first three bits of an item (RFC 8949). */
const MAJOR = { unsigned: 0, bytes: 2, text: 3, array: 4, map: 5, tag: 6, simple: 7 } as const;
const SIMPLE = { false: 20, true: 21 } as const;

/**
 * Reads consecutive items without building a tree. Missing items, other kinds and longer forms than
 * necessary mark the reader as failed; then it returns zeros.
 */
export type CborReader = {
  readonly failed: boolean;
  /** True if everything was read without failure. */
  readonly done: boolean;
  /** Reads a number of at most 2^32 - 1. */
  unsigned(): number;
  /** Reads bytes as a view, not a copy. */
  bytes(): Bytes;
  boolean(): boolean;
  /** Reads the number of items that follow. */
  array(): number;
  /** Reads the number of pairs that follow. */
  map(): number;
  /** Reads the bytes of a text in UTF-8. */
  text(): Bytes;
  /** Reads the tag of the next item. */
  tag(): number;
  /** Returns the kind of the next item; `undefined` at the end and for unsupported kinds. */
  peek(): CborKind | undefined;
};

type CborKind = keyof typeof MAJOR;

export function createCborReader(source: Bytes): CborReader {
  let position = 0;
  let failed = false;

  function take(length: number): Bytes {
    if (length > source.length - position) failed = true;
    if (failed) return source.subarray(0, 0);
    position += length;
    return source.subarray(position - length, position);
  }

  /** Reads the argument of an item, which must have this major type. */
  function head(major: number): number {
    const first = take(1)[0] ?? 0;
    const info = first & 31;
    if (first >>> 5 !== major || info > 26) failed = true;
    if (failed || info < 24) return failed ? 0 : info;
    let value = 0;
    for (const byte of take(2 ** (info - 24))) value = value * 256 + byte;
    // Deterministic encoding requires the shortest form.
    if (value < (info === 24 ? 24 : info === 25 ? 0x100 : 0x10000)) failed = true;
    return failed ? 0 : value;
  }

  function boolean(): boolean {
    const value = head(MAJOR.simple);
    if (value !== SIMPLE.true && value !== SIMPLE.false) failed = true;
    return !failed && value === SIMPLE.true;
  }

  return {
    get failed() {
      return failed;
    },
    get done() {
      return !failed && position === source.length;
    },
    unsigned: () => head(MAJOR.unsigned),
    bytes: () => take(head(MAJOR.bytes)),
    boolean,
    array: () => head(MAJOR.array),
    map: () => head(MAJOR.map),
    text: () => take(head(MAJOR.text)),
    tag: () => head(MAJOR.tag),
    peek: () => {
      const first = source[position];
      if (failed || first === undefined) return undefined;
      return KINDS.find((kind) => MAJOR[kind] === first >>> 5);
    },
  };
}

const KINDS = ['unsigned', 'bytes', 'text', 'array', 'map', 'tag', 'simple'] as const;

/** Encodes the head of an item: its kind and a number below 2^32, in the shortest form. */
function encodeHead(major: number, value: number): Bytes {
  const writer = createWriter(5);
  if (value < 24) return writer.u8((major << 5) | value).finish();
  const size = value < 0x100 ? 0 : value < 0x10000 ? 1 : 2;
  writer.u8((major << 5) | (24 + size));
  for (let shift = 8 * (2 ** size - 1); shift >= 0; shift -= 8) writer.u8((value >>> shift) & 0xff);
  return writer.finish();
}

export const encodeUnsigned = (value: number): Bytes => encodeHead(MAJOR.unsigned, value);
export const encodeArrayHead = (length: number): Bytes => encodeHead(MAJOR.array, length);
export const encodeMapHead = (pairs: number): Bytes => encodeHead(MAJOR.map, pairs);
export const encodeTag = (tag: number): Bytes => encodeHead(MAJOR.tag, tag);
export const encodeBoolean = (value: boolean): Bytes =>
  encodeHead(MAJOR.simple, value ? SIMPLE.true : SIMPLE.false);

export const encodeByteString = (bytes: Bytes): Bytes => withHead(MAJOR.bytes, bytes);
export const encodeTextString = (text: string): Bytes => withHead(MAJOR.text, encodeUtf8(text));

function withHead(major: number, bytes: Bytes): Bytes {
  const head = encodeHead(major, bytes.length);
  const item = new Uint8Array(head.length + bytes.length);
  item.set(head);
  item.set(bytes, head.length);
  return item;
}

import type { Bytes } from '../encoding/bytes.ts';

/** A decoder of fragments, as a system of linear equations over single bits. */
export type FountainDecoder = {
  /** Number of independent equations. It is complete when it equals the number of fragments. */
  readonly known: number;
  /**
   * Adds a frame. Returns `false` if it is redundant, and `undefined` if it contradicts earlier
   * frames.
   */
  add(indexes: readonly number[], data: Bytes): boolean | undefined;
  /** Returns all fragments concatenated; `undefined` while some are missing. */
  solve(): Bytes | undefined;
};

/** The mixed fragments and their sum. The lowest one identifies the row. */
type Row = { readonly mixed: Uint32Array; readonly data: Uint32Array };

/**
 * Creates a decoder by Gaussian elimination. It needs the fewest frames. Its memory is the size of
 * the message, plus a bit for each pair of fragments. A frame of another message is detected as a
 * contradiction.
 */
export function createFountainDecoder(count: number, length: number): FountainDecoder {
  const rows: (Row | undefined)[] = new Array(count);
  let known = 0;

  function add(indexes: readonly number[], data: Bytes): boolean | undefined {
    const row = createRow(count, indexes, length, data);
    for (let i = lowestBit(row.mixed, 0); i >= 0; i = lowestBit(row.mixed, i)) {
      const lower = rows[i];
      if (lower === undefined) {
        rows[i] = row;
        known += 1;
        return true;
      }
      mixInto(row, lower);
    }
    return row.data.every((word) => word === 0) ? false : undefined;
  }

  function solve(): Bytes | undefined {
    if (known < count) return undefined;
    const message = new Uint8Array(count * length);
    for (let i = count - 1; i >= 0; i--) {
      const row = rows[i];
      if (row === undefined) return undefined;
      for (let j = lowestBit(row.mixed, i + 1); j >= 0; j = lowestBit(row.mixed, j + 1)) {
        const higher = rows[j];
        if (higher !== undefined) xorInto(row.data, higher.data);
      }
      const bytes = new Uint8Array(row.data.buffer, 0, length);
      message.set(bytes, i * length);
    }
    return message;
  }

  return {
    get known() {
      return known;
    },
    add,
    solve,
  };
}

function createRow(count: number, indexes: readonly number[], length: number, data: Bytes): Row {
  const mixed = new Uint32Array(Math.ceil(count / 32));
  for (const index of indexes) {
    mixed[index >>> 5] = (mixed[index >>> 5] ?? 0) ^ (1 << (index & 31));
  }
  const words = new Uint32Array(Math.ceil(length / 4));
  new Uint8Array(words.buffer).set(data);
  return { mixed, data: words };
}

function mixInto(row: Row, other: Row): void {
  xorInto(row.mixed, other.mixed);
  xorInto(row.data, other.data);
}

function xorInto(target: Uint32Array, source: Uint32Array): void {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) ^ (source[i] ?? 0);
}

/** Returns the lowest set bit at or after `from`; -1 if there is none. */
function lowestBit(bits: Uint32Array, from: number): number {
  for (let word = from >>> 5; word < bits.length; word++) {
    const kept = word === from >>> 5 ? -1 << (from & 31) : -1;
    const rest = (bits[word] ?? 0) & kept;
    if (rest !== 0) return word * 32 + 31 - Math.clz32(rest & -rest);
  }
  return -1;
}

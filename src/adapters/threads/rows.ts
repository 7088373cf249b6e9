import type { Bytes } from '../../encoding/bytes.ts';

/** Byte strings of one item, in a fixed order. Missing ones are empty. */
export type Row = readonly Bytes[];

/**
 * Packs rows into one buffer of exactly their size, which can be transferred to a thread and wiped.
 * Each string follows its length (4 bytes, big-endian).
 */
export function packRows(rows: readonly Row[]): Uint8Array<ArrayBuffer> {
  let length = 0;
  for (const row of rows) for (const bytes of row) length += 4 + bytes.length;
  const packed = new Uint8Array(length);
  const view = new DataView(packed.buffer);
  let at = 0;
  for (const row of rows) {
    for (const bytes of row) {
      view.setUint32(at, bytes.length);
      packed.set(bytes, at + 4);
      at += 4 + bytes.length;
    }
  }
  return packed;
}

/** Returns views, not copies, of packed rows. `width`: strings per row. */
export function unpackRows(packed: Bytes, width: number): Row[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const rows: Bytes[][] = [];
  for (let at = 0; at < packed.length; ) {
    const row: Bytes[] = [];
    while (row.length < width) {
      const end = at + 4 + view.getUint32(at);
      row.push(packed.subarray(at + 4, end));
      at = end;
    }
    rows.push(row);
  }
  return rows;
}

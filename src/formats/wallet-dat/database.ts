import type { Bytes } from '../../encoding/bytes.ts';

/** A key and its value, as views of the file. */
export type DatabaseRecord = readonly [key: Bytes, value: Bytes];

/** Records of a database file. */
export type DatabaseRecords = {
  readonly records: readonly DatabaseRecord[];
  /** Parts of the file that could not be read, one sentence each. */
  readonly lost: readonly string[];
};

/** Maximum number of records, far above any wallet. */
export const MOST_RECORDS = 2_000_000;

/** Reads integers of a page in the byte order of its file. */
export type PageView = {
  u8(at: number): number;
  u16(at: number): number;
  u32(at: number): number;
};

export function pageView(page: Bytes, isLittle: boolean): PageView {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  return {
    u8: (at) => view.getUint8(at),
    u16: (at) => view.getUint16(at, isLittle),
    u32: (at) => view.getUint32(at, isLittle),
  };
}

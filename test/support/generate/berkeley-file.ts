import type { WalletRecord } from './wallet-dat.ts';

const SIZE = 65536;
const HEADER = 26;
/** Page types and magic number of Berkeley DB (db_page.h). */
const INTERNAL = 3;
const LEAF = 5;
const META = 9;
const BTREE = 0x00053162;

/** Returns a file of one btree with two levels, without db_load. It has up to 4,000 leaf pages. */
export function berkeleyFile(records: readonly WalletRecord[]): Uint8Array {
  const leaves: Uint8Array[][] = [[]];
  let used = HEADER;
  for (const pair of records) {
    const space = pair.reduce((sum, bytes) => sum + bytes.length + 8, 0);
    if (used + space > SIZE) leaves.push([]);
    used = used + space > SIZE ? HEADER + space : used + space;
    leaves.at(-1)?.push(...pair);
  }
  const file = new Uint8Array(SIZE * (2 + leaves.length));
  const view = new DataView(file.buffer);
  for (const [at, value] of [
    [12, BTREE],
    [16, 9],
    [20, SIZE],
    [88, 1],
  ] as const) {
    view.setUint32(at, value, true);
  }
  view.setUint8(25, META);
  // An entry of an internal page: length of its key, type, and the page below.
  writePage(
    view,
    1,
    INTERNAL,
    leaves.map((_, i) => childEntry(i + 2)),
  );
  for (const [i, items] of leaves.entries()) writePage(view, i + 2, LEAF, items.map(leafEntry));
  return file;
}

function childEntry(page: number): Uint8Array {
  const bytes = new Uint8Array(12);
  bytes[2] = 1;
  new DataView(bytes.buffer).setUint32(4, page, true);
  return bytes;
}

const leafEntry = (item: Uint8Array): Uint8Array =>
  Uint8Array.of(item.length & 255, item.length >> 8, 1, ...item);

function writePage(
  view: DataView,
  number: number,
  type: number,
  entries: readonly Uint8Array[],
): void {
  const start = number * SIZE;
  view.setUint32(start + 8, number, true);
  view.setUint16(start + 20, entries.length, true);
  view.setUint8(start + 25, type);
  let at = SIZE;
  for (const [i, entry] of entries.entries()) {
    at -= entry.length;
    view.setUint16(start + HEADER + 2 * i, at, true);
    new Uint8Array(view.buffer).set(entry, start + at);
  }
}

import { type Bytes, concatBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { decodeUtf8 } from '../../encoding/utf8.ts';
import { type FormatFailure, failure } from '../wallet-file.ts';
import {
  type DatabaseRecord,
  type DatabaseRecords,
  MOST_RECORDS,
  type PageView,
  pageView,
} from './database.ts';

const MAGIC = '53514c69746520666f726d6174203300';
const JOURNAL = 'd9d505f920a163d7';
const WAL = /^377f068[23]/;

const startOf = (file: Bytes): string => encodeHex(file.subarray(0, 16));

/** Detects a database of SQLite, and its journals. */
export const isSqlite = (file: Bytes): boolean => {
  const start = startOf(file);
  return start === MAGIC || start.startsWith(JOURNAL) || (WAL.test(start) && file.length >= 32);
};

/** Records of a SQLite file, and the number in it that Core sets to the magic of the network. */
export type SqliteRecords = DatabaseRecords & { readonly application: number };

type Database = {
  readonly file: Bytes;
  readonly size: number;
  /** Bytes of a page without the reserved ones at its end. */
  readonly usable: number;
  readonly pages: number;
  readonly seen: Set<number>;
  readonly faults: { pages: number; items: number };
};

/**
 * Reads the table `main` of a descriptor wallet's SQLite file. Reads damaged files as far as
 * possible, and reports what was lost. Nothing is written.
 */
export function readSqlite(file: Bytes): SqliteRecords | FormatFailure {
  const database = openFile(file);
  if ('error' in database) return database;
  const root = rootOf(database, 'main');
  if (root === undefined) {
    return failure(
      'this SQLite file has no table “main”, so it is not a wallet of Bitcoin Core. Choose wallet.dat',
    );
  }
  const records: DatabaseRecord[] = [];
  for (const [key, value] of rowsOf(database, root)) {
    if (key === undefined || value === undefined) database.faults.items++;
    else if (records.push([key, value]) > MOST_RECORDS) return failure(TOO_MANY);
  }
  return { records, application: pageView(file, false).u32(68), lost: lossesOf(database) };
}

function lossesOf({ file, faults, pages }: Database): readonly string[] {
  const view = pageView(file, false);
  const stated = view.u32(28);
  // Versions of SQLite before 3.7 do not update the number of pages.
  const isStated = stated > 0 && view.u32(24) === view.u32(92);
  const missing = Math.max(0, stated - pages);
  return [
    ...(usesLog(view)
      ? [
          'changes that are only in the file “wallet.dat-wal”, if there is one: look for it where wallet.dat was',
        ]
      : []),
    ...(isStated && pages > stated
      ? [
          'the state before a change that was interrupted: it is in the file “wallet.dat-journal”, and records of the change may be incomplete',
        ]
      : []),
    ...(missing > 0 ? [`the end of the file (missing pages: ${missing})`] : []),
    ...(faults.pages > 0 ? [`damaged pages of the database (${faults.pages})`] : []),
    ...(faults.items > 0 ? [`damaged records of the database (${faults.items})`] : []),
  ];
}

/** Returns true if changes are first written to a log next to the file (format version 2). */
const usesLog = (view: PageView): boolean => view.u8(18) === 2;

const TOO_MANY = 'this file has more records than any wallet. Check that it is a wallet.dat';

function openFile(file: Bytes): Database | FormatFailure {
  const start = startOf(file);
  if (start !== MAGIC) {
    return failure(
      'this is the journal of a SQLite file that was not closed cleanly. Choose wallet.dat, and keep both files together',
    );
  }
  if (file.length < 512) return failure('this wallet.dat is cut off. Copy it again');
  const view = pageView(file, false);
  const size = view.u16(16) === 1 ? 65536 : view.u16(16);
  const usable = size - view.u8(20);
  if (size < 512 || (size & (size - 1)) !== 0 || usable < 480) {
    return failure('this wallet.dat is damaged: its page size is impossible. Use a backup');
  }
  if (view.u8(18) > 2 || view.u8(19) > 2) {
    return failure('this SQLite file is of a newer version, which this program cannot read');
  }
  const pages = Math.floor(file.length / size);
  return { file, size, usable, pages, seen: new Set(), faults: { pages: 0, items: 0 } };
}

/** A row: its columns, `undefined` if a column could not be read. */
type Row = readonly (Bytes | undefined)[];

/** Returns the first page of a table, from the table of tables on page 1. */
function rootOf(database: Database, table: string): number | undefined {
  for (const [type, name, , root] of rowsOf(database, 1)) {
    if (textOf(type) !== 'table' || textOf(name) !== table || root === undefined) continue;
    const number = Number.parseInt(encodeHex(root) || '0', 16);
    return number > 0 && number <= database.pages ? number : undefined;
  }
  return undefined;
}

const textOf = (column: Bytes | undefined): string | undefined => column && decodeUtf8(column);

const page = { interior: 0x05, leaf: 0x0d } as const;

function* rowsOf(database: Database, root: number): Generator<Row> {
  const waiting = [root];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    const found = takePage(database, number);
    if (found === undefined) continue;
    // The first page begins with the header of the file.
    const start = number === 1 ? 100 : 0;
    const type = found.view.u8(start);
    if (type === page.leaf) yield* leafRows(database, found, start);
    else if (type === page.interior) waiting.push(...childrenOf(database, found.view, start));
    else database.faults.pages++;
  }
}

type Page = { readonly bytes: Bytes; readonly view: PageView };

/** Returns a page that was not read before; otherwise counts a fault. */
function takePage({ file, size, pages, seen, faults }: Database, number: number): Page | undefined {
  if (number < 1 || number > pages || seen.has(number)) {
    faults.pages++;
    return undefined;
  }
  seen.add(number);
  const bytes = file.subarray((number - 1) * size, number * size);
  return { bytes, view: pageView(bytes, false) };
}

/** Returns the offsets of a page's cells. `header`: length of the page's header. */
function cellsOf(
  { usable, faults }: Database,
  view: PageView,
  start: number,
  header: number,
): readonly number[] {
  const count = view.u16(start + 3);
  const end = start + header + 2 * count;
  if (end > usable) {
    faults.pages++;
    return [];
  }
  const offsets: number[] = [];
  for (let i = 0; i < count; i++) {
    const at = view.u16(start + header + 2 * i);
    if (at >= end && at + 4 <= usable) offsets.push(at);
    else faults.items++;
  }
  return offsets;
}

/** Returns the pages below a page, last first. */
const childrenOf = (database: Database, view: PageView, start: number): readonly number[] => {
  const children = cellsOf(database, view, start, 12).map((at) => view.u32(at));
  return [...children, view.u32(start + 8)].reverse();
};

function* leafRows(database: Database, found: Page, start: number): Generator<Row> {
  let left = database.size;
  for (const at of cellsOf(database, found.view, start, 8)) {
    const cell = readCell(database, found, at);
    left -= cell?.local ?? 0;
    // Cells that overlap would be larger than their page.
    const row = cell === undefined || left < 0 ? undefined : columnsOf(cell.payload);
    if (row === undefined) database.faults.items++;
    else yield row;
  }
}

/** Reads a cell: the bytes of its row, and how many of them are on its page. */
function readCell(
  database: Database,
  { bytes, view }: Page,
  at: number,
): { readonly payload: Bytes; readonly local: number } | undefined {
  const { usable, file } = database;
  const [length, afterLength] = readVarint(bytes, at);
  const [, begin] = readVarint(bytes, afterLength);
  if (length > file.length) return undefined;
  const local = localLength(length, usable);
  if (begin + local > usable) return undefined;
  const head = bytes.subarray(begin, begin + local);
  if (local === length) return { payload: head, local };
  if (begin + local + 4 > usable) return undefined;
  const parts = [head];
  let rest = length - local;
  for (let number = view.u32(begin + local); rest > 0; ) {
    const next = takePage(database, number);
    if (next === undefined) return undefined;
    const part = next.bytes.subarray(4, Math.min(usable, 4 + rest));
    parts.push(part);
    rest -= part.length;
    number = next.view.u32(0);
  }
  return { payload: concatBytes(...parts), local };
}

/** Returns how many bytes of a row are on its page (file format, section 1.6). */
function localLength(length: number, usable: number): number {
  const most = usable - 35;
  if (length <= most) return length;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const wanted = least + ((length - least) % (usable - 4));
  return wanted <= most ? wanted : least;
}

/** Reads a number of 1 to 9 bytes; returns it and the offset behind it. */
function readVarint(bytes: Bytes, at: number): readonly [number: number, next: number] {
  let number = 0;
  for (let i = 0; i < 9; i++) {
    const byte = bytes[at + i] ?? 0;
    if (i === 8) return [number * 256 + byte, at + 9];
    number = number * 128 + (byte & 0x7f);
    if (byte < 0x80) return [number, at + i + 1];
  }
  return [number, at + 9];
}

/** Most columns that a row of interest has. */
const MOST_COLUMNS = 8;

/** Returns the columns of a row as bytes: integers, blobs and texts; `undefined` if damaged. */
function columnsOf(payload: Bytes): Row | undefined {
  const [header, first] = readVarint(payload, 0);
  if (header > payload.length) return undefined;
  const columns: (Bytes | undefined)[] = [];
  let at = first;
  let begin = header;
  while (at < header && columns.length < MOST_COLUMNS) {
    const [type, next] = readVarint(payload, at);
    const length = type < 12 ? (INTEGER_LENGTHS[type] ?? 0) : Math.floor((type - 12) / 2);
    if (begin + length > payload.length) return undefined;
    columns.push(payload.subarray(begin, begin + length));
    begin += length;
    at = next;
  }
  return columns;
}

/** Lengths of the serial types below 12: null, integers, a float, and the constants 0 and 1. */
const INTEGER_LENGTHS = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0];

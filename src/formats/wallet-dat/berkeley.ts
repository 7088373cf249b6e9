import { type Bytes, concatBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type FormatFailure, failure } from '../wallet-file.ts';
import {
  type DatabaseRecord,
  type DatabaseRecords,
  MOST_RECORDS,
  type PageView,
  pageView,
} from './database.ts';

const BTREE = 0x00053162;
const HASH = 0x00061561;
const LOG = 0x00040988;
/** Offset of the magic number in a metadata page. */
const MAGIC_AT = 12;
/** Smallest metadata page. */
const META_LENGTH = 512;

/** Page types that hold records or lead to them (Berkeley DB, db_page.h). */
const page = {
  hashUnsorted: 2,
  internal: 3,
  leaf: 5,
  overflow: 7,
  hashMeta: 8,
  btreeMeta: 9,
  duplicates: 12,
  hash: 13,
} as const;
/** Types of entries on a page of a btree, and of a hash table. */
const item = { data: 1, duplicate: 2, overflow: 3, offDuplicate: 4, deleted: 0x80 } as const;

const magicOf = (file: Bytes, isLittle: boolean): number =>
  file.length < META_LENGTH ? 0 : pageView(file, isLittle).u32(MAGIC_AT);

/** A file with its page size and byte order. */
type Database = {
  readonly file: Bytes;
  readonly size: number;
  readonly isLittle: boolean;
  /** Bytes before the entries of a page. */
  readonly header: number;
  /** Number of complete pages. */
  readonly pages: number;
  /** Pages that were read. None is read twice, so loops end. */
  readonly seen: Set<number>;
  readonly records: DatabaseRecord[];
  readonly faults: { pages: number; items: number };
};

/**
 * Reads the records of a wallet's Berkeley DB file: of the database `main`, or of the only one.
 * Reads damaged files as far as possible, and reports what was lost. Nothing is written.
 */
export function readBerkeley(file: Bytes): DatabaseRecords | FormatFailure {
  const database = openFile(file);
  if ('error' in database) return database;
  const root = findMain(database);
  if (root !== undefined) readDatabase(database, root);
  const salvaged = salvage(database);
  const { records } = database;
  if (records.length > MOST_RECORDS) return failure(TOO_MANY);
  if (records.length === 0) {
    return failure(
      'this Berkeley DB file has no records. Look for another copy of wallet.dat, or a backup',
    );
  }
  return { records, lost: lossesOf(database, root !== undefined, salvaged) };
}

const TOO_MANY = 'this file has more records than any wallet. Check that it is a wallet.dat';

function openFile(file: Bytes): Database | FormatFailure {
  const isLittle = [BTREE, HASH, LOG].includes(magicOf(file, true));
  if (file.length < META_LENGTH) return failure('this wallet.dat is cut off. Copy it again');
  const view = pageView(file, isLittle);
  if (magicOf(file, isLittle) === LOG) {
    return failure(
      'this is a log of Berkeley DB, not a wallet. Choose wallet.dat, in the folder above',
    );
  }
  const [size, encryption, flags] = [view.u32(20), view.u8(24), view.u8(26)];
  if (size < META_LENGTH || size > 65536 || (size & (size - 1)) !== 0) {
    return failure('this wallet.dat is damaged: its page size is impossible. Use a backup');
  }
  if (encryption !== 0) {
    return failure('this Berkeley DB file is encrypted by the database, which no wallet does');
  }
  return {
    file,
    size,
    isLittle,
    // A page with a checksum has it behind its header.
    header: (flags & 1) === 0 ? 26 : 32,
    pages: Math.floor(file.length / size),
    seen: new Set(),
    records: [],
    faults: { pages: 0, items: 0 },
  };
}

type Page = { readonly bytes: Bytes; readonly view: PageView; readonly type: number };

/** Returns a page that was not read before and has its own number; otherwise counts a fault. */
function takePage(database: Database, number: number): Page | undefined {
  const found = peekPage(database, number);
  if (found === undefined || database.seen.has(number)) {
    database.faults.pages++;
    return undefined;
  }
  database.seen.add(number);
  return found;
}

function peekPage({ file, size, pages, isLittle }: Database, number: number): Page | undefined {
  if (number >= pages) return undefined;
  const bytes = file.subarray(number * size, (number + 1) * size);
  const view = pageView(bytes, isLittle);
  return view.u32(8) === number ? { bytes, view, type: view.u8(25) } : undefined;
}

/** Returns the number of the metadata page of the database with the wallet's records. */
function findMain(database: Database): number | undefined {
  const meta = peekPage(database, 0);
  if (meta === undefined) return undefined;
  const hasSubdatabases = (meta.view.u32(48) & 0x20) !== 0;
  if (!hasSubdatabases) return 0;
  const names: Database = { ...database, records: [], faults: { pages: 0, items: 0 } };
  readDatabase(names, 0);
  const main = names.records.find(([name]) => encodeHex(name) === '6d61696e');
  const number = main && pageNumber(main[1]);
  return number?.find((each) => isMeta(peekPage(database, each)));
}

const isMeta = (found: Page | undefined): boolean =>
  found?.type === page.btreeMeta || found?.type === page.hashMeta;

/** Reads a page number. The database writes it big endian; both orders are tried. */
function pageNumber(value: Bytes): readonly number[] {
  if (value.length !== 4) return [];
  return [false, true].map((isLittle) => pageView(value, isLittle).u32(0));
}

function readDatabase(database: Database, root: number): void {
  const meta = takePage(database, root);
  if (meta?.type === page.btreeMeta) readTree(database, meta.view.u32(88));
  else if (meta?.type === page.hashMeta) readBuckets(database, meta.view);
  else database.faults.pages++;
}

function readTree(database: Database, root: number): void {
  const waiting = [root];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    const found = takePage(database, number);
    if (found?.type === page.internal) waiting.push(...childrenOf(database, found).reverse());
    else if (found?.type === page.leaf) readLeaf(database, found);
    else if (found !== undefined) database.faults.pages++;
  }
}

function childrenOf(database: Database, { view }: Page): number[] {
  const children: number[] = [];
  for (const at of offsetsOf(database, view, 12)) {
    // The key of an entry is not needed: all pages are read.
    if ((view.u8(at + 2) & item.deleted) === 0) children.push(view.u32(at + 4));
  }
  return children;
}

/** Returns the offsets of a page's entries, of at least `least` bytes; counts others as faults. */
function offsetsOf(
  { size, header, faults }: Database,
  view: PageView,
  least: number,
): readonly number[] {
  const count = view.u16(20);
  const end = header + 2 * count;
  if (end > size) {
    faults.pages++;
    return [];
  }
  const offsets: number[] = [];
  for (let i = 0; i < count; i++) {
    const at = view.u16(header + 2 * i);
    // An entry keeps its place, because keys and values alternate.
    if (at >= end && at + least <= size) offsets.push(at);
    else offsets.push(-1);
  }
  faults.items += offsets.filter((at) => at < 0).length;
  return least === 12 ? offsets.filter((at) => at >= 0) : offsets;
}

/** Reads keys and values, which alternate. */
function readLeaf(database: Database, found: Page): void {
  const offsets = offsetsOf(database, found.view, 3);
  let left = database.size;
  const take = (at: number | undefined): Item => {
    if (at === undefined || at < 0) return undefined;
    // Entries that overlap would be larger than their page.
    left -= 3 + (found.view.u8(at + 2) === item.data ? found.view.u16(at) : 0);
    return left < 0 ? undefined : readItem(database, found, at);
  };
  for (let i = 0; i < offsets.length; i += 2) {
    addRecord(database, take(offsets[i]), take(offsets[i + 1]));
  }
}

type Item = Bytes | 'deleted' | undefined;

function addRecord({ records, faults }: Database, key: Item, value: Item): void {
  if (key === 'deleted' || value === 'deleted') return;
  if (key === undefined || value === undefined) faults.items++;
  else if (records.length <= MOST_RECORDS) records.push([key, value]);
}

function readItem(database: Database, { bytes, view }: Page, at: number): Item {
  const [length, type] = [view.u16(at), view.u8(at + 2)];
  if ((type & item.deleted) !== 0) return 'deleted';
  if (type === item.data) {
    return at + 3 + length <= bytes.length ? bytes.subarray(at + 3, at + 3 + length) : undefined;
  }
  if (type !== item.overflow || at + 12 > bytes.length) return undefined;
  return readOverflow(database, view.u32(at + 4), view.u32(at + 8));
}

/** Reads a value that is longer than a page. */
function readOverflow(database: Database, first: number, length: number): Bytes | undefined {
  if (length > database.file.length) return undefined;
  const parts: Bytes[] = [];
  let left = length;
  for (let number = first; number !== 0 && left > 0; ) {
    const found = takePage(database, number);
    if (found === undefined) return undefined;
    const part = found.view.u16(22);
    const end = database.header + part;
    if (found.type !== page.overflow || part > left || end > database.size) return undefined;
    parts.push(found.bytes.subarray(database.header, end));
    left -= part;
    number = found.view.u32(16);
  }
  return left === 0 ? concatBytes(...parts) : undefined;
}

/** Reads all buckets of a hash table, whose pages `spares` places. */
function readBuckets(database: Database, meta: PageView): void {
  const last = meta.u32(72);
  if (last >= database.pages) {
    database.faults.pages++;
    return;
  }
  for (let bucket = 0; bucket <= last; bucket++) {
    let power = 0;
    while (2 ** power < bucket + 1) power++;
    let number = bucket + meta.u32(96 + 4 * power);
    do {
      const found = takePage(database, number);
      if (found === undefined) break;
      if (found.type === page.hash || found.type === page.hashUnsorted) readHash(database, found);
      else if (found.type !== 0) database.faults.pages++;
      number = found.view.u32(16);
    } while (number !== 0);
  }
}

/** Reads a page of a hash table, whose entries are stored from its end. */
function readHash(database: Database, { bytes, view }: Page): void {
  const offsets = offsetsOf(database, view, 1);
  const read = (i: number): Item => {
    const at = offsets[i] ?? -1;
    const end = i === 0 ? database.size : (offsets[i - 1] ?? -1);
    if (at < 0 || end <= at) return undefined;
    if (view.u8(at) === item.data) return bytes.subarray(at + 1, end);
    if (view.u8(at) !== item.overflow || at + 12 > end) return undefined;
    return readOverflow(database, view.u32(at + 4), view.u32(at + 8));
  };
  for (let i = 0; i < offsets.length; i += 2) addRecord(database, read(i), read(i + 1));
}

/**
 * Reads pages of records that no tree leads to, because a page above them is damaged. Records that
 * the tree has are kept. Returns the number of added records.
 */
function salvage(database: Database): number {
  const { records, seen, pages } = database;
  const loose: Database = { ...database, records: [], faults: { pages: 0, items: 0 } };
  for (let number = 1; number < pages; number++) {
    const found = seen.has(number) ? undefined : peekPage(database, number);
    if (found?.type !== page.leaf && found?.type !== page.hash) continue;
    seen.add(number);
    if (found.type === page.leaf) readLeaf(loose, found);
    else readHash(loose, found);
  }
  if (loose.records.length === 0) return 0;
  const known = new Set(records.map(([key]) => encodeHex(key)));
  const added = loose.records.filter(([key]) => !known.has(encodeHex(key)));
  for (const each of added) records.push(each);
  return added.length;
}

/** Returns true if every page was written completely: its log sequence number is (0, 1). */
function isFlushed({ file, size, pages, isLittle }: Database): boolean {
  const view = pageView(file, isLittle);
  for (let number = 0; number < pages; number++) {
    const at = number * size;
    // Pages that were reserved and never written have no number.
    const isUnused = view.u8(at + 25) === 0 && view.u32(at + 4) === 0;
    if (!isUnused && (view.u32(at) !== 0 || view.u32(at + 4) !== 1)) return false;
  }
  return true;
}

function lossesOf(database: Database, hasMain: boolean, salvaged: number): readonly string[] {
  const { file, pages, isLittle, faults } = database;
  const last = pageView(file, isLittle).u32(32);
  const missing = Math.max(0, last + 1 - pages);
  return [
    ...(hasMain
      ? []
      : ['the index of the database, which is damaged: records were searched for in all pages']),
    ...(missing > 0 ? [`the end of the file (missing pages: ${missing})`] : []),
    ...(faults.pages > 0 ? [`damaged pages of the database (${faults.pages})`] : []),
    ...(faults.items > 0 ? [`damaged records of the database (${faults.items})`] : []),
    ...(salvaged > 0
      ? [`the order of records that were found outside of the index (${salvaged}): some may be old`]
      : []),
    ...(isFlushed(database)
      ? []
      : [
          'changes that are only in the log of the database, because the file was not closed cleanly: look for the folder “database” next to wallet.dat',
        ]),
  ];
}

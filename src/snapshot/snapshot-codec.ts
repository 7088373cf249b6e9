import type { ChainHeader, SnapshotSigner } from '../chain/source.ts';
import { sha256 } from '../crypto/hash.ts';
import {
  type Digest,
  type DigestedSection,
  decodeSections,
  digestSection,
  encodeSections,
  type FileError,
  makeSection,
  type Section,
} from '../crypto/section-file.ts';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import * as field from '../encoding/fields.ts';
import { encodeHex } from '../encoding/hex.ts';
import { type NetworkName, networks } from '../encoding/network.ts';
import { createReader, type Reader } from '../encoding/reader.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import type { Writer } from '../encoding/writer.ts';
import { readList } from '../transaction/codec.ts';
import type { Txid } from '../transaction/transaction.ts';
import { transactionId } from '../transaction/txid.ts';
import { findContradiction } from './contradictions.ts';
import type {
  Snapshot,
  SnapshotHeader,
  SnapshotSilentPayments,
  SnapshotTransaction,
} from './snapshot.ts';
import { readCoins, writeCoins } from './snapshot-coins.ts';
import { readFees, writeFees } from './snapshot-fees.ts';
import { readMempool, writeMempool } from './snapshot-mempool.ts';
import { readSignature, type SnapshotKey, writeSignature } from './snapshot-signature.ts';
import { byPlace, readPlaced, writePlaced } from './snapshot-transactions.ts';

/**
 * The file of a snapshot: a frame (crypto/section-file.ts) around these sections, each once, in
 * this order. Numbers are little-endian, in brackets their size in bytes; counts, lengths, heights
 * and places are CompactSizes. The same facts make the same bytes.
 *
 *     1 head           network (length, UTF-8), tip: height, hash (32), version (4), time (4), bits (4), median time (4); first block;
 *                      how it was found (1): 0 in blocks, 1 what is unspent, 2 as a server claims
 *     2 headers        count, and for each, by height: height, hash (32), version (4), time (4), bits (4), latest time (4)
 *     3 transactions   count, and for each, by height and place: height, place, whether it has witnesses (1), as on the wire
 *     4 coins          of these transactions: count, and for each: which one, which output;
 *                      others, by outpoint: count, and for each: outpoint (36), height, coinbase (1), amount (8), script (length, bytes)
 *     5 mempool        complete (1), scripts verified (1), count, and for each, by txid: whether it has witnesses (1), as on the wire,
 *                      fee, delta, sigop cost, time: whether it is known (1), it (8)
 *     6 fees           snapshot-fees.ts
 *     7 scripts        a set as BIP158's filters, keyed with the tip's hash
 *     9 silent         only in versions 3 and 4: from which block it has all that may pay silent payment addresses: whether it does (1),
 *                      height; public tweaks: count, and for each: which transaction, tweak (33)
 *     8 signature      only in versions 2 and 4, where it must be: snapshot-signature.ts
 */
export const snapshotFile = { magic: encodeUtf8('coldsign facts:\n'), version: 1 } as const;
const newestVersion = 4;

/** Numbers versions: with silent payments, versions are two higher; with a signature, one. */
const versionOf = (isSilent: boolean, isSigned: boolean): number =>
  snapshotFile.version + (isSilent ? 2 : 0) + (isSigned ? 1 : 0);

export type EncodedSnapshot = {
  readonly bytes: Bytes;
  /**
   * 64 hex digits, the same with and without a signature. Two people can compare them to check that
   * they have the same facts.
   */
  readonly digest: string;
};

export function encodeSnapshot(snapshot: Snapshot, digest: Digest = sha256): EncodedSnapshot {
  const transactions = [...snapshot.transactions].sort(byPlace);
  const writers: readonly ((writer: Writer) => void)[] = [
    (writer) => writeHead(writer, snapshot),
    (writer) => writeHeaders(writer, snapshot.headers),
    (writer) => field.writeMany(writer, transactions, (each) => writePlaced(writer, each)),
    (writer) => writeCoins(writer, snapshot.coins, transactions),
    (writer) => writeMempool(writer, snapshot.mempool),
    (writer) => writeFees(writer, snapshot.fees),
    (writer) => writer.bytes(snapshot.scripts),
  ];
  const sections = writers.map((write, i) => makeSection(i + 1, write, digest));
  const { silent } = snapshot;
  if (silent) {
    const write = (writer: Writer) => writeSilent(writer, silent, transactions);
    sections.push(makeSection(SILENT, write, digest));
  }
  const parts = encodeFacts(sections, digest);
  return { bytes: concatBytes(...parts), digest: encodeHex(parts[1] ?? new Uint8Array()) };
}

const SECTIONS = 7;
const SIGNATURE = 8;
const SILENT = 9;

const isSilentSection = ({ kind }: Section): boolean => kind === SILENT;

function encodeFacts(facts: readonly DigestedSection[], digest: Digest) {
  const version = versionOf(facts.some(isSilentSection), false);
  return encodeSections({ ...snapshotFile, version }, facts, digest);
}

/**
 * Signs the facts in a file and replaces a signature that is already there. `undefined` if the key
 * cannot sign them.
 */
export function signSnapshot(
  bytes: Bytes,
  key: SnapshotKey,
  digest: Digest = sha256,
): Bytes | SnapshotError | undefined {
  const decoded = decodeParts(bytes, digest);
  if ('error' in decoded) return decoded;
  const { facts } = decoded;
  const signature = writeSignature(factsDigest(facts, digest), key);
  if (signature === undefined) return undefined;
  const sections = [...facts, digestSection(SIGNATURE, signature, digest)];
  const version = versionOf(facts.some(isSilentSection), true);
  return concatBytes(...encodeSections({ ...snapshotFile, version }, sections, digest));
}

export type DecodedSnapshot = {
  readonly snapshot: Snapshot;
  readonly digest: string;
  /** Signer whose signature was verified; `undefined` if the file is unsigned. */
  readonly signer: SnapshotSigner | undefined;
};

/**
 * `forged`: the signature does not match the file. `contradictory`: the facts exclude each other;
 * `what` follows "that".
 */
export type SnapshotError =
  | FileError
  | { readonly error: 'forged' }
  | { readonly error: 'contradictory'; readonly what: string };

/** Decodes a snapshot. The caller must not change the bytes afterwards. */
export function decodeSnapshot(
  bytes: Bytes,
  digest: Digest = sha256,
): DecodedSnapshot | SnapshotError {
  const decoded = decodeParts(bytes, digest);
  if ('error' in decoded) return decoded;
  const { facts, signature } = decoded;
  const head = factsDigest(facts, digest);
  const signer = signature && readSignature(signature.bytes, head);
  if (signer && 'error' in signer) return signer;
  const snapshot = readSnapshot(facts);
  if (snapshot === undefined) return { error: 'malformed' };
  const what = findContradiction(snapshot);
  return what === undefined
    ? { snapshot, digest: encodeHex(head), signer }
    : { error: 'contradictory', what };
}

/** Describes the fault in words that follow the file's name. */
export function snapshotErrorMessage(error: SnapshotError): string {
  switch (error.error) {
    case 'foreign':
      return 'is not a snapshot';
    case 'newer':
      return `is of a newer format (${error.version}; this program knows up to ${error.known}). Use a newer coldsign`;
    case 'truncated':
      return 'is cut off: its end is missing. Copy it again';
    case 'damaged':
      return 'is damaged: its content does not match its digest. Copy it again';
    case 'malformed':
      return 'cannot be read, although its digests match: coldsign wrote it wrongly, or another program changed it. Do not use it. Take a new one with the newest version of coldsign';
    case 'contradictory':
      return `contradicts itself: it says that ${error.what}. Do not use it. Make a new one`;
    case 'forged':
      return 'was changed after it was signed, or has the signature of another one. Do not use it';
  }
}

type Parts = {
  readonly facts: readonly DigestedSection[];
  readonly signature: Section | undefined;
};

/**
 * Odd versions are always unsigned and even versions always signed, so neither passes for the
 * other.
 */
function decodeParts(bytes: Bytes, digest: Digest): Parts | FileError {
  const decoded = decodeSections(bytes, { ...snapshotFile, version: newestVersion }, digest);
  if ('error' in decoded) return decoded;
  const { sections, version } = decoded;
  const kinds = [
    ...Array.from({ length: SECTIONS }, (_, i) => i + 1),
    ...(version >= versionOf(true, false) ? [SILENT] : []),
  ];
  const expected = version % 2 === 0 ? [...kinds, SIGNATURE] : kinds;
  const isWhole = sections.length === expected.length;
  if (!isWhole || !sections.every(({ kind }, i) => kind === expected[i])) {
    return { error: 'malformed' };
  }
  return { facts: sections.slice(0, kinds.length), signature: sections[kinds.length] };
}

/**
 * Returns the digest of the file without a signature: over the kind, length and SHA-256 of each
 * section.
 */
function factsDigest(facts: readonly DigestedSection[], digest: Digest): Bytes {
  const [, head] = encodeFacts(facts, digest);
  return head ?? new Uint8Array();
}

function readSnapshot(sections: readonly Section[]): Snapshot | undefined {
  let damaged = false;
  const read = <T>(kind: number, readOne: (reader: Reader) => T): T => {
    const reader = createReader(sections[kind - 1]?.bytes ?? new Uint8Array());
    const value = readOne(reader);
    damaged ||= !reader.done;
    return value;
  };
  const head = read(1, readHead);
  const readTimed = (reader: Reader) => ({ ...readHeader(reader), maxTime: reader.u32() });
  const headers = read(2, (reader) => readList(reader, readTimed));
  const transactions = read(3, (reader) => readList(reader, readPlaced));
  const coins = read(4, (reader) => readCoins(reader, transactions));
  const mempool = read(5, readMempool);
  const fees = read(6, readFees);
  const scripts = sections[6]?.bytes ?? new Uint8Array();
  const silent = sections.some(isSilentSection)
    ? { silent: read(SILENT - 1, (reader) => readSilent(reader, transactions)) }
    : {};
  const facts = { ...head, headers, transactions, coins, mempool, fees, scripts, ...silent };
  return damaged ? undefined : facts;
}

function writeSilent(
  writer: Writer,
  { from, tweaks }: SnapshotSilentPayments,
  transactions: readonly SnapshotTransaction[],
): void {
  field.boolean.write(writer, from !== undefined);
  writer.compactSize(from ?? 0);
  const rows = transactions.flatMap(({ transaction }, i) => {
    const tweak = tweaks.get(transactionId(transaction));
    return tweak ? [{ i, tweak }] : [];
  });
  field.writeMany(writer, rows, ({ i, tweak }) => {
    writer.compactSize(i).bytes(tweak);
  });
}

function readSilent(
  reader: Reader,
  transactions: readonly SnapshotTransaction[],
): SnapshotSilentPayments {
  const isComplete = field.boolean.read(reader);
  const from = reader.compactSize();
  const rows = readList(reader, () => [reader.compactSize(), reader.bytes(33)] as const);
  const tweaks = new Map<Txid, Bytes>();
  let last = -1;
  for (const [i, tweak] of rows) {
    const transaction = transactions[i]?.transaction;
    // Entries must be in order, because the same facts make the same bytes.
    if (transaction === undefined || i <= last) reader.fail();
    else tweaks.set(transactionId(transaction), tweak);
    last = i;
  }
  if (!isComplete && from !== 0) reader.fail();
  return { ...(isComplete && { from }), tweaks };
}

const networkNames = Object.keys(networks);

function isNetworkName(name: string): name is NetworkName {
  return networkNames.includes(name);
}

/** Ways in which the facts were found. */
const kinds = field.choice(['whole', 'coins only', 'claims']);

function kindOf({ coinsOnly, claims }: Snapshot) {
  if (claims === true) return 'claims';
  return coinsOnly ? 'coins only' : 'whole';
}

function writeHead(writer: Writer, snapshot: Snapshot): void {
  const { network, tip, firstBlock } = snapshot;
  field.text.write(writer, network);
  writeHeader(writer, tip, tip.mediantime);
  writer.compactSize(firstBlock);
  kinds.write(writer, kindOf(snapshot));
}

type SnapshotHead = Pick<Snapshot, 'network' | 'tip' | 'firstBlock' | 'coinsOnly' | 'claims'>;

function readHead(reader: Reader): SnapshotHead {
  const name = field.text.read(reader);
  if (!isNetworkName(name)) reader.fail();
  const tip = { ...readHeader(reader), mediantime: reader.u32() };
  const network = isNetworkName(name) ? name : 'main';
  const firstBlock = reader.compactSize();
  const kind = kinds.read(reader);
  const coinsOnly = kind === 'coins only';
  return { network, tip, firstBlock, coinsOnly, ...(kind === 'claims' && { claims: true }) };
}

function writeHeaders(writer: Writer, headers: readonly SnapshotHeader[]): void {
  const sorted = [...headers].sort((a, b) => a.height - b.height);
  field.writeMany(writer, sorted, (header) => writeHeader(writer, header, header.maxTime));
}

/** `more`: the time behind the header. */
function writeHeader(writer: Writer, header: ChainHeader, more: number): void {
  const { height, hash, version, time, bits } = header;
  writer.compactSize(height);
  field.hash.write(writer, hash);
  writer.i32(version).u32(time).u32(bits).u32(more);
}

function readHeader(reader: Reader): ChainHeader {
  return {
    height: reader.compactSize(),
    hash: field.hash.read(reader),
    version: reader.i32(),
    time: reader.u32(),
    bits: reader.u32(),
  };
}

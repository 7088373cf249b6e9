import { sha256 } from '../crypto/hash.ts';
import {
  type Digest,
  type DigestedSection,
  decodeSections,
  digestSection,
  encodeSections,
  type FileError,
  joinParts,
  type Section,
} from '../crypto/section-file.ts';
import type { Bytes } from '../encoding/bytes.ts';
import {
  readChoice,
  readHash,
  readText,
  writeChoice,
  writeHash,
  writeMany,
  writeText,
} from '../encoding/fields.ts';
import { encodeHex } from '../encoding/hex.ts';
import { type NetworkName, networks } from '../encoding/network.ts';
import { createReader, type Reader } from '../encoding/reader.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { createWriter, type Writer } from '../encoding/writer.ts';
import { readList } from '../transaction/codec.ts';
import type { Snapshot, SnapshotHeader } from './snapshot.ts';
import { readCoins, writeCoins } from './snapshot-coins.ts';
import { readFees, writeFees } from './snapshot-fees.ts';
import { readMempool, writeMempool } from './snapshot-mempool.ts';
import {
  readSignature,
  type SnapshotKey,
  type SnapshotSigner,
  writeSignature,
} from './snapshot-signature.ts';
import { byPlace, readPlaced, writePlaced } from './snapshot-transactions.ts';
import type { ChainTip } from './source.ts';

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
 *     8 signature      only in version 2, where it must be: snapshot-signature.ts
 */
export const snapshotFile = { magic: encodeUtf8('coldsign facts:\n'), version: 1 } as const;
const signedSnapshotFile = { ...snapshotFile, version: 2 } as const;

export type EncodedSnapshot = {
  readonly bytes: Bytes;
  /**
   * What one person can read to another to see that they have the same facts, signed or not: 64 hex
   * digits.
   */
  readonly digest: string;
};

export function encodeSnapshot(snapshot: Snapshot, digest: Digest = sha256): EncodedSnapshot {
  const transactions = [...snapshot.transactions].sort(byPlace);
  const writers: readonly ((writer: Writer) => void)[] = [
    (writer) => writeHead(writer, snapshot),
    (writer) => writeHeaders(writer, snapshot.headers),
    (writer) => writeMany(writer, transactions, (each) => writePlaced(writer, each)),
    (writer) => writeCoins(writer, snapshot.coins, transactions),
    (writer) => writeMempool(writer, snapshot.mempool),
    (writer) => writeFees(writer, snapshot.fees),
    (writer) => writer.bytes(snapshot.scripts),
  ];
  const sections = writers.map((write, i) => {
    const writer = createWriter(1024);
    write(writer);
    return digestSection(i + 1, writer.finish(), digest);
  });
  const parts = encodeSections(snapshotFile, sections, digest);
  return { bytes: joinParts(parts), digest: encodeHex(parts[1] ?? new Uint8Array()) };
}

const SECTIONS = 7;

/**
 * The same facts with a signature, in place of the one that there may be. `undefined`: they cannot
 * be signed with this key.
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
  const sections = [...facts, digestSection(SECTIONS + 1, signature, digest)];
  return joinParts(encodeSections(signedSnapshotFile, sections, digest));
}

export type DecodedSnapshot = {
  readonly snapshot: Snapshot;
  readonly digest: string;
  /** Whose signature was verified. `undefined`: there is none. */
  readonly signer: SnapshotSigner | undefined;
};

/** `forged`: there is a signature, and it is of something else. */
export type SnapshotError = FileError | { readonly error: 'forged' };

/** The snapshot in a file, or what is wrong with the file. The bytes must not change afterwards. */
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
  return snapshot === undefined
    ? { error: 'malformed' }
    : { snapshot, digest: encodeHex(head), signer };
}

/** What is wrong with the file, for behind its name. */
export function snapshotErrorWords(error: SnapshotError): string {
  switch (error.error) {
    case 'foreign':
      return 'is not a snapshot';
    case 'newer':
      return `is of a newer format (${error.version}; this program knows up to ${error.known})`;
    case 'truncated':
      return 'is cut off: its end is missing. Carry it over again';
    case 'damaged':
      return 'is damaged: what it holds does not match its digest. Carry it over again';
    case 'malformed':
      return 'cannot be read, although its digests match: coldsign wrote it wrongly, or another program changed it. Do not use it. Take a new one with the newest version of coldsign';
    case 'forged':
      return 'was changed after it was signed, or carries the signature of another one. Do not use it';
  }
}

type Parts = {
  readonly facts: readonly DigestedSection[];
  readonly signature: Section | undefined;
};

/** Version 1 is never signed, version 2 always is: neither can pass for the other. */
function decodeParts(bytes: Bytes, digest: Digest): Parts | FileError {
  const decoded = decodeSections(bytes, signedSnapshotFile, digest);
  if ('error' in decoded) return decoded;
  const { sections, version } = decoded;
  const isSigned = version === signedSnapshotFile.version;
  const count = isSigned ? SECTIONS + 1 : SECTIONS;
  if (sections.length !== count || !sections.every(({ kind }, i) => kind === i + 1)) {
    return { error: 'malformed' };
  }
  return { facts: sections.slice(0, SECTIONS), signature: sections[SECTIONS] };
}

/**
 * The digest in the file as it is, or would be, without a signature: over the kind, length and
 * SHA-256 of each section.
 */
function factsDigest(facts: readonly DigestedSection[], digest: Digest): Bytes {
  const [, head] = encodeSections(snapshotFile, facts, digest);
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
  const headers = read(2, (reader) => readList(reader, readHeader));
  const transactions = read(3, (reader) => readList(reader, readPlaced));
  const coins = read(4, (reader) => readCoins(reader, transactions));
  const mempool = read(5, readMempool);
  const fees = read(6, readFees);
  const scripts = sections[6]?.bytes ?? new Uint8Array();
  return damaged ? undefined : { ...head, headers, transactions, coins, mempool, fees, scripts };
}

const networkNames = Object.keys(networks);

function isNetworkName(name: string): name is NetworkName {
  return networkNames.includes(name);
}

/** How the facts were found. */
const kinds = ['whole', 'coins only', 'claims'] as const;

function kindOf({ coinsOnly, claims }: Snapshot): (typeof kinds)[number] {
  if (claims === true) return 'claims';
  return coinsOnly ? 'coins only' : 'whole';
}

function writeHead(writer: Writer, snapshot: Snapshot): void {
  const { network, tip, firstBlock } = snapshot;
  writeText(writer, network);
  writer.compactSize(tip.height);
  writeHash(writer, tip.hash);
  writer.i32(tip.version).u32(tip.time).u32(tip.bits).u32(tip.mediantime);
  writer.compactSize(firstBlock);
  writeChoice(writer, kinds, kindOf(snapshot));
}

type SnapshotHead = Pick<Snapshot, 'network' | 'tip' | 'firstBlock' | 'coinsOnly' | 'claims'>;

function readHead(reader: Reader): SnapshotHead {
  const name = readText(reader);
  if (!isNetworkName(name)) reader.fail();
  const tip: ChainTip = {
    height: reader.compactSize(),
    hash: readHash(reader),
    version: reader.i32(),
    time: reader.u32(),
    bits: reader.u32(),
    mediantime: reader.u32(),
  };
  const network = isNetworkName(name) ? name : 'main';
  const firstBlock = reader.compactSize();
  const kind = readChoice(reader, kinds);
  const coinsOnly = kind === 'coins only';
  return { network, tip, firstBlock, coinsOnly, ...(kind === 'claims' && { claims: true }) };
}

function writeHeaders(writer: Writer, headers: readonly SnapshotHeader[]): void {
  const sorted = [...headers].sort((a, b) => a.height - b.height);
  writeMany(writer, sorted, ({ height, hash, version, time, bits, maxTime }) => {
    writer.compactSize(height);
    writeHash(writer, hash);
    writer.i32(version).u32(time).u32(bits).u32(maxTime);
  });
}

function readHeader(reader: Reader): SnapshotHeader {
  return {
    height: reader.compactSize(),
    hash: readHash(reader),
    version: reader.i32(),
    time: reader.u32(),
    bits: reader.u32(),
    maxTime: reader.u32(),
  };
}

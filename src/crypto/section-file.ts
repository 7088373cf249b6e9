import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { createReader, type Reader } from '../encoding/reader.ts';
import { createWriter, type Writer } from '../encoding/writer.ts';
import { sha256 as pureSha256 } from './hash.ts';

/**
 * The frame of our files. Numbers are little-endian:
 *
 *     magic     16 bytes   what kind of file it is
 *     version    4 bytes   of the kind's own format
 *     count      4 bytes   sections
 *     table                for each section: kind (4), length in bytes (8), SHA-256 (32)
 *     digest    32 bytes   SHA-256 of everything before it
 *     sections             in the order of the table, without gaps; nothing follows
 *
 * Magic and version mean the same in all versions. Every bit counts: a file that was cut, changed
 * or extended does not decode.
 */
export type FileKind = {
  readonly magic: Bytes;
  /** The newest readable version, which is also the version written. */
  readonly version: number;
};

export type Section = { readonly kind: number; readonly bytes: Bytes };

/** A section and its digest, which a writer may keep for the next time. */
export type DigestedSection = Section & { readonly digest: Bytes };

/** Computes SHA-256; adapters pass a faster function. */
export type Digest = (data: Bytes) => Bytes;

const MAGIC_LENGTH = 16;
const HEAD_LENGTH = MAGIC_LENGTH + 8;
const ROW_LENGTH = 44;
const DIGEST_LENGTH = 32;
const MOST_SECTIONS = 1_000_000;

/** Returns the parts of the file in order. */
export function encodeSections(
  { magic, version }: FileKind,
  sections: readonly DigestedSection[],
  digest: Digest = pureSha256,
): readonly Bytes[] {
  const writer = createWriter(HEAD_LENGTH + sections.length * ROW_LENGTH);
  writer.bytes(magic).u32(version).u32(sections.length);
  for (const section of sections) {
    writer.u32(section.kind).u64(BigInt(section.bytes.length)).bytes(section.digest);
  }
  const head = writer.finish();
  return [head, digest(head), ...sections.map(({ bytes }) => bytes)];
}

/** The reason why a file cannot be decoded. */
export type FileError =
  /** A file of another program or another kind. */
  | { readonly error: 'foreign' }
  | { readonly error: 'newer'; readonly version: number; readonly known: number }
  /** The end of the file is missing. */
  | { readonly error: 'truncated' }
  /** A digest does not match, so bytes have changed. */
  | { readonly error: 'damaged' }
  /** The digests match, but the contents are invalid. */
  | { readonly error: 'malformed' };

export type DecodedSections = {
  readonly version: number;
  readonly sections: readonly DigestedSection[];
};

export function decodeSections(
  bytes: Bytes,
  { magic, version: known }: FileKind,
  digest: Digest = pureSha256,
): DecodedSections | FileError {
  const start = bytes.subarray(0, MAGIC_LENGTH);
  if (!equalBytes(start, magic.subarray(0, start.length)) || start.length === 0) {
    return { error: 'foreign' };
  }
  const reader = createReader(bytes);
  reader.bytes(MAGIC_LENGTH);
  const version = reader.u32();
  const count = reader.u32();
  if (reader.failed) return { error: 'truncated' };
  if (version > known) return { error: 'newer', version, known };
  if (version === 0 || count > MOST_SECTIONS) return { error: 'damaged' };
  const rows = Array.from({ length: reader.remaining < count * ROW_LENGTH ? 0 : count }, () =>
    readRow(reader),
  );
  const headDigest = reader.bytes(DIGEST_LENGTH);
  if (rows.length < count || reader.failed) return { error: 'truncated' };
  const headLength = HEAD_LENGTH + count * ROW_LENGTH;
  if (!equalBytes(digest(bytes.subarray(0, headLength)), headDigest)) return { error: 'damaged' };
  const sections = readSections(reader, rows, digest);
  return 'error' in sections ? sections : { version, sections };
}

type Row = { readonly kind: number; readonly length: bigint; readonly digest: Bytes };

function readRow(reader: Reader): Row {
  return { kind: reader.u32(), length: reader.u64(), digest: reader.bytes(DIGEST_LENGTH) };
}

function readSections(
  reader: Reader,
  rows: readonly Row[],
  digest: Digest,
): readonly DigestedSection[] | FileError {
  const sections: DigestedSection[] = [];
  for (const { kind, length, digest: expected } of rows) {
    if (length > BigInt(reader.remaining)) return { error: 'truncated' };
    const bytes = reader.bytes(Number(length));
    if (!equalBytes(digest(bytes), expected)) return { error: 'damaged' };
    sections.push({ kind, bytes, digest: expected });
  }
  return reader.done ? sections : { error: 'malformed' };
}

export function digestSection(
  kind: number,
  bytes: Bytes,
  digest: Digest = pureSha256,
): DigestedSection {
  return { kind, bytes, digest: digest(bytes) };
}

/** Returns the section that `write` fills. */
export function makeSection(
  kind: number,
  write: (writer: Writer) => void,
  digest: Digest,
): DigestedSection {
  const writer = createWriter(1024);
  write(writer);
  return digestSection(kind, writer.finish(), digest);
}

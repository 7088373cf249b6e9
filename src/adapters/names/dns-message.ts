import { type Bytes, bigEndian, concatBytes } from '../../encoding/bytes.ts';
import { type DomainName, encodeName, lowerCase, Type } from '../../names/wire.ts';

// RFC 1035, 4: questions to a resolver and its answers.

const CLASS_IN = 1;
const OPT = 41;
/** RD asks for recursion. CD asks for records that the resolver cannot verify. */
const FLAGS = 0x0110;
/** RFC 6891, RFC 3225: the largest answer, with DNSSEC's records. */
const LARGEST_ANSWER = 65535;
const DNSSEC_OK = 0x8000;
const TRUNCATED = 0x0200;

const u16 = (number: number): Bytes => Uint8Array.of(number >> 8, number & 0xff);

/** Encodes a question for the records of a name and type. */
export function encodeQuestion(name: DomainName, type: number, id: number): Bytes {
  const counts = [u16(1), u16(0), u16(0), u16(1)];
  const question = concatBytes(encodeName(name), u16(type), u16(CLASS_IN));
  const options = concatBytes(
    Uint8Array.of(0),
    u16(OPT),
    u16(LARGEST_ANSWER),
    bigEndian(DNSSEC_OK, 4),
    u16(0),
  );
  return concatBytes(u16(id), u16(FLAGS), ...counts, question, options);
}

/** A record of an answer in the form of RFC 9102: names are not compressed. */
export type AnsweredRecord = {
  readonly name: DomainName;
  readonly type: number;
  readonly encoded: Bytes;
  readonly data: Bytes;
};

export type Answer = {
  /** 0: there is an answer, which may be empty; 3: the name does not exist. */
  readonly code: number;
  readonly records: readonly AnsweredRecord[];
};

/** Decodes the answer to the question with this id; `undefined` if it is not one. */
export function decodeAnswer(bytes: Bytes, id: number): Answer | undefined {
  const cursor: Cursor = { bytes, at: 12 };
  if (bytes.length < 12 || number16(bytes, 0) !== id) return undefined;
  const flags = number16(bytes, 2);
  if ((flags & 0x8000) === 0 || (flags & TRUNCATED) !== 0) return undefined;
  for (let i = number16(bytes, 4); i > 0; i--) {
    if (takeName(cursor) === undefined) return undefined;
    cursor.at += 4;
  }
  const records: AnsweredRecord[] = [];
  const count = number16(bytes, 6) + number16(bytes, 8) + number16(bytes, 10);
  for (let i = 0; i < count; i++) {
    const record = takeRecord(cursor);
    if (record === undefined) return undefined;
    if (record !== 'other') records.push(record);
  }
  return { code: flags & 0xf, records };
}

type Cursor = { readonly bytes: Bytes; at: number };

const number16 = (bytes: Bytes, at: number): number =>
  ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/** Labels in their original case. */
type WrittenName = readonly Bytes[];

/** RFC 1035, 4.1.4: a name may end with a pointer to an earlier one. */
function takeName(cursor: Cursor): WrittenName | undefined {
  const { bytes } = cursor;
  const labels: Bytes[] = [];
  let at = cursor.at;
  let end: number | undefined;
  for (let length = 1, jumps = 0; length <= 255; ) {
    const size = bytes[at];
    if (size === undefined) return undefined;
    if (size >= 0xc0) {
      end ??= at + 2;
      at = number16(bytes, at) & 0x3fff;
      jumps++;
      if (jumps > 100) return undefined;
      continue;
    }
    if (size > 63 || at + 1 + size > bytes.length) return undefined;
    if (size === 0) {
      cursor.at = end ?? at + 1;
      return labels;
    }
    labels.push(bytes.slice(at + 1, at + 1 + size));
    length += size + 1;
    at += size + 1;
  }
  return undefined;
}

const write = (name: WrittenName): Bytes =>
  concatBytes(...name.flatMap((label) => [Uint8Array.of(label.length), label]), Uint8Array.of(0));

const nameOf = (name: WrittenName): DomainName =>
  name.map((label) => lowerCase(String.fromCharCode(...label)));

const known: readonly number[] = Object.values(Type);

/** Reads one record; `other` if its type is not part of proofs. */
function takeRecord(cursor: Cursor): AnsweredRecord | 'other' | undefined {
  const { bytes } = cursor;
  const name = takeName(cursor);
  const at = cursor.at;
  const end = at + 10 + number16(bytes, at + 8);
  if (name === undefined || end > bytes.length) return undefined;
  cursor.at = end;
  const type = number16(bytes, at);
  if (!known.includes(type) || number16(bytes, at + 2) !== CLASS_IN) return 'other';
  const data = expand(bytes, type, at + 10, end);
  if (data === undefined) return undefined;
  const lifetime = bytes.slice(at + 4, at + 8);
  const head = concatBytes(write(name), u16(type), u16(CLASS_IN), lifetime, u16(data.length));
  return { name: nameOf(name), type, data, encoded: concatBytes(head, data) };
}

/** The offset of the name in a record's data, which old servers compress. */
const nameAt: { readonly [type: number]: number } = {
  [Type.CNAME]: 0,
  [Type.DNAME]: 0,
  [Type.NSEC]: 0,
  [Type.RRSIG]: 18,
};

function expand(bytes: Bytes, type: number, start: number, end: number): Bytes | undefined {
  const before = nameAt[type];
  if (before === undefined) return bytes.slice(start, end);
  const cursor: Cursor = { bytes, at: start + before };
  const name = takeName(cursor);
  if (name === undefined || cursor.at > end) return undefined;
  return concatBytes(bytes.slice(start, start + before), write(name), bytes.slice(cursor.at, end));
}

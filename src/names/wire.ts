import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import { byteText } from '../encoding/utf8.ts';

/** Labels in lower case, top-level label last, one character per byte. Empty for the root. */
export type DomainName = readonly string[];

/** One DNS record of class IN. */
export type DnsRecord = {
  readonly name: DomainName;
  readonly type: number;
  readonly data: Bytes;
};

/** Record types (RFC 1035, 4034, 5155, 6672). */
export const Type = {
  CNAME: 5,
  TXT: 16,
  DNAME: 39,
  DS: 43,
  RRSIG: 46,
  NSEC: 47,
  DNSKEY: 48,
  NSEC3: 50,
} as const;

/** Chains of real names have 20 to 60 records. */
const MOST_RECORDS = 500;
const CLASS_IN = 1;

/** Cursor over big-endian numbers, names and bytes. Reads past the end return `undefined`. */
export type Cursor = { readonly bytes: Bytes; at: number };

export function take(cursor: Cursor, length: number): Bytes | undefined {
  const end = cursor.at + length;
  if (end > cursor.bytes.length) return undefined;
  const taken = cursor.bytes.subarray(cursor.at, end);
  cursor.at = end;
  return taken;
}

export function takeNumber(cursor: Cursor, length: number): number | undefined {
  return take(cursor, length)?.reduce((number, byte) => number * 256 + byte, 0);
}

/** Takes bytes preceded by their length, a number of `lengthSize` bytes. */
export function takeSized(cursor: Cursor, lengthSize: number): Bytes | undefined {
  const length = takeNumber(cursor, lengthSize);
  return length === undefined ? undefined : take(cursor, length);
}

/** Takes an uncompressed name of up to 255 bytes (RFC 1035, 3.1). */
export function takeName(cursor: Cursor): DomainName | undefined {
  const labels: string[] = [];
  for (let length = 1; length <= 255; ) {
    const size = takeNumber(cursor, 1);
    if (size === undefined || size > 63) return undefined;
    if (size === 0) return labels;
    const label = take(cursor, size);
    if (label === undefined) return undefined;
    labels.push(lowerCase(byteText(label)));
    length += size + 1;
  }
  return undefined;
}

/** Lowers the case of ASCII letters only (RFC 4034, 6.2). */
export const lowerCase = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

export function encodeName(name: DomainName): Bytes {
  const parts = name.map((label) =>
    Uint8Array.of(label.length, ...Array.from(label, (character) => character.charCodeAt(0))),
  );
  return concatBytes(...parts, Uint8Array.of(0));
}

/** Formats a name as `example.com.`, with misleading characters as `\ddd` (RFC 1035, 5.1). */
export const formatName = (name: DomainName): string =>
  `${name.map((label) => label.replace(/[^!-~]|[.\\]/g, escapeByte)).join('.')}.`;

const escapeByte = (character: string) => `\\${String(character.charCodeAt(0)).padStart(3, '0')}`;

export const equalNames = (a: DomainName, b: DomainName): boolean =>
  a.length === b.length && a.every((label, i) => label === b[i]);

/** Returns whether a name equals `zone` or is below it. */
export const isWithin = (name: DomainName, zone: DomainName): boolean =>
  name.length >= zone.length && equalNames(name.slice(name.length - zone.length), zone);

/** Compares names label by label, from the highest (RFC 4034, 6.1). */
export function compareNames(a: DomainName, b: DomainName): number {
  for (let i = 1; i <= Math.min(a.length, b.length); i++) {
    const [left = '', right = ''] = [a[a.length - i], b[b.length - i]];
    if (left !== right) return left < right ? -1 : 1;
  }
  return a.length - b.length;
}

/** RFC 9102: "a sequence of DNS resource records in no particular order". */
export function readRecords(bytes: Bytes): readonly DnsRecord[] | undefined {
  const cursor: Cursor = { bytes, at: 0 };
  const records: DnsRecord[] = [];
  while (cursor.at < bytes.length) {
    const name = takeName(cursor);
    const [type, kind] = [takeNumber(cursor, 2), takeNumber(cursor, 2)];
    const lifetime = takeNumber(cursor, 4);
    const data = takeSized(cursor, 2);
    if (!name || type === undefined || kind !== CLASS_IN || lifetime === undefined)
      return undefined;
    if (data === undefined || records.length === MOST_RECORDS) return undefined;
    records.push({ name, type, data });
  }
  return records;
}

import { sha1 } from '../crypto/hash.ts';
import { convertBits } from '../encoding/bech32.ts';
import { type Bytes, compareBytes, concatBytes } from '../encoding/bytes.ts';
import {
  type Cursor,
  compareNames,
  type DnsRecord,
  type DomainName,
  encodeName,
  equalNames,
  isWithin,
  Type,
  takeName,
  takeNumber,
  takeSized,
} from './wire.ts';

/**
 * Limit of iterations. Zones should use 0 (RFC 9276), and resolvers treat more than a few hundred
 * as unsigned.
 */
const MOST_ITERATIONS = 150;
const NS = 2;
const SOA = 6;

/** Question to a signed NSEC or NSEC3 record. */
export type Denial = {
  /** Name that must not exist, so that a wildcard above it answers. */
  readonly missing: DomainName;
  readonly zone: DomainName;
};

/**
 * Returns whether a verified record proves that a name, and every name below it, is not in its
 * zone.
 */
export function deniesName(record: DnsRecord, denial: Denial): boolean {
  if (record.type === Type.NSEC) return deniesByName(record, denial);
  return record.type === Type.NSEC3 && deniesByHash(record, denial);
}

/** RFC 4035, 5.4. */
function deniesByName({ name: owner, data }: DnsRecord, { missing, zone }: Denial): boolean {
  const cursor: Cursor = { bytes: data, at: 0 };
  const next = takeName(cursor);
  if (next === undefined || !isWithin(missing, zone)) return false;
  // An existing name below `missing` makes `missing` exist too.
  if (compareNames(owner, missing) >= 0 || isWithin(next, missing)) return false;
  const isLast = equalNames(next, zone);
  if (!isLast && compareNames(missing, next) >= 0) return false;
  // RFC 6840, 4.1: the record of a delegation or a DNAME proves no absence of names below it.
  const types = readTypes(cursor);
  const isCut = types.has(NS) && !types.has(SOA);
  return !isWithin(missing, owner) || !(isCut || types.has(Type.DNAME));
}

/** RFC 5155, 8.8. */
function deniesByHash({ name: owner, data }: DnsRecord, { missing, zone }: Denial): boolean {
  const cursor: Cursor = { bytes: data, at: 0 };
  const [algorithm, flags, iterations] = [1, 1, 2].map((size) => takeNumber(cursor, size));
  const [salt, next] = [1, 1].map((size) => takeSized(cursor, size));
  const from = decodeBase32(owner[0] ?? '');
  if (algorithm !== 1 || iterations === undefined || !salt || next?.length !== 20) return false;
  // With opt-out, an unsigned delegation may lack a record, so a gap proves no absence.
  if (flags !== 0 || iterations > MOST_ITERATIONS || from?.length !== 20) return false;
  if (!equalNames(owner.slice(1), zone) || !isWithin(missing, zone)) return false;
  const hash = hashName(missing, salt, iterations);
  const isAfter = compareBytes(from, hash) < 0;
  const isBefore = compareBytes(hash, next) < 0;
  return compareBytes(from, next) < 0 ? isAfter && isBefore : isAfter || isBefore;
}

/** RFC 5155, 5. */
function hashName(name: DomainName, salt: Bytes, iterations: number): Bytes {
  let hash = sha1(concatBytes(encodeName(name), salt));
  for (let i = 0; i < iterations; i++) hash = sha1(concatBytes(hash, salt));
  return hash;
}

/** RFC 4034, 4.1.2. */
function readTypes(cursor: Cursor): ReadonlySet<number> {
  const types = new Set<number>();
  for (;;) {
    const window = takeNumber(cursor, 1);
    const bitmap = takeSized(cursor, 1);
    if (window === undefined || bitmap === undefined) return types;
    bitmap.forEach((byte, i) => {
      for (let bit = 0; bit < 8; bit++) {
        if (((byte >> (7 - bit)) & 1) === 1) types.add(256 * window + 8 * i + bit);
      }
    });
  }
}

const DIGITS = '0123456789abcdefghijklmnopqrstuv';

/** RFC 4648, base32hex without padding, in lower case. */
function decodeBase32(text: string): Bytes | undefined {
  const values = Array.from(text, (digit) => DIGITS.indexOf(digit));
  return values.includes(-1) ? undefined : convertBits(values, 5, 8, false);
}

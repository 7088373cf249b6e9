import { pow } from '@noble/curves/abstract/modular.js';
import { p256 } from '@noble/curves/nist.js';
import { bytesToNumber } from '../crypto/curve/field.ts';
import { sha256, sha384, sha512 } from '../crypto/hash.ts';
import { type Bytes, bigEndian, compareBytes, concatBytes, equalBytes } from '../encoding/bytes.ts';
import { hexBytes } from '../encoding/fields.ts';
import {
  type Cursor,
  type DnsRecord,
  type DomainName,
  encodeName,
  Type,
  take,
  takeName,
  takeNumber,
} from './wire.ts';

/** A key of a zone (RFC 4034, DNSKEY). */
export type ZoneKey = {
  readonly keyTag: number;
  readonly algorithm: number;
  readonly publicKey: Bytes;
  readonly data: Bytes;
};

/** Digest of a zone's key, published by its parent (RFC 4034, DS). */
export type KeyDigest = {
  /** A checksum of the key (RFC 4034, appendix B). */
  readonly keyTag: number;
  /** 8: RSA with SHA-256; 10: RSA with SHA-512; 13: ECDSA with P-256. */
  readonly algorithm: number;
  /** 2: SHA-256; 4: SHA-384. */
  readonly digestType: number;
  /** 32 or 48 bytes. */
  readonly digest: Bytes;
};

/** A signature of the records of one name and type (RFC 4034, RRSIG). */
export type RecordSignature = {
  readonly covered: number;
  readonly algorithm: number;
  /**
   * Number of labels in the signed name. Fewer than in the name means that a wildcard was expanded.
   */
  readonly labels: number;
  /** Seconds since 1970, modulo 2^32. */
  readonly expiration: number;
  readonly inception: number;
  readonly keyTag: number;
  readonly signer: DomainName;
  /** Signed bytes of the RRSIG itself: its fields and the signer's name. */
  readonly head: Bytes;
  readonly originalTtl: number;
  readonly signature: Bytes;
};

const ZONE_KEY = 0x0100;
const REVOKED = 0x0080;

/** Reads a zone key; `undefined` if the key may not sign records of a zone. */
export function readZoneKey(data: Bytes): ZoneKey | undefined {
  const cursor: Cursor = { bytes: data, at: 0 };
  const flags = takeNumber(cursor, 2) ?? 0;
  const protocol = takeNumber(cursor, 1);
  const algorithm = takeNumber(cursor, 1);
  if ((flags & ZONE_KEY) === 0 || (flags & REVOKED) !== 0) return undefined;
  if (protocol !== 3 || algorithm === undefined) return undefined;
  return { keyTag: keyTagOf(data), algorithm, publicKey: data.subarray(4), data };
}

/** RFC 4034, appendix B. */
function keyTagOf(data: Bytes): number {
  const sum = data.reduce((total, byte, i) => total + (i % 2 === 0 ? byte << 8 : byte), 0);
  return (sum + ((sum >>> 16) & 0xffff)) & 0xffff;
}

export function readKeyDigest(data: Bytes): KeyDigest | undefined {
  const cursor: Cursor = { bytes: data, at: 0 };
  const [keyTag, algorithm] = [takeNumber(cursor, 2), takeNumber(cursor, 1)];
  const digestType = takeNumber(cursor, 1);
  if (keyTag === undefined || algorithm === undefined || digestType === undefined) return undefined;
  return { keyTag, algorithm, digestType, digest: data.subarray(4) };
}

/** Returns whether a digest matches a zone's key. SHA-1 digests never match. */
export function isDigestOf(
  { keyTag, algorithm, digestType, digest }: KeyDigest,
  zone: DomainName,
  key: ZoneKey,
): boolean {
  if (keyTag !== key.keyTag || algorithm !== key.algorithm) return false;
  const hash = digestType === 2 ? sha256 : digestType === 4 ? sha384 : undefined;
  return hash !== undefined && equalBytes(hash(concatBytes(encodeName(zone), key.data)), digest);
}

export function readSignature(data: Bytes): RecordSignature | undefined {
  const cursor: Cursor = { bytes: data, at: 0 };
  const [covered, algorithm, labels] = [2, 1, 1].map((size) => takeNumber(cursor, size));
  const [originalTtl, expiration, inception] = [4, 4, 4].map((size) => takeNumber(cursor, size));
  const keyTag = takeNumber(cursor, 2);
  const signer = takeName(cursor);
  if (covered === undefined || algorithm === undefined || labels === undefined) return undefined;
  if (originalTtl === undefined || expiration === undefined || inception === undefined) {
    return undefined;
  }
  if (keyTag === undefined || signer === undefined) return undefined;
  const head = concatBytes(data.subarray(0, 18), encodeName(signer));
  const times = { originalTtl, expiration, inception };
  const signature = data.subarray(cursor.at);
  return { covered, algorithm, labels, ...times, keyTag, signer, head, signature };
}

const bigEndian16 = (number: number): Bytes => Uint8Array.of(number >> 8, number & 0xff);

/**
 * Returns the signed bytes (RFC 4034, 3.1.8.1). `owner` is the name before a wildcard was expanded.
 */
export function signedBytes(
  { head, covered, originalTtl }: RecordSignature,
  owner: DomainName,
  records: readonly DnsRecord[],
): Bytes {
  const name = encodeName(owner);
  const fixed = [bigEndian16(covered), bigEndian16(1), bigEndian(originalTtl, 4)];
  const sorted = records.map(canonicalData).sort(compareBytes);
  const distinct = sorted.filter((data, i) => i === 0 || !equalBytes(data, sorted[i - 1] ?? data));
  const parts = distinct.flatMap((data) => [name, ...fixed, bigEndian16(data.length), data]);
  return concatBytes(head, ...parts);
}

/** Lowers the case of names in CNAME and DNAME, but not in NSEC (RFC 4034, 6.2; RFC 6840, 5.1). */
function canonicalData({ type, data }: DnsRecord): Bytes {
  if (type !== Type.CNAME && type !== Type.DNAME) return data;
  const name = takeName({ bytes: data, at: 0 });
  return name ? encodeName(name) : data;
}

/** Supports RSA-SHA256 (8), RSA-SHA512 (10) and ECDSA with P-256 and SHA-256 (13). */
export function verifySignature(
  { algorithm, signature }: RecordSignature,
  message: Bytes,
  { publicKey }: ZoneKey,
): boolean {
  if (algorithm === 8) return verifyRsa(publicKey, signature, SHA256_INFO, sha256(message));
  if (algorithm === 10) return verifyRsa(publicKey, signature, SHA512_INFO, sha512(message));
  if (algorithm !== 13 || publicKey.length !== 64 || signature.length !== 64) return false;
  const key = concatBytes(Uint8Array.of(4), publicKey);
  try {
    return p256.verify(signature, sha256(message), key, { prehash: false, lowS: false });
  } catch {
    // The key is not on the curve.
    return false;
  }
}

/** DigestInfo of each hash, without the hash (RFC 8017, 9.2). */
const SHA256_INFO = /* @__PURE__ */ hexBytes('3031300d060960864801650304020105000420');
const SHA512_INFO = /* @__PURE__ */ hexBytes('3051300d060960864801650304020305000440');

/** Verifies PKCS #1 v1.5 (RFC 3110; RFC 8017, 8.2.2). Takes public numbers only. */
function verifyRsa(publicKey: Bytes, signature: Bytes, info: Bytes, hash: Bytes): boolean {
  const cursor: Cursor = { bytes: publicKey, at: 0 };
  const short = takeNumber(cursor, 1);
  const size = short === 0 ? takeNumber(cursor, 2) : short;
  const exponent = size ? take(cursor, size) : undefined;
  const modulus = publicKey.subarray(cursor.at);
  // BIP353 forbids "RSA with keys shorter than 1024 bits". The DNS uses no keys above 4096 bits.
  const isUsual = modulus.length >= 128 && modulus.length <= 512 && modulus[0] !== 0;
  const isLongEnough = modulus.length > 128 || (modulus[0] ?? 0) >= 0x80;
  if (!exponent || exponent.length > 8 || !isUsual || !isLongEnough) return false;
  if (signature.length !== modulus.length) return false;
  const [n, s] = [bytesToNumber(modulus), bytesToNumber(signature)];
  if (s >= n) return false;
  const padding = modulus.length - info.length - hash.length - 3;
  if (padding < 8) return false;
  const ones = new Uint8Array(padding).fill(0xff);
  const expected = concatBytes(Uint8Array.of(0, 1), ones, Uint8Array.of(0), info, hash);
  return pow(s, bytesToNumber(exponent), n) === bytesToNumber(expected);
}

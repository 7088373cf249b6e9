import { p256 } from '@noble/curves/nist.js';
import { sha256, taggedHash } from '../../../src/crypto/hash.ts';
import { type Bytes, bigEndian, compareBytes, concatBytes } from '../../../src/encoding/bytes.ts';
import { encodeUtf8 } from '../../../src/encoding/utf8.ts';

// A signed DNS from RFC 4034, independent of src/names.

const DnsType = {
  CNAME: 5,
  TXT: 16,
  DNAME: 39,
  DS: 43,
  RRSIG: 46,
  NSEC: 47,
  DNSKEY: 48,
  NSEC3: 50,
};

/** A record. Its owner is a text; `.` is the root. */
export type MadeRecord = { readonly name: string; readonly type: number; readonly data: Bytes };

const u16 = (number: number): Bytes => Uint8Array.of(number >> 8, number & 0xff);

function wireName(name: string): Bytes {
  const labels = name.split('.').filter(Boolean);
  const parts = labels.map((label) => concatBytes(Uint8Array.of(label.length), encodeUtf8(label)));
  return concatBytes(...parts, Uint8Array.of(0));
}

export const encodeRecords = (records: readonly MadeRecord[]): Bytes =>
  concatBytes(
    ...records.map(({ name, type, data }) =>
      concatBytes(wireName(name), u16(type), u16(1), bigEndian(300, 4), u16(data.length), data),
    ),
  );

export const txt = (name: string, text: string): MadeRecord => {
  const parts = text.match(/.{1,255}/gs) ?? [''];
  const strings = parts.map((part) => concatBytes(Uint8Array.of(part.length), encodeUtf8(part)));
  return { name, type: DnsType.TXT, data: concatBytes(...strings) };
};
export const cname = (name: string, target: string): MadeRecord => ({
  name,
  type: DnsType.CNAME,
  data: wireName(target),
});
export const dname = (name: string, target: string): MadeRecord => ({
  name,
  type: DnsType.DNAME,
  data: wireName(target),
});
/** Makes an NSEC record. `types` must be below 64. */
export const nsec = (name: string, next: string, types: readonly number[]): MadeRecord => {
  // RFC 4034, 4.1.2: "Trailing zero octets in the bitmap MUST be omitted."
  const bitmap = new Uint8Array((Math.max(...types) >> 3) + 1);
  for (const type of types) bitmap[type >> 3] = (bitmap[type >> 3] ?? 0) | (0x80 >> (type & 7));
  return {
    name,
    type: DnsType.NSEC,
    data: concatBytes(wireName(next), Uint8Array.of(0, bitmap.length), bitmap),
  };
};

/** A zone with one key. */
export function makeZone(zone: string, seed = zone) {
  const secret = taggedHash('test/dns')(encodeUtf8(seed));
  const publicKey = p256.getPublicKey(secret, false).subarray(1);
  const keyData = concatBytes(Uint8Array.of(1, 1, 3, 13), publicKey);
  const sum = keyData.reduce((total, byte, i) => total + (i % 2 === 0 ? byte << 8 : byte), 0);
  const keyTag = (sum + (sum >>> 16)) & 0xffff;
  const digest = sha256(concatBytes(wireName(zone), keyData));
  const key: MadeRecord = { name: zone, type: DnsType.DNSKEY, data: keyData };
  const ds: MadeRecord = {
    name: zone,
    type: DnsType.DS,
    data: concatBytes(u16(keyTag), Uint8Array.of(13, 2), digest),
  };

  /** Signs records of one name and type. `owner`: the signed name, if it is a wildcard. */
  function sign(
    set: readonly MadeRecord[],
    { owner = set[0]?.name ?? '', from = 1_789_000_000, until = 1_791_000_000, signer = zone } = {},
  ): readonly MadeRecord[] {
    const [first] = set;
    if (first === undefined) throw new Error('no records');
    const labels = owner.split('.').filter((label) => label !== '' && label !== '*').length;
    const head = concatBytes(
      ...[u16(first.type), Uint8Array.of(13, labels), bigEndian(300, 4)],
      ...[bigEndian(until, 4), bigEndian(from, 4), u16(keyTag), wireName(signer)],
    );
    const sorted = set.map(({ data }) => data).sort(compareBytes);
    const signed = sorted.map((data) =>
      concatBytes(
        ...[wireName(owner), u16(first.type), u16(1), bigEndian(300, 4), u16(data.length), data],
      ),
    );
    const message = sha256(concatBytes(head, ...signed));
    const signature = p256.sign(message, secret, { prehash: false, lowS: false });
    return [...set, { name: first.name, type: DnsType.RRSIG, data: concatBytes(head, signature) }];
  }

  return { zone, key, ds, keyTag, digest, sign, keys: sign([key]) };
}

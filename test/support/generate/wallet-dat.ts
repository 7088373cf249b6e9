import { cbc } from '@noble/ciphers/aes.js';
import { hash160, hash256, sha256, sha512 } from '../../../src/crypto/hash.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { PrivateKey } from '../../../src/crypto/private-key.ts';
import { derivePrivatePath, masterKeyFromSeed } from '../../../src/descriptor/derive.ts';
import { HARDENED } from '../../../src/descriptor/extended-key.ts';
import { concatBytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import { encodeUtf8 } from '../../../src/encoding/utf8.ts';
import { createWriter } from '../../../src/encoding/writer.ts';
import { formatAddress } from '../../../src/script/address.ts';
import { p2pkhScript } from '../../../src/script/builders.ts';

/** A record of a wallet file: its key and value. */
export type WalletRecord = readonly [key: Uint8Array, value: Uint8Array];

/** Returns the private key of a name, which is public, too. */
export function namedKey(name: string, compressed = true): PrivateKey {
  const key = PrivateKey.from(sha256(encodeUtf8(`wallet.dat ${name}`)), compressed);
  if (key === undefined) throw new Error(`${name} is not a key`);
  return key;
}

export const publicKeyOf = (key: PrivateKey): Uint8Array => key.publicKey(secp256k1);

const bytesOf = (...parts: readonly (string | number | bigint | Uint8Array)[]): Uint8Array =>
  concatBytes(
    ...parts.map((part) => {
      if (part instanceof Uint8Array) return part;
      if (typeof part === 'string') return text(part);
      const bytes = new Uint8Array(typeof part === 'bigint' ? 8 : 4);
      const view = new DataView(bytes.buffer);
      if (typeof part === 'bigint') view.setBigInt64(0, part, true);
      else view.setUint32(0, part, true);
      return bytes;
    }),
  );

/** Bytes after their length as a CompactSize. */
export function sized(bytes: Uint8Array): Uint8Array {
  const writer = createWriter();
  writer.varBytes(bytes);
  return writer.finish();
}

const text = (each: string): Uint8Array => sized(encodeUtf8(each));

export const record = (
  type: string,
  key: readonly (string | number | bigint | Uint8Array)[],
  value: readonly (string | number | bigint | Uint8Array)[],
): WalletRecord => [bytesOf(type, ...key), bytesOf(...value)];

/** A private key in DER, as OpenSSL and libsecp256k1 wrote it, with the curve's parameters. */
function derOf(key: PrivateKey): Uint8Array {
  const begin = key.compressed ? '3081d30201010420' : '308201130201010420';
  const parameters =
    'a08185308182020101302c06072a8648ce3d0101022100fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f300604010004010704210279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798022100fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141020101a124032200';
  const long =
    'a081a53081a2020101302c06072a8648ce3d0101022100fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f300604010004010704410479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8022100fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141020101a144034200';
  const middle = key.compressed ? parameters : long;
  return new Uint8Array(
    Buffer.concat([
      Buffer.from(begin, 'hex'),
      key.reveal(),
      Buffer.from(middle, 'hex'),
      publicKeyOf(key),
    ]),
  );
}

/** The master key of an encrypted wallet, and how it encrypts keys. */
export type Encryption = { readonly master: Uint8Array; readonly records: readonly WalletRecord[] };

export function encryptionOf(passphrase: string, rounds: number): Encryption {
  const master = sha256(encodeUtf8('wallet.dat master'));
  const salt = sha256(encodeUtf8('wallet.dat salt')).subarray(0, 8);
  let digest = concatBytes(encodeUtf8(passphrase), salt);
  for (let i = 0; i < rounds; i++) digest = sha512(digest);
  const sealed = cbc(digest.subarray(0, 32), digest.subarray(32, 48)).encrypt(master);
  const value = [sized(sealed), sized(salt), 0, rounds, sized(new Uint8Array(0))];
  return { master, records: [record('mkey', [1], value)] };
}

/** Metadata of a key, as versions with seeds write it. */
export type Note = {
  readonly created?: bigint;
  readonly path?: string;
  readonly seedId?: Uint8Array;
  readonly origin?: { readonly fingerprint: Uint8Array; readonly path: readonly number[] };
};

const noteBytes = ({ created = 1_400_000_000n, path = '', seedId, origin }: Note): Uint8Array =>
  bytesOf(
    12,
    created,
    path,
    seedId ?? new Uint8Array(20),
    origin?.fingerprint ?? new Uint8Array(4),
    Uint8Array.of(origin?.path.length ?? 0),
    ...(origin?.path ?? []),
    Uint8Array.of(origin ? 1 : 0),
  );

/** The records of a key: plain with a checksum, or encrypted. */
export function keyRecords(
  key: PrivateKey,
  note: Note | undefined,
  encryption?: Encryption,
): readonly WalletRecord[] {
  const publicKey = publicKeyOf(key);
  const metadata =
    note === undefined ? [] : [record('keymeta', [sized(publicKey)], [noteBytes(note)])];
  if (encryption === undefined) {
    const der = derOf(key);
    const value = [sized(der), hash256(concatBytes(publicKey, der))];
    return [...metadata, record('key', [sized(publicKey)], value)];
  }
  const iv = hash256(publicKey).subarray(0, 16);
  const sealed = cbc(encryption.master, iv).encrypt(key.reveal());
  return [...metadata, record('ckey', [sized(publicKey)], [sized(sealed)])];
}

/** The records of a seed and of the keys that it derives. */
export function seedRecords(
  name: string,
  counts: readonly [external: number, internal: number],
  { encryption, isCurrent = true, version = 2 }: SeedOptions = {},
): readonly WalletRecord[] {
  const seed = namedKey(name);
  const seedId = hash160(publicKeyOf(seed));
  const master = masterKeyFromSeed(seed.reveal());
  if (master === undefined) throw new Error('no seed');
  const fingerprint = hash160(publicKeyOf(master.privateKey)).subarray(0, 4);
  const origin = (path: readonly number[]) => ({ fingerprint, path });
  const children = [0, 1].flatMap((branch) =>
    Array.from({ length: counts[branch] ?? 0 }, (_, i) => {
      const path = [HARDENED, HARDENED + branch, HARDENED + i];
      const child = derivePrivatePath(master, path, secp256k1);
      if (child === undefined) throw new Error('no key');
      const note = { path: `m/0'/${branch}'/${i}'`, seedId, origin: origin(path) };
      return keyRecords(child.privateKey, note, encryption);
    }).flat(),
  );
  const ends = version >= 2 ? [counts[0], seedId, counts[1]] : [counts[0], seedId];
  return [
    ...keyRecords(seed, { path: 's', seedId, origin: origin([]) }, encryption),
    ...children,
    ...(isCurrent ? [record('hdchain', [], [version, ...ends])] : []),
  ];
}

type SeedOptions = {
  readonly encryption?: Encryption;
  readonly isCurrent?: boolean;
  readonly version?: number;
};

export const addressOf = (key: PrivateKey): string =>
  formatAddress(p2pkhScript(hash160(publicKeyOf(key))), networks.regtest) ?? '';

/** Hash of regtest's first block. */
const GENESIS = new Uint8Array(
  Buffer.from('06226e46111a0b59caaf126043eb5bbf28c34f3a5e332a1fc7b2b73cf188910f', 'hex'),
);

/** Records that every wallet of these years has. */
export const commonRecords = (flags = 0n): readonly WalletRecord[] => [
  record('version', [], [210000]),
  record('minversion', [], [169900]),
  record('flags', [], [flags]),
  record('bestblock', [], [70016, Uint8Array.of(0)]),
  record('bestblock_nomerkle', [], [70016, Uint8Array.of(1), GENESIS]),
  record('orderposnext', [], [0n]),
];

/** The records as text for db_load of Berkeley DB. */
export function dumpText(
  records: readonly WalletRecord[],
  options: { readonly type?: 'btree' | 'hash'; readonly header?: readonly string[] } = {},
): string {
  const { type = 'btree', header = [] } = options;
  const lines = records.flatMap((each) => each.map((bytes) => ` ${encodeHex(bytes)}`));
  return [
    'VERSION=3',
    'format=bytevalue',
    `type=${type}`,
    ...header,
    'HEADER=END',
    ...lines,
    'DATA=END',
    '',
  ].join('\n');
}

/** Facts about a transaction in a wallet, as CWalletTx of Bitcoin Core stores them. */
export type TransactionNote = {
  /** In internal byte order; absent: not in a block. */
  readonly blockHash?: Uint8Array;
  /** The position in the block; -1 if another transaction in that block conflicts. */
  readonly index?: number;
  readonly values?: Readonly<Record<string, string>>;
  readonly received?: number;
  /** Transactions before it, and hashes that prove its block, in versions before 0.16. */
  readonly before?: readonly Uint8Array[];
  readonly branch?: readonly Uint8Array[];
};

const listOf = (items: readonly Uint8Array[]): Uint8Array =>
  concatBytes(Uint8Array.of(items.length), ...items);

/** The record of a wallet transaction. `raw`: its bytes. */
export function transactionRecord(
  txid: Uint8Array,
  raw: Uint8Array,
  { blockHash, index = 0, values = {}, received = 0, before = [], branch = [] }: TransactionNote,
): WalletRecord {
  const hash = blockHash ?? new Uint8Array(32);
  const earlier = before.map((each) => bytesOf(each, new Uint8Array(32), listOf([]), 0));
  const pairs = Object.entries(values).map(([name, value]) => bytesOf(name, value));
  const place = [hash, listOf(branch), index, listOf(earlier)];
  const facts = [listOf(pairs), listOf([]), 1, received, Uint8Array.of(1, 0)];
  return record('tx', [txid], [raw, ...place, ...facts]);
}

/** The record of a private key in versions before 0.3.10, with times and a comment. */
export const oldKeyRecord = (key: PrivateKey, created: bigint): WalletRecord =>
  record(
    'wkey',
    [sized(publicKeyOf(key))],
    [1, sized(derOf(key)), created, 0n, 'made by bitcoin 0.1'],
  );

/** The record of a coin that its owner froze. `txid`: in internal byte order. */
export const lockedRecord = (txid: Uint8Array, vout: number): WalletRecord =>
  record('lockedutxo', [txid, vout], [Uint8Array.of(0x31)]);

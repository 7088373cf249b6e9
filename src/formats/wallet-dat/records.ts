import { hash256 } from '../../crypto/hash.ts';
import type { ExtendedPublicKey } from '../../descriptor/extended-key.ts';
import { type Bytes, equalBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { createReader, type Reader } from '../../encoding/reader.ts';
import { decodeUtf8 } from '../../encoding/utf8.ts';
import { readOutPoint } from '../../transaction/codec.ts';
import type { DatabaseRecord } from './database.ts';

/** A private key of the file: its 32 bytes, or the encrypted ones. */
export type StoredKey = {
  readonly publicKey: Bytes;
  /** Absent if it is encrypted. */
  readonly plain?: Bytes | undefined;
  /** Encrypted by the master key. */
  readonly sealed?: Bytes | undefined;
  /** Time in the record itself, which only `wkey` has. */
  readonly created?: number | undefined;
};

/** Data about a key, or about a watched script. */
export type KeyNote = {
  /** Seconds since 1970; 0 if unknown. */
  readonly created: number;
  /** "m/0'/0'/5'"; "s" for a seed; empty for a key that no seed derives. */
  readonly path: string;
  /** hash160 of the seed's public key in hexadecimal. */
  readonly seedId: string | undefined;
  readonly origin: { readonly fingerprint: Bytes; readonly path: readonly number[] } | undefined;
};

/** The key that encrypts private keys, encrypted by the passphrase. */
export type MasterKeyRecord = {
  readonly sealed: Bytes;
  readonly salt: Bytes;
  /** 0: SHA-512, repeated. */
  readonly method: number;
  readonly rounds: number;
};

/** The seed of new keys, and how many it has derived. */
type HdChain = {
  readonly version: number;
  readonly seedId: string;
  readonly external: number;
  readonly internal: number;
};

/** A descriptor of a SQLite wallet. */
type StoredDescriptor = {
  readonly text: string;
  readonly created: number;
  readonly next: number;
  readonly range: readonly [start: number, end: number];
};

/** Data of a wallet file of Bitcoin Core, as stored: nothing is decrypted or compared. */
export type CoreFile = {
  /** Private keys by public key in hexadecimal. */
  readonly keys: Map<string, StoredKey>;
  readonly keyNotes: Map<string, KeyNote>;
  readonly masterKeys: MasterKeyRecord[];
  chain: HdChain | undefined;
  /** Watched scripts, by hexadecimal. */
  readonly watched: Map<string, Bytes>;
  readonly watchNotes: Map<string, KeyNote>;
  /** Redeem and witness scripts. */
  readonly scripts: Bytes[];
  /** Labels and purposes by address. */
  readonly names: Map<string, string>;
  readonly purposes: Map<string, string>;
  /** Bytes of wallet transactions, by transaction id. */
  readonly transactions: Map<string, Bytes>;
  /** Public keys that were made in advance, in hexadecimal. */
  readonly pool: Set<string>;
  /** Descriptors by id in hexadecimal. */
  readonly descriptors: Map<string, StoredDescriptor>;
  readonly descriptorKeys: (StoredKey & { readonly id: string })[];
  /**
   * Extended public keys behind all steps of a descriptor, by its id and the number of the key in
   * it.
   */
  readonly parents: Map<string, ExtendedPublicKey>;
  /** Keys behind the last hardened step, which versions before 22 do not store. */
  readonly lastHardened: Map<string, ExtendedPublicKey>;
  /** Ids of the descriptors that provide new addresses. */
  readonly active: { readonly id: string; readonly internal: boolean }[];
  readonly lockedCoins: string[];
  version: number | undefined;
  minVersion: number | undefined;
  flags: bigint;
  /** Numbers of records by type. */
  readonly counts: Map<string, number>;
  /** Numbers of damaged records by type. */
  readonly damaged: Map<string, number>;
  /** Numbers of records of unknown types, which are skipped. */
  readonly unknown: Map<string, number>;
};

const emptyFile = (): CoreFile => ({
  keys: new Map(),
  keyNotes: new Map(),
  masterKeys: [],
  chain: undefined,
  watched: new Map(),
  watchNotes: new Map(),
  scripts: [],
  names: new Map(),
  purposes: new Map(),
  transactions: new Map(),
  pool: new Set(),
  descriptors: new Map(),
  descriptorKeys: [],
  parents: new Map(),
  lastHardened: new Map(),
  active: [],
  lockedCoins: [],
  version: undefined,
  minVersion: undefined,
  flags: 0n,
  counts: new Map(),
  damaged: new Map(),
  unknown: new Map(),
});

/** Reads the rest of a record's key, and its value. Returns false if they contradict each other. */
type RecordType = (key: Reader, value: Reader, file: CoreFile, bytes: Bytes) => boolean | undefined;

const ignored: RecordType = () => true;

/**
 * Record types of Bitcoin-Qt, Bitcoin Core and Knots since 2009 (wallet/walletdb.cpp). A record
 * begins with its type as text.
 */
const types: { readonly [type: string]: RecordType } = {
  key: (key, value, file) => readKey(file, key.varBytes(), value),
  wkey: (key, value, file) => readOldKey(file, key.varBytes(), value),
  ckey: (key, value, file) => readSealedKey(file, key.varBytes(), value),
  mkey(key, value, file) {
    key.u32();
    const [sealed, salt] = [value.varBytes(), value.varBytes()];
    file.masterKeys.push({ sealed, salt, method: value.u32(), rounds: value.u32() });
    value.varBytes();
    return true;
  },
  keymeta(key, value, file) {
    file.keyNotes.set(encodeHex(key.varBytes()), readNote(value));
    return true;
  },
  watchmeta(key, value, file) {
    file.watchNotes.set(encodeHex(key.varBytes()), readNote(value));
    return true;
  },
  hdchain(_, value, file) {
    const [version, external] = [value.i32(), value.u32()];
    const seedId = encodeHex(value.bytes(20));
    const internal = version >= 2 ? value.u32() : 0;
    file.chain = { version, seedId, external, internal };
    return true;
  },
  watchs(key, _, file) {
    const script = key.varBytes();
    file.watched.set(encodeHex(script), script);
    return true;
  },
  cscript(_, value, file) {
    file.scripts.push(value.varBytes());
    return true;
  },
  name: (key, value, file) => note(file.names, key, value),
  purpose: (key, value, file) => note(file.purposes, key, value),
  tx(key, _, file, bytes) {
    file.transactions.set(encodeHex(key.bytes(32).slice().reverse()), bytes);
    return true;
  },
  pool(_, value, file) {
    value.i32();
    value.i64();
    file.pool.add(encodeHex(value.varBytes()));
    return true;
  },
  walletdescriptor(key, value, file) {
    const id = encodeHex(key.bytes(32));
    const text = decodeUtf8(value.varBytes());
    const [created, next] = [Number(value.u64()), value.i32()];
    const range = [value.i32(), value.i32()] as const;
    if (text === undefined) return false;
    file.descriptors.set(id, { text, created, next, range });
    return true;
  },
  walletdescriptorkey(key, value, file) {
    const [id, publicKey] = [encodeHex(key.bytes(32)), key.varBytes()];
    const plain = plainKey(publicKey, value);
    if (plain !== undefined) file.descriptorKeys.push({ id, publicKey, plain });
    return plain !== undefined;
  },
  walletdescriptorckey(key, value, file) {
    const [id, publicKey] = [encodeHex(key.bytes(32)), key.varBytes()];
    file.descriptorKeys.push({ id, publicKey, sealed: value.varBytes() });
    return true;
  },
  activeexternalspk: (_, value, file) => noteActive(file, value, false),
  activeinternalspk: (_, value, file) => noteActive(file, value, true),
  lockedutxo(key, _, file) {
    const { txid, vout } = readOutPoint(key);
    file.lockedCoins.push(`${txid}:${vout}`);
    return true;
  },
  version(_, value, file) {
    file.version = value.i32();
    return true;
  },
  minversion(_, value, file) {
    file.minVersion = value.i32();
    return true;
  },
  flags(_, value, file) {
    file.flags = value.u64();
    return true;
  },
  walletdescriptorcache(key, value, file) {
    const [id, index] = [encodeHex(key.bytes(32)), key.u32()];
    const parent = readExtended(createReader(value.varBytes()));
    // Keys of single positions follow from private keys only, and are not needed.
    if (key.remaining === 0) file.parents.set(`${id} ${index}`, parent);
    return true;
  },
  walletdescriptorlhcache(key, value, file) {
    const id = `${encodeHex(key.bytes(32))} ${key.u32()}`;
    file.lastHardened.set(id, readExtended(createReader(value.varBytes())));
    return true;
  },
  // These are counted, and nothing of them is needed to find or spend coins.
  acc: ignored,
  acentry: ignored,
  activeaddress: ignored,
  addr: ignored,
  bestblock: ignored,
  bestblock_nomerkle: ignored,
  defaultkey: ignored,
  destdata: ignored,
  lastopenedfeatures: ignored,
  orderposnext: ignored,
  setting: ignored,
  settings: ignored,
};

const known: ReadonlyMap<string, RecordType> = new Map(Object.entries(types));

/** Reads the records of a wallet file of Bitcoin Core. */
export function readRecords(records: readonly DatabaseRecord[]): CoreFile {
  const file = emptyFile();
  for (const [name, content] of records) {
    const [key, value] = [createReader(name), createReader(content)];
    const type = decodeUtf8(key.varBytes()) ?? '';
    if (key.failed || !/^\w{2,30}$/.test(type)) {
      count(file.unknown, '?');
      continue;
    }
    const read = known.get(type);
    count(read === undefined ? file.unknown : file.counts, type);
    if (read === undefined) continue;
    const isRight = read(key, value, file, content);
    if (isRight !== true || key.failed || value.failed) count(file.damaged, type);
  }
  return file;
}

const count = (counts: Map<string, number>, type: string): void =>
  void counts.set(type, (counts.get(type) ?? 0) + 1);

function note(map: Map<string, string>, key: Reader, value: Reader): boolean {
  const [address, text] = [decodeUtf8(key.varBytes()), decodeUtf8(value.varBytes())];
  if (address === undefined || text === undefined) return false;
  map.set(address, text);
  return true;
}

function noteActive(file: CoreFile, value: Reader, internal: boolean): boolean {
  file.active.push({ id: encodeHex(value.bytes(32)), internal });
  return true;
}

/** Reads an extended public key without version bytes (BIP32). */
function readExtended(value: Reader): ExtendedPublicKey {
  const [depth, parentFingerprint] = [value.u8(), value.bytes(4)];
  const childNumber = new DataView(value.bytes(4).slice().buffer);
  return {
    depth,
    parentFingerprint,
    childNumber: childNumber.byteLength === 4 ? childNumber.getUint32(0) : 0,
    chainCode: value.bytes(32),
    publicKey: value.bytes(33),
  };
}

function readKey(file: CoreFile, publicKey: Bytes, value: Reader): boolean {
  const plain = plainKey(publicKey, value);
  if (plain === undefined) return false;
  addKey(file, { publicKey, plain });
  return true;
}

/** Adds a key. A wallet that was being encrypted may have it twice; the plain one is kept. */
function addKey(file: CoreFile, key: StoredKey): void {
  const id = encodeHex(key.publicKey);
  file.keys.set(id, { ...file.keys.get(id), ...key });
}

/** Reads a private key in DER, and compares the checksum that newer files have behind it. */
function plainKey(publicKey: Bytes, value: Reader): Bytes | undefined {
  const der = value.varBytes();
  const checksum = value.remaining >= 32 ? value.bytes(32) : undefined;
  if (value.failed) return undefined;
  if (checksum?.some((byte) => byte !== 0)) {
    const both = new Uint8Array(publicKey.length + der.length);
    both.set(publicKey);
    both.set(der, publicKey.length);
    const isRight = equalBytes(hash256(both), checksum);
    both.fill(0);
    if (!isRight) return undefined;
  }
  return secretOf(der);
}

/** Finds the number in a private key of OpenSSL (SEC 1, ECPrivateKey): version 1, then 32 bytes. */
function secretOf(der: Bytes): Bytes | undefined {
  const long = der[1] === undefined || der[1] < 0x80 ? 0 : der[1] & 0x7f;
  const at = 2 + long;
  const [integer, length, version, string, size = 0] = der.subarray(at, at + 5);
  const isKey = der[0] === 0x30 && integer === 2 && length === 1 && version === 1 && string === 4;
  const end = at + 5 + size;
  if (!isKey || size < 1 || size > 32 || end > der.length) return undefined;
  const secret = new Uint8Array(new ArrayBuffer(32));
  secret.set(der.subarray(at + 5, end), 32 - size);
  return secret;
}

/** Reads a key of versions before 0.3.10: version, key, times of creation and expiry, comment. */
function readOldKey(file: CoreFile, publicKey: Bytes, value: Reader): boolean {
  value.i32();
  const plain = secretOf(value.varBytes());
  const created = Number(value.i64());
  if (plain === undefined || value.failed) return false;
  addKey(file, { publicKey, plain, created });
  return true;
}

function readSealedKey(file: CoreFile, publicKey: Bytes, value: Reader): boolean {
  const sealed = value.varBytes();
  const checksum = value.remaining >= 32 ? value.bytes(32) : undefined;
  if (checksum !== undefined && !equalBytes(hash256(sealed), checksum)) return false;
  addKey(file, { publicKey, sealed });
  return true;
}

/** Most steps of a path. */
const MOST_STEPS = 255;

function readNote(value: Reader): KeyNote {
  const version = value.i32();
  const created = Math.max(0, Number(value.i64()));
  if (version < 10) return { created, path: '', seedId: undefined, origin: undefined };
  const path = decodeUtf8(value.varBytes()) ?? '';
  const id = encodeHex(value.bytes(20));
  const seedId = /^0*$/.test(id) ? undefined : id;
  if (version < 12) return { created, path, seedId, origin: undefined };
  const fingerprint = value.bytes(4);
  const length = value.compactSize();
  if (length > MOST_STEPS) value.fail();
  const steps = Array.from({ length: value.failed ? 0 : length }, () => value.u32());
  const hasOrigin = value.u8() === 1;
  return { created, path, seedId, origin: hasOrigin ? { fingerprint, path: steps } : undefined };
}

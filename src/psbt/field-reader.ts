import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex, nameOfBytes } from '../encoding/hex.ts';
import { createReader, type Reader } from '../encoding/reader.ts';
import type { KeyOrigin } from '../signing/provider.ts';
import type { TaprootKeyInfo } from '../signing/signature-data.ts';
import { type INPUT, type OUTPUT, PROPRIETARY } from './keys.ts';
import type {
  KeyPath,
  MusigField,
  MusigParticipants,
  Mutable,
  PsbtInput,
  PsbtOutput,
  RawField,
} from './psbt.ts';

/** The key of a record: all its bytes, its type, and the data after the type. */
export type FieldKey = { readonly key: Bytes; readonly type: number; readonly data: Bytes };

/** The data stream and the curve for checking keys. */
export type FieldSource = {
  readonly reader: Reader;
  readonly secp256k1: Pick<Secp256k1, 'isPublicKey'>;
};

/** Reads "<keylen><keytype><keydata>"; `undefined` means the separator. */
function readKey(reader: Reader): FieldKey | undefined {
  const key = reader.varBytes();
  const [first] = key;
  if (first === undefined) return undefined;
  // Nearly all types are one byte.
  if (first < 0xfd) return { key, type: first, data: key.subarray(1) };
  const keyReader = createReader(key);
  const type = keyReader.compactSize();
  if (keyReader.failure !== undefined) reader.fail(keyReader.failure);
  return { key, type, data: keyReader.bytes(keyReader.remaining) };
}

/**
 * Reads records up to the separator and refuses a key that is there twice. `decode` reads each
 * value. Returns the types found.
 */
export function readRecords(
  { reader }: FieldSource,
  map: 'global' | 'input' | 'output',
  decode: (key: FieldKey) => void,
): ReadonlySet<number> {
  const seen = new Set<string>();
  const types = new Set<number>();
  while (!reader.failed && reader.remaining > 0) {
    const key = readKey(reader);
    if (key === undefined) return types;
    const name = nameOfBytes(key.key);
    if (seen.has(name)) {
      reader.fail(`Duplicate Key, ${map} key "${encodeHex(key.key)}" already provided`);
    }
    seen.add(name);
    types.add(key.type);
    decode(key);
  }
  reader.fail(`Separator is missing at the end of ${map === 'global' ? 'the' : 'an'} ${map} map`);
  return types;
}

/** Decoders by key type, for records of one kind of map. */
export type Decoders<Target> = { readonly [type: number]: FieldDecoder<Target> | undefined };

/** Adds one record to the target, and reports errors through the reader. */
export type FieldDecoder<Target> = (source: FieldSource, key: FieldKey, target: Target) => void;

/** Fields that BIP370 added, by key type, with their names as in Core. */
export type AddedFields<Target> = {
  readonly [type: number]: { name: string; decode: FieldDecoder<Target> } | undefined;
};

/** Makes a decoder of a single value whose key is only its type. */
export const singleOf =
  <Value>() =>
  <K extends keyof Value>(
    field: K,
    name: string,
    read: (source: FieldSource) => Value[K],
  ): FieldDecoder<{ -readonly [Field in K]: Value[Field] }> =>
  (source, key, target) => {
    expectKeySize(source, key, 1, name);
    target[field] = read(source);
  };

/** Makes a reader of a value that must use all bytes of its field. */
export const sized =
  <T>(read: (reader: Reader) => T) =>
  (source: FieldSource): T =>
    readValue(source, read);

export const readU32 = sized((reader) => reader.u32());

export const readVarBytes = ({ reader }: FieldSource): Bytes => reader.varBytes();

export const readNotNull = sized((reader) => notNull(reader.bytes(32)));

/** Returns the decoders of fields that both inputs and outputs have. */
export function sharedDecoders(
  side: 'Input' | 'Output',
  types: typeof INPUT | typeof OUTPUT,
): Decoders<Mutable<SharedFields>> {
  const single = singleOf<SharedFields>();
  return {
    [types.redeemScript]: single('redeemScript', `${side} redeemScript`, readVarBytes),
    [types.witnessScript]: single('witnessScript', `${side} witnessScript`, readVarBytes),
    [types.bip32Derivation]: (source, key, target) => {
      target.keyPaths.push(readKeyPath(source, key));
    },
    [types.tapInternalKey]: single('tapInternalKey', `${side} Taproot Internal Key`, readNotNull),
    [types.tapBip32Derivation]: (source, key, target) => {
      target.tapKeyPaths.push(readTapKeyPath(source, key, side));
    },
    [types.musigParticipants]: (source, key, target) => {
      target.musigParticipants.push(readMusigParticipants(source, key, side));
    },
    [PROPRIETARY]: readProprietary,
  };
}

type SharedFields = Pick<PsbtInput, keyof PsbtInput & keyof PsbtOutput>;

/** Decodes a record of an input or output; a record of unknown type is kept unchanged. */
export function decodeRecord<Target extends { readonly unknown: RawField[] }>(
  source: FieldSource,
  key: FieldKey,
  target: Target,
  how: {
    readonly decoders: Decoders<Target>;
    readonly added: AddedFields<Target>;
    readonly version: 0 | 2;
  },
): void {
  const added = how.added[key.type];
  if (added !== undefined && key.key.length === 1 && how.version === 0) {
    source.reader.fail(`${added.name} is not allowed in PSBTv0`);
  }
  const decode = added?.decode ?? how.decoders[key.type];
  if (decode !== undefined) decode(source, key, target);
  else target.unknown.push({ key: key.key, value: source.reader.varBytes() });
}

/**
 * Reads a value that must be exactly as long as its length prefix (psbt.h, UnserializeFromVector).
 */
export function readValue<T>({ reader }: FieldSource, read: (reader: Reader) => T): T {
  const length = reader.compactSize();
  const start = reader.position;
  const value = read(reader);
  if (reader.position !== start + length) reader.fail('Size of value was not the stated size');
  return value;
}

export function expectKeySize(
  { reader }: FieldSource,
  { key }: FieldKey,
  size: number,
  name: string,
): void {
  if (key.length !== size) reader.fail(`Size of key was not ${size} for the type ${name}`);
}

/** Returns `undefined` for zeros, with which Core stores and writes absent values. */
export function notNull(bytes: Bytes | undefined): Bytes | undefined {
  return bytes?.some((byte) => byte !== 0) ? bytes : undefined;
}

/** Reads "<4 byte fingerprint> <32-bit little endian uint path element>*" in `length` bytes. */
function readOrigin(reader: Reader, length: number): KeyOrigin {
  if (length % 4 !== 0 || length === 0) reader.fail('Invalid length for HD key path');
  const fingerprint = reader.bytes(4);
  const path: number[] = [];
  for (let at = 4; at < length && !reader.failed; at += 4) path.push(reader.u32());
  return { fingerprint, path };
}

export function readKeyOrigin({ reader }: FieldSource): KeyOrigin {
  return readOrigin(reader, reader.compactSize());
}

/** Reads the public key at the end of a record's key: 33 or 65 bytes, on the curve. */
export function readPublicKey(
  { reader, secp256k1 }: FieldSource,
  { data }: FieldKey,
  what: string,
): Bytes {
  if (data.length !== 33 && data.length !== 65) {
    reader.fail(`Size of key was not the expected size for the type ${what}`);
  } else if (!secp256k1.isPublicKey(data)) {
    reader.fail('Invalid pubkey');
  }
  return data;
}

function readKeyPath(source: FieldSource, key: FieldKey): KeyPath {
  const publicKey = readPublicKey(source, key, 'BIP32 keypath');
  return { publicKey, origin: readKeyOrigin(source) };
}

/**
 * BIP371: "<compact size uint number of hashes> <32 byte leaf hash>* <4 byte fingerprint> <path
 * element>*".
 */
function readTapKeyPath(
  source: FieldSource,
  key: FieldKey,
  side: 'Input' | 'Output',
): TaprootKeyInfo {
  const { reader } = source;
  expectKeySize(source, key, 33, `${side} Taproot BIP32 Keypath`);
  const length = reader.compactSize();
  const start = reader.position;
  const leafHashes = new Set<string>();
  const count = reader.compactSize();
  for (let i = 0; i < count && !reader.failed; i++) leafHashes.add(encodeHex(reader.bytes(32)));
  const read = reader.position - start;
  if (read > length) reader.fail(`${side} Taproot BIP32 keypath has an invalid length`);
  return { xOnly: key.data, leafHashes, origin: readOrigin(reader, length - read) };
}

/** Reads the participants of an aggregate key in their order (BIP373). */
function readMusigParticipants(
  source: FieldSource,
  key: FieldKey,
  side: 'Input' | 'Output',
): MusigParticipants {
  const { reader, secp256k1 } = source;
  expectKeySize(source, key, 34, `${side} MuSig2 Participants Pubkeys`);
  if (!secp256k1.isPublicKey(key.data)) {
    reader.fail(`${side} musig2 aggregate pubkey is invalid`);
  }
  const value = createReader(reader.varBytes());
  const participants: Bytes[] = [];
  while (value.remaining >= 33) {
    const participant = value.bytes(33);
    if (!secp256k1.isPublicKey(participant)) {
      reader.fail(`${side} musig2 participant pubkey is invalid`);
    }
    participants.push(participant);
  }
  if (value.remaining > 0) {
    reader.fail(`${side} musig2 participants pubkeys value size is not a multiple of 33`);
  }
  return { aggregate: key.data, participants };
}

/** Reads the participant, the aggregate key and, in script paths, the leaf hash (BIP373). */
export function readMusigKey(
  { reader, secp256k1 }: FieldSource,
  { key, data }: FieldKey,
  what: string,
): Omit<MusigField, 'value'> {
  if (key.length !== 67 && key.length !== 99) {
    reader.fail(`Input musig2 ${what} key is not expected size of 67 or 99 bytes`);
  }
  const participant = data.subarray(0, 33);
  const aggregate = data.subarray(33, 66);
  const leafHash = data.subarray(66);
  if (!secp256k1.isPublicKey(aggregate)) reader.fail('musig2 aggregate pubkey is invalid');
  if (!secp256k1.isPublicKey(participant)) reader.fail('musig2 participant pubkey is invalid');
  // Core writes a leaf hash of zeros for "no leaf".
  const isAbsent = leafHash.every((byte) => byte === 0);
  return { participant, aggregate, leafHash: isAbsent ? undefined : leafHash };
}

/**
 * Reads the start of a proprietary key: "<compact size uint identifier length> <identifier>
 * <compact size uint subtype>".
 */
export function readProprietary(
  { reader }: FieldSource,
  { key, data }: FieldKey,
  { proprietary }: { readonly proprietary: RawField[] },
): void {
  const keyReader = createReader(data);
  keyReader.varBytes();
  keyReader.compactSize();
  if (keyReader.failure !== undefined) reader.fail(keyReader.failure);
  proprietary.push({ key, value: reader.varBytes() });
}

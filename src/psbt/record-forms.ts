import { type Bytes, bigEndian, concatBytes, emptyBytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { createReader, type Reader } from '../encoding/reader.ts';
import type { Writer } from '../encoding/writer.ts';
import { VerifyFlag } from '../script/flags.ts';
import { checkSignatureEncoding } from '../script/signature-encoding.ts';
import type { KeyOrigin, TaprootLeaf } from '../signing/provider.ts';
import type { PartialSignature, TaprootKeyInfo } from '../signing/signature-data.ts';
import type {
  GlobalXpub,
  KeyPath,
  MusigField,
  MusigParticipants,
  Preimage,
  RawField,
  TapScriptSignature,
} from './psbt.ts';
import { type FieldSource, readSchnorrSignature, readSized } from './value-forms.ts';

/** The key of a record: all its bytes, its type, and the data after the type. */
export type FieldKey = { readonly key: Bytes; readonly type: number; readonly data: Bytes };

/** Reads "<4 byte fingerprint> <32-bit little endian uint path element>*" in `length` bytes. */
function readOrigin(reader: Reader, length: number): KeyOrigin {
  if (length % 4 !== 0 || length === 0) reader.fail('Invalid length for HD key path');
  const fingerprint = reader.bytes(4);
  const path: number[] = [];
  for (let at = 4; at < length && !reader.failed; at += 4) path.push(reader.u32());
  return { fingerprint, path };
}

/** Checks an extended key as CExtPubKey::Decode does: a root has no parent and is no child. */
function readXpub({ reader, secp256k1 }: FieldSource, { data: xpub }: FieldKey): GlobalXpub {
  const [depth] = xpub.subarray(4);
  const isOrphan = xpub.subarray(5, 13).every((byte) => byte === 0);
  if ((depth === 0 && !isOrphan) || !secp256k1.isPublicKey(xpub.subarray(45))) {
    reader.fail('Invalid pubkey');
  }
  return { xpub, origin: readOrigin(reader, reader.compactSize()) };
}

/** Reads the public key at the end of a record's key: 33 or 65 bytes, on the curve. */
function readPublicKey(source: FieldSource, { data }: FieldKey, name: string): Bytes {
  const { reader, secp256k1 } = source;
  if (data.length !== 33 && data.length !== 65) {
    reader.fail(`Size of key was not the expected size for the type ${name}`);
  } else if (!secp256k1.isPublicKey(data)) {
    reader.fail('Invalid pubkey');
  }
  return data;
}

function readKeyPath(source: FieldSource, key: FieldKey, name: string): KeyPath {
  const publicKey = readPublicKey(source, key, name);
  return { publicKey, origin: readOrigin(source.reader, source.reader.compactSize()) };
}

function readSignature(source: FieldSource, key: FieldKey, name: string): PartialSignature {
  const { reader } = source;
  const publicKey = readPublicKey(source, key, name);
  const signature = reader.varBytes();
  const flags = VerifyFlag.DERSIG | VerifyFlag.STRICTENC;
  if (signature.length === 0 || checkSignatureEncoding(signature, flags) !== undefined) {
    reader.fail('Signature is not a valid encoding');
  }
  return { publicKey, signature };
}

const readTapSignature = (source: FieldSource, { data }: FieldKey): TapScriptSignature => ({
  xOnly: data.subarray(0, 32),
  leafHash: data.subarray(32),
  signature: readSchnorrSignature(source, 'script'),
});

/** Reads a leaf with one of its control blocks. */
function readLeaf({ reader }: FieldSource, { key, data }: FieldKey): TaprootLeaf {
  if (key.length < 34) reader.fail('Input Taproot leaf script key is not at least 34 bytes');
  else if ((key.length - 2) % 32 !== 0) {
    reader.fail("Input Taproot leaf script key's control block size is not valid");
  }
  const value = reader.varBytes();
  if (value.length === 0) reader.fail('Input Taproot leaf script must be at least 1 byte');
  const script = value.subarray(0, -1);
  return { script, leafVersion: value[value.length - 1] ?? 0, controlBlocks: [data] };
}

/**
 * BIP371: "<compact size uint number of hashes> <32 byte leaf hash>* <4 byte fingerprint> <path
 * element>*".
 */
function readTapKeyPath({ reader, side }: FieldSource, { data }: FieldKey): TaprootKeyInfo {
  const length = reader.compactSize();
  const start = reader.position;
  const leafHashes = new Set<string>();
  const count = reader.compactSize();
  for (let i = 0; i < count && !reader.failed; i++) leafHashes.add(encodeHex(reader.bytes(32)));
  const read = reader.position - start;
  if (read > length) reader.fail(`${side} Taproot BIP32 keypath has an invalid length`);
  return { xOnly: data, leafHashes, origin: readOrigin(reader, length - read) };
}

/** Reads the participants of an aggregate key in their order (BIP373). */
function readParticipants(
  { reader, side, secp256k1 }: FieldSource,
  { data }: FieldKey,
): MusigParticipants {
  if (!secp256k1.isPublicKey(data)) reader.fail(`${side} musig2 aggregate pubkey is invalid`);
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
  return { aggregate: data, participants };
}

/** Reads the participant, the aggregate key and, in script paths, the leaf hash (BIP373). */
function readMusigKey(
  { reader, side, secp256k1 }: FieldSource,
  { key, data }: FieldKey,
  name: string,
): Omit<MusigField, 'value'> {
  if (key.length !== 67 && key.length !== 99) {
    reader.fail(`${side} ${name} key is not expected size of 67 or 99 bytes`);
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

function readNonce(source: FieldSource, key: FieldKey, name: string): MusigField {
  const signer = readMusigKey(source, key, name);
  const value = source.reader.varBytes();
  if (value.length !== 66) source.reader.fail(`${source.side} ${name} value is not 66 bytes`);
  return { ...signer, value };
}

const readPartial = (source: FieldSource, key: FieldKey, name: string): MusigField => ({
  ...readMusigKey(source, key, name),
  value: readSized(source, (reader) => reader.bytes(32)),
});

const PROPRIETARY = 0xfc;

/**
 * Reads a field as it is. A proprietary key must begin with "<compact size uint identifier length>
 * <identifier> <compact size uint subtype>".
 */
function readRaw({ reader }: FieldSource, { key, type, data }: FieldKey): RawField {
  if (type === PROPRIETARY) {
    const keyReader = createReader(data);
    keyReader.varBytes();
    keyReader.compactSize();
    if (keyReader.failure !== undefined) reader.fail(keyReader.failure);
  }
  return { key, value: reader.varBytes() };
}

/** "The hash preimage, which must equal the key when run through the hash". */
const readPreimage = ({ reader }: FieldSource, { data }: FieldKey): Preimage => ({
  digest: data,
  preimage: reader.varBytes(),
});

/** Readers of the records of lists, by form: the kind of a record in `psbt-kinds.ts`. */
export const recordReaders = {
  GlobalXpub: readXpub,
  KeyPath: readKeyPath,
  MusigNonce: readNonce,
  MusigPartial: readPartial,
  MusigParticipants: readParticipants,
  PartialSignature: readSignature,
  Preimage20: readPreimage,
  Preimage32: readPreimage,
  RawField: readRaw,
  TapScriptSignature: readTapSignature,
  TaprootKeyInfo: readTapKeyPath,
  TaprootLeaf: readLeaf,
};

export type RecordForm = keyof typeof recordReaders;
export type RecordOfForm<F extends RecordForm> = ReturnType<(typeof recordReaders)[F]>;

/** Sizes of keys after the type. The readers check those of other forms. */
export const keySizes: { readonly [F in RecordForm]?: number } = {
  GlobalXpub: 78,
  MusigParticipants: 33,
  Preimage20: 20,
  Preimage32: 32,
  TapScriptSignature: 64,
  TaprootKeyInfo: 32,
};

type RecordKeys = { readonly [F in RecordForm]: (record: RecordOfForm<F>) => Bytes };

const keyOfMusig = ({ participant, aggregate, leafHash = emptyBytes }: MusigField) =>
  concatBytes(participant, aggregate, leafHash);

/** Returns what a record's key has after its type; for a raw field, the complete key. */
export const recordKeys: RecordKeys = {
  GlobalXpub: ({ xpub }) => xpub,
  KeyPath: ({ publicKey }) => publicKey,
  MusigNonce: keyOfMusig,
  MusigPartial: keyOfMusig,
  MusigParticipants: ({ aggregate }) => aggregate,
  PartialSignature: ({ publicKey }) => publicKey,
  Preimage20: ({ digest }) => digest,
  Preimage32: ({ digest }) => digest,
  RawField: ({ key }) => key,
  TapScriptSignature: ({ xOnly, leafHash }) => concatBytes(xOnly, leafHash),
  TaprootKeyInfo: ({ xOnly }) => xOnly,
  TaprootLeaf: ({ controlBlocks: [controlBlock = emptyBytes] }) => controlBlock,
};

const NO_LEAF = /* @__PURE__ */ new Uint8Array(32);
const nameOfMusig = ({ aggregate, leafHash = NO_LEAF, participant }: MusigField) =>
  concatBytes(aggregate, leafHash, participant);

const otherNames: Partial<RecordKeys> = {
  GlobalXpub: ({ xpub, origin }) =>
    concatBytes(xpub, origin.fingerprint, ...origin.path.map((step) => bigEndian(step, 4))),
  MusigNonce: nameOfMusig,
  MusigPartial: nameOfMusig,
  TaprootLeaf: ({ script, leafVersion }) => concatBytes(script, Uint8Array.of(leafVersion)),
};

/** Returns what makes unique bytes of a record, by which Core orders most lists. */
export const nameOf = <F extends RecordForm>(form: F): RecordKeys[F] =>
  otherNames[form] ?? recordKeys[form];

type RecordWriters = {
  readonly [F in RecordForm]: (writer: Writer, record: RecordOfForm<F>) => void;
};

function writeOrigin(writer: Writer, { origin }: { readonly origin: KeyOrigin }): void {
  writer.bytes(origin.fingerprint);
  for (const index of origin.path) writer.u32(index);
}
const writePreimage = (writer: Writer, { preimage }: Preimage) => writer.bytes(preimage);
const writeSignature = (writer: Writer, { signature }: { readonly signature: Bytes }) =>
  writer.bytes(signature);
const writeValue = (writer: Writer, { value }: { readonly value: Bytes }) => writer.bytes(value);

/** Writers of a record's value, without its length. */
export const recordWriters: RecordWriters = {
  GlobalXpub: writeOrigin,
  KeyPath: writeOrigin,
  MusigNonce: writeValue,
  MusigPartial: writeValue,
  MusigParticipants: (writer, { participants }) => {
    for (const participant of participants) writer.bytes(participant);
  },
  PartialSignature: writeSignature,
  Preimage20: writePreimage,
  Preimage32: writePreimage,
  RawField: writeValue,
  TapScriptSignature: writeSignature,
  TaprootKeyInfo: (writer, record) => {
    const { leafHashes } = record;
    writer.compactSize(leafHashes.size);
    for (const leafHash of [...leafHashes].sort()) writer.bytes(decodeHex(leafHash) ?? emptyBytes);
    writeOrigin(writer, record);
  },
  TaprootLeaf: (writer, { script, leafVersion }) => writer.bytes(script).u8(leafVersion),
};

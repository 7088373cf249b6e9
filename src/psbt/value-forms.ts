import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, emptyBytes, reverseBytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { lastOf } from '../encoding/list.ts';
import { createReader, type Reader } from '../encoding/reader.ts';
import type { Writer } from '../encoding/writer.ts';
import { LOCKTIME_THRESHOLD } from '../script/limits.ts';
import type { TaprootTree } from '../signing/provider.ts';
import {
  readList,
  readTransaction,
  readTxOut,
  writeTransaction,
  writeTxOut,
} from '../transaction/codec.ts';
import type { OutPoint, Transaction } from '../transaction/transaction.ts';
import { notNull } from './psbt.ts';

/** The data stream, the map that it is in, and the curve for checking keys. */
export type FieldSource = {
  readonly reader: Reader;
  readonly side: 'Global' | 'Input' | 'Output';
  readonly secp256k1: Pick<Secp256k1, 'isPublicKey'>;
};

/**
 * Reads a value that must be exactly as long as its length prefix (psbt.h, UnserializeFromVector).
 */
export function readSized<T>({ reader }: FieldSource, read: (reader: Reader) => T): T {
  const length = reader.compactSize();
  const start = reader.position;
  const value = read(reader);
  if (reader.position !== start + length) reader.fail('Size of value was not the stated size');
  return value;
}

const readU32 = (source: FieldSource) => readSized(source, (reader) => reader.u32());

export function readSchnorrSignature({ reader }: FieldSource, path: 'key' | 'script'): Bytes {
  const signature = reader.varBytes();
  const what = `Input Taproot ${path} path signature`;
  if (signature.length < 64) reader.fail(`${what} is shorter than 64 bytes`);
  if (signature.length > 65) reader.fail(`${what} is longer than 65 bytes`);
  return signature;
}

function readUnsignedTx(source: FieldSource): Transaction {
  const transaction = readSized(source, (reader) => readTransaction(reader, { witness: false }));
  if (transaction.inputs.some((input) => input.scriptSig.length > 0)) {
    source.reader.fail('Unsigned tx does not have empty scriptSigs and scriptWitnesses.');
  }
  return transaction;
}

function readVersion(source: FieldSource): number {
  const version = readU32(source);
  if (version > 2) source.reader.fail('Unsupported version number');
  return version;
}

function readTimeLock(source: FieldSource): number {
  const value = readU32(source);
  if (value < LOCKTIME_THRESHOLD) {
    source.reader.fail('Required time based locktime is invalid (less than 500000000)');
  }
  return value;
}

function readHeightLock(source: FieldSource): number {
  const value = readU32(source);
  const fault = value === 0 ? '0' : 'greater than or equal to 500000000';
  if (value === 0 || value >= LOCKTIME_THRESHOLD) {
    source.reader.fail(`Required height based locktime is invalid (${fault})`);
  }
  return value;
}

/** Maximum depth of a taproot tree (BIP341). */
const TAPROOT_CONTROL_MAX_NODE_COUNT = 128;

/**
 * BIP371: "{<8-bit uint depth> <8-bit uint leaf version> <compact size uint scriptlen> <bytes
 * script>}*".
 */
function readTapTree({ reader }: FieldSource): TaprootTree {
  const value = createReader(reader.varBytes());
  if (value.remaining === 0) reader.fail('Output Taproot tree must not be empty');
  const leaves: TaprootTree[number][] = [];
  while (value.remaining > 0) {
    const leaf = { depth: value.u8(), leafVersion: value.u8(), script: value.varBytes() };
    if (value.failure !== undefined) reader.fail(`SpanReader::read(): ${value.failure}`);
    if (leaf.depth > TAPROOT_CONTROL_MAX_NODE_COUNT) {
      reader.fail('Output Taproot tree has as leaf greater than Taproot maximum depth');
    }
    if ((leaf.leafVersion & 1) !== 0) {
      reader.fail('Output Taproot tree has a leaf with an invalid leaf version');
    }
    leaves.push(leaf);
  }
  if (!isCompleteTree(leaves)) reader.fail('Output Taproot tree is malformed');
  return leaves;
}

/**
 * Returns true if these depths, depth first, describe a complete binary tree
 * (TaprootBuilder::IsComplete).
 */
function isCompleteTree(leaves: TaprootTree): boolean {
  // Depths at which a left branch has no right one yet.
  const open: number[] = [];
  let closed = false;
  for (const leaf of leaves) {
    if (closed || leaf.depth < (lastOf(open) ?? 0)) return false;
    let depth = leaf.depth;
    while (lastOf(open) === depth && depth > 0) {
      open.pop();
      depth--;
    }
    if (depth === 0) closed = true;
    else open.push(depth);
  }
  return closed;
}

/**
 * Readers of the values of fields that a map has once, by form. A form may add to the member's
 * value, as the two parts of an outpoint do.
 */
export const valueReaders = {
  bytes: ({ reader }: FieldSource) => reader.varBytes(),
  bytes32: (source: FieldSource) => notNull(readSized(source, (reader) => reader.bytes(32))),
  count: (source: FieldSource) => readSized(source, (reader) => reader.compactSize()),
  heightLock: readHeightLock,
  int64: (source: FieldSource) => readSized(source, (reader) => reader.i64()),
  outPointTxid: (source: FieldSource, prevout: OutPoint): OutPoint => {
    const hash = readSized(source, (reader) => reader.bytes(32));
    return { ...prevout, txid: encodeHex(reverseBytes(hash)) };
  },
  outPointVout: (source: FieldSource, prevout: OutPoint) => ({ ...prevout, vout: readU32(source) }),
  psbtVersion: readVersion,
  schnorrSignature: (source: FieldSource) => readSchnorrSignature(source, 'key'),
  sighash: (source: FieldSource) => readSized(source, (reader) => reader.i32()),
  stack: (source: FieldSource) =>
    readSized(source, (reader) => readList(reader, (stack) => stack.varBytes())),
  tapTree: readTapTree,
  timeLock: readTimeLock,
  Transaction: (source: FieldSource) =>
    readSized(source, (reader) => readTransaction(reader, { witness: true })),
  TxOut: (source: FieldSource) => {
    const output = readSized(source, readTxOut);
    // Core treats an amount of -1 as absent (CTxOut::IsNull).
    return output.value === -1n ? undefined : output;
  },
  uint8: (source: FieldSource) => readSized(source, (reader) => reader.u8()),
  uint32: readU32,
  unsignedTx: readUnsignedTx,
};

export type ValueForm = keyof typeof valueReaders;
export type ValueOfForm<F extends ValueForm> = ReturnType<(typeof valueReaders)[F]>;

type ValueWriters = {
  readonly [F in ValueForm]: (writer: Writer, value: NonNullable<ValueOfForm<F>>) => void;
};

const writeU32 = (writer: Writer, value: number) => writer.u32(value);
const writeBytes = (writer: Writer, value: Bytes) => writer.bytes(value);
const writeUnsigned = (writer: Writer, transaction: Transaction) =>
  writeTransaction(writer, transaction, { witness: false });

/** Writers of the values, without their length. */
export const valueWriters: ValueWriters = {
  bytes: writeBytes,
  bytes32: writeBytes,
  count: (writer, value) => writer.compactSize(value),
  heightLock: writeU32,
  int64: (writer, value) => writer.i64(value),
  outPointTxid: (writer, { txid }) => writer.bytes(reverseBytes(decodeHex(txid) ?? emptyBytes)),
  outPointVout: (writer, { vout }) => writer.u32(vout),
  psbtVersion: writeU32,
  schnorrSignature: writeBytes,
  sighash: writeU32,
  stack: (writer, items) => {
    writer.compactSize(items.length);
    for (const item of items) writer.varBytes(item);
  },
  tapTree: (writer, leaves) => {
    for (const { depth, leafVersion, script } of leaves) {
      writer.u8(depth).u8(leafVersion).varBytes(script);
    }
  },
  timeLock: writeU32,
  Transaction: writeUnsigned,
  TxOut: writeTxOut,
  uint8: (writer, value) => writer.u8(value),
  uint32: writeU32,
  unsignedTx: writeUnsigned,
};

import type { Bytes } from '../encoding/bytes.ts';
import { readHash } from '../encoding/fields.ts';
import { decodeHex } from '../encoding/hex.ts';
import { invariant } from '../encoding/invariant.ts';
import { createReader, type Reader } from '../encoding/reader.ts';
import { createWriter, type Writer } from '../encoding/writer.ts';
import type { OutPoint, Transaction, TxIn, TxOut } from './transaction.ts';

/** Selects the witness form (BIP144); otherwise the same bytes mean the legacy form. */
export type WitnessForm = {
  /** True for the form with marker, flag and witnesses, if there are any. */
  readonly witness: boolean;
};

export function writeOutPoint(writer: Writer, { txid, vout }: OutPoint): void {
  const hash = decodeHex(txid);
  invariant(hash?.length === 32, 'a Txid is 64 hex digits');
  writer.bytes(hash.reverse()).u32(vout);
}

export function readOutPoint(reader: Reader): OutPoint {
  return { txid: readHash(reader), vout: reader.u32() };
}

export function writeTxOut(writer: Writer, output: TxOut): void {
  writer.i64(output.value).varBytes(output.scriptPubKey);
}

export function readTxOut(reader: Reader): TxOut {
  return { value: reader.i64(), scriptPubKey: reader.varBytes() };
}

/** Reads a list. Stops at the first failure, so that a forged count costs no time. */
export function readList<T>(reader: Reader, read: (reader: Reader) => T): T[] {
  const count = reader.compactSize();
  const list: T[] = [];
  for (let i = 0; i < count && !reader.failed; i++) list.push(read(reader));
  return list;
}

function readTxIn(reader: Reader): TxIn {
  return {
    prevout: readOutPoint(reader),
    scriptSig: reader.varBytes(),
    sequence: reader.u32(),
    witness: [],
  };
}

export function hasWitness(transaction: Transaction): boolean {
  return transaction.inputs.some((input) => input.witness.length > 0);
}

const HAS_WITNESS = 1;

function readWitnesses(reader: Reader, bare: readonly TxIn[]): TxIn[] {
  const inputs = bare.map((input) => ({
    ...input,
    witness: readList(reader, (stack) => stack.varBytes()),
  }));
  // In BIP144, a witness form with only empty witnesses is superfluous.
  if (inputs.every((input) => input.witness.length === 0)) {
    reader.fail('Superfluous witness record');
  }
  return inputs;
}

/**
 * Reads a transaction. Marks the reader as failed where Core throws. Core: UnserializeTransaction
 * (primitives/transaction.h).
 */
export function readTransaction(reader: Reader, { witness }: WitnessForm): Transaction {
  const version = reader.u32();
  let inputs = readList(reader, readTxIn);
  let outputs: TxOut[] = [];
  if (inputs.length === 0 && witness) {
    // "We read a dummy or an empty vin": the next byte is the flags, which are checked after the
    // data that they announce.
    const flags = reader.u8();
    if (flags === 0) return { version, inputs, outputs, locktime: reader.u32() };
    inputs = readList(reader, readTxIn);
    outputs = readList(reader, readTxOut);
    if ((flags & HAS_WITNESS) !== 0) inputs = readWitnesses(reader, inputs);
    if ((flags & ~HAS_WITNESS) !== 0) reader.fail('Unknown transaction optional data');
  } else {
    outputs = readList(reader, readTxOut);
  }
  return { version, inputs, outputs, locktime: reader.u32() };
}

export function writeTransaction(
  writer: Writer,
  transaction: Transaction,
  { witness }: WitnessForm,
): void {
  const extended = witness && hasWitness(transaction);
  writer.u32(transaction.version);
  if (extended) writer.u8(0).u8(1);
  writer.compactSize(transaction.inputs.length);
  for (const input of transaction.inputs) {
    writeOutPoint(writer, input.prevout);
    writer.varBytes(input.scriptSig).u32(input.sequence);
  }
  writer.compactSize(transaction.outputs.length);
  for (const output of transaction.outputs) writeTxOut(writer, output);
  if (extended) {
    for (const input of transaction.inputs) {
      writer.compactSize(input.witness.length);
      for (const item of input.witness) writer.varBytes(item);
    }
  }
  writer.u32(transaction.locktime);
}

/**
 * Encodes a transaction in wire format: in BIP144's form if an input has a witness, unless
 * `witness` is false.
 *
 * @param transaction - Values in satoshi; ids in display order.
 * @param form - `witness: false` for the bytes whose hash is the txid. Default: true.
 */
export function encodeTransaction(
  transaction: Transaction,
  form: WitnessForm = { witness: true },
): Bytes {
  const writer = createWriter();
  writeTransaction(writer, transaction, form);
  return writer.finish();
}

/**
 * Decodes bytes that are one transaction in the requested form; otherwise `undefined`.
 *
 * @param bytes - Wire format, without trailing bytes.
 * @param form - `witness`: whether BIP144's form is accepted.
 */
export function decodeTransaction(bytes: Bytes, form: WitnessForm): Transaction | undefined {
  const reader = createReader(bytes);
  const transaction = readTransaction(reader, form);
  return reader.done ? transaction : undefined;
}

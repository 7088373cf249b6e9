import {
  readBoolean,
  readChoice,
  readHash,
  readInteger,
  readMap,
  readText,
  writeBoolean,
  writeChoice,
  writeHash,
  writeInteger,
  writeMany,
  writeText,
} from '../../encoding/fields.ts';
import type { Reader } from '../../encoding/reader.ts';
import type { Writer } from '../../encoding/writer.ts';
import { hasWitness, readTransaction, writeTransaction } from '../../transaction/codec.ts';
import { outPointKey, type Txid } from '../../transaction/transaction.ts';
import { transactionId } from '../../transaction/txid.ts';
import {
  type Ledger,
  noteSpends,
  type TransactionState,
  type WalletOutput,
  type WalletTransaction,
} from '../ledger/ledger.ts';

/**
 * Writes a transaction:
 *
 *     txid (32), whether it has witnesses (1), the transaction as on the wire
 *     state         1: confirmed (height 8, block 32, its time 8, index in it 8), mempool, inactive
 *                   (abandoned 1), conflicted (height 8, block 32)
 *     first seen, time, order   8 each
 *     notes         count, and for each: name and text (length, UTF-8)
 */
export function writeWalletTransaction(writer: Writer, known: WalletTransaction): void {
  const { txid, transaction, state, notes } = known;
  const witness = hasWitness(transaction);
  writeHash(writer, txid);
  writeBoolean(writer, witness);
  writeTransaction(writer, transaction, { witness });
  writeState(writer, state);
  for (const number of [known.timeReceived, known.time, known.order]) writeInteger(writer, number);
  writeMany(writer, notes, ([name, text]) => {
    writeText(writer, name);
    writeText(writer, text);
  });
}

export function readWalletTransaction(reader: Reader): WalletTransaction {
  const txid = readHash(reader);
  const transaction = readTransaction(reader, { witness: readBoolean(reader) });
  // Legacy signatures commit to the txids they spend, not to amounts: a wrong txid could hide any
  // amount.
  if (txid !== transactionId(transaction)) reader.fail();
  const state = readState(reader);
  const timeReceived = readInteger(reader);
  const time = readInteger(reader);
  const order = readInteger(reader);
  const notes = readMap(reader, () => [readText(reader), readText(reader)]);
  return { txid, transaction, state, timeReceived, time, order, notes };
}

const stateKinds = ['confirmed', 'mempool', 'inactive', 'conflicted'] as const;

function writeState(writer: Writer, state: TransactionState): void {
  writeChoice(writer, stateKinds, state.kind);
  switch (state.kind) {
    case 'confirmed':
      writeInteger(writer, state.height);
      writeHash(writer, state.blockHash);
      writeInteger(writer, state.blockTime);
      writeInteger(writer, state.index);
      break;
    case 'inactive':
      writeBoolean(writer, state.abandoned);
      break;
    case 'conflicted':
      writeInteger(writer, state.height);
      writeHash(writer, state.blockHash);
      break;
    case 'mempool':
      break;
  }
}

function readState(reader: Reader): TransactionState {
  const kind = readChoice(reader, stateKinds);
  switch (kind) {
    case 'confirmed':
      return {
        kind,
        height: readInteger(reader),
        blockHash: readHash(reader),
        blockTime: readInteger(reader),
        index: readInteger(reader),
      };
    case 'mempool':
      return { kind };
    case 'inactive':
      return { kind, abandoned: readBoolean(reader) };
    case 'conflicted':
      return { kind, height: readInteger(reader), blockHash: readHash(reader) };
  }
}

/**
 * The next order (8), then the wallet's outputs: count, and for each the place of its transaction
 * (4) and its index (4).
 */
export function writeOutputs(writer: Writer, ledger: Ledger): void {
  writeInteger(writer, ledger.nextOrder);
  const places = new Map<Txid, number>();
  for (const txid of ledger.transactions.keys()) places.set(txid, places.size);
  const outputs = [...ledger.outputs.values()].flatMap(({ outPoint }) => {
    const place = places.get(outPoint.txid);
    return place === undefined ? [] : [{ place, vout: outPoint.vout }];
  });
  writeMany(writer, outputs, ({ place, vout }) => {
    writer.u32(place).u32(vout);
  });
}

/** Builds the ledger of these transactions, keeping their order. */
export function readOutputs(reader: Reader, known: readonly WalletTransaction[]): Ledger {
  const nextOrder = readInteger(reader);
  const outputs = readMap(reader, (): [string, WalletOutput | undefined] => {
    const { txid, transaction } = known[reader.u32()] ?? {};
    const vout = reader.u32();
    const output = transaction?.outputs[vout];
    if (txid === undefined || output === undefined) {
      reader.fail();
      return ['', undefined];
    }
    const outPoint = { txid, vout };
    return [outPointKey(outPoint), { outPoint, output }];
  });
  const found = new Map<string, WalletOutput>();
  for (const [key, output] of outputs) if (output !== undefined) found.set(key, output);
  const transactions = new Map(known.map((each) => [each.txid, each]));
  if (transactions.size !== known.length) reader.fail();
  // `putTransaction` adds them in the same order.
  const spenders = new Map<string, readonly Txid[]>();
  for (const each of known) noteSpends(spenders, each);
  return { transactions, outputs: found, spenders, nextOrder };
}

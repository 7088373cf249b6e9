import * as field from '../../encoding/fields.ts';
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

const block = { height: field.integer, blockHash: field.hash };
const states = {
  confirmed: field.record({ ...block, blockTime: field.integer, index: field.integer }),
  mempool: field.record({}),
  inactive: field.record({ abandoned: field.boolean }),
  conflicted: field.record(block),
};
const stateKind = field.choice(['confirmed', 'mempool', 'inactive', 'conflicted']);

const storedState: field.Field<TransactionState> = {
  write(writer, state) {
    const form: field.Field<object> = states[state.kind];
    stateKind.write(writer, state.kind);
    form.write(writer, state);
  },
  read(reader) {
    const kind = stateKind.read(reader);
    // Sound: the form has the members of this kind.
    return { kind, ...states[kind].read(reader) } as TransactionState;
  },
};

const about = field.record({
  state: storedState,
  timeReceived: field.integer,
  time: field.integer,
  order: field.integer,
  notes: field.map(field.text, field.text),
});

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
  const { txid, transaction } = known;
  const witness = hasWitness(transaction);
  field.hash.write(writer, txid);
  field.boolean.write(writer, witness);
  writeTransaction(writer, transaction, { witness });
  about.write(writer, known);
}

export function readWalletTransaction(reader: Reader): WalletTransaction {
  const txid = field.hash.read(reader);
  const transaction = readTransaction(reader, { witness: field.boolean.read(reader) });
  // Legacy signatures commit to the txids they spend, not to amounts: a wrong txid could hide any
  // amount.
  if (txid !== transactionId(transaction)) reader.fail();
  return { txid, transaction, ...about.read(reader) };
}

/**
 * The next order (8), then the wallet's outputs: count, and for each the place of its transaction
 * (4) and its index (4).
 */
export function writeOutputs(writer: Writer, ledger: Ledger): void {
  field.integer.write(writer, ledger.nextOrder);
  const places = new Map<Txid, number>();
  for (const txid of ledger.transactions.keys()) places.set(txid, places.size);
  const outputs = [...ledger.outputs.values()].flatMap(({ outPoint }) => {
    const place = places.get(outPoint.txid);
    return place === undefined ? [] : [{ place, vout: outPoint.vout }];
  });
  field.writeMany(writer, outputs, ({ place, vout }) => {
    writer.u32(place).u32(vout);
  });
}

/** Builds the ledger of these transactions, keeping their order. */
export function readOutputs(reader: Reader, known: readonly WalletTransaction[]): Ledger {
  const nextOrder = field.integer.read(reader);
  const outputs = field.readMap(reader, (): [string, WalletOutput | undefined] => {
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

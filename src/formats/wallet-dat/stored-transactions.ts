import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { createReader, type Reader } from '../../encoding/reader.ts';
import { decodeUtf8 } from '../../encoding/utf8.ts';
import { readList, readTransaction } from '../../transaction/codec.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import { transactionId } from '../../transaction/txid.ts';
import type { CoreFile } from './records.ts';

/** A transaction of the file, with what the wallet recorded about it (CWalletTx). */
export type StoredTransaction = {
  readonly transaction: Transaction;
  /** `conflicted`: another transaction in this block spends the same. */
  readonly state: 'confirmed' | 'conflicted' | 'unconfirmed' | 'abandoned';
  /** The block in hexadecimal, in display order. Only if it is confirmed or conflicted. */
  readonly blockHash: string;
  /** The position in the block. */
  readonly index: number;
  /** Seconds since 1970. */
  readonly timeReceived: number;
  readonly time: number;
  /** Notes by name: `comment`, `to`, `replaces_txid`, `replaced_by_txid`. */
  readonly notes: ReadonlyMap<string, string>;
};

/** Names of values that are notes. The others are of the wallet itself. */
const NOTES = ['comment', 'to', 'replaces_txid', 'replaced_by_txid'];

/**
 * Returns the transactions of a wallet.dat in the wallet's order, and the number of records that
 * are damaged.
 */
export function readTransactions({ transactions }: Pick<CoreFile, 'transactions'>): {
  readonly stored: readonly StoredTransaction[];
  readonly damaged: number;
} {
  const read = [...transactions].flatMap(([txid, bytes]) => {
    const reader = createReader(bytes);
    const found = readStored(reader);
    return reader.failed || transactionId(found.stored.transaction) !== txid ? [] : [found];
  });
  const sorted = [...read].sort(
    (a, b) => a.order - b.order || a.stored.timeReceived - b.stored.timeReceived,
  );
  return {
    stored: sorted.map(({ stored }) => stored),
    damaged: transactions.size - read.length,
  };
}

function readStored(reader: Reader): {
  readonly stored: StoredTransaction;
  readonly order: number;
} {
  const { transaction, block, index } = readPlaced(reader);
  // Versions before 0.16 keep the transactions before it.
  readList(reader, readPlaced);
  const values = new Map(readList(reader, (each) => [textOf(each), textOf(each)] as const));
  readList(reader, (each) => [each.varBytes(), each.varBytes()]);
  reader.u32();
  const timeReceived = reader.u32();
  const [time, order] = [values.get('timesmart'), values.get('n')].map((text) => Number(text));
  const stored = {
    transaction,
    ...stateOf(block, index),
    index,
    timeReceived,
    time: time || timeReceived,
    notes: new Map([...values].filter(([name]) => NOTES.includes(name))),
  };
  return { stored, order: order === undefined || Number.isNaN(order) ? Number.MAX_VALUE : order };
}

const textOf = (reader: Reader): string => decodeUtf8(reader.varBytes()) ?? '';

/** Reads a transaction, its block, the proof of it, which is not needed, and its position. */
function readPlaced(reader: Reader) {
  const transaction = readTransaction(reader, { witness: true });
  const block: Bytes = reader.bytes(32).slice().reverse();
  readList(reader, (each) => each.bytes(32));
  return { transaction, block, index: reader.i32() };
}

/** Core: TxStateInterpretSerialized. */
function stateOf(block: Bytes, index: number): Pick<StoredTransaction, 'state' | 'blockHash'> {
  const blockHash = encodeHex(block);
  if (/^0*$/.test(blockHash)) return { state: 'unconfirmed', blockHash };
  if (/^0*1$/.test(blockHash)) return { state: 'abandoned', blockHash };
  return { state: index === -1 ? 'conflicted' : 'confirmed', blockHash };
}

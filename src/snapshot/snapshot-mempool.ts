import type { MempoolEntry } from '../chain/source.ts';
import { readBoolean, writeBoolean, writeMany } from '../encoding/fields.ts';
import type { Reader } from '../encoding/reader.ts';
import type { Writer } from '../encoding/writer.ts';
import { readList } from '../transaction/codec.ts';
import { compareTxids } from '../transaction/transaction.ts';
import { transactionId, witnessTransactionId } from '../transaction/txid.ts';
import { transactionWeight } from '../transaction/weight.ts';
import type { SnapshotMempool } from './snapshot.ts';
import { readWithWitness, writeWithWitness } from './snapshot-transactions.ts';

export function writeMempool(writer: Writer, mempool: SnapshotMempool): void {
  writeBoolean(writer, mempool.complete);
  writeBoolean(writer, mempool.scriptsVerified);
  const sorted = [...mempool.entries].sort((a, b) => compareTxids(a.txid, b.txid));
  writeMany(writer, sorted, ({ transaction, fee, feeDelta, sigopCost, time }) => {
    writeWithWitness(writer, transaction);
    writeKnown(writer, fee);
    writeKnown(writer, feeDelta);
    writeKnown(writer, sigopCost === undefined ? undefined : BigInt(sigopCost));
    writeKnown(writer, time === undefined ? undefined : BigInt(time));
  });
}

function writeKnown(writer: Writer, value: bigint | undefined): void {
  writeBoolean(writer, value !== undefined);
  if (value !== undefined) writer.i64(value);
}

function readKnown(reader: Reader): bigint | undefined {
  return readBoolean(reader) ? reader.i64() : undefined;
}

export function readMempool(reader: Reader): SnapshotMempool {
  const [complete, scriptsVerified] = [readBoolean(reader), readBoolean(reader)];
  return { complete, scriptsVerified, entries: readList(reader, readEntry) };
}

function readEntry(reader: Reader): MempoolEntry {
  const transaction = readWithWitness(reader);
  const fee = readKnown(reader);
  const feeDelta = readKnown(reader);
  const sigopCost = readKnown(reader);
  const time = readKnown(reader);
  return {
    txid: transactionId(transaction),
    wtxid: witnessTransactionId(transaction),
    transaction,
    weight: transactionWeight(transaction),
    fee,
    ...(feeDelta !== undefined && { feeDelta }),
    sigopCost: sigopCost === undefined ? undefined : Number(sigopCost),
    ...(time !== undefined && { time: Number(time) }),
  };
}

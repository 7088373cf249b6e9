import type { MempoolEntry } from '../chain/source.ts';
import { boolean, int64, optional, writeMany } from '../encoding/fields.ts';
import type { Reader } from '../encoding/reader.ts';
import type { Writer } from '../encoding/writer.ts';
import { readList } from '../transaction/codec.ts';
import { compareTxids } from '../transaction/transaction.ts';
import { transactionId, witnessTransactionId } from '../transaction/txid.ts';
import { transactionWeight } from '../transaction/weight.ts';
import type { SnapshotMempool } from './snapshot.ts';
import { readWithWitness, writeWithWitness } from './snapshot-transactions.ts';

export function writeMempool(writer: Writer, mempool: SnapshotMempool): void {
  boolean.write(writer, mempool.complete);
  boolean.write(writer, mempool.scriptsVerified);
  const sorted = [...mempool.entries].sort((a, b) => compareTxids(a.txid, b.txid));
  writeMany(writer, sorted, ({ transaction, fee, feeDelta, sigopCost, time }) => {
    writeWithWitness(writer, transaction);
    known.write(writer, fee);
    known.write(writer, feeDelta);
    known.write(writer, sigopCost === undefined ? undefined : BigInt(sigopCost));
    known.write(writer, time === undefined ? undefined : BigInt(time));
  });
}

const known = optional(int64);

export function readMempool(reader: Reader): SnapshotMempool {
  const [complete, scriptsVerified] = [boolean.read(reader), boolean.read(reader)];
  return { complete, scriptsVerified, entries: readList(reader, readEntry) };
}

function readEntry(reader: Reader): MempoolEntry {
  const transaction = readWithWitness(reader);
  const fee = known.read(reader);
  const feeDelta = known.read(reader);
  const sigopCost = known.read(reader);
  const time = known.read(reader);
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

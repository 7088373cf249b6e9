import { boolean } from '../encoding/fields.ts';
import type { Reader } from '../encoding/reader.ts';
import type { Writer } from '../encoding/writer.ts';
import { hasWitness, readTransaction, writeTransaction } from '../transaction/codec.ts';
import type { Transaction } from '../transaction/transaction.ts';
import type { SnapshotTransaction } from './snapshot.ts';

export function writeWithWitness(writer: Writer, transaction: Transaction): void {
  const witness = hasWitness(transaction);
  boolean.write(writer, witness);
  writeTransaction(writer, transaction, { witness });
}

export function readWithWitness(reader: Reader): Transaction {
  return readTransaction(reader, { witness: boolean.read(reader) });
}

export function writePlaced(
  writer: Writer,
  { height, index, transaction }: SnapshotTransaction,
): void {
  writer.compactSize(height).compactSize(index);
  writeWithWitness(writer, transaction);
}

export function readPlaced(reader: Reader): SnapshotTransaction {
  const [height, index] = [reader.compactSize(), reader.compactSize()];
  return { height, index, transaction: readWithWitness(reader) };
}

export function byPlace(a: SnapshotTransaction, b: SnapshotTransaction): number {
  return a.height - b.height || a.index - b.index;
}

import type { ChainCoin } from '../chain/source.ts';
import { boolean, writeMany } from '../encoding/fields.ts';
import type { Reader } from '../encoding/reader.ts';
import type { Writer } from '../encoding/writer.ts';
import { isCoinbase } from '../transaction/check.ts';
import { readList, readOutPoint, writeOutPoint } from '../transaction/codec.ts';
import { compareOutPoints, outPointKey, parseOutPointKey } from '../transaction/transaction.ts';
import { transactionId } from '../transaction/txid.ts';
import type { Snapshot, SnapshotTransaction } from './snapshot.ts';

export function writeCoins(
  writer: Writer,
  coins: Snapshot['coins'],
  transactions: readonly SnapshotTransaction[],
): void {
  const left = new Map(coins);
  const own: (readonly [number, number])[] = [];
  for (const [at, { transaction }] of transactions.entries()) {
    const txid = transactionId(transaction);
    for (const vout of transaction.outputs.keys()) {
      if (left.delete(outPointKey({ txid, vout }))) own.push([at, vout]);
    }
  }
  writeMany(writer, own, ([at, vout]) => writer.compactSize(at).compactSize(vout));
  const others = Array.from(left, ([key, coin]) => ({ outPoint: parseOutPointKey(key), coin }));
  const sorted = others.sort((a, b) => compareOutPoints(a.outPoint, b.outPoint));
  writeMany(writer, sorted, ({ outPoint, coin }) => {
    writeOutPoint(writer, outPoint);
    writer.compactSize(coin.height);
    boolean.write(writer, coin.coinbase);
    writer.i64(coin.value).varBytes(coin.scriptPubKey);
  });
}

export function readCoins(
  reader: Reader,
  transactions: readonly SnapshotTransaction[],
): ReadonlyMap<string, ChainCoin> {
  const coins = new Map<string, ChainCoin>();
  const txids = new Map<number, string>();
  const add = (key: string, coin: ChainCoin): void => {
    if (coins.has(key)) reader.fail();
    coins.set(key, coin);
  };
  readList(reader, () => {
    const [at, vout] = [reader.compactSize(), reader.compactSize()];
    const made = transactions[at];
    const output = made?.transaction.outputs[vout];
    if (made === undefined || output === undefined) {
      reader.fail();
      return;
    }
    const txid = txids.get(at) ?? transactionId(made.transaction);
    txids.set(at, txid);
    const { height, transaction } = made;
    const coinbase = isCoinbase(transaction);
    add(outPointKey({ txid, vout }), { ...output, height, coinbase });
  });
  readList(reader, () => {
    const key = outPointKey(readOutPoint(reader));
    const height = reader.compactSize();
    const coinbase = boolean.read(reader);
    add(key, { value: reader.i64(), scriptPubKey: reader.varBytes(), height, coinbase });
  });
  return coins;
}

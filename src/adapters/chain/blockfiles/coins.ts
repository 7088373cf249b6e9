import type { Block } from '../../../chain/block.ts';
import type { ChainCoin } from '../../../chain/source.ts';
import { isCoinbase } from '../../../transaction/check.ts';
import { type OutPoint, outPointKey } from '../../../transaction/transaction.ts';
import { transactionId } from '../../../transaction/txid.ts';

type ReadBlock = (height: number) => Promise<Block | undefined>;

/**
 * Finds which of these outputs are unspent, by examining blocks from the tip downwards until all
 * are decided. New coins are found quickly; a missing one requires all blocks.
 */
export async function findCoins(
  outPoints: readonly OutPoint[],
  tipHeight: number,
  firstHeight: number,
  readBlock: ReadBlock,
): Promise<ReadonlyMap<string, ChainCoin>> {
  const found = new Map<string, ChainCoin>();
  const open = new Map<string, OutPoint>();
  for (const outPoint of outPoints) open.set(outPointKey(outPoint), outPoint);
  for (let height = tipHeight; height >= firstHeight && open.size > 0; height--) {
    const block = await readBlock(height);
    if (block === undefined) break;
    for (const { inputs } of block.transactions) {
      for (const { prevout } of inputs) open.delete(outPointKey(prevout));
    }
    const txids = new Set(Array.from(open.values(), ({ txid }) => txid));
    for (const transaction of block.transactions) {
      const txid = transactionId(transaction);
      if (!txids.has(txid)) continue;
      const coinbase = isCoinbase(transaction);
      for (const [key, outPoint] of open) {
        if (outPoint.txid !== txid) continue;
        open.delete(key);
        const output = transaction.outputs[outPoint.vout];
        if (output === undefined) continue;
        const { value: amount, scriptPubKey } = output;
        found.set(key, { value: amount, scriptPubKey, height, coinbase });
      }
    }
  }
  return found;
}

import type { BlockPart, ChainSource, ChainTip, ScanRequest } from '../chain/source.ts';
import { appendTo } from '../encoding/list.ts';
import { isCoinbase } from '../transaction/check.ts';
import type { Txid } from '../transaction/transaction.ts';
import type { SourceBlock, SourceTransaction } from './coin-source.ts';

const NO_HASH = '00'.repeat(32);

export function scanOf(
  { from, count }: ScanRequest,
  tip: ChainTip,
  found: readonly SourceTransaction[],
): Awaited<ReturnType<NonNullable<ChainSource['scan']>>> {
  const through = Math.min(from + count - 1, tip.height);
  const byHeight = new Map<number, SourceTransaction[]>();
  for (const each of parentsFirst(found)) {
    const height = each.block?.height;
    if (height === undefined || height < from || height > through) continue;
    appendTo(byHeight, height, each);
  }
  const heights = [...byHeight.keys()].sort((a, b) => a - b);
  const blocks = heights.map((height) => partOf(height, tip, byHeight.get(height) ?? []));
  const throughHash = through === tip.height ? { throughHash: tip.hash } : {};
  return { through, ...throughHash, blocks, selected: true };
}

function partOf(height: number, tip: ChainTip, found: readonly SourceTransaction[]): BlockPart {
  const placed = found.map(({ transaction, block }, i) => ({
    index: block?.index ?? (isCoinbase(transaction) ? 0 : i + 1),
    transaction,
  }));
  const block: Partial<SourceBlock> = found[0]?.block ?? {};
  return {
    height,
    hash: block.hash ?? NO_HASH,
    time: block.time ?? tip.time,
    transactions: placed.sort((a, b) => a.index - b.index),
  };
}

/** Sorts transactions so that parents come first. */
export function parentsFirst(found: readonly SourceTransaction[]): readonly SourceTransaction[] {
  const byId = new Map(found.map((each) => [each.txid, each]));
  const sorted = new Map<Txid, SourceTransaction>();
  // Use a stack, because a long chain of transactions would be a deep recursion.
  const stack = [...found].reverse();
  const entered = new Set<Txid>();
  for (let each = stack.pop(); each !== undefined; each = stack.pop()) {
    if (sorted.has(each.txid)) continue;
    const parents = entered.has(each.txid)
      ? []
      : each.transaction.inputs.flatMap(({ prevout }) => byId.get(prevout.txid) ?? []);
    const missing = parents.filter(({ txid }) => !sorted.has(txid) && !entered.has(txid));
    entered.add(each.txid);
    if (missing.length > 0) stack.push(each, ...missing);
    else sorted.set(each.txid, each);
  }
  return [...sorted.values()];
}

import type { ChainSource } from '../chain/source.ts';
import { lastOf } from '../encoding/list.ts';
import { changeLedger } from '../wallet/ledger/ledger.ts';
import type { Wallet } from '../wallet/wallet.ts';

/**
 * Miners' clocks differ, so a block may have an earlier time than its predecessor, but not than one
 * this far back.
 */
const LOOK_BACK = 100;

/**
 * Times of transactions found in old blocks, by height: the latest time of their block and those
 * just before it. Core: ComputeTimeSmart with rescanning_old_block, GetBlockTimeMax.
 */
export type BlockTimes = ReadonlyMap<number, number>;

/** Reads times of blocks with transactions that are in `after` and not in `before`. */
export async function readBlockTimes(
  chain: ChainSource,
  before: Wallet,
  after: Wallet,
): Promise<BlockTimes> {
  const times = new Map<number, number>();
  for (const { from, to } of rangesOf(newHeights(before, after))) {
    let latest = 0;
    for (const { height, time } of await chain.headers(from, to + 1 - from)) {
      latest = Math.max(latest, time);
      times.set(height, latest);
    }
  }
  return times;
}

export function withBlockTimes(before: Wallet, after: Wallet, times: BlockTimes): Wallet {
  if (before.ledger === after.ledger || times.size === 0) return after;
  const ledger = changeLedger(after.ledger, ({ transactions }) => {
    for (const [txid, known] of after.ledger.transactions) {
      if (before.ledger.transactions.has(txid) || known.state.kind !== 'confirmed') continue;
      const time = times.get(known.state.height);
      if (time !== undefined) transactions.set(txid, { ...known, time });
    }
  });
  return { ...after, ledger };
}

function newHeights(before: Wallet, after: Wallet): readonly number[] {
  if (before.ledger === after.ledger) return [];
  const heights = new Set<number>();
  for (const [txid, { state }] of after.ledger.transactions) {
    if (state.kind === 'confirmed' && !before.ledger.transactions.has(txid)) {
      heights.add(state.height);
    }
  }
  return [...heights].sort((a, b) => a - b);
}

type BlockRange = { readonly from: number; to: number };

/** Returns heights with the blocks before them, merging overlaps. */
function rangesOf(heights: readonly number[]): readonly BlockRange[] {
  const ranges: BlockRange[] = [];
  for (const to of heights) {
    const last = lastOf(ranges);
    const from = Math.max(0, to - LOOK_BACK);
    if (last !== undefined && from <= last.to + 1) last.to = to;
    else ranges.push({ from, to });
  }
  return ranges;
}

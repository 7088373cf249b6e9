import type { ChainSource } from '../chain/source.ts';
import { lastOf } from '../encoding/list.ts';
import { changeLedger } from '../wallet/ledger/ledger.ts';
import type { Wallet } from '../wallet/wallet.ts';

/**
 * Clocks of miners differ: a block may be older than one before it. Further back than this many
 * nobody's clock is so far ahead.
 */
const LOOK_BACK = 100;

/**
 * When transactions came that were found in blocks of long ago: at the latest time of their block
 * and those before it. Core: ComputeTimeSmart with rescanning_old_block, GetBlockTimeMax.
 */
export type BlockTimes = ReadonlyMap<number, number>;

/** Of the blocks whose transactions `after` has and `before` has not. */
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

/** Heights with what lies in front of them; what overlaps is asked for once. */
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

import { compareFeeRate, type FeeFrac } from '../chain/fee-frac.ts';
import { createHeap } from '../encoding/heap.ts';
import { compareTxids, type Txid } from '../transaction/transaction.ts';
import { virtualSize, WITNESS_SCALE_FACTOR } from '../transaction/weight.ts';
import type { BlockAssembler, PricedEntry } from './block-assembler.ts';
import { reverseEdges } from './closure.ts';
import type { MiningOptions } from './options.ts';
import { missingAncestors } from './order-by-ancestors.ts';

/**
 * A transaction with those ancestors that the block does not contain yet. `size` is in virtual
 * bytes.
 */
type Package = FeeFrac & { readonly sigopCost: number };

type ChunkCandidate = {
  readonly at: number;
  readonly txid: Txid;
  readonly score: FeeFrac;
  /**
   * The package. If absent, it is not computed yet, and the score is the transaction's own, which
   * the package's score cannot exceed.
   */
  readonly whole?: Package;
};

/**
 * Fills a block as Bitcoin Core did up to version 30: transactions with their ancestors by falling
 * feerate. Skips any that do not fit until one of their ancestors is in the block. Core:
 * addPackageTxs (node/miner.cpp).
 */
export function fillByAncestors(
  entries: readonly PricedEntry[],
  parents: readonly (readonly number[])[],
  block: BlockAssembler,
  { bytesPerSigop }: MiningOptions,
): void {
  const packages = createPackages(entries, parents, bytesPerSigop);
  for (
    let candidate = packages.pop();
    candidate !== undefined && !block.isFull();
    candidate = packages.pop()
  ) {
    const { at, whole } = candidate;
    if (compareFeeRate(whole, block.leastFeeRate) < 0) return;
    const members = packages.missing(at);
    const asked = whole.size * WITNESS_SCALE_FACTOR;
    const added = block.tryAdd(
      members.flatMap((member) => entries[member] ?? []),
      asked,
      whole.sigopCost,
    );
    if (added) packages.take(members);
    else packages.drop(at);
  }
}

function createPackages(
  entries: readonly PricedEntry[],
  parents: readonly (readonly number[])[],
  bytesPerSigop: number,
) {
  const children = reverseEdges(parents);
  const reach = createReach(entries.length);
  const single = entries.map((entry) => weigh(entry, bytesPerSigop));
  const ownOf = (at: number): Package => single[at] ?? nothing;
  /** Current packages; `undefined` before the first use, and after one did not fit. */
  const current: (Package | undefined)[] = entries.map(() => undefined);
  const known = entries.map(() => false);
  const taken = entries.map(() => false);
  const wholeOf = (at: number): Package =>
    parents[at]?.length === 0 ? ownOf(at) : sum(reach(at, parents), single);
  const heap = createHeap<ChunkCandidate>(
    (a, b) => compareFeeRate(b.score, a.score) || compareTxids(a.txid, b.txid),
  );
  const push = (at: number, whole: Package): void => {
    current[at] = whole;
    known[at] = true;
    // A transaction that pays less than its ancestors is scored by itself.
    const score = compareFeeRate(ownOf(at), whole) < 0 ? ownOf(at) : whole;
    heap.push({ at, txid: entries[at]?.txid ?? '', score, whole });
  };
  entries.forEach(({ txid }, at) => {
    heap.push({ at, txid, score: ownOf(at) });
  });
  return {
    pop(): Required<ChunkCandidate> | undefined {
      for (let top = heap.pop(); top !== undefined; top = heap.pop()) {
        const { at, whole } = top;
        if (whole === undefined) {
          if (!known[at]) push(at, wholeOf(at));
        } else if (!taken[at] && current[at] === whole) return { ...top, whole };
      }
      return undefined;
    },
    missing: (at: number) => missingAncestors(at, parents, taken) ?? [],
    drop(at: number) {
      current[at] = undefined;
    },
    take(members: readonly number[]) {
      for (const member of members) taken[member] = true;
      const changed = new Map<number, Package>();
      for (const member of members) {
        for (const behind of reach(member, children)) {
          if (taken[behind]) continue;
          const before = changed.get(behind) ?? current[behind] ?? wholeOf(behind);
          changed.set(behind, less(before, ownOf(member)));
        }
      }
      for (const [behind, rest] of changed) push(behind, rest);
    },
  };
}

const nothing: Package = { fee: 0, size: 1, sigopCost: 0 };

function weigh({ fee, feeDelta = 0n, weight, sigopCost }: PricedEntry, perSigop: number): Package {
  const size = virtualSize(Math.max(weight, sigopCost * perSigop));
  return { fee: Number(fee + feeDelta), size, sigopCost };
}

function sum(members: readonly number[], single: readonly Package[]): Package {
  let [fee, size, sigopCost] = [0, 0, 0];
  for (const member of members) {
    const each = single[member];
    fee += each?.fee ?? 0;
    size += each?.size ?? 0;
    sigopCost += each?.sigopCost ?? 0;
  }
  return { fee, size, sigopCost };
}

function less(all: Package, part: Package): Package {
  return {
    fee: all.fee - part.fee,
    size: all.size - part.size,
    sigopCost: all.sigopCost - part.sigopCost,
  };
}

/**
 * Lists a transaction and all its ancestors or descendants. Marks are numbered, so they need no
 * reset.
 */
function createReach(count: number) {
  const marks = new Int32Array(count);
  let round = 0;
  return (of: number, next: readonly (readonly number[])[]): readonly number[] => {
    round += 1;
    marks[of] = round;
    const found = [of];
    for (const at of found) {
      for (const to of next[at] ?? []) {
        if (marks[to] === round) continue;
        marks[to] = round;
        found.push(to);
      }
    }
    return found;
  };
}

import type { Transaction } from '../transaction/transaction.ts';

const SEQUENCE_LOCKTIME_DISABLE_FLAG = 0x80000000;
const SEQUENCE_LOCKTIME_TYPE_FLAG = 0x00400000;
const SEQUENCE_LOCKTIME_MASK = 0x0000ffff;
/** Unit of relative times in seconds (BIP68). */
const SEQUENCE_LOCKTIME_UNIT = 512;

/** Returns how BIP68 locks this input: by blocks, by time, or not at all. */
export function lockKind(version: number, sequence: number): 'none' | 'height' | 'time' {
  if (version < 2 || sequence >= SEQUENCE_LOCKTIME_DISABLE_FLAG) return 'none';
  return (sequence & SEQUENCE_LOCKTIME_TYPE_FLAG) !== 0 ? 'time' : 'height';
}

/** The block that would contain a transaction. */
export type LockContext = {
  readonly height: number;
  /** Median time past of the previous block. */
  readonly mediantime: number;
  /**
   * Returns the median time past of the block before the input coin's block. Only called for time
   * locks.
   */
  readonly coinTime: (input: number) => number;
};

/**
 * Returns true if the relative locks are met. `heights`: the blocks that created the coins, in
 * input order. Core: SequenceLocks (consensus/tx_verify.cpp).
 */
export function sequenceLocksMet(
  { version, inputs }: Transaction,
  heights: readonly number[],
  { height, mediantime, coinTime }: LockContext,
): boolean {
  return inputs.every(({ sequence }, at) => {
    const kind = lockKind(version, sequence);
    const value = sequence & SEQUENCE_LOCKTIME_MASK;
    if (kind === 'none') return true;
    if (kind === 'height') return (heights[at] ?? 0) + value <= height;
    return coinTime(at) + value * SEQUENCE_LOCKTIME_UNIT <= mediantime;
  });
}

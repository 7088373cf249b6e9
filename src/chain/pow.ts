import { lastOf } from '../encoding/list.ts';
import type { BlockHash } from './block.ts';
import { type ConsensusParams, difficultyAdjustmentInterval } from './consensus.ts';
import type { ChainHeader } from './source.ts';

const UINT256 = (1n << 256n) - 1n;

/** A decoded target (arith_uint256.cpp, SetCompact). */
export type CompactTarget = {
  readonly target: bigint;
  readonly negative: boolean;
  readonly overflow: boolean;
};

export function decodeCompact(bits: number): CompactTarget {
  const size = bits >>> 24;
  const mantissa = bits & 0x007fffff;
  const word = size <= 3 ? mantissa >>> (8 * (3 - size)) : mantissa;
  const target = size <= 3 ? BigInt(word) : (BigInt(word) << BigInt(8 * (size - 3))) & UINT256;
  return {
    target,
    negative: word !== 0 && (bits & 0x00800000) !== 0,
    overflow:
      word !== 0 && (size > 34 || (word > 0xff && size > 33) || (word > 0xffff && size > 32)),
  };
}

/** Encodes the three leading bytes of a target (arith_uint256.cpp, GetCompact). */
export function encodeCompact(target: bigint): number {
  let size = Math.ceil(target.toString(2).length / 8);
  if (target === 0n) size = 0;
  let compact =
    size <= 3 ? Number(target) << (8 * (3 - size)) : Number(target >> BigInt(8 * (size - 3)));
  // The bit 0x00800000 is the sign, so a mantissa with that bit is shifted by a byte.
  if ((compact & 0x00800000) !== 0) {
    compact >>>= 8;
    size += 1;
  }
  return ((size << 24) | compact) >>> 0;
}

/** Formats a target as 64 hex digits, big-endian. */
export function formatTarget(target: bigint): string {
  return target.toString(16).padStart(64, '0');
}

/**
 * Returns how many times harder this target is than mainnet's easiest, rounded like a double.
 * Returns 0 for an invalid target. Core: GetDifficulty (rpc/blockchain.cpp).
 */
export function difficultyOf(bits: number): number {
  const mantissa = bits & 0x00ffffff;
  if (mantissa === 0) return 0;
  let difficulty = 0xffff / mantissa;
  for (let shift = bits >>> 24; shift < 29; shift++) difficulty *= 256;
  for (let shift = bits >>> 24; shift > 29; shift--) difficulty /= 256;
  return difficulty;
}

/** Returns true if a hash in display order meets the target. Core: CheckProofOfWork (pow.cpp). */
export function meetsTarget(hash: BlockHash, bits: number, params: ConsensusParams): boolean {
  const { target, negative, overflow } = decodeCompact(bits);
  if (negative || overflow || target === 0n || target > params.powLimit) return false;
  return BigInt(`0x${hash}`) <= target;
}

/**
 * Returns the bits of the block after `range`, with the given time. `range` is a chain without
 * gaps, the tip last. It must include the first block of the tip's period if the rule needs it
 * (`lookBack`). Core: GetNextWorkRequired (pow.cpp).
 */
export function nextBits(
  range: readonly ChainHeader[],
  time: number,
  params: ConsensusParams,
): number {
  const tip = lastOf(range) ?? params.genesis;
  const interval = difficultyAdjustmentInterval(params);
  if ((tip.height + 1) % interval === 0) return retarget(range, tip, interval, params);
  if (!params.allowMinDifficultyBlocks) return tip.bits;
  const limit = encodeCompact(params.powLimit);
  if (time > tip.time + params.powTargetSpacing * 2) return limit;
  // Find the last block that did not use the exception.
  for (let i = range.length - 1; i >= 0; i--) {
    const header = range[i] ?? tip;
    if (header.height === 0 || header.height % interval === 0 || header.bits !== limit) {
      return header.bits;
    }
  }
  return limit;
}

function retarget(
  range: readonly ChainHeader[],
  tip: ChainHeader,
  interval: number,
  params: ConsensusParams,
): number {
  if (params.noRetargeting) return tip.bits;
  const first = range[range.length - interval] ?? params.genesis;
  const expected = params.powTargetTimespan;
  const actual = Math.min(Math.max(tip.time - first.time, expected / 4), expected * 4);
  // In BIP94, "the first block of the difficulty period" keeps the real difficulty.
  const { target: old } = decodeCompact(params.enforceBip94 ? first.bits : tip.bits);
  const target = ((old * BigInt(actual)) & UINT256) / BigInt(expected);
  return encodeCompact(target > params.powLimit ? params.powLimit : target);
}

/** Returns how many headers `nextBits` needs, including the tip. */
export function lookBack(height: number, params: ConsensusParams): number {
  const interval = difficultyAdjustmentInterval(params);
  if ((height + 1) % interval === 0) return params.noRetargeting ? 1 : interval;
  if (!params.allowMinDifficultyBlocks || params.noRetargeting) return 1;
  return (height % interval) + 1;
}

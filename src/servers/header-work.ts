import type { BlockHeader } from '../chain/block.ts';
import { blockHash } from '../chain/block-codec.ts';
import type { ConsensusParams } from '../chain/consensus.ts';
import { decodeCompact, meetsTarget } from '../chain/pow.ts';

/**
 * Main chain targets as powers of two, with the height since which no target was easier. A forged
 * header must have the work of its time.
 */
const mainTargets: readonly (readonly [height: number, log2: number])[] = [
  [0, 224],
  [68_544, 217],
  [102_816, 210],
  [127_008, 206],
  [229_824, 202],
  [260_064, 197],
  [302_400, 191],
  [407_232, 187],
  [508_032, 183],
  [784_224, 179],
];

/**
 * Miners may go away: so many times as easy as ever since that height is still believed, as a power
 * of two.
 */
const DOUBT = 4;

/** Why no block of the chain has this header at this height; `undefined`: its work is done. */
export function headerFault(
  header: BlockHeader,
  height: number,
  params: ConsensusParams,
): string | undefined {
  if (!meetsTarget(blockHash(header), header.bits, params)) {
    return 'has not the work that it claims';
  }
  const { target } = decodeCompact(header.bits);
  return isTooEasy(target, height, params)
    ? 'has far less work than blocks of its height have'
    : undefined;
}

/** Returns true if no block of the chain was ever so easy at this height. */
export function isTooEasy(
  target: bigint,
  height: number,
  { network }: Pick<ConsensusParams, 'network'>,
): boolean {
  if (network !== 'main') return false;
  const [, log2 = 224] = mainTargets.filter(([from]) => height >= from).pop() ?? [];
  return target > 1n << BigInt(log2 + DOUBT);
}

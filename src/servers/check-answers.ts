import type { BlockHeader } from '../chain/block.ts';
import { blockHash, decodeHeader } from '../chain/block-codec.ts';
import { type ConsensusParams, consensusParams } from '../chain/consensus.ts';
import { decodeCompact, meetsTarget } from '../chain/pow.ts';
import { decodeHex } from '../encoding/hex.ts';
import type { NetworkName } from '../encoding/network.ts';
import { claimedFeeBounds } from '../transaction/fee-bounds.ts';
import type { FeeRates, SourceTip } from './coin-source.ts';
import { sourceError } from './source-error.ts';

const MOST_BLOCKS = 0x7fffffff;

export function checkTip(answer: unknown, network: NetworkName): SourceTip {
  const { height, hash, header: text, time } = fieldsOf(answer, 'tip');
  if (!isCount(height, MOST_BLOCKS)) throw nonsense('tip', 'no height');
  if (text === undefined) {
    if (!isHash(hash)) throw nonsense('tip', 'not the hash of a block');
    if (time !== undefined && !isCount(time, 0xffffffff)) throw nonsense('tip', 'no time');
    return { height, hash, ...(time !== undefined && { time }) };
  }
  const [header] = checkHeaders([text], height, network);
  const found = header && blockHash(header);
  if (header === undefined || found === undefined) throw nonsense('tip', 'no header');
  if (hash !== undefined && hash !== found) throw falseTip(height);
  return { height, hash: found, header, time: header.time };
}

function falseTip(height: number) {
  return sourceError(
    'SOURCE_FALSE',
    `The source's tip, block ${height}, has another hash than its header`,
  );
}

/** Checks that each header has its work and follows the previous one. */
export function checkHeaders(
  answer: unknown,
  from: number,
  network: NetworkName,
): readonly BlockHeader[] {
  if (!Array.isArray(answer)) throw nonsense('headers', 'no list');
  const headers: BlockHeader[] = [];
  let before: string | undefined;
  for (const [i, text] of answer.entries()) {
    const header = decodeHeader(
      (typeof text === 'string' ? decodeHex(text) : undefined) ?? new Uint8Array(),
    );
    if (header === undefined) throw nonsense('headers', `no header at height ${from + i}`);
    checkHeader(header, from + i, network);
    if (before !== undefined && header.previousBlockHash !== before) {
      throw sourceError(
        'SOURCE_FALSE',
        `The source's block ${from + i} is not on top of its block ${from + i - 1}`,
      );
    }
    before = blockHash(header);
    headers.push(header);
  }
  return headers;
}

export function checkHeader(header: BlockHeader, height: number, network: NetworkName): void {
  const fault = headerFault(header, height, consensusParams[network]);
  if (fault === undefined) return;
  throw sourceError('SOURCE_FALSE', `The source's header of block ${height} ${fault}`);
}

const MOST_TARGET = 1008;

export function checkFeeRates(answer: unknown): FeeRates {
  const rates: { [blocks: number]: number } = {};
  for (const [name, rate] of Object.entries(fieldsOf(answer, 'fee rates'))) {
    const blocks = Number(name);
    // Servers answer -1 or 0 for an unknown rate.
    if (!isCount(blocks, MOST_TARGET) || blocks === 0) continue;
    if (typeof rate !== 'number' || !Number.isFinite(rate) || rate <= 0) continue;
    if (rate > claimedFeeBounds.maxFeeRate) {
      throw sourceError(
        'SOURCE_FALSE',
        `The source claims a fee rate of ${rate} sat/vB for ${blocks} blocks, too high to be trusted`,
        'Set the fee rate yourself',
      );
    }
    rates[blocks] = rate;
  }
  return rates;
}

export function isCount(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;
}

export type Fields = { readonly [name: string]: unknown };

export function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw nonsense(what, 'no object');
  }
  // The value is an object with unknown members.
  return value as Fields;
}

export function nonsense(what: string, why: string) {
  return sourceError('SOURCE_NONSENSE', `The source's answer (${what}) is invalid: ${why}`);
}

/** Creates the error for a false claim of the source. `what` begins with a verb. */
export function falseClaim(what: string, hint?: string) {
  return sourceError('SOURCE_FALSE', `The source ${what}`, hint);
}

/** Checks for 64 hex digits in lower case. */
export function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

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
 * Tolerance as a power of two, because miners may leave. A target this many times easier than any
 * since that height is still accepted.
 */
const DOUBT = 4;

/**
 * Returns the reason why no block has this header at this height; `undefined` if its work is valid.
 */
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

/** Returns true if the target is easier than any in the chain at this height. */
export function isTooEasy(
  target: bigint,
  height: number,
  { network }: Pick<ConsensusParams, 'network'>,
): boolean {
  if (network !== 'main') return false;
  const [, log2 = 224] = mainTargets.filter(([from]) => height >= from).pop() ?? [];
  return target > 1n << BigInt(log2 + DOUBT);
}

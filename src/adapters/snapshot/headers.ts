import type { ChainHeader, ChainSource } from '../../chain/source.ts';
import type { SnapshotHeader } from '../../snapshot/snapshot.ts';

/** Chains up to this height are read completely. */
const SHORT_CHAIN = 20_000;
/**
 * Number of headers (four hours) among which the latest time up to a block is searched in longer
 * ranges.
 */
const HEADERS_FOR_TIME = 24;
const AT_ONCE = 2000;

/** Reads these headers, each with the latest time up to it. */
export async function readHeaders(
  chain: ChainSource,
  tipHeight: number,
  heights: ReadonlySet<number>,
): Promise<readonly SnapshotHeader[]> {
  const wanted = [...heights].filter((height) => height >= 0 && height <= tipHeight);
  const sorted = wanted.sort((a, b) => a - b);
  return tipHeight <= SHORT_CHAIN
    ? readWholeChain(chain, tipHeight, new Set(sorted))
    : readNear(chain, sorted, HEADERS_FOR_TIME);
}

async function readWholeChain(
  chain: ChainSource,
  tipHeight: number,
  wanted: ReadonlySet<number>,
): Promise<readonly SnapshotHeader[]> {
  const found: SnapshotHeader[] = [];
  let maxTime = 0;
  for (let from = 0; from <= tipHeight; from += AT_ONCE) {
    for (const header of await chain.headers(from, Math.min(AT_ONCE, tipHeight + 1 - from))) {
      maxTime = Math.max(maxTime, header.time);
      if (wanted.has(header.height)) found.push(withTime(header, maxTime));
    }
  }
  return found;
}

/** Reads each header with the latest time among all of them and `before` blocks before each. */
async function readNear(
  chain: ChainSource,
  sorted: readonly number[],
  before: number,
): Promise<readonly SnapshotHeader[]> {
  const found: SnapshotHeader[] = [];
  let maxTime = 0;
  for (const height of sorted) {
    const from = Math.max(0, height - before);
    const near = await chain.headers(from, height - from + 1);
    for (const { time } of near) maxTime = Math.max(maxTime, time);
    const header = near.at(-1);
    if (header?.height === height) found.push(withTime(header, maxTime));
  }
  return found;
}

/** Returns a header without the facts that only a node knows. */
function withTime(
  { height, hash, version, time, bits }: ChainHeader,
  maxTime: number,
): SnapshotHeader {
  return { height, hash, version, time, bits, maxTime };
}

/**
 * Reads headers from a server, as few as possible: the tip and the blocks of the transactions, each
 * with the latest time among them.
 */
export const readServerHeaders = (
  chain: ChainSource,
  tip: ChainHeader,
  heights: ReadonlySet<number>,
): Promise<readonly SnapshotHeader[]> => {
  const sorted = [...new Set([...heights, tip.height])].sort((a, b) => a - b);
  return readNear(chain, sorted, 0);
};

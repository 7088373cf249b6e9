import type { ChainHeader, ChainSource } from '../chain/source.ts';

/** Keys are looked for in blocks from two hours before they were made. Core: TIMESTAMP_WINDOW. */
export const TIMESTAMP_WINDOW = 7200;

const HEADERS_AT_ONCE = 2000;

/** The first block whose time, or that of one before it, reaches `time`; `undefined`: none. */
export async function firstHeightFrom(
  chain: ChainSource,
  time: number,
): Promise<number | undefined> {
  if (chain.firstHeightFrom !== undefined) return chain.firstHeightFrom(time);
  const { height: tip, time: tipTime } = await chain.tip();
  // The genesis block pays no wallet.
  for (let from = 1; from <= tip; from += HEADERS_AT_ONCE) {
    const headers = await chain.headers(from, HEADERS_AT_ONCE);
    const found = headers.find((header: ChainHeader) => header.time >= time);
    if (found !== undefined) return found.height;
    if (headers.length === 0) return tipTime >= time ? from : undefined;
  }
  return undefined;
}

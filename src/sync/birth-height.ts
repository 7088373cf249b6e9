import type { ChainHeader, ChainSource } from '../chain/source.ts';

/** Blocks are searched from two hours before a key was created. Core: TIMESTAMP_WINDOW. */
export const TIMESTAMP_WINDOW = 7200;

const HEADERS_AT_ONCE = 2000;

/**
 * Returns the first block whose time, or that of an earlier block, reaches `time`; `undefined` if
 * none does.
 */
export async function firstHeightFrom(
  chain: ChainSource,
  time: number,
): Promise<number | undefined> {
  if (chain.firstHeightFrom !== undefined) return chain.firstHeightFrom(time);
  const { height: tip, time: tipTime } = await chain.tip();
  // The genesis block cannot pay a wallet.
  for (let from = 1; from <= tip; from += HEADERS_AT_ONCE) {
    const headers = await chain.headers(from, HEADERS_AT_ONCE);
    const found = headers.find((header: ChainHeader) => header.time >= time);
    if (found !== undefined) return found.height;
    if (headers.length === 0) return tipTime >= time ? from : undefined;
  }
  return undefined;
}

import type { ChainHeader } from './source.ts';

/** Number of blocks for the median time (chain.h, nMedianTimeSpan). */
export const MEDIAN_TIME_SPAN = 11;

/**
 * Returns the median time past of the header at this index and up to ten before it. Core:
 * GetMedianTimePast (chain.h).
 */
export function medianTime(headers: readonly ChainHeader[], index: number): number {
  const span = headers.slice(Math.max(0, index + 1 - MEDIAN_TIME_SPAN), index + 1);
  const times = span.map(({ time }) => time).sort((a, b) => a - b);
  return times[times.length >> 1] ?? 0;
}

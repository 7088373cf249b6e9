import { blockHash } from '../chain/block-codec.ts';
import { medianTime } from '../chain/median-time.ts';
import type { ChainHeader, ChainTip } from '../chain/source.ts';
import { formatUtc } from '../encoding/utc.ts';
import type { CoinSource } from './coin-source.ts';

export function headerAt(
  height: number,
  { version, time, bits }: Pick<ChainHeader, 'version' | 'time' | 'bits'>,
  hash: string,
): ChainHeader {
  return { height, hash, version, time, bits };
}

const MEDIAN_SPAN = 11;

type TipReader = (() => Promise<ChainTip>) & { readonly last: () => ChainTip | undefined };

/**
 * Creates a reader of the tip and the median of the last eleven times, which are read once per tip.
 */
export function createTipReader(
  source: CoinSource,
  {
    now,
    interval = 0,
  }: {
    readonly now?: (() => number) | undefined;
    readonly interval?: number | undefined;
  },
): TipReader {
  let last: ChainTip | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  const read = async (): Promise<ChainTip> => {
    const time = now?.() ?? 0;
    if (last !== undefined && time - readAt < interval) return last;
    const tip = await source.tip();
    readAt = time;
    if (last?.hash === tip.hash) return last;
    const from = Math.max(0, tip.height - MEDIAN_SPAN + 1);
    const headers = (await source.headers(from, tip.height - from + 1)).map((header, i) =>
      headerAt(from + i, header, blockHash(header)),
    );
    const { version = 0, bits = 0 } = tip.header ?? {};
    const header = headerAt(tip.height, { version, bits, time: tip.time ?? 0 }, tip.hash);
    const isLinked = headers[headers.length - 1]?.hash === tip.hash;
    const mediantime = isLinked ? medianTime(headers, headers.length - 1) : header.time;
    last = { ...header, mediantime };
    return last;
  };
  return Object.assign(read, { last: () => last });
}

/**
 * Seconds without a block after which the tip counts as stale. Such gaps happen once in 300 years,
 * so the server is behind or hides blocks.
 */
const STALE_AFTER = 7200;

export function staleness(tip: ChainTip | undefined, now: number): readonly string[] {
  if (tip === undefined || tip.time === 0 || now - tip.time <= STALE_AFTER) return [];
  return [
    `The newest block of the server, ${tip.height}, is of ${formatUtc(tip.time)} UTC, ` +
      `${Math.floor((now - tip.time) / 3600)} hours ago: it may be behind, or hide later blocks`,
  ];
}

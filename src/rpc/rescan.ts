import type { Block } from '../chain/block.ts';
import { blockHash } from '../chain/codec.ts';
import type { ChainHeader, ChainSource } from '../chain/source.ts';
import { applyBlocks, applyMempool, type ScannedBlock } from '../wallet/apply.ts';
import type { WalletHost } from '../wallet/host.ts';
import type { WalletEnvironment } from '../wallet/wallet.ts';
import { RpcCode, RpcError } from './error.ts';

/** Keys are looked for in blocks from two hours before they were made. Core: TIMESTAMP_WINDOW. */
export const TIMESTAMP_WINDOW = 7200;

/** Headers, or blocks, that are asked for at a time. */
const HEADERS_AT_ONCE = 2000;
const BLOCKS_AT_ONCE = 100;

export type Rescan = {
  readonly host: WalletHost;
  readonly name: string;
  readonly chain: ChainSource;
  readonly environment: WalletEnvironment;
  readonly now: number;
};

export type RescanEnd =
  | { readonly kind: 'done'; readonly stopHeight: number | undefined }
  | { readonly kind: 'aborted'; readonly stopHeight: number | undefined }
  /** A block could not be read. */
  | { readonly kind: 'failed'; readonly failedHeight: number };

/** The first block whose time, or that of one before it, reaches `time`; `undefined`: none. */
export async function firstHeightFrom(
  chain: ChainSource,
  time: number,
): Promise<number | undefined> {
  const { height: tip, time: tipTime } = await chain.tip();
  // The genesis block pays nobody.
  for (let from = 1; from <= tip; from += HEADERS_AT_ONCE) {
    const headers = await chain.headers(from, HEADERS_AT_ONCE);
    const found = headers.find((header: ChainHeader) => header.time >= time);
    if (found !== undefined) return found.height;
    if (headers.length === 0) return tipTime >= time ? from : undefined;
  }
  return undefined;
}

/** Only one rescan of a wallet goes on at a time. */
export async function withRescan<T>(
  { host, name }: Pick<Rescan, 'host' | 'name'>,
  now: number,
  run: () => Promise<T>,
): Promise<T> {
  if (host.rescans.has(name)) {
    throw new RpcError(
      RpcCode.WALLET_ERROR,
      'Wallet is currently rescanning. Abort existing rescan or wait.',
    );
  }
  host.rescans.set(name, { startedAt: now, progress: 0, abort: false });
  try {
    return await run();
  } finally {
    host.rescans.delete(name);
  }
}

/** Looks through the blocks `from` … `to`, and with `mempool` through what is not in a block yet. */
export async function scanBlocks(
  rescan: Rescan,
  from: number,
  to: number,
  { mempool }: { readonly mempool: boolean },
): Promise<RescanEnd> {
  const { host, name, chain, environment, now } = rescan;
  const options = { environment, now };
  let stopHeight: number | undefined;
  for (let next = from; next <= to; ) {
    if (host.rescans.get(name)?.abort === true) return { kind: 'aborted', stopHeight };
    const blocks = await chain.blocks(next, Math.min(BLOCKS_AT_ONCE, to - next + 1));
    if (blocks.length === 0) return { kind: 'failed', failedHeight: next };
    const scanned = blocks.map((block, i) => toScanned(block, next + i));
    await host.update(name, (wallet) => ({
      wallet: applyBlocks(wallet, scanned, options),
      value: undefined,
    }));
    next += blocks.length;
    stopHeight = next - 1;
    const progress = host.rescans.get(name);
    if (progress !== undefined) progress.progress = (next - from) / (to - from + 1);
  }
  if (mempool) {
    const { entries } = await chain.mempool();
    const transactions = entries.map(({ transaction }) => transaction);
    await host.update(name, (wallet) => ({
      wallet: applyMempool(wallet, transactions, options),
      value: undefined,
    }));
  }
  return { kind: 'done', stopHeight };
}

export function toScanned(block: Block, height: number): ScannedBlock {
  const { header, transactions } = block;
  return { height, hash: blockHash(header), time: header.time, transactions };
}

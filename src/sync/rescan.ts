import type { BlockHash } from '../chain/block.ts';
import type { BlockPart, ChainSource, FollowedRange } from '../chain/source.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { silentTweak } from '../silent/scan.ts';
import { findSilentPayments, mergeReceipts, silentOwners } from '../wallet/keys/silent-owner.ts';
import { type ApplyOptions, applyBlocks, applyMempool } from '../wallet/ledger/apply.ts';
import { markMempoolConflicts } from '../wallet/ledger/mempool-conflicts.ts';
import { createWatch, type WalletWatch } from '../wallet/ledger/watch.ts';
import type { Wallet, WalletEnvironment } from '../wallet/wallet.ts';
import type { OpenWallet } from '../wallet-host/open-wallet.ts';
import type { RunningRescan } from '../wallet-host/rescan-slot.ts';
import { type BlockReader, createBlockReader } from './block-reader.ts';
import { type BlockTimes, readBlockTimes, withBlockTimes } from './block-times.ts';

/** A wallet and the chain to sync it with. */
export type Syncing = {
  readonly open: OpenWallet;
  readonly chain: ChainSource;
  readonly environment: WalletEnvironment;
  /** Seconds since 1970. */
  readonly now: number;
  /** False if transactions of the outbox are not sent now. */
  readonly resend?: boolean;
};

export type Rescan = Omit<Syncing, 'resend'> & {
  /** Receives progress, and can abort. Absent: neither. */
  readonly running?: RunningRescan;
};

export type ScanOptions = {
  /** Search the mempool after the blocks. */
  readonly mempool: boolean;
  /** True if the blocks arrived just now, while the wallet was loaded. */
  readonly live?: boolean;
  /** Records the progress of the scan in the wallet, together with what was found. */
  readonly mark?: (wallet: Wallet, through: ScannedTo) => Wallet;
};

/** The last scanned block; without a hash if the source does not know it. */
export type ScannedTo = { readonly height: number; readonly hash: BlockHash | undefined };

export type RescanEnd =
  | { readonly kind: 'done'; readonly stopHeight: number | undefined }
  | { readonly kind: 'aborted'; readonly stopHeight: number | undefined }
  /** Blocks could not be read; this is the last of them. All others were scanned. */
  | { readonly kind: 'failed'; readonly failedHeight: number };

/** Scans the blocks `from` … `to`. Core: ScanForWalletTransactions. */
export async function scanBlocks(
  rescan: Rescan,
  from: number,
  to: number,
  { mempool, live = false, mark = (wallet) => wallet }: ScanOptions,
): Promise<RescanEnd> {
  const { chain, running } = rescan;
  // The genesis block cannot pay a wallet.
  const first = Math.max(1, (await chain.firstBlock?.()) ?? 0);
  let failedHeight = first > 1 && from < first ? Math.min(first - 1, to) : undefined;
  let stopHeight: number | undefined;
  let aborted = false;
  const watch = createWatch();
  const scan: Scanning = { rescan, reader: createBlockReader(chain, to), watch, live, from, to };
  for (let next = Math.max(from, first); next <= to && !aborted; ) {
    const range = await scanRange(scan, next);
    if (!(await keep(scan, range, mark))) {
      scan.reader.forget();
      continue;
    }
    aborted = range.aborted;
    failedHeight = range.failedHeight ?? failedHeight;
    next = range.through + 1;
    if (range.failedHeight === undefined) stopHeight = range.through;
  }
  if (aborted) return { kind: 'aborted', stopHeight };
  if (mempool) await scanMempool(rescan);
  running?.report(1);
  return failedHeight === undefined
    ? { kind: 'done', stopHeight }
    : { kind: 'failed', failedHeight };
}

type Scanning = {
  readonly rescan: Rescan;
  readonly reader: BlockReader;
  readonly watch: WalletWatch;
  readonly live: boolean;
  readonly from: number;
  readonly to: number;
};

/**
 * Number of scanned blocks, of transactions found, and of skipped blocks, after which results are
 * stored.
 */
const MOST_BLOCKS = 2000;
const MOST_FOUND = 2000;
const MOST_LEFT_OUT = 50_000;

type ScannedRange = {
  readonly base: Wallet;
  readonly result: Wallet;
  readonly found: readonly BlockPart[];
  readonly through: number;
  readonly hash: BlockHash | undefined;
  /** The block `through`, if it could not be read. */
  readonly failedHeight: number | undefined;
  readonly aborted: boolean;
};

/** Scans some blocks without storing results. */
async function scanRange(scan: Scanning, start: number): Promise<ScannedRange> {
  const { open, environment, now, running } = scan.rescan;
  const base = open.value;
  const found: BlockPart[] = [];
  let result = base;
  let hash: BlockHash | undefined;
  let failedHeight: number | undefined;
  let aborted = false;
  // Results are stored when it reaches 1.
  let full = 0;
  let next = start;
  while (next <= scan.to && full < 1 && failedHeight === undefined) {
    aborted = open.isClosed || running?.isAborted() === true;
    if (aborted) break;
    const step = await scanStep(scan, result, next, { environment, now, live: scan.live });
    result = step.wallet;
    found.push(...step.found);
    full += step.looked / MOST_BLOCKS + transactionsIn(step.found) / MOST_FOUND;
    full += (step.through + 1 - next - step.looked) / MOST_LEFT_OUT;
    next = step.through + 1;
    hash = step.hash;
    failedHeight = step.unreadable ? step.through : undefined;
    running?.report((next - scan.from) / (scan.to - scan.from + 1));
  }
  return { base, result, found, through: next - 1, hash, failedHeight, aborted };
}

function transactionsIn(found: readonly BlockPart[]): number {
  return found.reduce(
    (sum, part) => sum + ('transactions' in part ? part.transactions.length : 0),
    0,
  );
}

type Step = {
  readonly wallet: Wallet;
  readonly found: readonly BlockPart[];
  readonly through: number;
  readonly hash: BlockHash | undefined;
  /** True if the block `through` could not be read. */
  readonly unreadable: boolean;
  /** Number of blocks that were not skipped. */
  readonly looked: number;
};

/** Returns a wallet's scripts, for chains that are queried by script. */
export function followedRanges({
  descriptors,
}: Pick<Wallet, 'descriptors'>): readonly FollowedRange[] {
  return [...descriptors].map(([id, { scripts, nextIndex }]) => ({ id, scripts, next: nextIndex }));
}

/** Scans as many blocks as the source returns at once. */
async function scanStep(
  { rescan: { chain }, reader, watch }: Scanning,
  wallet: Wallet,
  from: number,
  options: ApplyOptions,
): Promise<Step> {
  watch.follow(wallet);
  chain.follow?.(followedRanges(wallet));
  const asked = watch.scripts.length;
  const { through, throughHash, blocks, selected } = await reader.read(from, watch.scripts);
  const none = { hash: undefined, unreadable: true, looked: 1 };
  if (through < from) return { wallet, found: [], through: from, ...none };
  let parts = blocks;
  const { secp256k1 } = options.environment;
  const receiving = await withSilentPayments(wallet, { from, through }, chain, secp256k1);
  for (let known = asked; ; ) {
    const { wallet: result, found, unreadable } = applyBlocks(receiving, parts, options, watch);
    if (unreadable !== undefined) return { wallet: result, found, through: unreadable, ...none };
    if (!selected || watch.scripts.length === known) {
      const end = { through, hash: throughHash, unreadable: false, looked: parts.length };
      return { wallet: result, found, ...end };
    }
    // Addresses added during the scan may have been paid in blocks that were skipped.
    chain.follow?.(followedRanges(result));
    const more = await reader.readAgain(from, through, watch.scripts.slice(known));
    known = watch.scripts.length;
    parts = mergeParts(parts, more);
  }
}

function mergeParts(parts: readonly BlockPart[], more: readonly BlockPart[]): readonly BlockPart[] {
  const byHeight = new Map(parts.map((part) => [part.height, part]));
  for (const part of more) {
    const known = byHeight.get(part.height);
    // A complete block has all transactions; of two parts, the later one has more.
    if (known === undefined || 'transactions' in known) byHeight.set(part.height, part);
  }
  return [...byHeight.values()].sort((a, b) => a.height - b.height);
}

/** Stores the results of a range. Returns false if it must be scanned again. */
async function keep(
  { rescan: { open, chain, environment, now }, watch, live }: Scanning,
  { base, result, found, through, hash, failedHeight }: ScannedRange,
  mark: NonNullable<ScanOptions['mark']>,
): Promise<boolean> {
  if (hash !== undefined) {
    const [header] = await chain.headers(through, 1);
    if (header !== undefined && header.hash !== hash) return false;
  }
  const times: BlockTimes = live ? new Map() : await readBlockTimes(chain, base, result);
  const marked = (wallet: Wallet) =>
    failedHeight === undefined ? mark(wallet, { height: through, hash }) : wallet;
  return open.update((current) => {
    if (current === base) {
      return { wallet: marked(withBlockTimes(base, result, times)), value: true };
    }
    // Another call changed the wallet in the meantime.
    const known = watch.scripts.length;
    const { secp256k1 } = environment;
    const receiving = mergeReceipts(current, result, secp256k1);
    const applied = applyBlocks(receiving, found, { environment, now, live }, watch);
    const wallet = withBlockTimes(current, applied.wallet, times);
    watch.follow(wallet);
    const value = watch.scripts.length === known;
    return { wallet: value ? marked(wallet) : wallet, value };
  });
}

async function scanMempool({ open, chain, environment, now }: Rescan): Promise<void> {
  const { entries } = await chain.mempool();
  const transactions = entries.map(({ transaction }) => ({ transaction, time: now }));
  await open.update((wallet) => ({
    wallet: markMempoolConflicts(applyMempool(wallet, transactions, { environment, now }), entries),
    value: undefined,
  }));
}

/** Adds the silent payments of blocks to a wallet, before these are scanned for coins. */
async function withSilentPayments(
  wallet: Wallet,
  { from, through }: { readonly from: number; readonly through: number },
  chain: ChainSource,
  curve: Secp256k1,
): Promise<Wallet> {
  if (silentOwners(wallet.descriptors).length === 0) return wallet;
  const candidates = (await chain.silentCandidates?.(from, through - from + 1)) ?? [];
  const tweaked = candidates.flatMap((each) => {
    const { transaction } = each;
    const tweak = 'tweak' in each ? each.tweak : silentTweak(transaction, each.spentScripts, curve);
    return tweak ? [{ transaction, tweak }] : [];
  });
  return findSilentPayments(wallet, tweaked, curve);
}

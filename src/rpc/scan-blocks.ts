import type { BlockHash } from '../chain/block.ts';
import type { BlockPart, ChainSource } from '../chain/source.ts';
import { type ApplyOptions, applyBlocks, applyMempool } from '../wallet/apply.ts';
import type { WalletHost } from '../wallet/host.ts';
import type { Wallet, WalletEnvironment } from '../wallet/wallet.ts';
import { createWatch, type WalletWatch } from '../wallet/watch.ts';
import { createScanReader, type ScanReader } from './scan-reader.ts';

export type Rescan = {
  readonly host: WalletHost;
  readonly name: string;
  readonly chain: ChainSource;
  readonly environment: WalletEnvironment;
  readonly now: number;
};

export type ScanOptions = {
  /** Afterwards through what is not in a block yet, too. */
  readonly mempool: boolean;
  /** What the wallet remembers of how far the scan is, stored together with what was found. */
  readonly mark?: (wallet: Wallet, through: ScannedTo) => Wallet;
};

export type ScannedTo = { readonly height: number; readonly hash: BlockHash };

export type RescanEnd =
  | { readonly kind: 'done'; readonly stopHeight: number | undefined }
  | { readonly kind: 'aborted'; readonly stopHeight: number | undefined }
  /** A block could not be read, this one last; all others were looked through. */
  | { readonly kind: 'failed'; readonly failedHeight: number };

/** Looks through the blocks `from` … `to`. Core: ScanForWalletTransactions. */
export async function scanBlocks(
  rescan: Rescan,
  from: number,
  to: number,
  { mempool, mark = (wallet) => wallet }: ScanOptions,
): Promise<RescanEnd> {
  const { host, name, chain } = rescan;
  const first = (await chain.firstBlock?.()) ?? 0;
  let failedHeight = from < first ? Math.min(first - 1, to) : undefined;
  let stopHeight: number | undefined;
  let aborted = false;
  const watch = createWatch();
  const scan: Scanning = { rescan, reader: createScanReader(chain, to), watch, from, to };
  for (let next = Math.max(from, first); next <= to && !aborted; ) {
    const stretch = await scanStretch(scan, next);
    if (!(await keep(scan, stretch, mark))) {
      scan.reader.forget();
      continue;
    }
    aborted = stretch.aborted;
    failedHeight = stretch.failedHeight ?? failedHeight;
    next = stretch.through + 1;
    if (stretch.hash !== undefined) stopHeight = stretch.through;
  }
  if (aborted) return { kind: 'aborted', stopHeight };
  if (mempool) await scanMempool(rescan);
  const progress = host.rescans.get(name);
  if (progress !== undefined) progress.progress = 1;
  return failedHeight === undefined
    ? { kind: 'done', stopHeight }
    : { kind: 'failed', failedHeight };
}

type Scanning = {
  readonly rescan: Rescan;
  readonly reader: ScanReader;
  readonly watch: WalletWatch;
  readonly from: number;
  readonly to: number;
};

/** Blocks that are looked through before what was found is stored, and transactions in them. */
const MOST_BLOCKS = 2000;
const MOST_FOUND = 2000;

type Stretch = {
  readonly base: Wallet;
  readonly result: Wallet;
  readonly found: readonly BlockPart[];
  readonly through: number;
  /** Of the block `through`, when it could be read. */
  readonly hash: BlockHash | undefined;
  readonly failedHeight?: number | undefined;
  readonly aborted: boolean;
};

/** Looks through some blocks without storing anything yet. */
async function scanStretch(scan: Scanning, start: number): Promise<Stretch> {
  const { host, name, environment, now } = scan.rescan;
  const base = host.get(name);
  if (base === undefined) throw new RangeError('the wallet is not loaded any more');
  const found: BlockPart[] = [];
  let [result, transactions] = [base, 0];
  const last = Math.min(scan.to, start + MOST_BLOCKS - 1);
  const at = (through: number, hash?: BlockHash) => ({ base, result, found, through, hash });
  let hash: BlockHash | undefined;
  let next = start;
  while (next <= last && transactions < MOST_FOUND) {
    if (host.rescans.get(name)?.abort === true) return { ...at(next - 1, hash), aborted: true };
    const step = await scanStep(scan, result, next, { environment, now });
    ({ wallet: result } = step);
    found.push(...step.found);
    for (const part of step.found)
      transactions += 'transactions' in part ? part.transactions.length : 0;
    next = step.through + 1;
    hash = step.hash;
    report(scan, next);
    if (step.hash === undefined) {
      return { ...at(step.through), failedHeight: step.through, aborted: false };
    }
  }
  return { ...at(next - 1, hash), aborted: false };
}

function report({ rescan: { host, name }, from, to }: Scanning, next: number): void {
  const progress = host.rescans.get(name);
  if (progress !== undefined) progress.progress = (next - from) / (to - from + 1);
}

type Step = {
  readonly wallet: Wallet;
  readonly found: readonly BlockPart[];
  readonly through: number;
  /** Absent: the block `through` could not be read. */
  readonly hash?: BlockHash;
};

/** As many blocks as the source gives at once. */
async function scanStep(
  { reader, watch }: Scanning,
  wallet: Wallet,
  from: number,
  options: ApplyOptions,
): Promise<Step> {
  watch.follow(wallet);
  const asked = watch.scripts.length;
  const { through, throughHash, blocks, selected } = await reader.read(from, watch.scripts);
  if (through < from) return { wallet, found: [], through: from };
  let parts = blocks;
  for (let known = asked; ; ) {
    const { wallet: result, found, unreadable } = applyBlocks(wallet, parts, options, watch);
    if (unreadable !== undefined) return { wallet: result, found, through: unreadable };
    if (!selected || watch.scripts.length === known) {
      return { wallet: result, found, through, hash: throughHash };
    }
    // Addresses that came to be watched on the way may have been paid in blocks that were left out.
    const more = await reader.readAgain(from, through, watch.scripts.slice(known));
    known = watch.scripts.length;
    parts = mergeParts(parts, more);
  }
}

function mergeParts(parts: readonly BlockPart[], more: readonly BlockPart[]): readonly BlockPart[] {
  const heights = new Set(parts.map(({ height }) => height));
  const added = more.filter(({ height }) => !heights.has(height));
  return [...parts, ...added].sort((a, b) => a.height - b.height);
}

/** Stores what a stretch found; false when it has to be looked through again. */
async function keep(
  { rescan: { host, name, chain, environment, now }, watch }: Scanning,
  { base, result, found, through, hash }: Stretch,
  mark: NonNullable<ScanOptions['mark']>,
): Promise<boolean> {
  if (hash !== undefined) {
    const [header] = await chain.headers(through, 1);
    if (header !== undefined && header.hash !== hash) return false;
  }
  const marked = (wallet: Wallet) =>
    hash === undefined ? wallet : mark(wallet, { height: through, hash });
  return host.update(name, (current) => {
    if (current === base) return { wallet: marked(result), value: true };
    // Somebody else changed the wallet meanwhile.
    const known = watch.scripts.length;
    const { wallet } = applyBlocks(current, found, { environment, now }, watch);
    watch.follow(wallet);
    const value = watch.scripts.length === known;
    return { wallet: value ? marked(wallet) : wallet, value };
  });
}

async function scanMempool({ host, name, chain, environment, now }: Rescan): Promise<void> {
  const { entries } = await chain.mempool();
  const transactions = entries.map(({ transaction }) => transaction);
  await host.update(name, (wallet) => ({
    wallet: applyMempool(wallet, transactions, { environment, now }),
    value: undefined,
  }));
}

import type { ChainSource, ChainTip } from '../chain/source.ts';
import { disconnectAbove } from '../wallet/ledger/disconnect.ts';
import { earliestTime, type Wallet } from '../wallet/wallet.ts';
import { firstHeightFrom, TIMESTAMP_WINDOW } from './birth-height.ts';
import { coversWallet } from './coverage.ts';
import { passBranches } from './pass-branches.ts';
import { finishPendingScan } from './pending-rescan.ts';
import { resendWaiting } from './rebroadcast.ts';
import {
  followedRanges,
  type RescanEnd,
  type ScannedTo,
  type Syncing,
  scanBlocks,
} from './rescan.ts';
import { syncMempool } from './sync-mempool.ts';
import { forgetRebroadcast, syncStateOf } from './sync-state.ts';

/**
 * Syncs a wallet to the tip of the chain and to the current mempool. Returns warnings about blocks
 * that could not be scanned. Does no work during a rescan. Core: BlockUntilSyncedToCurrentChain.
 */
export async function syncWallet(syncing: Syncing): Promise<readonly string[]> {
  const { open } = syncing;
  // A call must not wait for a running rescan.
  if (open.rescan !== undefined) return [];
  try {
    return await syncStateOf(open).mutex.run(() => syncInTurn(syncing));
  } catch (error) {
    forgetRebroadcast(open);
    throw error;
  }
}

async function syncInTurn(syncing: Syncing): Promise<readonly string[]> {
  const { open, now } = syncing;
  const pending = open.value.pendingScan;
  if (open.rescan !== undefined) return [];
  const ends: RescanEnd[] = [];
  if (pending !== undefined) {
    const end = await open.rescanAlone(now, (running) =>
      finishPendingScan({ ...syncing, running }, pending),
    );
    if (end !== undefined) ends.push(end.value);
  }
  const doubts: (readonly string[])[] = [];
  for (let attempt = 1; ; attempt++) {
    if (open.isClosed) return [];
    const { value: wallet } = open;
    syncing.chain.follow?.(followedRanges(wallet));
    const tip = await syncing.chain.tip();
    const isNews = wallet.lastBlock?.hash !== tip.hash;
    if (isNews || syncStateOf(open).branches === undefined) {
      await passBranches(syncing, async (block) =>
        ends.push(await syncBlocks(syncing, open.value, block)),
      );
    }
    if (isNews) ends.push(await syncBlocks(syncing, open.value, tip));
    doubts.push(olderThan(wallet, syncing.chain, tip));
    const onTopOf = attempt < ATTEMPTS ? tip.hash : undefined;
    if (!(await syncMempool(syncing, onTopOf))) continue;
    if (syncing.resend !== false) await resendWaiting(syncing, tip.hash);
    const unread = ends.flatMap((end) =>
      end.kind === 'failed' ? [unreadable(end.failedHeight)] : [],
    );
    return [...doubts.flat(), ...unread];
  }
}

/** Limit of attempts when the chain grows while the mempool is read. */
const ATTEMPTS = 5;

/**
 * Warns of a snapshot older than an earlier one. The wallet goes back to it, as after a
 * reorganization.
 */
function olderThan({ lastBlock }: Wallet, chain: ChainSource, tip: ChainTip): readonly string[] {
  if (chain.waitForTip !== undefined || lastBlock === undefined) return [];
  if (tip.height >= lastBlock.height) return [];
  return [
    `The snapshot ends at block ${tip.height}, but the wallet knew the chain up to block ${lastBlock.height}: ` +
      'later transactions are removed until a newer snapshot contains them',
  ];
}

function unreadable(height: number): string {
  return (
    `Blocks up to height ${height} could not be looked through, because the node has pruned them or the snapshot begins later: ` +
    'coins and transactions in them may be missing'
  );
}

async function syncBlocks(
  syncing: Syncing,
  wallet: Wallet,
  tip: BlockPosition,
): Promise<RescanEnd> {
  const { open, chain } = syncing;
  const { agreed, kept } = await findFork(wallet, chain, tip);
  if (wallet.lastBlock !== undefined && kept < wallet.lastBlock.height) {
    await open.update((current) => ({
      wallet: disconnectAbove(current, kept),
      value: undefined,
    }));
  }
  const mark = (current: Wallet, { height, hash }: ScannedTo) =>
    hash === undefined ? current : { ...current, lastBlock: { height, hash } };
  const live = syncStateOf(open).mempoolTxids !== undefined;
  const end = await scanBlocks(syncing, agreed + 1, tip.height, { mempool: false, live, mark });
  const { height, hash } = tip;
  await open.update((current) => ({
    wallet: { ...current, lastBlock: { height, hash } },
    value: undefined,
  }));
  return end;
}

/** A block of the best chain. */
type BlockPosition = Pick<ChainTip, 'height' | 'hash'>;

type Fork = {
  /** Height up to which the wallet is up to date. */
  readonly agreed: number;
  /** Height above which confirmations that the wallet knows no longer count. */
  readonly kept: number;
};

async function findFork(wallet: Wallet, chain: ChainSource, tip: BlockPosition): Promise<Fork> {
  const { lastBlock } = wallet;
  const at = (height: number): Fork => ({ agreed: height, kept: height });
  if (lastBlock === undefined) return at(await heightBefore(wallet, chain, tip));
  const hashAt = async (height: number) => (await chain.headers(height, 1))[0]?.hash;
  if ((await hashAt(lastBlock.height)) === lastBlock.hash) return at(lastBlock.height);
  const fork = await chain.forkHeight?.(lastBlock.hash);
  if (fork !== undefined) return at(fork);
  const first = (await chain.firstBlock?.()) ?? 0;
  if (!(await coversWallet(chain, wallet.descriptors))) {
    return { agreed: first - 1, kept: Math.min(lastBlock.height, tip.height) };
  }
  const seen = new Map<number, string>();
  for (const { state } of wallet.ledger.transactions.values()) {
    if (state.kind === 'confirmed') seen.set(state.height, state.blockHash);
  }
  for (const [height, hash] of [...seen].sort(([a], [b]) => b - a)) {
    if ((await hashAt(height)) === hash) return at(height);
    // A snapshot contains only blocks of its own scripts, from its first block on, so absence
    // proves nothing before it.
    const silent = chain.covers !== undefined && (await hashAt(height)) === undefined;
    if (silent && height < first) return { agreed: first - 1, kept: height };
  }
  return chain.covers === undefined ? at(0) : { agreed: first - 1, kept: 0 };
}

/**
 * Returns the height before the wallet's first block. A wallet created without a chain has not seen
 * the blocks since.
 */
async function heightBefore(
  wallet: Wallet,
  chain: ChainSource,
  tip: BlockPosition,
): Promise<number> {
  const birth = earliestTime(wallet);
  if (birth === undefined) return tip.height;
  return ((await firstHeightFrom(chain, birth - TIMESTAMP_WINDOW)) ?? tip.height + 1) - 1;
}

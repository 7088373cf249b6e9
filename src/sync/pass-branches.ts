import type { Block } from '../chain/block.ts';
import { blockHash } from '../chain/block-codec.ts';
import type { AbandonedBranch, ChainSource, ChainTip } from '../chain/source.ts';
import { applyBlocks } from '../wallet/ledger/apply.ts';
import { disconnectAbove } from '../wallet/ledger/disconnect.ts';
import { toPart } from './block-reader.ts';
import { detachedBlocks, type ForkPoint } from './detached-blocks.ts';
import type { Syncing } from './rescan.ts';
import { syncStateOf } from './sync-state.ts';

/** Longer branches need a rescan. Block rewards mature only after 100 blocks. */
const LONGEST_BRANCH = 100;

/** Syncs the wallet to a block of the best chain, and stores it. */
type SyncTo = (tip: Pick<ChainTip, 'height' | 'hash'>) => Promise<unknown>;

/**
 * Connects and disconnects the blocks of branches that entered and left the best chain since the
 * last call, as a node does in its own wallets. Core: blockConnected, blockDisconnected.
 */
export async function passBranches(syncing: Syncing, syncTo: SyncTo): Promise<void> {
  const { chain, open } = syncing;
  const state = syncStateOf(open);
  const branches = await chain.abandonedBranches?.();
  if (branches === undefined) return;
  const known = state.branches;
  // A node does not report earlier branches to a newly loaded wallet either.
  if (known !== undefined && open.value.lastBlock !== undefined) {
    const unseen = branches.filter(
      ({ hash, blocks }) => !known.has(hash) && blocks <= LONGEST_BRANCH,
    );
    for (const branch of unseen) await passBranch(syncing, branch, syncTo);
  }
  state.branches = new Set(branches.map(({ hash }) => hash));
}

async function passBranch(
  syncing: Syncing,
  branch: AbandonedBranch,
  syncTo: SyncTo,
): Promise<void> {
  const { open, chain, environment, now } = syncing;
  const read = await readBranch(chain, branch);
  if (read === undefined) return;
  const { fork, blocks } = read;
  const { lastBlock } = open.value;
  const seen = blocks.findIndex(({ header }) => blockHash(header) === lastBlock?.hash) + 1;
  if (seen === blocks.length) return;
  if (seen === 0) await syncTo(fork);
  const parts = blocks.map((block, i) => toPart(block, fork.height + 1 + i)).slice(seen);
  await open.update((current) => {
    // The wallet may know blocks above the fork: of the branch, or of the best chain.
    const before = seen === 0 ? disconnectAbove(current, fork.height) : current;
    const { wallet } = applyBlocks(before, parts, { environment, now, live: true });
    const after = disconnectAbove(wallet, fork.height);
    return { wallet: { ...after, lastBlock: fork }, value: undefined };
  });
}

/**
 * Reads a branch, first block first. Returns `undefined` if it cannot be read, or the chain has
 * changed.
 */
async function readBranch(
  chain: ChainSource,
  { hash, height, blocks: count }: AbandonedBranch,
): Promise<{ readonly fork: ForkPoint; readonly blocks: readonly Block[] } | undefined> {
  const [header] = await chain.headers(height - count, 1);
  if (header === undefined) return undefined;
  const fork = { height: header.height, hash: header.hash };
  const blocks = await detachedBlocks(chain, hash, fork, count);
  return blocks?.length === count ? { fork, blocks: [...blocks].reverse() } : undefined;
}

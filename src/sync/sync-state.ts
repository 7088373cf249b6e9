import type { BlockHash } from '../chain/block.ts';
import type { Txid } from '../transaction/transaction.ts';
import { createMutex, type Mutex } from '../wallet-host/mutex.ts';
import type { OpenWallet } from '../wallet-host/open-wallet.ts';

/** The state of waiting transactions, and the time of the next attempt. */
export type Rebroadcast = {
  /** The tip and the transactions of the last attempt. */
  tried: string;
  /** Transactions that a node has accepted or rejected: not retried before `due`. */
  readonly settled: Set<Txid>;
  /** Seconds since 1970. */
  readonly due: number;
  /**
   * When the node of the last attempt was started, in seconds since 1970; `undefined` if it does
   * not report it.
   */
  readonly nodeStart: number | undefined;
};

/** Facts about the chain that belong to an open wallet. Not stored: they end with the object. */
type SyncState = {
  /** Lets one caller at a time sync the wallet. */
  readonly mutex: Mutex;
  /** The mempool's counter of changes when the wallet last looked at it. Core: mempool_sequence. */
  mempoolSequence: number | undefined;
  /** Mempool contents at that time. Absent: changes since the wallet was stored are unknown. */
  mempoolTxids: ReadonlySet<Txid> | undefined;
  /**
   * The newest blocks of branches that had left the best chain when the wallet last looked. Absent:
   * it has not looked yet.
   */
  branches: ReadonlySet<BlockHash> | undefined;
  /** Absent: all waiting transactions are tried. */
  rebroadcast: Rebroadcast | undefined;
};

const states = new WeakMap<OpenWallet, SyncState>();

/** Returns the state for this room only; others use the functions below. */
export function syncStateOf(open: OpenWallet): SyncState {
  const known = states.get(open);
  if (known !== undefined) return known;
  const state: SyncState = {
    mutex: createMutex(),
    mempoolSequence: undefined,
    // A new wallet cannot have missed any transaction.
    mempoolTxids: open.isNew ? new Set() : undefined,
    branches: undefined,
    rebroadcast: undefined,
  };
  states.set(open, state);
  return state;
}

/** Returns true if the wallet is in sync with this block and this state of the mempool. */
export function isLevel(open: OpenWallet, tipHash: BlockHash, mempoolUpdates: number): boolean {
  const { mempoolSequence } = syncStateOf(open);
  return open.value.lastBlock?.hash === tipHash && mempoolSequence === mempoolUpdates;
}

/**
 * Makes the next sync try all waiting transactions, because a node that was away may have lost its
 * mempool.
 */
export function forgetRebroadcast(open: OpenWallet): void {
  syncStateOf(open).rebroadcast = undefined;
}

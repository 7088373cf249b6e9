import type { Satoshis } from '../encoding/amount.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { NetworkName } from '../encoding/network.ts';
import type {
  ChainCoin,
  ChainHeader,
  ChainTip,
  FeeEstimate,
  MempoolEntry,
  PlacedTransaction,
} from './source.ts';

/** A chain's facts about some scripts, as of one block: what a wallet without a network goes by. */
export type Snapshot = {
  readonly network: NetworkName;
  readonly tip: ChainTip;
  /** Blocks below this height were not looked through. */
  readonly firstBlock: number;
  /**
   * Of some or all blocks only what is unspent is in it: what was spent, and addresses that are
   * empty now, are not known.
   */
  readonly coinsOnly: boolean;
  /**
   * Made of what a server says that is asked by script: that nothing is missing is its claim.
   * Absent: a node has looked through blocks.
   */
  readonly claims?: true;
  /** Of the blocks that somebody may ask about, in the order of their heights. */
  readonly headers: readonly SnapshotHeader[];
  /** What pays or spends from the scripts, in the order of the chain. */
  readonly transactions: readonly SnapshotTransaction[];
  /**
   * Unspent outputs, by `outPointKey`: those of the scripts and, where there is a mempool, what it
   * spends.
   */
  readonly coins: ReadonlyMap<string, ChainCoin>;
  readonly mempool: SnapshotMempool;
  readonly fees: SnapshotFees;
  /**
   * The scripts that were looked for, as a set of BIP158's kind (`encodeFilter`) with the tip's
   * key.
   */
  readonly scripts: Bytes;
};

export type SnapshotHeader = ChainHeader & {
  /** The latest time of this block and those before it, in seconds since 1970. */
  readonly maxTime: number;
};

export type SnapshotTransaction = PlacedTransaction & { readonly height: number };

export type SnapshotMempool = {
  readonly entries: readonly MempoolEntry[];
  /** All of it, so that templates can be made; otherwise what is connected with the scripts. */
  readonly complete: boolean;
  readonly scriptsVerified: boolean;
};

/** Fee rates in satoshi per 1000 virtual bytes. */
export type SnapshotFees = {
  /** For each mode, from target 1 on. */
  readonly estimates: { readonly [M in FeeMode]: readonly FeeEstimate[] };
  readonly mempoolMinimum: Satoshis;
  readonly relayMinimum: Satoshis;
};

export const feeModes = ['unset', 'economical', 'conservative'] as const;
export type FeeMode = (typeof feeModes)[number];

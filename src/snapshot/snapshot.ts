import type { FeeEstimate } from '../chain/node-answers.ts';
import type {
  ChainCoin,
  ChainHeader,
  ChainTip,
  MempoolEntry,
  PlacedTransaction,
} from '../chain/source.ts';
import type { Satoshis } from '../encoding/amount.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { NetworkName } from '../encoding/network.ts';
import type { Txid } from '../transaction/transaction.ts';

/** A chain's facts about some scripts, as of one block, for wallets without a network. */
export type Snapshot = {
  readonly network: NetworkName;
  readonly tip: ChainTip;
  /** Height of the first block that was searched. */
  readonly firstBlock: number;
  /**
   * True if some or all blocks are covered by unspent outputs only: spent coins and addresses that
   * are empty now are unknown.
   */
  readonly coinsOnly: boolean;
  /**
   * Set if a server was asked by script and could have left transactions out. Absent if a node
   * searched blocks.
   */
  readonly claims?: true;
  /** Headers that wallets may need, sorted by height. */
  readonly headers: readonly SnapshotHeader[];
  /** Transactions that pay the scripts or spend from them, in chain order. */
  readonly transactions: readonly SnapshotTransaction[];
  /**
   * Unspent outputs of the scripts and, if there is a mempool, coins that it spends. Indexed by
   * `outPointKey`.
   */
  readonly coins: ReadonlyMap<string, ChainCoin>;
  readonly mempool: SnapshotMempool;
  readonly fees: SnapshotFees;
  /** Scripts that were searched for, as a BIP158 set (`encodeFilter`) keyed with the tip. */
  readonly scripts: Bytes;
  /** Data that finds silent payments (BIP352); absent if it was not collected. */
  readonly silent?: SnapshotSilentPayments;
};

export type SnapshotSilentPayments = {
  /**
   * First block from which every transaction that may pay a silent payment address is in the
   * snapshot. Absent if only payments to known descriptors are.
   */
  readonly from?: number;
  /** Public tweaks of the snapshot's transactions, 33 bytes each. */
  readonly tweaks: ReadonlyMap<Txid, Bytes>;
};

export type SnapshotHeader = ChainHeader & {
  /** Latest time of this block and all earlier blocks, in seconds since 1970. */
  readonly maxTime: number;
};

export type SnapshotTransaction = PlacedTransaction & { readonly height: number };

export type SnapshotMempool = {
  readonly entries: readonly MempoolEntry[];
  /**
   * True for a complete mempool, which block templates need. Otherwise, only transactions connected
   * with the scripts are included.
   */
  readonly complete: boolean;
  readonly scriptsVerified: boolean;
};

/** Fee rates in satoshi per 1000 virtual bytes. */
export type SnapshotFees = {
  /** Estimates for each mode, from target 1 on. */
  readonly estimates: { readonly [M in FeeMode]: readonly FeeEstimate[] };
  readonly mempoolMinimum: Satoshis;
  readonly relayMinimum: Satoshis;
};

export type FeeMode = 'unset' | 'economical' | 'conservative';

import type { MempoolGraph } from '../chain/mempool-graph.ts';
import type { ChainTip } from '../chain/source.ts';
import type { Satoshis } from '../encoding/amount.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { ListVerifier } from '../sighash/first-failure.ts';
import type { Txid } from '../transaction/transaction.ts';

/** The known data of a coin. */
export type KnownCoin = {
  readonly value: Satoshis | undefined;
  readonly scriptPubKey: Bytes;
  /** Height of the block that created it; `waits` means unconfirmed. Absent if unknown. */
  readonly height?: number | 'waits';
  readonly coinbase?: boolean;
};

/** Facts that replace a mempool where there is none. */
export type AcceptanceFacts = {
  /** Indexed by `outPointKey`. */
  readonly coins: ReadonlyMap<string, KnownCoin>;
  /**
   * Reports whether an outpoint (by `outPointKey`) that is not in `coins` is spent or never
   * existed.
   */
  readonly isGone: (key: string) => boolean;
  /** The tip; `undefined` if no chain is known. */
  readonly tip: Pick<ChainTip, 'height' | 'mediantime'> | undefined;
  /** The median time past of the block below this height. */
  readonly mediantimeBelow: (height: number) => number | undefined;
  /** Reports whether a block contains this transaction. */
  readonly isMined: (txid: Txid) => boolean;
  /** Unconfirmed transactions, as far as they are known. */
  readonly mempool: MempoolGraph;
  /** True if `mempool` is the complete mempool of a node. */
  readonly isWholeMempool: boolean;
  /** The transaction, in the mempool or a wallet, that spends each outpoint (by `outPointKey`). */
  readonly spenders: ReadonlyMap<string, Txid>;
  /** Transactions that are judged together. */
  readonly together: ReadonlySet<Txid>;
  /** Satoshi per 1,000 virtual bytes. */
  readonly mempoolMinimumFee: number;
  readonly minimumRelayFee: number;
  /** Additional fee rate that a replacement has to pay. */
  readonly incrementalRelayFee: number;
  readonly verifier: ListVerifier;
};

/** Returns whether the complete cluster of an unconfirmed transaction is known, with all fees. */
export function isClusterKnown(txid: Txid, { mempool, isWholeMempool }: AcceptanceFacts): boolean {
  const cluster = [...mempool.cluster(txid)];
  return isWholeMempool && cluster.every((each) => mempool.entry(each)?.fee !== undefined);
}

/** Returns a coin's height. An unconfirmed coin counts as one of the next block, as in Core. */
export function heightOf(height: KnownCoin['height'], facts: AcceptanceFacts): number {
  return height === 'waits' ? nextHeight(facts) : (height ?? 0);
}

export const nextHeight = ({ tip }: AcceptanceFacts) => (tip?.height ?? -1) + 1;

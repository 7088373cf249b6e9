import type { MempoolGraph } from '../chain/mempool-graph.ts';
import type { ChainTip } from '../chain/source.ts';
import type { Satoshis } from '../encoding/amount.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { ListVerifier } from '../sighash/first-failure.ts';
import type { Txid } from '../transaction/transaction.ts';

/** A coin as far as it is known where no node is. */
export type ToldCoin = {
  readonly amount: Satoshis | undefined;
  readonly scriptPubKey: Bytes;
  /** Of the block that made it; `waits`: none has yet. Absent: nobody knows. */
  readonly height?: number | 'waits';
  readonly coinbase?: boolean;
};

/** What a mempool is told by, where there is none. */
export type AcceptanceFacts = {
  /** By `outPointKey`. */
  readonly coins: ReadonlyMap<string, ToldCoin>;
  /** Of one that is not among them, by `outPointKey`: it is spent, or was never made. */
  readonly isGone: (key: string) => boolean;
  /** Absent: no chain is known. */
  readonly tip: Pick<ChainTip, 'height' | 'mediantime'> | undefined;
  /** The median time past of the block below this height. */
  readonly mediantimeBelow: (height: number) => number | undefined;
  /** Whether a block has this transaction. */
  readonly isMined: (txid: Txid) => boolean;
  /** What waits for a block, as far as it is known. */
  readonly mempool: MempoolGraph;
  /** That is all that waits for a block in one node. */
  readonly isWholeMempool: boolean;
  /** Which transaction, of the mempool or of a wallet, spends an outpoint. */
  readonly spenders: ReadonlyMap<string, Txid>;
  /** The transactions that are looked at together. */
  readonly together: ReadonlySet<Txid>;
  /** Satoshi per 1,000 virtual bytes. */
  readonly mempoolMinimumFee: number;
  readonly minimumRelayFee: number;
  /** By how much more a transaction has to pay that takes the place of others. */
  readonly incrementalRelayFee: number;
  readonly verifier: ListVerifier;
};

/** All that is connected with one that waits, and what it pays. */
export function isClusterKnown(txid: Txid, { mempool, isWholeMempool }: AcceptanceFacts): boolean {
  const cluster = [...mempool.cluster(txid)];
  return isWholeMempool && cluster.every((each) => mempool.entry(each)?.fee !== undefined);
}

/** A coin that waits is one of the next block, as Core counts it. */
export function heightOf(height: ToldCoin['height'], facts: AcceptanceFacts): number {
  return height === 'waits' ? nextHeight(facts) : (height ?? 0);
}

export const nextHeight = ({ tip }: AcceptanceFacts) => (tip?.height ?? -1) + 1;

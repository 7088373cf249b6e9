import type { Satoshis } from '../encoding/amount.ts';
import type { Txid } from '../transaction/transaction.ts';

/** A fee rate in sat/vB and its number of blocks, or the reasons why there is none. */
export type FeeEstimate =
  | {
      /** Fee rate in sat/vB. */
      readonly feeRate: number;
      /** Number of blocks for which the rate holds; it may be more than requested. */
      readonly blocks: number;
    }
  | {
      /** The node's reasons why there is no rate; empty if the source gives none. */
      readonly errors: readonly string[];
      /** Number of blocks for which a rate was sought. */
      readonly blocks: number;
    };

/** `code` and `message` as Core's sendrawtransaction. */
export type BroadcastResult =
  | {
      /** Id of the accepted transaction, in display order. */
      readonly txid: Txid;
    }
  | {
      /** A code of Bitcoin Core's RPC interface, as the node gave it. */
      readonly code: number;
      /** The reason why it was not accepted, in Core's words. */
      readonly message: string;
      /** True if the rejection is final: asking again soon is useless. */
      readonly settled?: boolean | undefined;
    }
  | {
      /** No network is available, so the transaction was not sent. */
      readonly offline: true;
      /** A sentence that says so. */
      readonly message: string;
    };

/** Methods of Bitcoin Core that only a node can answer well. */
export type NodeQuestion =
  | 'estimatesmartfee'
  | 'getblockchaininfo'
  | 'getblockhash'
  | 'getmempoolinfo'
  | 'getnetworkinfo'
  | 'getpeerinfo'
  | 'getrawtransaction'
  | 'gettxout'
  | 'gettxoutproof'
  | 'submitpackage'
  | 'testmempoolaccept'
  | 'verifytxoutproof';

/** The answer of a node to a call. */
export type NodeWord =
  | {
      /** The result as JSON text, its numbers to the digit. */
      readonly json: string;
    }
  | {
      /** A code of Bitcoin Core's RPC interface. */
      readonly code: number;
      /** Why there is no result, in the node's words. */
      readonly message: string;
    };

/** Limits for broadcasting. */
export type BroadcastOptions = {
  /** Limit in sat/vB; 0: any. */
  readonly maxFeeRate?: number | undefined;
  /** Maximum satoshi in an unspendable output. Absent: 0. */
  readonly maxBurn?: Satoshis | undefined;
};

/** The state of a node's connection to the network. */
export type PeerStatus = {
  /** Peers that the node is connected to. */
  readonly connections: number;
  /** True while the node is syncing, so that its tip may be old. */
  readonly initialBlockDownload: boolean;
};

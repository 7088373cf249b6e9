import type { Satoshis } from '../encoding/amount.ts';
import type { Txid } from '../transaction/transaction.ts';

/** A fee rate with its number of blocks, or the errors. */
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

/** The result of a broadcast, with `code` and `message` as in Core's sendrawtransaction. */
export type BroadcastResult =
  | {
      /** Id of the accepted transaction, in display order. */
      readonly txid: Txid;
    }
  | {
      /** An error code of Bitcoin Core's RPC interface, from the node. */
      readonly code: number;
      /** The reason why it was not accepted, in Core's words. */
      readonly message: string;
      /** True if the rejection is final, so that a retry is useless. */
      readonly settled?: boolean | undefined;
    }
  | {
      /** No network is available, so the transaction was not sent. */
      readonly offline: true;
      /** A sentence for people. */
      readonly message: string;
    };

/** Methods of Bitcoin Core that need a node. */
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
      /** The result as JSON text, with exact numbers. */
      readonly json: string;
    }
  | {
      /** An error code of Bitcoin Core's RPC interface. */
      readonly code: number;
      /** The error message of the node. */
      readonly message: string;
    };

/** Limits for broadcasting. */
export type BroadcastOptions = {
  /** Limit in sat/vB; 0 means no limit. */
  readonly maxFeeRate?: number | undefined;
  /** Maximum satoshi in an unspendable output. Default: 0. */
  readonly maxBurn?: Satoshis | undefined;
};

/** The state of a node's connection to the network. */
export type PeerStatus = {
  /** Number of peers. */
  readonly connections: number;
  /** True while the node is syncing, so that its tip may be old. */
  readonly initialBlockDownload: boolean;
};

import type { Satoshis } from '../encoding/amount.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { NetworkName } from '../encoding/network.ts';
import type { OutPoint, Transaction, Txid } from '../transaction/transaction.ts';
import type { Block, BlockHash } from './block.ts';
import type { SnapshotSigner } from './snapshot-signature.ts';

/** What is remembered of a block once its transactions are not needed any more. */
export type ChainHeader = {
  /** Blocks between it and the genesis block, which has 0. */
  readonly height: number;
  /** In display order. */
  readonly hash: BlockHash;
  /** Signed, 32 bits. */
  readonly version: number;
  /** Seconds since 1970. */
  readonly time: number;
  /** The target in compact form. */
  readonly bits: number;
};

/** The newest block of the best chain. */
export type ChainTip = ChainHeader & {
  /** Median of the last eleven block times, this block's among them. */
  readonly mediantime: number;
};

/** An unspent output of a block: what it pays, and where it was made. */
export type ChainCoin = {
  /** What it pays, in satoshi. */
  readonly amount: Satoshis;
  /** The script that locks it. */
  readonly scriptPubKey: Bytes;
  /** Height of the block that made it. */
  readonly height: number;
  /** Whether a coinbase made it: then it cannot be spent until 100 blocks are on top of it. */
  readonly coinbase: boolean;
};

/** A transaction that waits for a block. */
export type MempoolEntry = {
  /** 64 hex digits in display order. */
  readonly txid: Txid;
  /** 64 hex digits in display order: the id with the witnesses (BIP141). */
  readonly wtxid: Txid;
  /** With its witnesses. */
  readonly transaction: Transaction;
  /** Weight units (BIP141), four of which are a virtual byte. */
  readonly weight: number;
  /** Inputs minus outputs. `undefined` when the source does not know. */
  readonly fee: Satoshis | undefined;
  /** What prioritisetransaction adds to the fee when transactions are ordered. */
  readonly feeDelta?: Satoshis;
  /**
   * As counted for block limits (witness 1, others 4). `undefined` when the source does not know.
   */
  readonly sigopCost: number | undefined;
  /** When it was accepted, in seconds since 1970. */
  readonly time?: number;
};

/** What waits for a block, as the source sees it. */
export type Mempool = {
  /** The block that it was seen on top of. Another than the tip: the view is stale. */
  readonly tipHash: BlockHash;
  /** In any order. */
  readonly entries: readonly MempoolEntry[];
  /** Grows with every change, as Core's counter behind `longpollid`. */
  readonly updates: number;
  /** A node has run the scripts of every entry under its rules. */
  readonly scriptsVerified: boolean;
  /** Only what somebody asked about; a block's template cannot be made of it. */
  readonly partial?: true;
  /** Limits of connected transactions. Absent: Core's defaults. */
  readonly limits?: {
    /** The most transactions (`-limitclustercount`). */
    readonly clusterCount: number;
    /** The most vbytes (`-limitclustersize`). */
    readonly clusterSize: number;
  };
};

/**
 * How much of a block that is asked for by hash is known to be right (validation.h, BLOCK_VALID_*).
 */
export type BlockStatus = 'valid' | 'invalid' | 'unvalidated';

/** Blocks that were verified as part of the best chain, and are no longer in it. */
export type AbandonedBranch = {
  /** The newest of them, in display order. */
  readonly hash: BlockHash;
  /** The height of that block. */
  readonly height: number;
  /** The number of its blocks that are not in the best chain. */
  readonly blocks: number;
};

/** A transaction and its place in its block. */
export type PlacedTransaction = {
  /** Its place in the block: 0 is the coinbase. */
  readonly index: number;
  /** With its witnesses. */
  readonly transaction: Transaction;
};

/** A block of the best chain, or as much of it as can concern whoever asked for it. */
export type BlockPart = Pick<ChainHeader, 'height' | 'hash' | 'time'> &
  (
    | {
        /** Those that can concern whoever asked, in the order of the block. */
        readonly transactions: readonly PlacedTransaction[];
      }
    | {
        /** The whole block as on the wire. */
        readonly bytes: Bytes;
      }
  );

/** Which blocks are looked through, and for what. */
export type ScanRequest = {
  /** The height of the first block. */
  readonly from: number;
  /** Blocks, at most. */
  readonly count: number;
  /** What pays or spends one of these scriptPubKeys must not be left out. */
  readonly scripts: readonly Bytes[];
};

/** What was found in some blocks, and how far that reaches. */
export type Scan = {
  /** The last block that was looked at; below `from` when that one cannot be read. */
  readonly through: number;
  /** Of that last block. Absent: not known. */
  readonly throughHash?: BlockHash;
  /** In the order of their heights; those in between have nothing. */
  readonly blocks: readonly BlockPart[];
  /** With other scripts there might be more of them. */
  readonly selected: boolean;
};

/**
 * The scripts of a descriptor by position, so that whoever has to ask for each one knows where to
 * begin.
 */
export type FollowedRange = {
  /** The same for the same descriptor. */
  readonly id: string;
  /** ScriptPubKeys in hexadecimal, each with its position. */
  readonly scripts: ReadonlyMap<string, number>;
  /** The first position that nobody was told of yet. */
  readonly next: number;
};

/**
 * satoshi per 1000 virtual bytes, and the number of blocks for which it was found; or why there is
 * none.
 */
export type FeeEstimate =
  | {
      /** Satoshi per 1,000 virtual bytes. */
      readonly feeRate: Satoshis;
      /** For how many blocks the rate holds; it may be more than were asked for. */
      readonly blocks: number;
    }
  | {
      /** Why there is no rate, in the node's words; empty where the source says no more. */
      readonly errors: readonly string[];
      /** For how many blocks a rate was looked for. */
      readonly blocks: number;
    };

/** `code` and `message` as Core's sendrawtransaction. */
export type BroadcastResult =
  | {
      /** Of the transaction, which has been taken, in display order. */
      readonly txid: Txid;
    }
  | {
      /** A code of Bitcoin Core's RPC interface, as the node gave it. */
      readonly code: number;
      /** Why it was not taken, in Core's words. */
      readonly message: string;
      /** It was judged: to ask again soon is of no use. */
      readonly settled?: boolean;
    }
  | {
      /** There is no network behind this source: nobody has seen the transaction. */
      readonly offline: true;
      /** A sentence that says so. */
      readonly message: string;
    };

/** Calls of Bitcoin Core's interface that a node answers better than anything that is kept here. */
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

/** What a node says to one. */
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

/** What a node may be handed. */
export type BroadcastOptions = {
  /** satoshi per 1000 virtual bytes; 0: any. */
  readonly maxFeeRate?: Satoshis;
  /** The most, in satoshi, in an output that nobody can ever spend. Absent: 0. */
  readonly maxBurn?: Satoshis;
};

/**
 * What a wallet or a miner asks of a chain: a node, a snapshot, a world in a test. All answers are
 * plain values. A source that cannot be reached rejects; it never answers with less than it was
 * asked without saying so.
 */
export type ChainSource = {
  /** Where it is known beforehand: calls of another network are refused. */
  readonly network?: NetworkName;
  /** The newest block of the best chain. */
  tip(): Promise<ChainTip>;
  /**
   * Headers of the best chain from height `from` upward, without a gap, at most `count`. Fewer when
   * the tip is reached or, in a snapshot, where the known part ends; none when `from` itself is not
   * known.
   */
  headers(from: number, count: number): Promise<readonly ChainHeader[]>;
  /** Whole blocks, as `headers`. */
  blocks(from: number, count: number): Promise<readonly Block[]>;
  /** What is known of a block, also outside the best chain. `undefined`: nothing. */
  blockStatus(hash: BlockHash): Promise<BlockStatus | undefined>;
  /**
   * Those of the outputs that are unspent at the tip, by `outPointKey`. The mempool does not count.
   */
  findCoins(outPoints: readonly OutPoint[]): Promise<ReadonlyMap<string, ChainCoin>>;
  /**
   * What `findCoins` does not answer is spent, or was never made. Absent: it may be somebody
   * else's, and not known here.
   */
  readonly knowsAllCoins?: true;
  /** All transactions that wait for a block. */
  mempool(): Promise<Mempool>;
  /**
   * Those of the transactions that are in the mempool. Absent: to look through `mempool` costs no
   * more.
   */
  findInMempool?(txids: readonly Txid[]): Promise<ReadonlyMap<Txid, Transaction>>;
  /**
   * Those of the transactions that are in the mempool, or in a block that an index of all
   * transactions knows. Absent: there is no such index.
   */
  findTransactions?(txids: readonly Txid[]): Promise<ReadonlyMap<Txid, Transaction>>;
  /** `updates` of the mempool, without its entries. */
  mempoolUpdates(): Promise<number>;
  /**
   * The rate at which a transaction is likely to be in one of the next `target` blocks, as Core's
   * estimatesmartfee.
   */
  estimateFee(target: number, mode: 'unset' | 'economical' | 'conservative'): Promise<FeeEstimate>;
  /**
   * Hands a transaction to the network, or says why it is not taken; what is in the mempool already
   * counts as taken.
   */
  broadcast(transaction: Transaction, options?: BroadcastOptions): Promise<BroadcastResult>;
  /**
   * Below this nothing gets into the mempool: satoshi per 1000 virtual bytes. Absent: nobody knows.
   */
  readonly mempoolMinimumFee?: () => Promise<Satoshis>;
  /**
   * Nodes pass nothing on below this (`-minrelaytxfee`): satoshi per 1000 virtual bytes. Absent:
   * Core's default.
   */
  readonly minimumRelayFee?: () => Promise<Satoshis>;
  /**
   * By how much nodes want the rate of a replacement higher (`-incrementalrelayfee`): satoshi per
   * 1000 virtual bytes. Absent: Core's default.
   */
  readonly incrementalRelayFee?: () => Promise<Satoshis>;
  /**
   * Blocks from a height, as few of them and as little of each as the source can tell apart.
   * Absent: there is no better way than `blocks`.
   */
  readonly scan?: (request: ScanRequest) => Promise<Scan>;
  /**
   * Tells whose scripts `scan` and `mempool` will be asked about. A source that asks a server for
   * each script asks no further behind the last used position than a gap limit, and forgets none.
   * Absent: all scripts cost the same.
   */
  readonly follow?: (ranges: readonly FollowedRange[]) => void;
  /** The lowest height from which on every block can be scanned. Absent: 0. */
  readonly firstBlock?: () => Promise<number>;
  /**
   * The first block whose time, or that of one before it, reaches `time`, or one in front of it;
   * `undefined`: none. Absent: the headers tell.
   */
  readonly firstHeightFrom?: (time: number) => Promise<number | undefined>;
  /**
   * The highest block of the best chain that a block, of whatever branch, is or builds on;
   * `undefined`: it is not known. Absent: none is.
   */
  readonly forkHeight?: (hash: BlockHash) => Promise<number | undefined>;
  /**
   * A block of whatever branch; `undefined`: it is not known, or not kept. Absent: none can be
   * asked for by its hash.
   */
  readonly findBlock?: (hash: BlockHash) => Promise<Block | undefined>;
  /**
   * Branches that were the best chain and left it, as far as they are remembered. Absent: none is
   * known.
   */
  readonly abandonedBranches?: () => Promise<readonly AbandonedBranch[]>;
  /** Whether everything about these scriptPubKeys up to the tip is known. Absent: it always is. */
  readonly covers?: (scripts: readonly Bytes[]) => Promise<boolean>;
  /**
   * The fee rate that a snapshot expects for the next two blocks, in satoshi per 1,000 virtual
   * bytes. Absent: unknown, or only known by asking a server.
   */
  readonly expectedFeeRate?: Satoshis;
  /** Who vouches for the answers, where somebody carried them. */
  readonly provenance?: Provenance;
  /**
   * What whoever relies on the answers should be told, at this time (seconds since 1970): that they
   * are old, what they lack.
   */
  readonly notices?: (now: number) => readonly string[];
  /**
   * When the node was started, in seconds since 1970, give or take one: what it had in its mempool
   * before may be lost. `undefined`: it does not say.
   */
  readonly startedAt?: () => Promise<number | undefined>;
  /**
   * Hands a call on to a node, its arguments as JSON text of an array. Absent: there is no node of
   * Bitcoin Core's kind.
   */
  readonly ask?: (method: NodeQuestion, params: string) => Promise<NodeWord>;
  /** Absent where there is no network to be connected to. */
  readonly peers?: () => Promise<PeerStatus>;
  /**
   * The tip, once its hash is another than `hash` or when the time is over; `undefined` when the
   * program ends. Absent where nothing can change.
   */
  readonly waitForTip?: (hash: BlockHash, milliseconds: number) => Promise<ChainTip | undefined>;
};

/** How well a node knows the newest blocks. */
export type PeerStatus = {
  /** Peers that the node is connected to. */
  readonly connections: number;
  /** It is still catching up, so that its tip may be old. */
  readonly initialBlockDownload: boolean;
};

/** Who vouches for facts that somebody carried in a file, and what to say about them. */
export type Provenance = {
  /** They carry a signature, which was verified, of somebody who is trusted. */
  readonly trusted: boolean;
  /** `undefined`: they are not signed. */
  readonly signer:
    | (SnapshotSigner & {
        /** What people here call the signer; absent: nobody named it. */
        readonly name?: string;
      })
    | undefined;
  /** What to tell whoever relies on them. */
  readonly notices: readonly string[];
};

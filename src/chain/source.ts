import type { Satoshis } from '../encoding/amount.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { NetworkName } from '../encoding/network.ts';
import type { OutPoint, Transaction, Txid } from '../transaction/transaction.ts';
import type { Block, BlockHash } from './block.ts';
import type {
  BroadcastOptions,
  BroadcastResult,
  FeeEstimate,
  NodeQuestion,
  NodeWord,
  PeerStatus,
} from './node-answers.ts';

/** The signer of a snapshot, after its signature was verified. */
export type SnapshotSigner = {
  /** The x-only public key (BIP340), 64 hex digits. */
  readonly publicKey: string;
  /** The public key in a form that people can compare: eight groups of four hex digits. */
  readonly fingerprint: string;
  /** Time of signing by the signer's clock, in seconds since 1970. */
  readonly signedAt: number;
};

/** The data kept of a block after its transactions are no longer needed. */
export type ChainHeader = {
  /** Number of blocks from the genesis block, which has 0. */
  readonly height: number;
  /** Block hash in display order. */
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
  /** Median of the last eleven block times, including this block's. */
  readonly mediantime: number;
};

/** An unspent output of a block, with its value and origin. */
export type ChainCoin = {
  /** Amount in satoshi. */
  readonly value: Satoshis;
  /** The scriptPubKey. */
  readonly scriptPubKey: Bytes;
  /** Height of the block that created it. */
  readonly height: number;
  /** True if a coinbase created it. Such a coin can be spent only after 100 more blocks. */
  readonly coinbase: boolean;
};

/** An unconfirmed transaction. */
export type MempoolEntry = {
  /** 64 hex digits in display order. */
  readonly txid: Txid;
  /** The id including witnesses (BIP141): 64 hex digits in display order. */
  readonly wtxid: Txid;
  /** The transaction with its witnesses. */
  readonly transaction: Transaction;
  /** Weight units (BIP141); four are a virtual byte. */
  readonly weight: number;
  /** Inputs minus outputs. `undefined` if the source does not know it. */
  readonly fee: Satoshis | undefined;
  /** The amount that prioritisetransaction adds to the fee for ordering. */
  readonly feeDelta?: Satoshis | undefined;
  /**
   * Signature operations as counted for block limits (witness 1, others 4). `undefined` if the
   * source does not know.
   */
  readonly sigopCost: number | undefined;
  /** Time of acceptance, in seconds since 1970. */
  readonly time?: number | undefined;
};

/** The unconfirmed transactions that the source knows. */
export type Mempool = {
  /** The tip when the mempool was read. If it is no longer the tip, the view is stale. */
  readonly tipHash: BlockHash;
  /** Entries in any order. */
  readonly entries: readonly MempoolEntry[];
  /** A counter of changes, as in Core's `longpollid`. */
  readonly updates: number;
  /** True if a node has run the scripts of every entry under its rules. */
  readonly scriptsVerified: boolean;
  /**
   * True if it only contains the requested transactions; a block template cannot be built from it.
   */
  readonly partial?: true | undefined;
  /** Limits of connected transactions. Default: Core's. */
  readonly limits?: {
    /** Maximum number of transactions (`-limitclustercount`). */
    readonly clusterCount: number;
    /** Maximum vbytes (`-limitclustersize`). */
    readonly clusterSize: number;
  };
};

/** The validation status of a block that is asked for by hash (validation.h, BLOCK_VALID_*). */
export type BlockStatus = 'valid' | 'invalid' | 'unvalidated';

/** Blocks that were in the best chain and no longer are. */
export type AbandonedBranch = {
  /** Hash of the newest one, in display order. */
  readonly hash: BlockHash;
  /** The height of that block. */
  readonly height: number;
  /** The number of its blocks that are not in the best chain. */
  readonly blocks: number;
};

/** A transaction and its position in its block. */
export type PlacedTransaction = {
  /** Position in the block; 0 is the coinbase. */
  readonly index: number;
  /** The transaction with its witnesses. */
  readonly transaction: Transaction;
};

/**
 * A transaction that may pay silent payment addresses (BIP352). It has its public tweak (33 bytes),
 * or the scripts of the coins that it spends, from which the tweak can be computed.
 */
export type SilentCandidateTransaction = PlacedTransaction & {
  /** The height of its block. */
  readonly height: number;
} & (
    | {
        /** input_hash times the sum of the public keys of its eligible inputs. */
        readonly tweak: Bytes;
      }
    | {
        /** The scriptPubKey of the coin of each input. */
        readonly spentScripts: readonly Bytes[];
      }
  );

/** A block of the best chain, or those of its transactions that may concern the caller. */
export type BlockPart = Pick<ChainHeader, 'height' | 'hash' | 'time'> &
  (
    | {
        /** Transactions that may concern the caller, in the order of the block. */
        readonly transactions: readonly PlacedTransaction[];
      }
    | {
        /** The complete block in wire format. */
        readonly bytes: Bytes;
      }
  );

/** The blocks and scripts to scan. */
export type ScanRequest = {
  /** The height of the first block. */
  readonly from: number;
  /** Maximum number of blocks. */
  readonly count: number;
  /** ScriptPubKeys whose payments and spends must be included. */
  readonly scripts: readonly Bytes[];
};

/** The result of a scan, and the last block it covers. */
export type Scan = {
  /** The last scanned block; below `from` if that block cannot be read. */
  readonly through: number;
  /** Hash of that last block. Absent if unknown. */
  readonly throughHash?: BlockHash | undefined;
  /** Blocks in ascending order; blocks between them contain no match. */
  readonly blocks: readonly BlockPart[];
  /** True if other scripts could match more transactions. */
  readonly selected: boolean;
};

/** The scripts of a descriptor by position, for sources that must ask for each script. */
export type FollowedRange = {
  /** A name that is the same for the same descriptor. */
  readonly id: string;
  /** Positions by scriptPubKey in hexadecimal. */
  readonly scripts: ReadonlyMap<string, number>;
  /** The first position that was not used for an address yet. */
  readonly next: number;
};

/**
 * The chain as seen by a wallet or a miner: a node, a snapshot, or a test world. All results are
 * plain values. A source that cannot be reached rejects. It marks incomplete data.
 */
export type ChainSource = {
  /** The network, if known in advance; calls for another network are refused. */
  readonly network?: NetworkName | undefined;
  /** The newest block of the best chain. */
  tip(): Promise<ChainTip>;
  /**
   * Returns headers of the best chain from height `from` upward, without gaps, at most `count`.
   * Returns fewer at the tip, or at the end of a snapshot; none if `from` is unknown.
   */
  headers(from: number, count: number): Promise<readonly ChainHeader[]>;
  /** Returns complete blocks, like `headers`. */
  blocks(from: number, count: number): Promise<readonly Block[]>;
  /** Returns the status of a block, in any branch; `undefined` if unknown. */
  blockStatus(hash: BlockHash): Promise<BlockStatus | undefined>;
  /** Returns the outputs that are unspent at the tip, by `outPointKey`. Ignores the mempool. */
  findCoins(outPoints: readonly OutPoint[]): Promise<ReadonlyMap<string, ChainCoin>>;
  /**
   * True if a coin that `findCoins` does not return is spent or never existed. If absent, the coin
   * may belong to others and be unknown here.
   */
  readonly knowsAllCoins?: true | undefined;
  /** Returns all unconfirmed transactions. */
  mempool(): Promise<Mempool>;
  /**
   * Returns those transactions that are in the mempool. If absent, reading `mempool` costs no more.
   */
  findInMempool?(txids: readonly Txid[]): Promise<ReadonlyMap<Txid, Transaction>>;
  /**
   * Finds transactions in the mempool, or in blocks by an index of all transactions. If absent,
   * there is no such index.
   */
  findTransactions?(txids: readonly Txid[]): Promise<ReadonlyMap<Txid, Transaction>>;
  /** Returns `updates` of the mempool, without its entries. */
  mempoolUpdates(): Promise<number>;
  /**
   * Returns the fee rate at which a transaction is likely to be in one of the next `target` blocks,
   * as in Core's estimatesmartfee.
   */
  estimateFee(target: number, mode: 'unset' | 'economical' | 'conservative'): Promise<FeeEstimate>;
  /**
   * Broadcasts a transaction, or returns the reason why it is not accepted. A transaction that is
   * already in the mempool counts as accepted.
   */
  broadcast(transaction: Transaction, options?: BroadcastOptions): Promise<BroadcastResult>;
  /** Returns the minimum fee rate of the mempool in sat/vB. Absent if unknown. */
  readonly mempoolMinimumFeeRate?: (() => Promise<number>) | undefined;
  /** Returns the lowest fee rate in sat/vB that nodes relay (`-minrelaytxfee`). Default: Core's. */
  readonly minimumRelayFeeRate?: (() => Promise<number>) | undefined;
  /**
   * Returns the additional fee rate in sat/vB that nodes require of a replacement
   * (`-incrementalrelayfee`). Default: Core's.
   */
  readonly incrementalRelayFeeRate?: (() => Promise<number>) | undefined;
  /**
   * Returns blocks from a height on, without blocks and transactions that the source knows to be
   * irrelevant. If absent, use `blocks`.
   */
  readonly scan?: ((request: ScanRequest) => Promise<Scan>) | undefined;
  /**
   * Returns the transactions of the blocks `from` … `from + count - 1` that may pay silent payment
   * addresses. Absent if the source does not know the coins that transactions spend.
   */
  readonly silentCandidates?:
    | ((from: number, count: number) => Promise<readonly SilentCandidateTransaction[]>)
    | undefined;
  /**
   * Set if `silentCandidates` has the payments to every address. If absent in a source with
   * `covers`, it only has the payments to the scripts that it covers.
   */
  readonly knowsAllSilentPayments?: true | undefined;
  /**
   * Announces the scripts for later calls of `scan` and `mempool`. A source that asks a server for
   * each script stops a gap limit after the last used position, and forgets no script. If absent,
   * all scripts cost the same.
   */
  readonly follow?: ((ranges: readonly FollowedRange[]) => void) | undefined;
  /** Returns the lowest height from which every block can be scanned. Default: 0. */
  readonly firstBlock?: (() => Promise<number>) | undefined;
  /**
   * Returns the height of the first block whose time, or the time of an earlier block, reaches
   * `time`, or a lower height; `undefined` if there is no such block. If absent, the headers are
   * searched.
   */
  readonly firstHeightFrom?: (time: number) => Promise<number | undefined>;
  /**
   * Returns the height of the last block that a block of any branch shares with the best chain;
   * `undefined` if the block is unknown. If absent, no block is known.
   */
  readonly forkHeight?: (hash: BlockHash) => Promise<number | undefined>;
  /**
   * Returns a block of any branch by its hash; `undefined` if it is unknown or not stored. If
   * absent, blocks cannot be looked up by hash.
   */
  readonly findBlock?: (hash: BlockHash) => Promise<Block | undefined>;
  /**
   * Returns branches that were the best chain and left it, if the source still knows them. If
   * absent, none is known.
   */
  readonly abandonedBranches?: (() => Promise<readonly AbandonedBranch[]>) | undefined;
  /**
   * Resolves to true if all data about these scriptPubKeys up to the tip are known. If absent, they
   * always are.
   */
  readonly covers?: ((scripts: readonly Bytes[]) => Promise<boolean>) | undefined;
  /**
   * The fee rate that a snapshot expects for the next two blocks, in sat/vB. Absent if unknown, or
   * only known to a server.
   */
  readonly expectedFeeRate?: number | undefined;
  /** The signer of data imported from a file. */
  readonly provenance?: Provenance | undefined;
  /**
   * Returns warnings about the answers at this time (seconds since 1970), such as old or incomplete
   * data.
   */
  readonly notices?: ((now: number) => readonly string[]) | undefined;
  /**
   * Returns the time at which the node started, in seconds since 1970, within a second. Earlier
   * contents of its mempool may be lost. `undefined` if the node does not report it.
   */
  readonly startedAt?: () => Promise<number | undefined>;
  /**
   * Passes a call to a node, with its arguments as the JSON text of an array. Absent if there is no
   * node with Bitcoin Core's interface.
   */
  readonly ask?: ((method: NodeQuestion, params: string) => Promise<NodeWord>) | undefined;
  /** Returns the connection state. Absent if there is no network. */
  readonly peers?: (() => Promise<PeerStatus>) | undefined;
  /**
   * Resolves to the tip once its hash differs from `hash`, or after the given time; `undefined` if
   * the program ends. Absent if the chain cannot change.
   */
  readonly waitForTip?: (hash: BlockHash, milliseconds: number) => Promise<ChainTip | undefined>;
};

/** The signer of data imported from a file, and warnings about them. */
export type Provenance = {
  /** True if a trusted signer's signature was verified. */
  readonly trusted: boolean;
  /** `undefined` if the data are not signed. */
  readonly signer:
    | (SnapshotSigner & {
        /** The user's name for the signer, if any. */
        readonly name?: string | undefined;
      })
    | undefined;
  /** Warnings for users of these data. */
  readonly notices: readonly string[];
};

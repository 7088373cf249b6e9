import type { Satoshis } from '../encoding/amount.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { NetworkName } from '../encoding/network.ts';
import type { Transaction, Txid } from '../transaction/transaction.ts';
import type { BlockHash, BlockHeader } from './block.ts';

/** A scriptPubKey, in each form by which backends look it up. */
export type ScriptKey = {
  /** As it stands in outputs, in hexadecimal. */
  readonly scriptPubKey: string;
  /** Its SHA-256 as 64 hex digits, first byte first: `/scripthash/` of Esplora. */
  readonly sha256: string;
  /** Its SHA-256 as 64 hex digits, last byte first: the script hash of Electrum. */
  readonly scriptHash: string;
  /** Absent: it has none. */
  readonly address?: string;
};

/** The newest block, as a backend tells it. */
export type BackendTip = {
  /** Blocks between it and the genesis block. */
  readonly height: number;
  /** 64 hex digits in display order. */
  readonly hash: string;
  /**
   * The 80 bytes of its header in hexadecimal, from which the hash is recomputed. Absent: hash and
   * time are claims.
   */
  readonly header?: string;
  /** Seconds since 1970. Absent: the header tells, or nobody knows. */
  readonly time?: number;
};

/** A transaction, as a backend tells it. */
export type BackendTransaction = {
  /** All of it, with witnesses, in hexadecimal: its id, amounts and scripts are read out of it. */
  readonly hex: string;
  /**
   * The id that the backend says it has, as block explorers show it: another one is an error.
   * Absent: it says none.
   */
  readonly txid?: string;
  /** Of the block that it is in. Absent: it waits for one. */
  readonly height?: number;
  /** Of that block, in display order. Absent: the proof tells, or nobody knows. */
  readonly blockHash?: string;
  /** That it is in that block. Absent: this is a claim. */
  readonly proof?: MerkleProof;
};

/**
 * What leads from a transaction to the header of its block (Electrum's
 * `blockchain.transaction.get_merkle`).
 */
export type MerkleProof = {
  /** The 80 bytes of the block's header in hexadecimal. */
  readonly header: string;
  /** What is hashed with it on the way up, deepest first; each 64 hex digits in display order. */
  readonly merkle: readonly string[];
  /** Its place in the block: 0 is the coinbase. */
  readonly pos: number;
};

/**
 * What a server or an app's own backend answers. Each function may reject; then nothing is changed.
 */
export type CoinBackend = {
  /** The newest block of the best chain. */
  tip(): Promise<BackendTip>;
  /**
   * All transactions that pay one of the scripts or spend from it, in blocks or waiting for one, in
   * any order; the same one may come twice, and what has nothing to do with the scripts is passed
   * over.
   */
  transactions(scripts: readonly ScriptKey[]): Promise<readonly BackendTransaction[]>;
  /**
   * A transaction by its id, in hexadecimal; `undefined`: it is not known. Absent: nobody can be
   * asked by id.
   */
  transaction?(txid: string): Promise<string | undefined>;
  /**
   * Satoshi per virtual byte, by the number of blocks in which a transaction of that rate should be
   * mined. Absent: nobody knows.
   */
  feeRates?(): Promise<FeeRates>;
  /**
   * Hands a transaction to the network; its id, or a rejection that says why not. Absent: it
   * cannot.
   */
  broadcast?(hex: string): Promise<string>;
  /**
   * Headers of the best chain, 80 bytes each in hexadecimal, from a height upward: at most so many.
   * Absent: none are known.
   */
  headers?(from: number, count: number): Promise<readonly string[]>;
};

/**
 * Satoshi per virtual byte, by number of blocks. A claim: fee bounds hold for what is made of it.
 */
export type FeeRates = { readonly [blocks: number]: number };

/** How the block of a transaction is known. */
export type BlockEvidence =
  /** The source says so. */
  | 'claim'
  /**
   * A merkle proof leads to a header with its work; that this block is in the best chain, and its
   * height, are claims.
   */
  | 'header'
  /** And the headers from there to the tip link up, each with its work. */
  | 'chain';

/** The block of a transaction. */
export type SourceBlock = {
  /** Blocks between it and the genesis block. */
  readonly height: number;
  /** In display order. Absent: the source did not say. */
  readonly hash?: BlockHash;
  /** Of its header, seconds since 1970. Absent: the source did not say. */
  readonly time?: number;
  /** The transaction's place in it. Absent: the source did not say. */
  readonly index?: number;
  /** Its header, whose work was checked. Absent: the block is a claim. */
  readonly header?: BlockHeader;
  /** How this is known. */
  readonly evidence: BlockEvidence;
};

/** A transaction whose id was recomputed from its bytes. */
export type SourceTransaction = {
  /** 64 hex digits in display order. */
  readonly txid: Txid;
  /** With its witnesses. */
  readonly transaction: Transaction;
  /** Absent: it waits for a block. */
  readonly block?: SourceBlock;
};

/** The newest block. */
export type SourceTip = {
  /** Blocks between it and the genesis block. A claim. */
  readonly height: number;
  /** In display order. */
  readonly hash: BlockHash;
  /** Recomputed, with its work. Absent: the hash is a claim. */
  readonly header?: BlockHeader;
  /** Seconds since 1970. Absent: nobody knows. */
  readonly time?: number;
};

/**
 * A source of coins: what it hands out was checked as far as its backend allows, and says how far
 * that is.
 */
export type CoinSource = {
  /** The chain that it is of. */
  readonly network: NetworkName;
  /** The newest block. */
  tip(): Promise<SourceTip>;
  /**
   * All transactions that pay one of these scriptPubKeys or spend from it. That none is missing is
   * a claim.
   */
  transactions(scripts: readonly Bytes[]): Promise<readonly SourceTransaction[]>;
  /** A transaction by its id, which is recomputed; `undefined`: it is not known. */
  transaction(txid: Txid): Promise<Transaction | undefined>;
  /** Claims; empty where nobody knows. */
  feeRates(): Promise<FeeRates>;
  /**
   * Headers of the best chain, linked and with their work, from a height upward; fewer where they
   * are not known.
   */
  headers(from: number, count: number): Promise<readonly BlockHeader[]>;
  /**
   * Hands a transaction to the network, and answers its id. Rejects with the reason when it was not
   * taken.
   */
  broadcast(transaction: Transaction): Promise<Txid>;
};

/**
 * Where coins may lie: for each branch of an account (receiving, change) its scriptPubKeys at a
 * position, from 0; none where it ends. A descriptor without a range has them at 0 only.
 */
export type ScriptBranches = readonly ((index: number) => readonly Bytes[])[];

/** An account by its addresses, as `openAccount` opens it. */
export type AddressBranches = {
  /** False: each side has one address. */
  readonly isRange: boolean;
  /** The address to be paid to at a position, from 0. */
  address(index: number): string;
  /** The address for change at a position, from 0. */
  changeAddress(index: number): string;
  /** Is told of each side the first position behind all that were ever paid. */
  markUsed?(next: readonly number[]): void;
};

/** An unspent output, with the transaction that made it. */
export type SourceCoin = {
  /** 64 hex digits in display order. */
  readonly txid: Txid;
  /** The output's index in its transaction, from 0. */
  readonly vout: number;
  /** In satoshi, read out of the transaction. */
  readonly amount: Satoshis;
  /** Read out of the transaction. */
  readonly scriptPubKey: Bytes;
  /** What made it: its id was recomputed. */
  readonly transaction: Transaction;
  /** What made it in hexadecimal, with its witnesses. */
  readonly hex: string;
  /** Blocks from its own to the tip, both counted; 0: it waits for a block. */
  readonly confirmations: number;
  /**
   * Where its script stands among the branches: of an account, 0 is to be paid to and 1 is change.
   */
  readonly branch: number;
  /** The position in the branch. */
  readonly index: number;
  /** Absent: it waits for a block. */
  readonly block?: SourceBlock;
  /** A coinbase made it: it cannot be spent until 100 blocks are on top of it. */
  readonly coinbase: boolean;
};

import type { BlockHash, BlockHeader } from '../chain/block.ts';
import type { Satoshis } from '../encoding/amount.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { NetworkName } from '../encoding/network.ts';
import type { Transaction, Txid } from '../transaction/transaction.ts';

/** A scriptPubKey, in each form by which backends look it up. */
export type ScriptKey = {
  /** The scriptPubKey, in hexadecimal. */
  readonly scriptPubKey: string;
  /** SHA-256 of the script as 64 hex digits, first byte first: `/scripthash/` of Esplora. */
  readonly sha256: string;
  /** SHA-256 of the script as 64 hex digits, last byte first: the script hash of Electrum. */
  readonly scriptHash: string;
  /** Absent: it has none. */
  readonly address?: string | undefined;
};

/** The newest block, as reported by a backend. */
export type BackendTip = {
  /** Blocks between it and the genesis block. */
  readonly height: number;
  /** 64 hex digits in display order. */
  readonly hash: string;
  /**
   * The 80 bytes of its header in hexadecimal, from which the hash is recomputed. Absent: hash and
   * time are claims.
   */
  readonly header?: string | undefined;
  /** Seconds since 1970. Absent: taken from the header, or unknown. */
  readonly time?: number | undefined;
};

/** A transaction, as reported by a backend. */
export type BackendTransaction = {
  /**
   * The complete transaction with witnesses, in hexadecimal. Its id, amounts and scripts are read
   * from it.
   */
  readonly hex: string;
  /**
   * The id that the backend gives, as block explorers show it. If it is not the id of `hex`, that
   * is an error. Absent if the backend gives none.
   */
  readonly txid?: string | undefined;
  /** Height of its block. Absent: unconfirmed. */
  readonly height?: number | undefined;
  /** Hash of that block, in display order. Absent: taken from the proof, or unknown. */
  readonly blockHash?: string | undefined;
  /** Proof that it is in that block. Absent: this is a claim. */
  readonly proof?: MerkleProof | undefined;
};

/**
 * The path from a transaction to the header of its block (Electrum's
 * `blockchain.transaction.get_merkle`).
 */
export type MerkleProof = {
  /** The 80 bytes of the block's header in hexadecimal. */
  readonly header: string;
  /** Hashes on the way up, deepest first; each 64 hex digits in display order. */
  readonly merkle: readonly string[];
  /** Position in the block; 0 is the coinbase. */
  readonly pos: number;
};

/**
 * The answers of a server or of an app's own backend. Each function may reject; then nothing
 * changes.
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
   * Returns a transaction by its id, in hexadecimal; `undefined` if unknown. Absent: lookups by id
   * are not supported.
   */
  transaction?(txid: string): Promise<string | undefined>;
  /**
   * Returns satoshi per virtual byte by the number of blocks until confirmation. Absent: unknown.
   */
  feeRates?(): Promise<FeeRates>;
  /**
   * Broadcasts a transaction and returns its id; rejects with the reason if it is not accepted.
   * Absent if the backend cannot broadcast.
   */
  broadcast?(hex: string): Promise<string>;
  /**
   * Returns at most `count` headers of the best chain from a height upward, 80 bytes each in
   * hexadecimal. Absent if the backend has no headers.
   */
  headers?(from: number, count: number): Promise<readonly string[]>;
};

/**
 * Fee rates in satoshi per virtual byte, by number of blocks. They are a claim, so fee limits still
 * apply to the transactions made with them.
 */
export type FeeRates = { readonly [blocks: number]: number };

/** The evidence for a transaction's block. */
export type BlockEvidence =
  /** The source says so. */
  | 'claim'
  /**
   * A merkle proof leads to a header with its work; that this block is in the best chain, and its
   * height, are claims.
   */
  | 'header'
  /** A header, and a chain of headers with work from there to the tip. */
  | 'chain';

/** The block of a transaction. */
export type SourceBlock = {
  /** Blocks between it and the genesis block. */
  readonly height: number;
  /** Block hash in display order. Absent: not given. */
  readonly hash?: BlockHash | undefined;
  /** Time in the header, seconds since 1970. Absent: not given. */
  readonly time?: number | undefined;
  /** The transaction's place in it. Absent: the source did not say. */
  readonly index?: number | undefined;
  /** The header, whose work was checked. Absent: the block is a claim. */
  readonly header?: BlockHeader | undefined;
  /** The evidence for the block. */
  readonly evidence: BlockEvidence;
};

/** A transaction whose id was recomputed from its bytes. */
export type SourceTransaction = {
  /** 64 hex digits in display order. */
  readonly txid: Txid;
  /** The transaction with its witnesses. */
  readonly transaction: Transaction;
  /** Absent: it waits for a block. */
  readonly block?: SourceBlock | undefined;
};

/** The newest block. */
export type SourceTip = {
  /** Blocks between it and the genesis block. A claim. */
  readonly height: number;
  /** Block hash in display order. */
  readonly hash: BlockHash;
  /** Recomputed, with its work. Absent: the hash is a claim. */
  readonly header?: BlockHeader | undefined;
  /** Seconds since 1970. Absent: unknown. */
  readonly time?: number | undefined;
};

/**
 * A source of coins. It checks each answer as far as its backend allows, and reports how far that
 * is.
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
  /** Returns a transaction by its id, which is recomputed; `undefined` if it is unknown. */
  transaction(txid: Txid): Promise<Transaction | undefined>;
  /** Returns claimed fee rates; empty if unknown. */
  feeRates(): Promise<FeeRates>;
  /**
   * Headers of the best chain, linked and with their work, from a height upward; fewer where they
   * are not known.
   */
  headers(from: number, count: number): Promise<readonly BlockHeader[]>;
  /** Broadcasts a transaction and returns its id. Rejects with the reason if it is not accepted. */
  broadcast(transaction: Transaction): Promise<Txid>;
};

/**
 * The scripts to search: for each branch of an account (receiving, change), the scriptPubKeys at a
 * position, from 0; none after its end. A descriptor without a range has them at 0 only.
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
};

/** An unspent output, with the transaction that made it. */
export type SourceCoin = {
  /** 64 hex digits in display order. */
  readonly txid: Txid;
  /** The output's index in its transaction, from 0. */
  readonly vout: number;
  /** Amount in satoshi, read from the transaction. */
  readonly value: Satoshis;
  /** Read out of the transaction. */
  readonly scriptPubKey: Bytes;
  /** The transaction that created it; its id was recomputed. */
  readonly transaction: Transaction;
  /** The transaction in hexadecimal, with its witnesses. */
  readonly hex: string;
  /** Number of blocks from its own to the tip, both counted; 0 if it is unconfirmed. */
  readonly confirmations: number;
  /** Index of the branch; in an account, 0 is receiving and 1 is change. */
  readonly branch: number;
  /** The position in the branch. */
  readonly index: number;
  /** Absent: it waits for a block. */
  readonly block?: SourceBlock | undefined;
  /** A coinbase made it: it cannot be spent until 100 blocks are on top of it. */
  readonly coinbase: boolean;
};

import type { Transaction } from '../transaction/transaction.ts';

/** A block hash: 64 hex digits in display order, as in a Txid. */
export type BlockHash = string;

/** A block header. Core: primitives/block.h. */
export type BlockHeader = {
  /** Signed, 32 bits. */
  readonly version: number;
  /** Hash of the previous block, in display order. */
  readonly previousBlockHash: BlockHash;
  /** 64 hex digits in display order. */
  readonly merkleRoot: string;
  /** Seconds since 1970, unsigned, 32 bits. */
  readonly time: number;
  /** The target in compact form, unsigned, 32 bits. */
  readonly bits: number;
  /** The number that miners vary to meet the target: unsigned, 32 bits. */
  readonly nonce: number;
};

/** A block with all its transactions. */
export type Block = {
  /** The header, which the hash and the proof of work commit to. */
  readonly header: BlockHeader;
  /** Transactions in order; the first is the coinbase. */
  readonly transactions: readonly Transaction[];
};

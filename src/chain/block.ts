import type { Transaction } from '../transaction/transaction.ts';

/** 64 hex digits in display order, as a Txid. */
export type BlockHash = string;

/** primitives/block.h. */
export type BlockHeader = {
  /** Signed, 32 bits. */
  readonly version: number;
  /** The block that it builds on, in display order. */
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

/** A block with all its transactions, as a node or a snapshot hands it out. */
export type Block = {
  /** The header, which the hash and the proof of work cover. */
  readonly header: BlockHeader;
  /** The coinbase first. */
  readonly transactions: readonly Transaction[];
};

import type { Transaction } from '../transaction/transaction.ts';

/** 64 hex digits in display order, as a Txid. */
export type BlockHash = string;

/** primitives/block.h. */
export type BlockHeader = {
  /** Signed, 32 bits. */
  readonly version: number;
  readonly previousBlockHash: BlockHash;
  /** 64 hex digits in display order. */
  readonly merkleRoot: string;
  /** Seconds since 1970, unsigned, 32 bits. */
  readonly time: number;
  /** The target in compact form, unsigned, 32 bits. */
  readonly bits: number;
  readonly nonce: number;
};

export type Block = {
  readonly header: BlockHeader;
  /** The coinbase first. */
  readonly transactions: readonly Transaction[];
};

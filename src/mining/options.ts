import type { Satoshis } from '../encoding/amount.ts';

/** node/mining_types.h; the names of bitcoind's options without their dash. */
export type MiningOptions = {
  /** Weight that a block may have, its reserved part included. */
  readonly blockMaxWeight: number;
  /** Weight reserved for the header, the count of transactions and the coinbase. */
  readonly blockReservedWeight: number;
  /** Lowest fee rate of a transaction, in satoshi per 1000 virtual bytes. */
  readonly blockMinTxFee: Satoshis;
  /** regtest only: the version of the template. */
  readonly blockVersion?: number;
  /**
   * policy/policy.h, -bytespersigop: a sigop's cost counts as this many weight units when
   * transactions are ordered.
   */
  readonly bytesPerSigop: number;
};

/** policy/policy.h. */
export const defaultMiningOptions: MiningOptions = {
  blockMaxWeight: 4_000_000,
  blockReservedWeight: 8000,
  blockMinTxFee: 1n,
  bytesPerSigop: 20,
};

/**
 * policy/policy.h, DEFAULT_COINBASE_OUTPUT_MAX_ADDITIONAL_SIGOPS: sigops cost kept free for the
 * coinbase.
 */
export const RESERVED_SIGOPS_COST = 400;
export const MINIMUM_BLOCK_RESERVED_WEIGHT = 2000;

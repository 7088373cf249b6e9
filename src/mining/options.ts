import type { Satoshis } from '../encoding/amount.ts';

/** Options of bitcoind, named without the dash. Core: node/mining_types.h. */
export type MiningOptions = {
  /** Maximum weight of a block, including the reserved weight. */
  readonly blockMaxWeight: number;
  /** Weight reserved for the header, the count of transactions and the coinbase. */
  readonly blockReservedWeight: number;
  /** Lowest fee rate of a transaction, in satoshi per 1000 virtual bytes. */
  readonly blockMinTxFee: Satoshis;
  /** Version of the template (regtest only). */
  readonly blockVersion?: number;
  /** Weight units of a sigop when transactions are ordered (policy/policy.h, -bytespersigop). */
  readonly bytesPerSigop: number;
};

/** Core's defaults (policy/policy.h). */
export const defaultMiningOptions: MiningOptions = {
  blockMaxWeight: 4_000_000,
  blockReservedWeight: 8000,
  blockMinTxFee: 1n,
  bytesPerSigop: 20,
};

/**
 * Sigops cost reserved for the coinbase (policy/policy.h,
 * DEFAULT_COINBASE_OUTPUT_MAX_ADDITIONAL_SIGOPS).
 */
export const RESERVED_SIGOPS_COST = 400;
export const MINIMUM_BLOCK_RESERVED_WEIGHT = 2000;

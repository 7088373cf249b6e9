import type { Satoshis } from '../encoding/amount.ts';

/** node/mining_types.h; the names of bitcoind's options without their dash. */
export type MiningOptions = {
  /** Weight that a block may have, its reserved part included. */
  readonly blockMaxWeight: number;
  /** Weight kept free for the header, the count of transactions and the coinbase. */
  readonly blockReservedWeight: number;
  /** satoshi per 1000 virtual bytes below which nothing is taken. */
  readonly blockMinTxFee: Satoshis;
  /** regtest only: the version of the template. */
  readonly blockVersion?: number;
  /** policy/policy.h, -bytespersigop: a sigop counts as this many virtual bytes when transactions are ordered. */
  readonly bytesPerSigop: number;
};

import type { ChainSource } from '../../../chain/source.ts';
import type { Satoshis } from '../../../encoding/amount.ts';
import type { Psbt } from '../../../psbt/psbt.ts';
import type { FindOwners } from '../../../review/evidence.ts';
import type { Review } from '../../../review/model.ts';
import type { PastCoin } from '../../../review/past.ts';
import type { Transaction } from '../../../transaction/transaction.ts';
import type { OpenWallet } from '../../../wallet-host/open-wallet.ts';

/** The decoded import, and results of its review. */
export type FoundReview = {
  readonly psbt: Psbt;
  /** Owners by all open keys, so that a later review does not search again. */
  readonly findOwners: FindOwners | undefined;
  /** The last review. Ends with every fact that it was made of. */
  readonly review: Review | undefined;
};

/** A list of coins in JSON, the address that it is for, or both. */
export type CoinList = { readonly json?: string; readonly address?: string };

/** Facts about coins, which end with the keys. */
export type CoinFacts = {
  /** The wallet of all keys for payments, filled from the snapshot. */
  wallet: OpenWallet | undefined;
  /** The snapshot that payments are made from. */
  chain: ChainSource | undefined;
  /** Transactions that paid the keys, if no snapshot is open. */
  paid: readonly Transaction[];
  /** Transactions signed since the keys were opened, by `outPointKey` of each coin. */
  signedFor: ReadonlyMap<string, readonly PastCoin[]>;
  /** The last payment made here, if it sends everything: its transaction, and the coins' sum. */
  sentAll: { readonly txid: string; readonly amount: Satoshis } | undefined;
  /** Lists of coins that are swept. */
  listed: readonly CoinList[];
};

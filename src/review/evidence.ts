import type { Satoshis } from '../encoding/amount.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { Network } from '../encoding/network.ts';
import type { FeeTiers } from '../transaction/fee-bounds.ts';
import type { Coin } from '../transaction/transaction.ts';
import type { Now, Owner } from './model.ts';
import type { OwnKeys } from './own-keys.ts';
import type { PastCoin } from './past.ts';

/**
 * A script to be looked up, and positions where it may be: those that the transaction's maker
 * names.
 */
export type OwnerQuestion = {
  /** The scriptPubKey. */
  readonly script: Bytes;
  /** Positions to look at first. */
  readonly hints: readonly number[];
};

/** Finds whose scripts are, by deriving them again: `undefined` for other people's. */
export type FindOwners = {
  /** `spent`: the scripts of the transaction's coins, when it is asked about outputs. */
  (questions: readonly OwnerQuestion[], spent?: readonly Bytes[]): readonly (Owner | undefined)[];
  /** The keys behind the scripts. Absent: claims are judged by fingerprints only. */
  readonly keys?: OwnKeys;
};

/** What a review goes by, beside the transaction. */
export type Evidence = {
  /** Whose addresses and keys hold. */
  readonly network: Network;
  /** Absent: nobody told what is ours. */
  readonly findOwners?: FindOwners | undefined;
  /** By `outPointKey`: what the chain or the wallet knows. Absent: there is none to be asked. */
  readonly known?: ReadonlyMap<string, Coin> | undefined;
  /** Nobody knows more than `known`: a coin that it does not have is spent, or was never made. */
  readonly knowsAllCoins?: boolean | undefined;
  /** Scripts that were paid before, or that somebody named. */
  readonly knownScripts?: readonly Bytes[] | undefined;
  /** Absent: nobody knows what time it is. */
  readonly now?: Now | undefined;
  /**
   * Whoever put the transaction together knows it, though not the amounts of all coins. In satoshi.
   */
  readonly fee?: Satoshis | undefined;
  /** From which fee on there is a warning or a stop. Absent: `defaultFeeTiers`. */
  readonly fees?: FeeTiers | undefined;
  /** The fee rate of now, by a snapshot: satoshi per 1,000 virtual bytes. Absent: unknown. */
  readonly estimate?: Satoshis | undefined;
  /** Virtual bytes of unconfirmed transactions that this one pays for, too. Absent: none. */
  readonly lifted?: number | undefined;
  /** Coins that were reviewed or signed before, by `outPointKey`. */
  readonly past?: ReadonlyMap<string, PastCoin> | undefined;
  /**
   * Transactions of ours that spend a coin already, by `outPointKey`: each as `pastCoins` has it.
   */
  readonly spent?: ReadonlyMap<string, readonly PastCoin[]> | undefined;
};

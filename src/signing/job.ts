import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { ScriptError, ScriptFailure } from '../script/script-error.ts';
import type { SighashCache } from '../sighash/cache.ts';
import type { SighashType } from '../sighash/sighash-type.ts';
import type { Coin, Transaction } from '../transaction/transaction.ts';
import type { SigningProvider } from './provider.ts';
import type { MissingData } from './signature-data.ts';

/** A transaction to sign, with keys and options. */
export type SigningJob = {
  /** The transaction to sign. It is not changed. */
  readonly transaction: Transaction;
  /**
   * The coins that the inputs spend, by `outPointKey`. An input without a coin cannot be signed.
   */
  readonly coins: ReadonlyMap<string, Coin>;
  /** The keys and scripts. */
  readonly provider: SigningProvider;
  /** The sighash type for all inputs; DEFAULT means ALL for signatures other than taproot. */
  readonly sighashType: SighashType;
  /** The curve to make and verify signatures. */
  readonly secp256k1: Secp256k1;
  /** Called after each step, and during long ones. */
  readonly onProgress?: ((progress: SigningProgress) => void) | undefined;
};

/** Progress of a step: `done` of `total` inputs or signatures. */
export type SigningProgress = {
  /** The steps in order: plan the signatures, sign, assemble inputs, run the scripts. */
  readonly step: 'plan' | 'sign' | 'assemble' | 'verify';
  /** Number of finished inputs or signatures, from 0. */
  readonly done: number;
  /** Total number in this step. */
  readonly total: number;
};

/** State shared by the inputs of one transaction while they are signed. */
export type SigningSession = {
  /** Cache for the unsigned transaction, because no digest depends on signatures. */
  readonly cache: SighashCache;
  readonly secp256k1: Secp256k1;
};

/** The result of a signing job. */
export type SigningOutcome = {
  /**
   * The transaction with scriptSigs and witnesses. Failed inputs contain the data that was
   * possible.
   */
  readonly transaction: Transaction;
  /** True if no input failed. */
  readonly complete: boolean;
  /** Failed inputs in order; empty when `complete`. */
  readonly errors: readonly FailedInput[];
};

/** The reason why an input is not signed. */
export type InputError =
  | { readonly kind: 'coin-not-found' }
  /** The amount that the witness commits to is unknown. Core refuses the complete call. */
  | { readonly kind: 'missing-amount' }
  | {
      readonly kind: 'script';
      /** The script error, named as in the interpreter. */
      readonly error: ScriptError;
    };

/** An input that could not be signed. */
export type FailedInput = {
  /** Index of the input, from 0. */
  readonly index: number;
  /** The reason. */
  readonly error: InputError;
  /** The place where the script failed. */
  readonly failure: ScriptFailure | undefined;
  /** Data that was needed and not found. */
  readonly missing: MissingData;
  /** True if SIGHASH_SINGLE has no output for this input, so it was not signed. */
  readonly withoutOutput: boolean;
};

import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { ScriptFailure } from '../script/script-error.ts';
import type { SighashCache } from '../sighash/cache.ts';
import type { SighashType } from '../sighash/sighash-type.ts';
import type { Coin, Transaction } from '../transaction/transaction.ts';
import type { InputError } from './input-error.ts';
import type { SigningProvider } from './provider.ts';
import type { MissingData } from './signature-data.ts';

/** What is to be signed, by whom, and how. */
export type SigningJob = {
  /** What is to be signed. It is not changed. */
  readonly transaction: Transaction;
  /** What the inputs spend, by `outPointKey`. An input whose coin is not there cannot be signed. */
  readonly coins: ReadonlyMap<string, Coin>;
  /** Who knows the keys and scripts. */
  readonly provider: SigningProvider;
  /** For all inputs; DEFAULT is ALL where a signature is no taproot one. */
  readonly sighashType: SighashType;
  /** The curve that signatures are made and verified with. */
  readonly secp256k1: Secp256k1;
  /** Told after each step, and within long ones. */
  readonly onProgress?: (progress: SigningProgress) => void;
};

/** `done` of `total` inputs, or signatures, have gone through this step. */
export type SigningProgress = {
  /** In this order: what is to be signed, signing it, putting it together, running the scripts. */
  readonly step: 'plan' | 'sign' | 'assemble' | 'verify';
  /** How many inputs or signatures are through, from 0. */
  readonly done: number;
  /** How many there are in this step. */
  readonly total: number;
};

/** What the inputs of one transaction have in common while they are signed. */
export type SigningSession = {
  /** Of the transaction as it was before it was signed: no digest depends on signatures. */
  readonly cache: SighashCache;
  readonly secp256k1: Secp256k1;
};

/** What came of a job. */
export type SigningOutcome = {
  /** With the scripts and witnesses that were made; of inputs in error, as much as could be. */
  readonly transaction: Transaction;
  /** No input is in error. */
  readonly complete: boolean;
  /** In the order of the inputs; empty when `complete`. */
  readonly errors: readonly FailedInput[];
};

/** An input that is not in order. */
export type FailedInput = {
  /** Of the input, from 0. */
  readonly index: number;
  /** Why it is not signed. */
  readonly error: InputError;
  /** Where the script failed. */
  readonly failure: ScriptFailure | undefined;
  /** What was looked for and not found. */
  readonly missing: MissingData;
  /** Nothing was signed: SIGHASH_SINGLE has no output to go with the input. */
  readonly withoutOutput: boolean;
};

import type { ErrorCode } from './error-code.ts';
import { PlainError } from './plain-error.ts';
import { redactSecrets } from './redact.ts';

/** The reason why one input cannot be used. */
type InputFault = {
  /** The number of the input, from 0. */
  readonly input: number;
  /** The first reason, for programs. */
  readonly cause: string;
  /** The fix, for people. */
  readonly fix: string;
  /** The account of the coin, as its path: m/84h/0h/0h. Only if accounts are the reason. */
  readonly account?: string | undefined;
};

/** A finding of a review against a payment. */
type ErrorFinding = {
  /** Id, as listed in docs/review.md. */
  readonly id: string;
  /** The problem, for people. */
  readonly text: string;
  /** The fix, for people. */
  readonly advice: string;
};

/** Facts about an error, for programs. */
export type ErrorDetails = {
  /** Cause and fix of each affected input. */
  readonly inputs?: readonly InputFault[] | undefined;
  /** Status of the device or its program: a Ledger status word (0x6985), or an error code. */
  readonly status?: number | string | undefined;
  /** Satoshi in the coins that can be spent. Numbers, because JSON has no bigint. */
  readonly available?: number | undefined;
  /** Satoshi that the payment needs: its outputs and `fee`. */
  readonly needed?: number | undefined;
  /** Fee in satoshi, if all coins that can be spent are spent. */
  readonly fee?: number | undefined;
  /** The lowest accepted fee rate, in satoshi per virtual byte. */
  readonly leastFeeRate?: number | undefined;
  /** Findings of a review against the payment, each with its id and advice. */
  readonly findings?: readonly ErrorFinding[] | undefined;
};

/** Data of an error besides its message. */
export type ErrorOptions = {
  /** The fix, for people. */
  readonly hint: string;
  /** Facts about the error, for programs. */
  readonly details?: ErrorDetails | undefined;
  /**
   * Arguments of the call, by which seed words in message and hint are redacted. Default: any eight
   * words may be a seed. Sentences without a text of the caller give an empty list.
   */
  readonly given?: readonly string[] | undefined;
};

/**
 * The error of every function outside `coldsign/rpc`. `JSON.stringify` and structured clones keep
 * its members. Private keys and seeds in its sentences are `[redacted]`.
 */
export class ColdsignError extends PlainError {
  /** The kind of error, for programs. */
  readonly code: ErrorCode;
  /** The fix, for people. */
  readonly hint: string;
  /** Facts about the error, for programs, if there are any. */
  declare readonly details?: ErrorDetails | undefined;

  constructor(code: ErrorCode, message: string, { hint, details, given }: ErrorOptions) {
    super('ColdsignError', message, given === undefined ? false : { given });
    this.code = code;
    this.hint = redactSecrets(hint, { given });
    if (details !== undefined) this.details = details;
  }
}

/**
 * Returns true if a thrown value is an error of coldsign; with `code`, only if it has that code.
 * Works for errors of another copy of the package, of another realm, and for structured clones.
 *
 * @param error - The caught value.
 * @param code - The required code. Default: any.
 * @throws Never.
 */
export function isColdsignError<C extends ErrorCode = ErrorCode>(
  error: unknown,
  code?: C,
): error is ColdsignError & { readonly code: C } {
  try {
    const given: Partial<ColdsignError> = Object(error);
    const isOurs = given.name === 'ColdsignError' && typeof given.code === 'string';
    return isOurs && (code === undefined || given.code === code);
  } catch {
    // The thrown value cannot be read, because of a getter or a proxy.
    return false;
  }
}

/**
 * Returns the error for an argument of a wrong type. The message does not contain the value, which
 * may be a key.
 */
export const argumentError = (message: string, hint: string): ColdsignError =>
  new ColdsignError('WRONG_ARGUMENT', message, { hint });

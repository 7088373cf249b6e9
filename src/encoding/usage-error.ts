import { PlainError } from './plain-error.ts';

/**
 * An error of wrong use: its members are plain, so that structured clones and `JSON.stringify` keep
 * them.
 */
export type UsageError = PlainError & {
  /** For programs. */
  readonly code: string;
  /** What to do about it. */
  readonly hint: string;
};

/** An argument is of another type than is declared: an `instanceof TypeError`. */
export function argumentError(message: string, hint: string): UsageError {
  const error = new PlainError('TypeError', message);
  const said = Object.assign(error, { code: 'ERR_INVALID_ARG_TYPE', hint });
  return Object.setPrototypeOf(said, TypeError.prototype);
}

/**
 * The fee is more than anybody pays on purpose, or than was allowed: an `instanceof RangeError`.
 */
export function absurdFeeError(message: string, hint: string): UsageError {
  const error = new PlainError('RangeError', message);
  const said = Object.assign(error, { code: 'ERR_ABSURD_FEE', hint });
  return Object.setPrototypeOf(said, RangeError.prototype);
}

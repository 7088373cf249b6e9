import { PlainError } from './plain-error.ts';

/** What every error of wrong use has: plain members, which structured clones and `JSON.stringify` keep. */
abstract class UsageError extends PlainError {
  /** For programs. */
  readonly code: string;
  /** What to do about it. */
  readonly hint: string;

  constructor(name: string, code: string, { message, hint }: { message: string; hint: string }) {
    super(name, message);
    this.code = code;
    this.hint = hint;
  }
}

/** An argument is of another type than is declared: an `instanceof TypeError`, code `ERR_INVALID_ARG_TYPE`. */
export class ArgumentError extends UsageError {
  constructor(message: string, hint: string) {
    super('TypeError', 'ERR_INVALID_ARG_TYPE', { message, hint });
  }

  static {
    Object.setPrototypeOf(ArgumentError.prototype, TypeError.prototype);
  }
}

/** The fee is more than anybody pays on purpose, or than was allowed: an `instanceof RangeError`, code `ERR_ABSURD_FEE`. */
export class AbsurdFeeError extends UsageError {
  constructor(message: string, hint: string) {
    super('RangeError', 'ERR_ABSURD_FEE', { message, hint });
  }

  static {
    Object.setPrototypeOf(AbsurdFeeError.prototype, RangeError.prototype);
  }
}

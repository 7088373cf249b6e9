import { redactSecrets } from './redact.ts';

/**
 * An error that keeps its members when it is copied. A structured clone of a built-in error
 * (`postMessage`, IndexedDB, Electron) keeps only name and message, and `JSON.stringify` keeps no
 * member. This error is `instanceof Error`, has a stack, and is copied like any other object.
 * Private keys and seeds in its message are `[redacted]`.
 */
export class PlainError implements Error {
  /** The name of the class. */
  readonly name: string;
  /** A sentence for people. */
  readonly message: string;
  /** Stack trace as text, if the engine provides one. */
  declare readonly stack?: string;
  /**
   * The value that was thrown outside of coldsign, unchanged. It is not copied or printed with the
   * error. Absent if the error originated here.
   */
  declare readonly cause?: unknown;

  /**
   * Set `redaction` to true if the message answers a call. It then keeps 64 hex digits, which may
   * be the id of a transaction, and words, because seed words are redacted by the arguments of the
   * call.
   */
  constructor(
    name: string,
    message: string,
    redaction: boolean | Parameters<typeof redactSecrets>[1] = false,
  ) {
    this.name = name;
    const answers = redaction === true ? { keepsIds: true, given: [] } : {};
    this.message = redactSecrets(message, typeof redaction === 'object' ? redaction : answers);
    const stack = new Error(this.message).stack?.replace(/^Error/, () => name);
    Object.defineProperty(this, 'stack', { value: stack, configurable: true, writable: true });
  }

  static {
    Object.setPrototypeOf(PlainError.prototype, Error.prototype);
  }
}

/** Sets the cause of an error. It is not enumerable, like `cause` of built-in errors. */
export function withCause<E extends object>(error: E, cause: unknown): E {
  return Object.defineProperty(error, 'cause', {
    value: cause,
    configurable: true,
    writable: true,
  });
}

/** Appends the message of a thrown value to `what`; any value may be thrown. */
export function withReason(what: string, thrown: unknown): string {
  const { message = thrown }: { readonly message?: unknown } = Object(thrown);
  const isText = ['string', 'number', 'boolean', 'bigint'].includes(typeof message);
  return isText && message !== '' ? `${what}: ${message}` : what;
}

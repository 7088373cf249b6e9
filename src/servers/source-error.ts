import { ColdsignError, isColdsignError } from '../encoding/coldsign-error.ts';
import type { ErrorCode } from '../encoding/error-code.ts';
import { UNSEEN } from '../encoding/unseen.ts';

/** The kinds of errors of a coin source. */
export type SourceFault = Extract<ErrorCode, `SOURCE_${string}`>;

/** A failure of a source. The answer was not used, and no data have changed. */
export type SourceError = ColdsignError & {
  /** The kind of error. */
  readonly code: SourceFault;
};

const hints: { readonly [F in SourceFault]: string } = {
  SOURCE_UNREACHABLE: 'Check the address and the network connection, or ask another server',
  SOURCE_TIMEOUT: 'Try again later, or ask another server',
  SOURCE_TOO_LARGE:
    'Use another server. For addresses with very many transactions, use your own node',
  SOURCE_NONSENSE:
    'Check that the address is that of such a server and of its API, or ask another one',
  SOURCE_FALSE: 'Do not rely on this server. Use another one or, better, a node of your own',
  SOURCE_REFUSED: 'Try again later, or ask another server',
  SOURCE_OTHER_CHAIN: 'Choose a server of this chain, or the chain of this server',
};

export function sourceError(code: SourceFault, message: string, hint = hints[code]): ColdsignError {
  // A refusal is the server's text, so it is not searched for seed words.
  const given = code === 'SOURCE_REFUSED' ? [] : undefined;
  return new ColdsignError(code, printable(message), { hint, given });
}

/**
 * Returns true if an error came from a source, not from the program. `code` has the kind, and
 * `hint` the solution.
 */
export function isSourceError(error: unknown): error is SourceError {
  return isColdsignError(error) && error.code in hints;
}

const MOST_WORDS = 300;

/** Removes invisible characters, because terminals show a server's text. */
export function printable(text: string): string {
  const clean = text.split(UNSEEN).join(' ');
  return clean.length > MOST_WORDS ? `${clean.slice(0, MOST_WORDS)}...` : clean;
}

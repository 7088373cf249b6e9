import { redactSecrets } from '../encoding/redact.ts';
import { UNSEEN } from '../encoding/unseen.ts';
/** What went wrong with a source of coins. */
export type SourceFault =
  /** Nobody answers, or the connection ended. */
  | 'ERR_SOURCE_UNREACHABLE'
  /** No whole answer in time. */
  | 'ERR_SOURCE_TIMEOUT'
  /** The answer is larger than any true one. */
  | 'ERR_SOURCE_TOO_LARGE'
  /** The answer is not of the protocol. */
  | 'ERR_SOURCE_NONSENSE'
  /** What the answer claims is not so: an id, a proof or a header does not fit. */
  | 'ERR_SOURCE_FALSE'
  /** The server does not do what it was asked for, and says so. */
  | 'ERR_SOURCE_REFUSED'
  /** It is of another chain. */
  | 'ERR_SOURCE_OTHER_CHAIN';

/** A failure of a source: nothing was changed, and nothing of the answer was used. */
export type SourceError = Error & {
  /** What went wrong. */
  readonly code: SourceFault;
  /** What to do about it. */
  readonly hint: string;
  /** What the app's function, or the connection, failed with. Absent: the error began here. */
  readonly cause?: unknown;
};

const hints: { readonly [F in SourceFault]: string } = {
  ERR_SOURCE_UNREACHABLE: 'Check the address and the network connection, or ask another server',
  ERR_SOURCE_TIMEOUT: 'Try again later, or ask another server',
  ERR_SOURCE_TOO_LARGE:
    'Ask another server; of addresses with very many transactions a node of your own can tell',
  ERR_SOURCE_NONSENSE:
    'Check that the address is that of such a server and of its API, or ask another one',
  ERR_SOURCE_FALSE: 'Do not rely on this server: ask another one, best a node of your own',
  ERR_SOURCE_REFUSED: 'Try again later, or ask another server',
  ERR_SOURCE_OTHER_CHAIN: 'Choose a server of this chain, or the chain of this server',
};

export function sourceError(code: SourceFault, message: string, hint = hints[code]): SourceError {
  // A refusal is in the words of a server, and eight of them in a row are no seed.
  const options = code === 'ERR_SOURCE_REFUSED' ? { given: [] } : {};
  return Object.assign(new Error(redactSecrets(printable(message), options)), { code, hint });
}

/**
 * Whether a source has failed, and not the program: then `code` says how, and `hint` what to do.
 */
export function isSourceError(error: unknown): error is SourceError {
  return error instanceof Error && 'code' in error && String(error.code) in hints;
}

const MOST_WORDS = 300;

/** A server's words end up on terminals. */
export function printable(text: string): string {
  const clean = text.split(UNSEEN).join(' ');
  return clean.length > MOST_WORDS ? `${clean.slice(0, MOST_WORDS)}...` : clean;
}

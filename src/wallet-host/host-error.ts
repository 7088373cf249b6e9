import { redactSecrets } from '../encoding/redact.ts';
import type { EncodingFault, WalletEncoder } from '../wallet/codec/codec.ts';
import type { WalletFileError } from '../wallet/codec/read-wallet.ts';

/** Why a wallet cannot be opened or created. */
export type OpenError =
  | WalletFileError
  /** No wallet has this name. */
  | { readonly error: 'missing' }
  /** The name is taken. */
  | { readonly error: 'exists' }
  /** The wallet is open in another process. */
  | { readonly error: 'locked' }
  /** `code`: the system's error code, such as `EACCES`. */
  | { readonly error: 'unreadable'; readonly code: string };

/**
 * The reason why a host refuses a request. `path`: the wallet's location, or its name if it has
 * none.
 */
export type HostError =
  | (OpenError & { readonly path: string })
  /** The name is not allowed. `reason`: a sentence. */
  | { readonly error: 'bad name'; readonly reason: string }
  /** The wallet is loaded already, or is being loaded. */
  | { readonly error: 'loaded' }
  /** A wallet is already at the destination of a restore. */
  | { readonly error: 'in the way'; readonly path: string }
  /** The backup to restore does not exist. */
  | { readonly error: 'no source' }
  /** The host cannot restore wallets. */
  | { readonly error: 'not restorable' }
  /** The backup was not made. `hint`: why, and what to do. */
  | { readonly error: 'not backed up'; readonly hint?: string }
  /** The host's storage failed. `reason`: its message. */
  | { readonly error: 'system'; readonly reason: string }
  /** A change could not be stored and was not made. `reason`: why. */
  | { readonly error: 'not stored'; readonly reason: string }
  /**
   * The change was not made because the bytes to be stored could not be read back, which is a bug.
   * `part`: the first part of the wallet that was missing.
   */
  | { readonly error: 'not readable'; readonly part: string }
  /** The wallet was unloaded before it could be changed. */
  | { readonly error: 'unloaded' };

type UnmadeChange = Extract<HostError, { error: 'not stored' | 'not readable' | 'unloaded' }>;

function unmadeMessage(reason: UnmadeChange): string {
  switch (reason.error) {
    case 'unloaded':
      return 'the wallet was unloaded meanwhile';
    case 'not stored':
      return `the wallet could not be stored: ${reason.reason}`;
    case 'not readable':
      return `the wallet was not stored: its ${reason.part} could not be read back`;
  }
}

/** Thrown by `update` if a change is not made. */
export class WalletHostError extends Error {
  readonly reason: HostError;

  constructor(reason: UnmadeChange) {
    super(redactSecrets(unmadeMessage(reason)));
    this.name = 'WalletHostError';
    this.reason = reason;
  }
}

/**
 * Returns the parts of a wallet's file. Throws `WalletHostError` if they could not be read back.
 */
export function requireReadable(
  parts: ReturnType<WalletEncoder>,
): Exclude<ReturnType<WalletEncoder>, EncodingFault> {
  if ('error' in parts) throw new WalletHostError(parts);
  return parts;
}

/** A request that a host refused. */
export type Refusal = { readonly ok: false; readonly error: HostError };

export function refusal(error: HostError): Refusal {
  return { ok: false, error };
}

import type { WalletFileError } from '../wallet/codec/read-wallet.ts';

/** Why a wallet cannot be opened or made. */
export type OpenError =
  | WalletFileError
  /** Nothing under this name. */
  | { readonly error: 'missing' }
  /** Something under this name. */
  | { readonly error: 'exists' }
  /** Another process has it. */
  | { readonly error: 'locked' }
  /** `code`: the system's word for it, such as `EACCES`. */
  | { readonly error: 'unreadable'; readonly code: string };

/**
 * Why a host does not do what it was asked. `path`: where the wallet lies, or its name where it
 * lies nowhere.
 */
export type HostError =
  | (OpenError & { readonly path: string })
  /** No wallet can have this name; `reason`: a sentence. */
  | { readonly error: 'bad name'; readonly reason: string }
  /** It is loaded already, or just being loaded. */
  | { readonly error: 'loaded' }
  /** Restoring: there is a wallet already. */
  | { readonly error: 'in the way'; readonly path: string }
  /** Restoring: there is no backup. */
  | { readonly error: 'no source' }
  /** Restoring: this host cannot. */
  | { readonly error: 'not restorable' }
  /** There is no backup now; `hint`: why, and what to do. */
  | { readonly error: 'not backed up'; readonly hint?: string }
  /** What is below the host failed; `reason`: in its words. */
  | { readonly error: 'system'; readonly reason: string }
  /** A change could not be stored, and was not made; `reason`: why not. */
  | { readonly error: 'not stored'; readonly reason: string }
  /** The wallet was unloaded before it could be changed. */
  | { readonly error: 'unloaded' };

/** Thrown by `update` where a change is not made. */
export class WalletHostError extends Error {
  readonly reason: HostError;

  constructor(reason: Extract<HostError, { error: 'not stored' | 'unloaded' }>) {
    super(
      reason.error === 'unloaded'
        ? 'the wallet was unloaded meanwhile'
        : `the wallet could not be stored: ${reason.reason}`,
    );
    this.name = 'WalletHostError';
    this.reason = reason;
  }
}

/** A request that a host refuses. */
export type Refusal = { readonly ok: false; readonly error: HostError };

export function refusal(error: HostError): Refusal {
  return { ok: false, error };
}

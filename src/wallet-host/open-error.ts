import type { WalletFileFault } from '../wallet/codec/codec.ts';
import type { HostOutcome } from './host.ts';

export type Refusal = Extract<HostOutcome, { ok: false }>;

/** Why a wallet cannot be opened or made. */
export type OpenFault =
  | WalletFileFault
  /** Nothing under this name. */
  | { readonly fault: 'missing' }
  /** Something under this name. */
  | { readonly fault: 'exists' }
  /** Another process has it. */
  | { readonly fault: 'locked' }
  | { readonly fault: 'unreadable'; readonly code: string };

/** rpc/protocol.h: the codes that Core answers with about wallet files (wallet/rpc/util.cpp, HandleWalletError). */
const WALLET_ERROR = -4;
const WALLET_NOT_FOUND = -18;

export function failure(error: string, code = WALLET_ERROR): Refusal {
  return { ok: false, code, error };
}

export function badName(error: string): Refusal {
  return failure(`Wallet file verification failed. ${error}`);
}

/** What keeps a wallet file from being opened or made, in Core's words as far as it has them. */
export function faultWords(fault: OpenFault, path: string, networkName: string): Refusal {
  switch (fault.fault) {
    case 'missing':
      return failure(
        `Wallet file verification failed. Failed to load database path '${path}'. Path does not exist.`,
        WALLET_NOT_FOUND,
      );
    case 'foreign':
      return failure(
        `Wallet file verification failed. Failed to load database path '${path}'. Data is not in recognized format.`,
        WALLET_NOT_FOUND,
      );
    case 'exists':
      return failure(
        `Wallet file verification failed. Failed to create database path '${path}'. Database already exists.`,
      );
    case 'locked':
      return failure(
        `Wallet file verification failed. Unable to obtain an exclusive lock on '${path}', is it being used by another instance of coldsign?`,
      );
    case 'other network':
      return failure(
        `Wallet file verification failed. The wallet '${path}' is for chain ${fault.network}, not for ${networkName}.`,
      );
    case 'unreadable':
      return failure(
        `Wallet file verification failed. Failed to access database path '${path}': ${fault.code}`,
      );
    case 'newer':
      return failure(
        `Wallet loading failed. Error loading ${path}: Wallet requires newer version of coldsign ` +
          `(format ${fault.version}; this one reads up to ${fault.known})`,
      );
    case 'truncated':
      return failure(
        `Wallet loading failed. Error loading ${path}: Wallet corrupted (the end of the file is missing)`,
      );
    case 'damaged':
      return failure(
        `Wallet loading failed. Error loading ${path}: Wallet corrupted (its digest does not match)`,
      );
  }
}

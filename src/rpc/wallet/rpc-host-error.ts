import type { HostError } from '../../wallet-host/host-error.ts';
import { invalid, RpcCode, RpcError, walletError } from '../error.ts';

const VERIFYING = 'Wallet file verification failed.';

/**
 * Converts a refusal of the wallet host, with Core's message if there is one. Core:
 * HandleWalletError.
 */
export function hostError(error: HostError): RpcError {
  switch (error.error) {
    case 'missing':
    case 'foreign':
      return new RpcError(RpcCode.WALLET_NOT_FOUND, `${VERIFYING} ${notFoundReason(error)}`);
    case 'exists':
      return unverified(`Failed to create database path '${error.path}'. Database already exists.`);
    case 'locked':
      return unverified(
        `Unable to obtain an exclusive lock on '${error.path}', is it being used by another instance of coldsign?`,
      );
    case 'other network':
      return new RpcError(
        RpcCode.WALLET_NOT_FOUND,
        `${VERIFYING} The wallet '${error.path}' is for chain ${error.network}, not for ${error.expected}.`,
      );
    case 'unreadable':
      return unverified(`Failed to access database path '${error.path}': ${error.code}`);
    case 'bad name':
      return unverified(error.reason);
    case 'system':
      return unverified(`File system error: ${error.reason}`);
    case 'newer':
      return unloadable(
        error.path,
        `Wallet requires newer version of coldsign (format ${error.version}; this one reads up to ${error.known})`,
      );
    case 'truncated':
      return unloadable(error.path, 'Wallet corrupted (the end of the file is missing)');
    case 'damaged':
      return unloadable(error.path, 'Wallet corrupted (its digest does not match)');
    case 'malformed':
      return unloadable(
        error.path,
        'Wallet corrupted (its digests match, but this version cannot read its contents: coldsign wrote them wrongly, or another program changed them). Keep the file. Try the newest version of coldsign, or restore a backup',
      );
    case 'loaded':
      return walletError('Wallet already loading.');
    case 'in the way':
      return new RpcError(
        RpcCode.WALLET_ALREADY_EXISTS,
        `Failed to restore wallet. Database file exists in '${error.path}'.`,
      );
    case 'no source':
      return invalid('Backup file does not exist');
    case 'not restorable':
      return walletError('Error: Wallets in memory cannot be restored from a file');
    case 'not backed up':
      // Core has one message for all causes; the hint gives the cause.
      return walletError('Error: Wallet backup failed!', error.hint);
    case 'not stored':
      return walletError(`Error: The wallet could not be stored: ${error.reason}`);
    case 'not readable':
      return walletError(
        `Error: The wallet could not be stored: coldsign could not read back the ${error.part} that it was about to write. This is a bug in coldsign. The stored wallet is unchanged. Back it up and report the bug`,
      );
    case 'unloaded':
      return new RpcError(RpcCode.WALLET_NOT_FOUND, 'The wallet was unloaded meanwhile');
  }
}

/** Errors for a wallet that cannot be loaded, with the reason. */
export type NotFound = Extract<HostError, { error: 'missing' | 'foreign' }>;

export function isNotFound(error: HostError): error is NotFound {
  return error.error === 'missing' || error.error === 'foreign';
}

export function notFoundReason({ error, path }: NotFound): string {
  const why = error === 'missing' ? 'Path does not exist.' : 'Data is not in recognized format.';
  return `Failed to load database path '${path}'. ${why}`;
}

function unverified(reason: string): RpcError {
  return walletError(`${VERIFYING} ${reason}`);
}

function unloadable(path: string, reason: string): RpcError {
  return walletError(`Wallet loading failed. Error loading ${path}: ${reason}`);
}

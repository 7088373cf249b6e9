import { isEncrypted, type Wallet } from '../wallet/wallet.ts';
import { RpcCode, RpcError } from './error.ts';
import type { WalletCall } from './wallets.ts';

export function requireEncrypted(wallet: Wallet, method: string): void {
  if (isEncrypted(wallet)) return;
  throw new RpcError(
    RpcCode.WALLET_WRONG_ENC_STATE,
    `Error: running with an unencrypted wallet, but ${method} was called.`,
  );
}

/** A rescan tops up the key pool on its way: it needs the keys as they are. */
export function refuseWhileRescanning({ host, name }: WalletCall, before: string): void {
  if (!host.rescans.has(name)) return;
  throw new RpcError(
    RpcCode.WALLET_ERROR,
    `Error: the wallet is currently being used to rescan the blockchain for related transactions. Please call \`abortrescan\` before ${before}.`,
  );
}

export function refuseEmptyPassphrase(...passphrases: readonly string[]): void {
  if (passphrases.every((passphrase) => passphrase !== '')) return;
  throw new RpcError(RpcCode.INVALID_PARAMETER, 'passphrase cannot be empty');
}

export function wrongPassphrase(passphrase: string, which: 'wallet' | 'old wallet'): RpcError {
  const text = !passphrase.includes('\0')
    ? 'Error: The wallet passphrase entered was incorrect.'
    : `Error: The ${which} passphrase entered is incorrect. It contains a null character (ie - a zero byte). ` +
      'If the passphrase was set with a version of this software prior to 25.0, please try again with only the characters up to — but not including — the first null character.' +
      (which === 'wallet'
        ? ' If this is successful, please set a new passphrase to avoid this issue in the future.'
        : '');
  return new RpcError(RpcCode.WALLET_PASSPHRASE_INCORRECT, text);
}

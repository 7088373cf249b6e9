import { sha256 } from '../../crypto/hash.ts';
import { keyInTurns, SCRYPT_SALT_LENGTH, type ScryptCost } from '../../crypto/passphrase.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { encodeUtf8 } from '../../encoding/utf8.ts';
import type { PassphraseKey } from '../../wallet/keys/encryption.ts';
import type { SealedKeys } from '../../wallet/keys/keyring.ts';
import { unlockWallet } from '../../wallet/keys/unlock.ts';
import { isEncrypted, type Wallet } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import { invalid, miscError, RpcCode, RpcError, walletError } from '../error.ts';
import { profileRules } from '../profile.ts';
import { randomBytesOf } from '../shuffle.ts';
import type { WalletCall } from './wallet-call.ts';

export function requireEncrypted(wallet: Wallet, method: string): void {
  if (isEncrypted(wallet)) return;
  throw new RpcError(
    RpcCode.WALLET_WRONG_ENC_STATE,
    `Error: running with an unencrypted wallet, but ${method} was called.`,
  );
}

/** Throws during a rescan, which tops up the key pool and needs the keys unchanged. */
export function refuseWhileRescanning({ open }: WalletCall, before: string): void {
  if (open.rescan === undefined) return;
  throw walletError(
    `Error: the wallet is currently being used to rescan the blockchain for related transactions. Please call \`abortrescan\` before ${before}.`,
  );
}

export function refuseEmptyPassphrase(...passphrases: readonly string[]): void {
  if (passphrases.every((passphrase) => passphrase !== '')) return;
  throw invalid('passphrase cannot be empty');
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

/** Derives a key from a passphrase in about a second. Other work runs meanwhile. */
export async function derivePassphraseKey(
  { deriveKey = keyInTurns, pause }: Context,
  passphrase: string,
  scrypt: SealedKeys['scrypt'],
): Promise<PassphraseKey> {
  const { salt } = scrypt;
  const text = withoutZerosAtEnd(passphrase);
  const key = await deriveKey(text, salt, scrypt);
  try {
    // Ends the call if its signal has aborted meanwhile.
    await pause?.();
  } catch (error) {
    key.fill(0);
    throw error;
  }
  return { key, scrypt };
}

/**
 * Replaces a passphrase that ends in zero bytes by its hash. HMAC, with which scrypt starts, pads
 * short keys with zeros, so it could not tell them apart.
 */
function withoutZerosAtEnd(passphrase: string): string {
  return passphrase.endsWith('\0') ? encodeHex(sha256(encodeUtf8(passphrase))) : passphrase;
}

/** Derives the key for a new passphrase, with a new salt. */
export async function newPassphraseKey(
  context: Context,
  passphrase: string,
  cost: ScryptCost,
): Promise<PassphraseKey> {
  const salt = randomBytesOf(context.random)(SCRYPT_SALT_LENGTH);
  return derivePassphraseKey(context, passphrase, { ...cost, salt });
}

/** Unlocks and checks a wallet. `wrong`: the error for a wrong passphrase. */
export function unlockWith(
  wallet: Wallet,
  passphraseKey: PassphraseKey,
  context: Context,
  wrong: RpcError,
): Wallet {
  const { secp256k1, profile } = context;
  const { labelsNeedPassphrase } = profileRules(profile);
  const unlocked = unlockWallet(wallet, passphraseKey, {
    secp256k1,
    labelsNeedPassphrase,
  });
  if (!('error' in unlocked)) return unlocked;
  switch (unlocked.error) {
    case 'wrong-passphrase':
      throw wrong;
    case 'damaged':
      throw miscError(
        'Error unlocking wallet: some keys decrypt but not all. Your wallet file may be corrupt.',
      );
    case 'changed':
      throw walletError(
        `Error: The wallet's file was changed without its passphrase: ${unlocked.what}. It stays locked, and the file as it is. ` +
          'Its addresses may belong to an attacker. Do not give them out, and restore a backup',
      );
  }
}

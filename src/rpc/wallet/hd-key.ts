import {
  decodeExtendedPublicKey,
  type ExtendedPrivateKey,
  type ExtendedPublicKey,
  encodeExtendedPublicKey,
} from '../../descriptor/extended-key.ts';
import { privateHdKey } from '../../wallet/keys/hd-keys.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import { invalidAddressOrKey } from '../error.ts';

/** Parses the option `hdkey`. */
export function parseExtendedPublicKey(
  text: string,
  { network, secp256k1 }: Pick<Context, 'network' | 'secp256k1'>,
): ExtendedPublicKey {
  const key = decodeExtendedPublicKey(text, network, secp256k1);
  if (key !== undefined) return key;
  throw invalidAddressOrKey('Unable to parse HD key. Please provide a valid xpub');
}

/**
 * Returns the private key of an extended key. Throws if the wallet is locked or lacks it. Core:
 * GetExtKey.
 */
export function requirePrivateHdKey(wallet: Wallet, key: ExtendedPublicKey): ExtendedPrivateKey {
  const found = privateHdKey(wallet, key);
  if (found !== undefined) return found;
  throw invalidAddressOrKey(
    `Private key for ${encodeExtendedPublicKey(key, wallet.network)} is not known`,
  );
}

import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import { encodeBase64 } from '../../../encoding/base64.ts';
import { type Bytes, equalBytes } from '../../../encoding/bytes.ts';
import { printJson } from '../../../json/print.ts';
import { isCipherText, isWalletDat } from '../../../keys/key-text.ts';
import { shapeWalletDescriptors } from '../../../rpc/explain/descriptor-json.ts';
import {
  derivePassphraseKey,
  unlockWith,
  wrongPassphrase,
} from '../../../rpc/wallet/wallet-passphrase.ts';
import { decodeWallet, walletFile } from '../../../wallet/codec/codec.ts';
import { topUpActive } from '../../../wallet/keys/addresses.ts';
import { wipeKeys } from '../../../wallet/keys/encryption.ts';
import { keysOf } from '../../../wallet/keys/keyring.ts';
import type { Wallet } from '../../../wallet/wallet.ts';
import { failure, passwordRequest } from './failures.ts';
import { addRing, openKeyText, readFor } from './keys.ts';
import { otherNetwork, ringContext, type Session } from './session.ts';
import { contextOf } from './session-context.ts';
import type { KeysView } from './view-keys.ts';

/**
 * Adds a wallet file of coldsign, a wallet.dat, or a file that is encrypted from its first byte.
 */
export async function addBytes(
  session: Session,
  bytes: Bytes,
  passphrase: string,
): Promise<KeysView> {
  const isOwn = equalBytes(bytes.subarray(0, walletFile.magic.length), walletFile.magic);
  return !isOwn && (isCipherText(bytes) || isWalletDat(bytes))
    ? openKeyText(session, encodeBase64(bytes), passphrase)
    : addWalletFile(session, bytes, passphrase);
}

/** Adds a wallet file of coldsign; `passphrase` unlocks it. */
async function addWalletFile(
  session: Session,
  bytes: Bytes,
  passphrase: string,
): Promise<KeysView> {
  const context = ringContext(session);
  const wallet = decodeWallet(bytes, 'page', context);
  if ('error' in wallet) throw failure('We found no keys or wallet here. Check the file or text.');
  if (wallet.network !== session.network) {
    throw otherNetwork([wallet.network.name], session);
  }
  const opened = await unlocked(wallet, passphrase, session);
  const { keyring, flags } = opened;
  try {
    const list = shapeWalletDescriptors(opened, context.secp256k1, !flags.disablePrivateKeys);
    return addRing(session, readFor(session, printJson(list), ''), 'wallet (coldsign)');
  } finally {
    wipeKeys(keysOf(keyring) ?? new Map());
    if (keyring.kind === 'unlocked') keyring.masterKey.fill(0);
  }
}

async function unlocked(wallet: Wallet, passphrase: string, session: Session): Promise<Wallet> {
  const { keyring } = wallet;
  if (keyring.kind !== 'locked') return wallet;
  if (passphrase === '') throw passwordRequest('This wallet is locked. Enter its passphrase.');
  const context = contextOf(session);
  const key = await derivePassphraseKey(context, passphrase, keyring.sealed.scrypt);
  try {
    const open = unlockWith(wallet, key, context, wrongPassphrase(passphrase, 'wallet'));
    return topUpActive(open, { secp256k1: kernelSecp256k1, keypoolSize: 1 });
  } finally {
    key.key.fill(0);
  }
}

import type { Keyring } from '../wallet/keys/keyring.ts';
import type { Wallet } from '../wallet/wallet.ts';
import type { Context } from './context.ts';
import { RpcCode, RpcError } from './error.ts';

export const unlockNeeded = (hint?: string): RpcError =>
  new RpcError(
    RpcCode.WALLET_UNLOCK_NEEDED,
    'Error: Please enter the wallet passphrase with walletpassphrase first.',
    hint,
  );

/** Returns true if `lockKeyring` has overwritten the keys, which another call may do. */
const isWiped = (keyring: Keyring): boolean =>
  keyring.kind === 'unlocked' && keyring.masterKey.every((byte) => byte === 0);

/** The reason, by another call or by the end of the time that was asked for. */
const LOCKED_MEANWHILE = 'The wallet was locked while this call used its keys.';

/**
 * Reports that the keys were overwritten while a call signed with them, if its result lacks
 * signatures. `isAdded`: it has some, which the caller gets.
 */
export function reportLocked({ keyring }: Wallet, isAdded: boolean, { notify }: Context): void {
  if (!isWiped(keyring)) return;
  if (!isAdded) throw unlockNeeded(`${LOCKED_MEANWHILE} Nothing was signed.`);
  notify?.(`${LOCKED_MEANWHILE} Signatures are missing: unlock it, then sign the result`);
}

/**
 * Notes the keys that a call may use. The returned function throws if they were overwritten since.
 */
export function noteKeys({ wallets, walletName }: Context): () => void {
  const [name = '', ...others] =
    walletName === undefined ? (wallets?.loaded() ?? []) : [walletName];
  const keyring = others.length === 0 ? wallets?.get(name)?.value.keyring : undefined;
  return () => {
    if (keyring && isWiped(keyring)) throw unlockNeeded(`${LOCKED_MEANWHILE} Nothing was signed.`);
  };
}

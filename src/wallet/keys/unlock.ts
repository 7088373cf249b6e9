import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { isProven, proveWallet } from '../codec/proof.ts';
import { labelsSince, otherLabelsSince } from '../codec/since.ts';
import { sealHistory } from '../history.ts';
import type { RandomBytes } from '../random.ts';
import { isMine, type Proof, type Wallet } from '../wallet.ts';
import {
  encryptKeyring,
  type PassphraseKey,
  type UnlockedKeyring,
  unlockKeyring,
  wipeKeys,
  withoutKeys,
} from './encryption.ts';
import { emptyKeyring, keysOf } from './keyring.ts';
import { receiptScripts } from './silent-receipts.ts';
import { fillPositions, type WalletDescriptor } from './wallet-descriptor.ts';

export type UnlockOptions = {
  readonly secp256k1: Secp256k1;
  /** Refuse labels that were changed while the wallet was locked, except those of new addresses. */
  readonly labelsNeedPassphrase: boolean;
};

/** Why a wallet stays locked. */
export type UnlockError =
  | { readonly error: 'wrong-passphrase' }
  | { readonly error: 'damaged' }
  | Changed;

/**
 * The file was changed without the passphrase. `what` continues "its file was changed without its
 * passphrase".
 */
type Changed = { readonly error: 'changed'; readonly what: string };

const changed = (what: string): Changed => ({ error: 'changed', what });

/**
 * Encrypts a wallet under a passphrase and locks it. The caller wipes the open keys once it is
 * stored.
 */
export function encryptWallet(
  wallet: Wallet,
  passphraseKey: PassphraseKey,
  { secp256k1, random }: Pick<UnlockOptions, 'secp256k1'> & { readonly random: RandomBytes },
): Wallet {
  const keyring = encryptKeyring(keysOf(wallet.keyring) ?? new Map(), passphraseKey, random);
  const { proof } = proveWallet({ ...wallet, keyring }, { secp256k1 });
  const history = sealHistory(wallet, keyring.masterKey);
  keyring.masterKey.fill(0);
  return { ...wallet, keyring: withoutKeys(keyring), proof, history };
}

/**
 * Returns an encrypted wallet with its keys after checking that its destinations were not changed
 * without the passphrase.
 */
export function unlockWallet(
  wallet: Wallet,
  passphraseKey: PassphraseKey,
  options: UnlockOptions,
): Wallet | UnlockError {
  if (wallet.keyring.kind === 'open') return wallet;
  const { sealed } = wallet.keyring;
  const keyring = unlockKeyring(sealed, passphraseKey);
  if ('error' in keyring) return keyring;
  const judged = judgeProof(wallet, keyring, options);
  if ('error' in judged) {
    wipeKeys(keyring.keys);
    keyring.masterKey.fill(0);
    return judged;
  }
  return { ...judged, keyring };
}

function judgeProof(
  wallet: Wallet,
  { sealed, masterKey }: UnlockedKeyring,
  { secp256k1, labelsNeedPassphrase }: UnlockOptions,
): Wallet | Changed {
  const { proof } = wallet;
  if (proof === undefined || !isProven(wallet, sealed, masterKey)) {
    return changed('descriptors, labels or settings are not those that were stored');
  }
  if (![...wallet.descriptors.values()].every((owner) => isGrown(owner, proof, secp256k1))) {
    return changed('addresses that were added do not come from its descriptors');
  }
  if (labelsNeedPassphrase && !onlyNewLabels(wallet, proof)) {
    return changed('a label of an address is not the one that was stored');
  }
  if (labelsNeedPassphrase && otherLabelsSince(wallet.otherLabels, proof).size > 0) {
    return changed('a label of a transaction or a coin is not the one that was stored');
  }
  return wallet;
}

/**
 * Returns true if labels only changed for new addresses of the wallet, which get a label while it
 * is locked.
 */
function onlyNewLabels(wallet: Wallet, proof: Proof): boolean {
  return [...labelsSince(wallet.labels, proof)].every(
    ([script, { purpose }]) =>
      purpose === 'receive' &&
      proof.labels.value.get(script)?.label === undefined &&
      isMine(wallet, script),
  );
}

/** Returns true if the positions after the proven ones follow from them. */
function isGrown(owner: WalletDescriptor, proof: Proof, secp256k1: Secp256k1): boolean {
  const proven = proof.descriptors.get(owner.id)?.value;
  if (proven === undefined) return false;
  const { rangeEnd: start } = proven;
  const { rangeEnd: end } = owner;
  if (start === end) return true;
  if (owner.silent !== undefined) {
    // Money sent to a script that derives from the spend key is the wallet's, with any tweak.
    const scripts = receiptScripts(owner.silent, secp256k1);
    return comesFrom({ ...proven, scripts }, owner, start);
  }
  const bare = { ...proven, scripts: new Map(), publicKeys: new Map(), filledTo: start };
  const environment = { secp256k1, keyring: emptyKeyring, keypoolSize: 0 };
  const derived = fillPositions({ ...bare, rangeEnd: end }, environment);
  return derived !== undefined && comesFrom(derived, owner, start);
}

/** Returns true if all scripts and keys from a position on were derived. */
function comesFrom(derived: WalletDescriptor, owner: WalletDescriptor, start: number): boolean {
  const counts = (at: number) => at >= start && at < owner.rangeEnd;
  return (
    [...owner.scripts].every(([hex, at]) => !counts(at) || derived.scripts.get(hex) === at) &&
    [...owner.publicKeys].every(([hex, at]) => !counts(at) || derived.publicKeys.has(hex))
  );
}

import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { mergeCaches } from '../../descriptor/cache.ts';
import { isProven, proveWallet } from '../codec/proof.ts';
import { labelsSince, otherLabelsSince } from '../codec/since.ts';
import { sealHistory } from '../history.ts';
import type { RandomBytes } from '../random.ts';
import { isMine, type Proof, type Wallet } from '../wallet.ts';
import {
  askForProof,
  encryptKeyring,
  type PassphraseKey,
  type UnlockedKeyring,
  unlockKeyring,
  wipeKeys,
  withoutKeys,
} from './encryption.ts';
import { emptyKeyring, hasKeysFor, keysOf } from './keyring.ts';
import { fillPositions, newWalletDescriptor, type WalletDescriptor } from './wallet-descriptor.ts';

export type UnlockOptions = {
  readonly secp256k1: Secp256k1;
  readonly random: RandomBytes;
  /**
   * Whether labels that were changed while the wallet was locked are refused, but for those that
   * new addresses got.
   */
  readonly labelsNeedPassphrase: boolean;
};

export type Unlocking =
  | { readonly kind: 'unlocked'; readonly wallet: Wallet }
  | { readonly kind: 'wrong-passphrase' }
  | { readonly kind: 'damaged' }
  /**
   * Somebody without the passphrase changed it. `what`: continues "its file was changed without its
   * passphrase".
   */
  | { readonly kind: 'changed'; readonly what: string };

/**
 * A wallet with its private keys under a passphrase, locked. The open ones are left to be wiped
 * once it is stored.
 */
export function encryptWallet(
  wallet: Wallet,
  passphraseKey: PassphraseKey,
  { secp256k1, random }: Pick<UnlockOptions, 'secp256k1' | 'random'>,
): Wallet {
  const keyring = encryptKeyring(keysOf(wallet.keyring) ?? new Map(), passphraseKey, random);
  const { proof } = proveWallet({ ...wallet, keyring }, { secp256k1 });
  const history = sealHistory(wallet, keyring.masterKey);
  keyring.masterKey.fill(0);
  return { ...wallet, keyring: withoutKeys(keyring), proof, history };
}

/**
 * An encrypted wallet with its keys, once it is checked that nobody without the passphrase has
 * changed where its money goes. One that has no proof yet, of a file of version 1, is derived anew
 * from its keys and asks for a proof from then on.
 */
export function unlockWallet(
  wallet: Wallet,
  passphraseKey: PassphraseKey,
  options: UnlockOptions,
): Unlocking {
  if (wallet.keyring.kind === 'open') return { kind: 'unlocked', wallet };
  const { sealed } = wallet.keyring;
  const opened = unlockKeyring(sealed, passphraseKey);
  if (opened.kind === 'stripped') {
    return { kind: 'changed', what: 'the proof of what it holds was taken away' };
  }
  if (opened.kind !== 'unlocked') return opened;
  const { keyring } = opened;
  const judged = sealed.authenticated
    ? judgeProof(wallet, keyring, options)
    : deriveAnew(wallet, keyring, options);
  if ('what' in judged) {
    wipeKeys(keyring.keys);
    keyring.masterKey.fill(0);
    return { kind: 'changed', what: judged.what };
  }
  const asking = askForProof(keyring, passphraseKey, options.random);
  return { kind: 'unlocked', wallet: { ...judged, keyring: asking } };
}

type Judged = Wallet | { readonly what: string };

function judgeProof(
  wallet: Wallet,
  { sealed, masterKey }: UnlockedKeyring,
  { secp256k1, labelsNeedPassphrase }: UnlockOptions,
): Judged {
  const { proof } = wallet;
  if (proof === undefined || !isProven(wallet, sealed, masterKey)) {
    return { what: 'descriptors, labels or settings are not those that were stored' };
  }
  if (![...wallet.descriptors.values()].every((owner) => isGrown(owner, proof, secp256k1))) {
    return { what: 'addresses that were added do not come from its descriptors' };
  }
  if (labelsNeedPassphrase && !onlyNewLabels(wallet, proof)) {
    return { what: 'a label of an address is not the one that was stored' };
  }
  if (labelsNeedPassphrase && otherLabelsSince(wallet.otherLabels, proof).size > 0) {
    return { what: 'a label of a transaction or a coin is not the one that was stored' };
  }
  return wallet;
}

/**
 * New addresses get their label without the passphrase: they are the wallet's own, and had none.
 */
function onlyNewLabels(wallet: Wallet, proof: Proof): boolean {
  return [...labelsSince(wallet.labels, proof)].every(
    ([script, { purpose }]) =>
      purpose === 'receive' &&
      proof.labels.value.get(script)?.label === undefined &&
      isMine(wallet, script),
  );
}

/** Whether the positions behind the proven ones are what the proven ones lead to. */
function isGrown(owner: WalletDescriptor, proof: Proof, secp256k1: Secp256k1): boolean {
  const proven = proof.descriptors.get(owner.id)?.value;
  if (proven === undefined) return false;
  const { rangeEnd: start } = proven;
  const { rangeEnd: end } = owner;
  if (start === end) return true;
  const bare = { ...proven, scripts: new Map(), publicKeys: new Map(), filledTo: start };
  const environment = { secp256k1, keyring: emptyKeyring, keypoolSize: 0 };
  const derived = fillPositions({ ...bare, rangeEnd: end }, environment);
  return derived !== undefined && comesFrom(derived, owner, start);
}

/**
 * What a wallet without a proof can be asked: that all its addresses come from private keys that it
 * has.
 */
function deriveAnew(
  wallet: Wallet,
  keyring: UnlockedKeyring,
  { secp256k1 }: UnlockOptions,
): Judged {
  const descriptors = new Map<string, WalletDescriptor>();
  for (const [id, owner] of wallet.descriptors) {
    if (!hasKeysFor(keyring, id)) return { what: 'it has a descriptor without a private key' };
    const bare = newWalletDescriptor(owner);
    const derived = fillPositions(bare, { secp256k1, keyring, keypoolSize: 0 });
    const isOwn =
      derived !== undefined &&
      comesFrom(derived, owner, owner.rangeStart) &&
      mergeCaches(derived.cache, owner.cache) !== undefined;
    if (!isOwn) return { what: 'it has addresses that do not come from its private keys' };
    descriptors.set(id, { ...owner, cache: derived.cache });
  }
  return { ...wallet, descriptors };
}

/** Whether all scripts and keys from a position on are among those that were derived. */
function comesFrom(derived: WalletDescriptor, owner: WalletDescriptor, start: number): boolean {
  const counts = (at: number) => at >= start && at < owner.rangeEnd;
  return (
    [...owner.scripts].every(([hex, at]) => !counts(at) || derived.scripts.get(hex) === at) &&
    [...owner.publicKeys].every(([hex, at]) => !counts(at) || derived.publicKeys.has(hex))
  );
}

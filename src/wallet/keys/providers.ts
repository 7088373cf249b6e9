import { hash160 } from '../../crypto/hash.ts';
import type { PrivateKey } from '../../crypto/private-key.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { branchSigningAt } from '../../descriptor/branch-signing.ts';
import { addChecksum } from '../../descriptor/checksum.ts';
import {
  type FlatSigningProvider,
  toSigningProvider,
} from '../../descriptor/flat-signing-provider.ts';
import { formatNormalizedDescriptor, formatPrivateDescriptor } from '../../descriptor/format.ts';
import { formatSilentDescriptor } from '../../descriptor/silent-descriptor.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { SigningPath, SigningProvider } from '../../signing/provider.ts';
import { findOwner, findOwners, type ScriptOwner, type Wallet } from '../wallet.ts';
import { findKeyIn } from './keyring.ts';
import { flatProviderAt, type WalletDescriptor } from './wallet-descriptor.ts';

/** Returns what a descriptor knows about one of its scripts. `derived`: see `flatProviderAt`. */
export function flatProviderOf(
  { owner, index }: ScriptOwner,
  wallet: Wallet,
  secp256k1: Secp256k1,
  derived?: PrivateKey[] | undefined,
): FlatSigningProvider | undefined {
  return flatProviderAt(owner, index, { secp256k1, keyring: wallet.keyring }, derived);
}

/**
 * Returns all that the wallet knows about a script (hex), without private keys. Core:
 * CWallet::GetSolvingProvider.
 */
export function solvingProvider(
  wallet: Wallet,
  script: string,
  secp256k1: Secp256k1,
): SigningProvider | undefined {
  // Prefer the descriptor that had the script first: loaded ones, then added ones in order.
  const [first] = [...findOwners(wallet, script)].sort(
    (a, b) => wallet.added.indexOf(a.owner.id) - wallet.added.indexOf(b.owner.id),
  );
  const flatProvider = first && flatProviderOf(first, wallet, secp256k1);
  return flatProvider && toSigningProvider(flatProvider);
}

/**
 * Returns the text that listdescriptors shows, or `undefined` if it needs a private key that is not
 * available. Core: GetDescriptorString.
 */
export function publicDescriptorText(
  owner: WalletDescriptor,
  wallet: Wallet,
  secp256k1: Secp256k1,
): string | undefined {
  if (owner.silent !== undefined) return addChecksum(owner.silent.text);
  const findPrivateKey = findKeyIn(wallet.keyring, owner.id);
  const { network } = wallet;
  return formatNormalizedDescriptor(owner.descriptor, {
    network,
    secp256k1,
    findPrivateKey,
    readCache: owner.cache,
  });
}

export function privateDescriptorText(
  owner: WalletDescriptor,
  wallet: Wallet,
  secp256k1: Secp256k1,
): string {
  const findPrivateKey = findKeyIn(wallet.keyring, owner.id);
  const { network } = wallet;
  if (owner.silent !== undefined) {
    const { scanKey, spendKey, text, origin } = owner.silent;
    const spendPrivateKey = findPrivateKey(hash160(spendKey));
    if (spendPrivateKey === undefined) return addChecksum(text);
    const keys = { scanKey, spendKey, spendPrivateKey, origin };
    return formatSilentDescriptor(keys, { network });
  }
  return formatPrivateDescriptor(owner.descriptor, { network, secp256k1, findPrivateKey }).text;
}

/**
 * Returns how an output of the wallet is signed by the path with this number; 0 is the smallest.
 */
export function signingPathOf(
  script: Bytes,
  path: number,
  wallet: Wallet,
  secp256k1: Secp256k1,
): SigningPath | undefined {
  const found = findOwner(wallet, encodeHex(script));
  if (found === undefined) return undefined;
  const { owner, index } = found;
  const findPrivateKey = findKeyIn(wallet.keyring, owner.id);
  const source = { secp256k1, findPrivateKey, readCache: owner.cache };
  return branchSigningAt(owner.descriptor, path, index, source);
}

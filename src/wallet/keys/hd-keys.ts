import { hash160 } from '../../crypto/hash.ts';
import { allKeys, hasScripts } from '../../descriptor/descriptor.ts';
import type { ExtendedPrivateKey, ExtendedPublicKey } from '../../descriptor/extended-key.ts';
import type { KeyExpression } from '../../descriptor/key-expression.ts';
import { compareBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { Wallet } from '../wallet.ts';
import { keysByDescriptor, keysOf } from './keyring.ts';
import type { WalletDescriptor } from './wallet-descriptor.ts';

/** An extended key (BIP32) as it appears in descriptors of the wallet, and these descriptors. */
export type HdKey = {
  readonly key: ExtendedPublicKey;
  readonly owners: readonly WalletDescriptor[];
};

/**
 * Selects descriptors: all, active ones (which give out addresses), or unused(), which only stores
 * a key.
 */
export type HdKeyFilter = 'all' | 'active' | 'unused';

/** Lists HD keys in the order of their public keys. Core: GetHDPubKeys. */
export function hdKeys(wallet: Wallet, filter: HdKeyFilter): readonly HdKey[] {
  const found = new Map<string, HdKey>();
  for (const owner of wallet.descriptors.values()) {
    if (filter === 'active' && !isActive(wallet, owner)) continue;
    if (filter === 'unused' && hasScripts(owner.descriptor)) continue;
    for (const key of allKeys(owner.descriptor).flatMap(extendedKey)) {
      const name = hdKeyName(key);
      const known = found.get(name);
      const owners = known?.owners ?? [];
      if (owners.includes(owner)) continue;
      found.set(name, { key: known?.key ?? key, owners: [...owners, owner] });
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

/** Returns true if both are the same key, regardless of their places in a derivation tree. */
export function isSameHdKey(a: ExtendedPublicKey, b: ExtendedPublicKey): boolean {
  return (
    compareBytes(a.publicKey, b.publicKey) === 0 && compareBytes(a.chainCode, b.chainCode) === 0
  );
}

const hdKeyName = ({ publicKey, chainCode }: ExtendedPublicKey): string =>
  encodeHex(publicKey) + encodeHex(chainCode);

/**
 * Returns the extended keys of a key expression. For an aggregate (BIP390) there are none, since
 * its private key does not exist.
 */
function extendedKey(key: KeyExpression): readonly ExtendedPublicKey[] {
  if (key.kind === 'origin') return extendedKey(key.key);
  return key.kind === 'extended' ? [key.root] : [];
}

/** Returns true if the descriptor gives out addresses. */
export function isActive({ active }: Wallet, { id }: WalletDescriptor): boolean {
  return [...active.external.values(), ...active.internal.values()].includes(id);
}

/** Returns true if the wallet has its private key, locked or not, in one of these descriptors. */
export function hasPrivateHdKey({ keyring }: Wallet, { key, owners }: HdKey): boolean {
  const id = encodeHex(hash160(key.publicKey));
  return owners.some((owner) => keysByDescriptor(keyring).get(owner.id)?.has(id) === true);
}

/** Returns the extended private key, or `undefined` if the wallet does not have it or is locked. */
export function privateHdKey(
  { keyring }: Wallet,
  { publicKey, ...place }: ExtendedPublicKey,
): ExtendedPrivateKey | undefined {
  const id = encodeHex(hash160(publicKey));
  for (const keys of keysOf(keyring)?.values() ?? []) {
    const privateKey = keys.get(id);
    if (privateKey !== undefined) return { ...place, privateKey };
  }
  return undefined;
}

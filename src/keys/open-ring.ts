import type { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Psbt } from '../psbt/psbt.ts';
import type { FindOwners } from '../review/evidence.ts';
import type { SigningProvider } from '../signing/provider.ts';
import type { KeyRing } from './key-ring.ts';
import { findNamedKeys } from './named-keys.ts';
import { ringOwners } from './ring-owners.ts';

/** The keys of a ring that a PSBT names. */
export type OpenRing = {
  /** Signs with them. */
  readonly provider: SigningProvider;
  /** Finds owners by descriptors, and else by the keys. */
  readonly owners: (byDescriptors: FindOwners) => FindOwners;
  /** All that were derived, to be wiped; the ring stays. */
  readonly privateKeys: readonly PrivateKey[];
};

/** Derives the keys that a PSBT names. */
export function openRing(
  { masters, hasWallet }: KeyRing,
  psbt: Psbt | undefined,
  { secp256k1 }: { readonly secp256k1: Secp256k1 },
): OpenRing {
  const named = findNamedKeys(masters, psbt, secp256k1);
  return {
    provider: named.provider,
    owners: (byDescriptors) => ringOwners(byDescriptors, named, { hasWallet, secp256k1 }),
    privateKeys: named.derived,
  };
}

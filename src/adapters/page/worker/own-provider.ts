import type { PrivateKey } from '../../../crypto/private-key.ts';
import type { KeyRing, RingContext } from '../../../keys/key-ring.ts';
import { type OpenRing, openRing, originsIn } from '../../../keys/open-ring.ts';
import { scriptKeys } from '../../../keys/ring-provider.ts';
import type { Psbt } from '../../../psbt/psbt.ts';
import { spentCoins } from '../../../psbt/psbt-session.ts';
import { joinProviders, type SigningProvider } from '../../../signing/provider.ts';

/** The keys that sign a PSBT. */
export type OwnKeysOf = {
  /** The keys that the PSBT names. */
  readonly named: OpenRing;
  readonly provider: SigningProvider;
  /** Every key that was derived, to be wiped. */
  readonly privateKeys: readonly PrivateKey[];
};

/**
 * Derives the keys that a PSBT names and, where an input names none, those of the accounts and
 * wallets that its coin belongs to.
 */
export function ownKeysOf(ring: KeyRing, psbt: Psbt, context: RingContext): OwnKeysOf {
  const named = openRing(ring, psbt, context);
  const isNamed = psbt.inputs.every(
    ({ keyPaths, tapKeyPaths }) => keyPaths.length + tapKeyPaths.length > 0,
  );
  if (isNamed && ring.descriptors.length === 0) {
    return { named, provider: named.provider, privateKeys: named.privateKeys };
  }
  const scripts = [...spentCoins(psbt).values()].map(({ scriptPubKey }) => scriptPubKey);
  const found = scriptKeys(scripts, ring, originsIn(psbt), context);
  return {
    named,
    provider: joinProviders(found.provider, named.provider),
    privateKeys: [...named.privateKeys, ...found.privateKeys],
  };
}

import type { PrivateKey } from '../../../crypto/private-key.ts';
import { isRange } from '../../../descriptor/descriptor.ts';
import { expand, expandPrivate, expandScripts } from '../../../descriptor/expand.ts';
import {
  createFlatSigningProvider,
  mergeFlatSigningProvider,
  toSigningProvider,
} from '../../../descriptor/flat-signing-provider.ts';
import { parseDescriptor } from '../../../descriptor/parse.ts';
import { privateKeyLookup } from '../../../descriptor/private-keys.ts';
import { encodeHex } from '../../../encoding/hex.ts';
import { type KeyRing, type RingContext, ringDescriptors } from '../../../keys/key-ring.ts';
import { type OpenRing, openRing, originsIn } from '../../../keys/open-ring.ts';
import type { Psbt } from '../../../psbt/psbt.ts';
import { spentCoins } from '../../../psbt/psbt-session.ts';
import { DEFAULT_RANGE } from '../../../review/own-descriptors.ts';
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
  const flat = createFlatSigningProvider();
  const privateKeys = [...named.privateKeys];
  const spent = new Set([...spentCoins(psbt).values()].map((coin) => encodeHex(coin.scriptPubKey)));
  const isNamed = psbt.inputs.every(
    ({ keyPaths, tapKeyPaths }) => keyPaths.length + tapKeyPaths.length > 0,
  );
  const isAll = isNamed && ring.descriptors.length === 0;
  for (const { text } of isAll ? [] : ringDescriptors(ring, originsIn(psbt), context)) {
    const parsed = parseDescriptor(text, context);
    if ('error' in parsed) continue;
    privateKeys.push(...parsed.privateKeys.values());
    const source = { ...context, findPrivateKey: privateKeyLookup(parsed.privateKeys) };
    for (const descriptor of parsed.descriptors) {
      const count = isRange(descriptor) ? DEFAULT_RANGE : 1;
      const positions = Array.from({ length: count }, (_, i) => i);
      for (const [index, found] of expandScripts(descriptor, positions, source).entries()) {
        if (!found?.scripts.some((script) => spent.has(encodeHex(script)))) continue;
        const expansion = expand(descriptor, index, source);
        if (expansion !== undefined) mergeFlatSigningProvider(flat, expansion.flatProvider);
        expandPrivate(descriptor, index, source, flat);
      }
    }
  }
  privateKeys.push(...flat.privateKeys.values());
  const provider = joinProviders(toSigningProvider(flat), named.provider);
  return { named, provider, privateKeys };
}

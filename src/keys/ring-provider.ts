import type { PrivateKey } from '../crypto/private-key.ts';
import { isRange } from '../descriptor/descriptor.ts';
import { expand, expandPrivate, expandScripts } from '../descriptor/expand.ts';
import {
  createFlatSigningProvider,
  mergeFlatSigningProvider,
  toSigningProvider,
} from '../descriptor/flat-signing-provider.ts';
import { parseDescriptor } from '../descriptor/parse.ts';
import { privateKeyLookup } from '../descriptor/private-keys.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { DEFAULT_RANGE } from '../review/own-descriptors.ts';
import type { KeyOrigin, SigningProvider } from '../signing/provider.ts';
import { type KeyRing, type RingContext, ringDescriptors } from './key-ring.ts';

/** The keys of scripts. */
export type ScriptKeys = {
  /** Signs for the scripts. */
  readonly provider: SigningProvider;
  /** True if a wallet or an account has one of the scripts. */
  readonly isFound: boolean;
  /** All keys that were read and derived, to be wiped. */
  readonly privateKeys: readonly PrivateKey[];
};

/** Finds scripts in the wallets and accounts of a ring, and derives their keys. */
export function scriptKeys(
  scripts: readonly Bytes[],
  ring: KeyRing,
  origins: readonly KeyOrigin[],
  context: RingContext,
): ScriptKeys {
  const flat = createFlatSigningProvider();
  const privateKeys: PrivateKey[] = [];
  let isFound = false;
  const wanted = new Set(scripts.map(encodeHex));
  for (const { text } of ringDescriptors(ring, origins, context)) {
    const parsed = parseDescriptor(text, context);
    if ('error' in parsed) continue;
    privateKeys.push(...parsed.privateKeys.values());
    const source = { ...context, findPrivateKey: privateKeyLookup(parsed.privateKeys) };
    for (const descriptor of parsed.descriptors) {
      const count = isRange(descriptor) ? DEFAULT_RANGE : 1;
      const positions = Array.from({ length: count }, (_, i) => i);
      for (const [index, found] of expandScripts(descriptor, positions, source).entries()) {
        if (!found?.scripts.some((script) => wanted.has(encodeHex(script)))) continue;
        isFound = true;
        const expansion = expand(descriptor, index, source);
        if (expansion !== undefined) mergeFlatSigningProvider(flat, expansion.flatProvider);
        expandPrivate(descriptor, index, source, flat);
      }
    }
  }
  privateKeys.push(...flat.privateKeys.values());
  return { provider: toSigningProvider(flat), isFound, privateKeys };
}

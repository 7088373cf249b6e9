import type { PrivateKey } from '../crypto/private-key.ts';
import { expandForScripts } from '../descriptor/expand-for-scripts.ts';
import {
  createFlatSigningProvider,
  toSigningProvider,
} from '../descriptor/flat-signing-provider.ts';
import { parseDescriptor } from '../descriptor/parse.ts';
import { privateKeyLookup } from '../descriptor/private-keys.ts';
import { DEFAULT_RANGE } from '../descriptor/search-range.ts';
import type { Bytes } from '../encoding/bytes.ts';
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
  for (const { text } of ringDescriptors(ring, origins, context)) {
    const parsed = parseDescriptor(text, context);
    if ('error' in parsed) continue;
    privateKeys.push(...parsed.privateKeys.values());
    const source = { ...context, findPrivateKey: privateKeyLookup(parsed.privateKeys) };
    const searched = parsed.descriptors.map((descriptor) => {
      return { descriptor, begin: 0, end: DEFAULT_RANGE - 1 };
    });
    const found = expandForScripts(searched, scripts, flat, { ...source, secrets: true });
    isFound ||= found.isFound;
  }
  privateKeys.push(...flat.privateKeys.values());
  return { provider: toSigningProvider(flat), isFound, privateKeys };
}

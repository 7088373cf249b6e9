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
import { encodeHex } from '../encoding/hex.ts';
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

/** The positions that are searched by default, as in a review. */
const SEARCHED = [0, DEFAULT_RANGE - 1] as const;

/** The scripts that keys are searched for. */
export type WantedScripts = {
  /** Scripts that are signed for. */
  readonly spent: readonly Bytes[];
  /** Scripts whose public keys and origins are wanted, such as those of change. */
  readonly others?: readonly Bytes[] | undefined;
};

/** Finds scripts in the wallets and accounts of a ring, and derives their keys. */
export function scriptKeys(
  { spent, others = [] }: WantedScripts,
  ring: KeyRing,
  origins: readonly KeyOrigin[],
  context: RingContext,
): ScriptKeys {
  const secrets = new Set(spent.map(encodeHex));
  const scripts = [...spent, ...others];
  const flat = createFlatSigningProvider();
  const privateKeys: PrivateKey[] = [];
  let isFound = false;
  for (const { text, range = SEARCHED } of ringDescriptors(ring, origins, context)) {
    const parsed = parseDescriptor(text, context);
    if ('error' in parsed) continue;
    privateKeys.push(...parsed.privateKeys.values());
    const source = { ...context, findPrivateKey: privateKeyLookup(parsed.privateKeys) };
    const searched = parsed.descriptors.map((descriptor) => {
      return { descriptor, begin: range[0], end: range[1] };
    });
    const found = expandForScripts(searched, scripts, flat, { ...source, secrets });
    isFound ||= found.isFound;
  }
  privateKeys.push(...flat.privateKeys.values());
  return { provider: toSigningProvider(flat), isFound, privateKeys };
}

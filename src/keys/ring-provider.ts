import type { PrivateKey } from '../crypto/private-key.ts';
import { isRange } from '../descriptor/descriptor.ts';
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
import { type Pause, runNow, type Task } from '../signing/task.ts';
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

/** Number of positions that are searched between pauses. */
const FEW = 64;

/** Finds scripts in the wallets and accounts of a ring, and derives their keys. */
export const scriptKeys = (
  wanted: WantedScripts,
  ring: KeyRing,
  origins: readonly KeyOrigin[],
  { network, secp256k1 }: RingContext,
): ScriptKeys => runNow(scriptKeysTask(wanted, ring, origins, { network, secp256k1 }));

/** Finds scripts as `scriptKeys` does, and lets other work run after every few positions. */
export function* scriptKeysTask(
  { spent, others = [] }: WantedScripts,
  ring: KeyRing,
  origins: readonly KeyOrigin[],
  { pause, ...context }: RingContext & { readonly pause?: Pause | undefined },
): Task<ScriptKeys> {
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
    const at = { ...source, secrets };
    const step = pause === undefined ? range[1] - range[0] + 1 : FEW;
    for (const descriptor of parsed.descriptors) {
      const last = isRange(descriptor) ? range[1] : range[0];
      for (let begin = range[0]; begin <= last; begin += step) {
        const searched = { descriptor, begin, end: Math.min(begin + step - 1, last) };
        const found = expandForScripts([searched], scripts, flat, at);
        isFound ||= found.isFound;
        if (pause) yield pause();
      }
    }
  }
  for (const key of flat.privateKeys.values()) privateKeys.push(key);
  return { provider: toSigningProvider(flat), isFound, privateKeys };
}

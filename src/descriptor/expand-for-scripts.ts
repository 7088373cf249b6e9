import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { type Pause, runNow, type Task } from '../signing/task.ts';
import { type Descriptor, isRange } from './descriptor.ts';
import { expandMany, expandPrivateMany, expandScripts } from './expand.ts';
import { type FlatSigningProvider, mergeFlatSigningProvider } from './flat-signing-provider.ts';
import type { PrivateKeySource } from './private-keys.ts';

/** The positions of a descriptor that are searched, from `begin` to `end`. */
export type Searched = {
  readonly descriptor: Descriptor;
  readonly begin: number;
  readonly end: number;
};

/** Number of positions derived together. */
const BATCH = 1000;
/** Number of positions derived between pauses. */
const FEW = 16;

/**
 * Adds to `target` what descriptors know about these scripts. Private keys are added if `secrets`
 * is true or has one of the position's scripts in hex. All other positions are left out, because
 * the keys there are not for these coins. `isDerived` is false if a descriptor cannot be derived
 * without a private key that `source` does not have; `isFound` is true if a descriptor has one of
 * the scripts.
 */
export const expandForScripts = (
  all: readonly Searched[],
  scripts: readonly Bytes[],
  target: FlatSigningProvider,
  source: ScriptSource,
): Expanded => runNow(expandForScriptsTask(all, scripts, target, source));

type ScriptSource = PrivateKeySource & { readonly secrets: boolean | ReadonlySet<string> };

type Expanded = { readonly isDerived: boolean; readonly isFound: boolean };

/** Expands as `expandForScripts` does, and lets other work run. */
export function* expandForScriptsTask(
  all: readonly Searched[],
  scripts: readonly Bytes[],
  target: FlatSigningProvider,
  { secrets, ...source }: ScriptSource,
  pause?: Pause,
): Task<Expanded> {
  const most = pause ? FEW : BATCH;
  const wanted = new Set(scripts.map(encodeHex));
  let isDerived = true;
  let isFound = false;
  for (const { descriptor, begin, end } of all) {
    const last = isRange(descriptor) ? end : 0;
    for (let at = isRange(descriptor) ? begin : 0; at <= last; at += most) {
      if (pause) yield pause();
      const count = Math.min(most, last - at + 1);
      const positions = Array.from({ length: count }, (_, i) => at + i);
      const found = expandScripts(descriptor, positions, source);
      if (found.includes(undefined)) isDerived = false;
      const within = (names: ReadonlySet<string>) =>
        positions.filter((_, i) => found[i]?.scripts.some((each) => names.has(encodeHex(each))));
      const matches = within(wanted);
      if (matches.length === 0) continue;
      isFound = true;
      for (const expansion of expandMany(descriptor, matches, source)) {
        if (expansion) mergeFlatSigningProvider(target, expansion.flatProvider);
      }
      const isSecret = secrets === true ? matches : secrets ? within(secrets) : [];
      const signing = matches.filter((position) => isSecret.includes(position));
      if (signing.length === 0) continue;
      const targets = signing.map(() => target);
      expandPrivateMany(descriptor, signing, source, targets);
    }
  }
  return { isDerived, isFound };
}

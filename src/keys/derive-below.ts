import type { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { derivePrivate } from '../descriptor/derive.ts';
import type { ExtendedPrivateKey } from '../descriptor/extended-key.ts';

/** Derives keys below one key. Each step is derived once. */
export type Below = {
  /** Returns the key at steps below the key; `undefined` if there is none. */
  readonly at: (steps: readonly number[]) => ExtendedPrivateKey | undefined;
  /** Returns all keys that were derived, without the first one. */
  readonly derived: () => readonly PrivateKey[];
};

export function createBelow(key: ExtendedPrivateKey, secp256k1: Secp256k1): Below {
  const known = new Map<string, ExtendedPrivateKey | undefined>([['', key]]);
  const at: Below['at'] = (steps) => {
    const name = steps.join('/');
    if (known.has(name)) return known.get(name);
    const parent = at(steps.slice(0, -1));
    const child = parent && derivePrivate(parent, steps[steps.length - 1] ?? 0, secp256k1);
    known.set(name, child);
    return child;
  };
  const derived = () =>
    [...known].flatMap(([name, each]) => (name === '' ? [] : (each?.privateKey ?? [])));
  return { at, derived };
}

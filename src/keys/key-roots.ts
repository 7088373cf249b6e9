import type { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import {
  type ExtendedPrivateKey,
  fingerprint,
  HARDENED,
  isHardened,
} from '../descriptor/extended-key.ts';
import { stepsBehind } from '../descriptor/key-path.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { type NamedKey, xOf } from '../review/own-keys.ts';
import type { KeyOrigin } from '../signing/provider.ts';
import { sharedPaths } from './account-paths.ts';
import { type Below, createBelow } from './derive-below.ts';
import type { MasterKey } from './key-ring.ts';

/** A key in a PSBT that was derived and compared. */
export type FoundKey = {
  readonly privateKey: PrivateKey;
  /** Origin of the key. The path begins at the master key if that is known. */
  readonly origin: KeyOrigin;
  /** Ids of its account, as `accountIds` returns them. Absent: only the key itself is known. */
  readonly accountIds?: readonly string[] | undefined;
};

/** A master key, the roots of its keys, and the paths of its keys that a PSBT contains. */
export type KeyTree = {
  readonly master: MasterKey;
  readonly below: Below;
  readonly roots: readonly Root[];
  readonly found: (readonly number[])[];
  /** Paths of accounts whose extended keys the PSBT contains. */
  readonly proven: (readonly number[])[];
};

export function createKeyTree(master: MasterKey, secp256k1: Secp256k1): KeyTree {
  const below = createBelow(master.key, secp256k1);
  return { master, below, roots: rootsOf(master, below, secp256k1), found: [], proven: [] };
}

/** Maximum path length; no wallet has longer paths. */
export const MOST_STEPS = 16;

/** Paths of the accounts of wallets with several keys. */
const SHARED = [[45], ...sharedPaths(0, 0), ...sharedPaths(1, 0)];

/**
 * Returns a key and its accounts. If a wallet's descriptor has no origin, its PSBT names the
 * fingerprint of the account's key.
 */
function rootsOf(
  { key, origin, accounts }: MasterKey,
  below: Below,
  secp256k1: Secp256k1,
): readonly Root[] {
  const whole = createRoot(key, origin, [], below, secp256k1);
  const shared = key.depth === 0 ? SHARED.map((path) => path.map((step) => step + HARDENED)) : [];
  const paths = [...accounts.map(({ path }) => path), ...shared].filter(({ length }) => length > 0);
  const parts = paths.flatMap((path) => {
    const account = below.at(path);
    const from = origin && { ...origin, path: [...origin.path, ...path] };
    return account === undefined ? [] : [createRoot(account, from, path, below, secp256k1)];
  });
  return [whole, ...parts];
}

type Root = ReturnType<typeof createRoot>;

type Derivation = {
  readonly key: FoundKey | undefined;
  /** Steps from the master key to the key. */
  readonly steps: readonly number[];
  /** True if the path leads to another key. */
  readonly isForged: boolean;
};

/** `prefix`: the steps from the master key of `below` to the key, which is an account if any. */
function createRoot(
  key: ExtendedPrivateKey,
  origin: KeyOrigin | undefined,
  prefix: readonly number[],
  below: Below,
  secp256k1: Secp256k1,
) {
  const id = fingerprint(key.privateKey.publicKey(secp256k1));
  const isAccount = prefix.length > 0;
  const fits = (tail: readonly number[] | undefined, publicKey: Bytes) => {
    if (tail === undefined || tail.length > MOST_STEPS) return undefined;
    const derived = below.at([...prefix, ...tail]);
    const own = derived?.privateKey.publicKey(secp256k1);
    const isIt = own !== undefined && equalBytes(xOf(own), xOf(publicKey));
    return isIt ? derived : undefined;
  };
  return {
    derive: ({ publicKey, origin: named }: NamedKey): Derivation => {
      const isNamed = origin !== undefined && equalBytes(named.fingerprint, origin.fingerprint);
      const isFromHere = equalBytes(named.fingerprint, id);
      const behind = isNamed && !isAccount ? stepsBehind(origin.path, named.path) : undefined;
      const tails = [
        behind,
        isFromHere ? named.path : undefined,
        // Programs write another fingerprint or none, if they do not know the master key's.
        !isNamed && key.depth === 0 && !isAccount ? named.path : undefined,
        isNamed || isAccount ? undefined : stepsFrom(key, named.path),
      ];
      for (const tail of tails) {
        const found = fits(tail, publicKey);
        if (found === undefined || tail === undefined) continue;
        const path = [...(origin?.path ?? []), ...tail];
        const from = origin === undefined ? named : { fingerprint: origin.fingerprint, path };
        const steps = [...prefix, ...tail];
        return { key: { privateKey: found.privateKey, origin: from }, steps, isForged: false };
      }
      const isForged = (behind?.length ?? MOST_STEPS + 1) <= MOST_STEPS;
      return { key: undefined, steps: [], isForged };
    },
  };
}

/**
 * Returns the steps from a key in the middle of a path. The caller must compare keys to prove them.
 */
function stepsFrom({ depth, childNumber }: ExtendedPrivateKey, path: readonly number[]) {
  if (depth > 0 && path[depth - 1] === childNumber) return path.slice(depth);
  const last = path.map(isHardened).lastIndexOf(true);
  return depth > 0 ? path.slice(last + 1) : undefined;
}

import { hash160 } from '../crypto/hash.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { derivePrivate, derivePrivatePath } from '../descriptor/derive.ts';
import {
  type ExtendedPrivateKey,
  fingerprint,
  HARDENED,
  isHardened,
} from '../descriptor/extended-key.ts';
import { stepsBehind } from '../descriptor/key-path.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Psbt } from '../psbt/psbt.ts';
import { silentSpend } from '../psbt/silent-fields.ts';
import { type NamedKey, namedIn, xOf } from '../review/own-keys.ts';
import { p2trScript } from '../script/builders.ts';
import { emptyProvider, type KeyOrigin, type SigningProvider } from '../signing/provider.ts';
import type { MasterKey } from './key-ring.ts';

/** A key in a PSBT that was derived and compared. */
export type FoundKey = {
  readonly privateKey: PrivateKey;
  /** Origin of the key. The path begins at the master key if that is known. */
  readonly origin: KeyOrigin;
};

/** The keys of a PSBT that master keys derive. */
export type NamedKeys = {
  readonly all: readonly FoundKey[];
  /** The taproot scripts of silent payments that found keys spend with a tweak (BIP376). */
  readonly silent: readonly (readonly [script: Bytes, key: FoundKey])[];
  /** Finds the key of a public key of 32, 33 or 65 bytes; `undefined` if it is foreign. */
  readonly find: (publicKey: Bytes) => FoundKey | undefined;
  /**
   * True if the PSBT names a key at a master key's path, but the master key derives another key
   * there.
   */
  readonly isForged: (named: NamedKey) => boolean;
  /** The fingerprints of the master keys, in hex. */
  readonly fingerprints: ReadonlySet<string>;
  /** Signs with the found keys. */
  readonly provider: SigningProvider;
  /** All derived keys, to be wiped. */
  readonly derived: readonly PrivateKey[];
};

/** Limit of names in a PSBT, ten times the number in the largest transactions that nodes relay. */
const MOST_NAMES = 20_000;
/** Maximum path length; no wallet has longer paths. */
const MOST_STEPS = 16;

/**
 * Derives the keys that a PSBT names. A key counts as ours only after derivation and comparison.
 * `single` are further keys that need no derivation.
 */
export function findNamedKeys(
  masters: readonly MasterKey[],
  psbt: Psbt | undefined,
  secp256k1: Secp256k1,
  single: readonly FoundKey[] = [],
): NamedKeys {
  const roots = masters.flatMap((master) => rootsOf(master, secp256k1));
  const found = new Map(
    single.map((key) => [encodeHex(xOf(key.privateKey.publicKey(secp256k1))), key] as const),
  );
  const forged = new Set<string>();
  for (const named of namesIn(psbt)) {
    const id = encodeHex(xOf(named.publicKey));
    if (found.has(id)) continue;
    for (const root of roots) {
      const { key, isForged } = root.derive(named);
      if (isForged) forged.add(nameOf(named));
      if (key === undefined) continue;
      found.set(id, key);
      break;
    }
  }
  // An extended key is checked but does not sign; the keys below it do.
  for (const { xpub, origin } of psbt?.xpubs ?? []) {
    const named = { publicKey: xpub.subarray(45), origin };
    if (roots.some((root) => root.derive(named).isForged)) forged.add(nameOf(named));
  }
  const find = (publicKey: Bytes) => found.get(encodeHex(xOf(publicKey)));
  const origins = masters.flatMap(({ origin }) => origin ?? []);
  return {
    all: [...found.values()],
    silent: silentScriptsOf(psbt, find, secp256k1),
    find,
    isForged: (named) => forged.has(nameOf(named)) && find(named.publicKey) === undefined,
    fingerprints: new Set(origins.map((origin) => encodeHex(origin.fingerprint))),
    provider: providerOf([...found.values()], secp256k1),
    derived: roots.flatMap((root) => root.derived()),
  };
}

function silentScriptsOf(
  psbt: Psbt | undefined,
  find: NamedKeys['find'],
  secp256k1: Secp256k1,
): NamedKeys['silent'] {
  return (psbt?.inputs ?? []).flatMap((input) => {
    const { tweak, keyPaths = [] } = silentSpend(input) ?? {};
    return keyPaths.flatMap(({ publicKey }): NamedKeys['silent'] => {
      const key = find(publicKey);
      const output = tweak && key && secp256k1.tweakPublicKey(publicKey, tweak);
      return key && output ? [[p2trScript(output.subarray(1)), key]] : [];
    });
  });
}

const nameOf = ({ publicKey, origin }: NamedKey): string =>
  [encodeHex(xOf(publicKey)), encodeHex(origin.fingerprint), ...origin.path].join('/');

/** Returns the names in a PSBT, those of inputs first. */
function namesIn(psbt: Psbt | undefined): readonly NamedKey[] {
  const places = psbt === undefined ? [] : [...psbt.inputs, ...psbt.outputs];
  const spends = (psbt?.inputs ?? []).flatMap((input) => silentSpend(input)?.keyPaths ?? []);
  return [{ keyPaths: spends, tapKeyPaths: [] }, ...places].flatMap(namedIn).slice(0, MOST_NAMES);
}

/** Paths of the accounts of wallets with several keys (BIP45, BIP48, BIP87). */
const SHARED = [
  [45],
  [48, 0, 0, 1],
  [48, 0, 0, 2],
  [48, 1, 0, 1],
  [48, 1, 0, 2],
  [87, 0, 0],
  [87, 1, 0],
];

/**
 * Returns a key and its accounts. If a wallet's descriptor has no origin, its PSBT names the
 * fingerprint of the account's key.
 */
function rootsOf({ key, origin, accounts }: MasterKey, secp256k1: Secp256k1): readonly Root[] {
  const whole = createRoot(key, origin, secp256k1);
  const shared = key.depth === 0 ? SHARED.map((path) => path.map((step) => step + HARDENED)) : [];
  const paths = [...accounts.map(({ path }) => path), ...shared].filter(({ length }) => length > 0);
  const below = paths.flatMap((path) => {
    const account = derivePrivatePath(key, path, secp256k1);
    const from = origin && { ...origin, path: [...origin.path, ...path] };
    return account === undefined ? [] : [createRoot(account, from, secp256k1, true)];
  });
  return [whole, ...below];
}

type Root = ReturnType<typeof createRoot>;

type Derivation = {
  readonly key: FoundKey | undefined;
  /** True if the path leads to another key. */
  readonly isForged: boolean;
};

function createRoot(
  key: ExtendedPrivateKey,
  origin: KeyOrigin | undefined,
  secp256k1: Secp256k1,
  isAccount = false,
) {
  const id = fingerprint(key.privateKey.publicKey(secp256k1));
  const known = new Map<string, ExtendedPrivateKey | undefined>([['', key]]);
  const at = (path: readonly number[]): ExtendedPrivateKey | undefined => {
    const name = path.join('/');
    if (known.has(name)) return known.get(name);
    const parent = at(path.slice(0, -1));
    const child = parent && derivePrivate(parent, path[path.length - 1] ?? 0, secp256k1);
    known.set(name, child);
    return child;
  };
  const fits = (steps: readonly number[] | undefined, publicKey: Bytes) => {
    if (steps === undefined || steps.length > MOST_STEPS) return undefined;
    const derived = at(steps);
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
        isUnset(named.fingerprint) && key.depth === 0 && !isAccount ? named.path : undefined,
        isNamed || isAccount ? undefined : stepsFrom(key, named.path),
      ];
      for (const tail of tails) {
        const found = fits(tail, publicKey);
        if (found === undefined || tail === undefined) continue;
        const path = [...(origin?.path ?? []), ...tail];
        const from = origin === undefined ? named : { fingerprint: origin.fingerprint, path };
        return { key: { privateKey: found.privateKey, origin: from }, isForged: false };
      }
      return { key: undefined, isForged: (behind?.length ?? MOST_STEPS + 1) <= MOST_STEPS };
    },
    derived: () =>
      [...known].flatMap(([path, each]) =>
        path !== '' || isAccount ? (each?.privateKey ?? []) : [],
      ),
  };
}

const isUnset = (id: Bytes) => id.every((byte) => byte === 0);

/**
 * Returns the steps from a key in the middle of a path. The caller must compare keys to prove them.
 */
function stepsFrom({ depth, childNumber }: ExtendedPrivateKey, path: readonly number[]) {
  if (depth > 0 && path[depth - 1] === childNumber) return path.slice(depth);
  const last = path.map(isHardened).lastIndexOf(true);
  return depth > 0 ? path.slice(last + 1) : undefined;
}

/** Signs with the found keys in compressed form, the only form of BIP32. */
function providerOf(keys: readonly FoundKey[], secp256k1: Secp256k1): SigningProvider {
  const pairs = new Map<string, { readonly found: FoundKey; readonly publicKey: Bytes }>();
  const xOnly = new Map<string, Bytes>();
  for (const found of keys) {
    const publicKey = found.privateKey.publicKey(secp256k1);
    pairs.set(encodeHex(hash160(publicKey)), { found, publicKey });
    xOnly.set(encodeHex(hash160(xOf(publicKey))), publicKey);
  }
  const at = (hash: Bytes) => pairs.get(encodeHex(hash));
  return {
    ...emptyProvider,
    getPublicKey: (hash) => at(hash)?.publicKey,
    getPublicKeyByXOnlyHash: (hash) => xOnly.get(encodeHex(hash)),
    canSign: (hash) => at(hash) !== undefined,
    getPrivateKey: (hash) => at(hash)?.found.privateKey,
    getKeyOrigin: (hash) => at(hash)?.found.origin,
  };
}

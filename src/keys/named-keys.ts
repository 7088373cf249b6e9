import type { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Psbt } from '../psbt/psbt.ts';
import { keyId } from '../review/account-ids.ts';
import type { NamedKey, NamedXpub, XpubVerdict } from '../review/own-keys.ts';
import { withMiniscript } from '../signing/miniscript-provider.ts';
import type { KeyOrigin, SigningProvider } from '../signing/provider.ts';
import type { Pause, Task } from '../signing/task.ts';
import { deriveNamed, nameOf } from './derive-named.ts';
import { xpubId } from './judge-xpubs.ts';
import type { MasterKey } from './key-ring.ts';
import { createKeyTree, type FoundKey, type KeyTree } from './key-roots.ts';
import { namedSpends, type SilentSpend, unnamedSpends } from './ring-silent.ts';
import { keysProviderTask, type OwnKey } from './single-keys.ts';

/** The keys of a PSBT that master keys derive. */
export type NamedKeys = {
  readonly all: readonly FoundKey[];
  /** The taproot scripts of silent payments that found keys spend with a tweak (BIP376). */
  readonly silent: readonly SilentSpend[];
  /** Finds the key of a public key of 32, 33 or 65 bytes; `undefined` if it is foreign. */
  readonly find: (publicKey: Bytes) => FoundKey | undefined;
  /**
   * Returns the origin of a key's account by the steps that were derived, whatever the PSBT names;
   * `undefined` if no master key derives the key.
   */
  readonly accountOf: (publicKey: Bytes) => KeyOrigin | undefined;
  /**
   * True if the PSBT names a key at a master key's path, but the master key derives another key
   * there.
   */
  readonly isForged: (named: NamedKey) => boolean;
  /** True if a key of the user is named by the user's fingerprint with a wrong path. */
  readonly isMisnamed: (named: NamedKey) => boolean;
  /** Judges an extended key of the PSBT. */
  readonly judgeXpub: (xpub: NamedXpub) => XpubVerdict;
  /** The fingerprints of the master keys, in hex. */
  readonly fingerprints: ReadonlySet<string>;
  /** Signs with the found keys. */
  readonly provider: SigningProvider;
  /** All derived keys, to be wiped. */
  readonly derived: readonly PrivateKey[];
};

/** The other parts of a search for the keys that a PSBT names. */
type Naming = {
  readonly secp256k1: Secp256k1;
  readonly single?: readonly FoundKey[] | undefined;
  /** Awaited after every few keys. If it rejects, the keys derived so far are wiped. */
  readonly pause?: Pause | undefined;
};

/**
 * Derives the keys that a PSBT names, and lets other work run. A key counts as ours only after
 * derivation and comparison. `single` are further keys that need no derivation. They sign too.
 */
export function* namedKeysTask(
  masters: readonly MasterKey[],
  psbt: Psbt | undefined,
  options: Naming,
): Task<NamedKeys> {
  const trees = masters.map((master) => createKeyTree(master, options.secp256k1));
  const made: PrivateKey[] = [];
  try {
    return yield* nameKeys(trees, psbt, { ...options, made });
  } catch (error) {
    for (const key of [...made, ...trees.flatMap(({ below }) => below.derived())]) key.wipe();
    throw error;
  }
}

function* nameKeys(
  trees: readonly KeyTree[],
  psbt: Psbt | undefined,
  { secp256k1, single = [], pause, made }: Naming & { readonly made: PrivateKey[] },
): Task<NamedKeys> {
  const found = new Map<string, FoundKey>(
    single.map((key) => {
      const id = keyId(key.privateKey.publicKey(secp256k1));
      return [id, { ...key, accountIds: [id] }] as const;
    }),
  );
  const isDerived = trees.length > 0 && psbt !== undefined;
  const derived = isDerived
    ? yield* deriveNamed(trees, psbt, found, { secp256k1, pause })
    : undefined;
  const find = (publicKey: Bytes) => found.get(keyId(publicKey));
  const origins = trees.flatMap(({ master }) => master.origin ?? []);
  const fingerprints = new Set(origins.map((origin) => encodeHex(origin.fingerprint)));
  const unnamed = yield* unnamedSpends(psbt, single, { secp256k1, pause, made });
  const outputs = unnamed.map(({ output }) => output);
  return {
    all: [...found.values()],
    silent: [
      ...namedSpends(psbt, find, secp256k1),
      ...unnamed.map(({ script, key }) => [script, key] as const),
    ],
    find,
    accountOf: (publicKey) => derived?.accounts.get(keyId(publicKey)),
    isForged: (named) =>
      derived?.forged.has(nameOf(named)) === true && find(named.publicKey) === undefined,
    isMisnamed: ({ publicKey, origin }) => {
      const own = find(publicKey)?.origin;
      const isNamed = fingerprints.has(encodeHex(origin.fingerprint));
      return own !== undefined && isNamed && !isSameOrigin(own, origin);
    },
    judgeXpub: (xpub) => derived?.xpubs.get(xpubId(xpub)) ?? 'unknown',
    fingerprints,
    provider: withMiniscript(
      yield* keysProviderTask(
        // A derived key has an origin, also if it was given as a single key too.
        [...single.map(withoutOrigin), ...found.values(), ...outputs],
        psbt,
        { secp256k1, pause },
      ),
    ),
    derived: [...trees.flatMap(({ below }) => below.derived()), ...made],
  };
}

const isSameOrigin = (a: KeyOrigin, b: KeyOrigin) =>
  equalBytes(a.fingerprint, b.fingerprint) && a.path.join() === b.path.join();

/** Single keys have no origin. */
const withoutOrigin = ({ privateKey }: FoundKey): OwnKey => ({ privateKey });

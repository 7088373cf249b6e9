import { hash160 } from '../crypto/hash.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, emptyBytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Psbt, PsbtInput } from '../psbt/psbt.ts';
import { spentOutput } from '../psbt/psbt-session.ts';
import { keyId } from '../review/account-ids.ts';
import { type NamedKey, type NamedXpub, type XpubVerdict, xOf } from '../review/own-keys.ts';
import { p2wpkhScript } from '../script/builders.ts';
import { isCompressedPublicKey } from '../script/public-key.ts';
import { tapTweakHash } from '../script/taproot.ts';
import { solveScript } from '../script/templates.ts';
import { emptyProvider } from '../signing/miniscript-provider.ts';
import type { KeyOrigin, SigningProvider } from '../signing/provider.ts';
import type { Pause, Task } from '../signing/task.ts';
import { deriveNamed, nameOf } from './derive-named.ts';
import { xpubId } from './judge-xpubs.ts';
import type { MasterKey } from './key-ring.ts';
import { createKeyTree, type FoundKey, type KeyTree } from './key-roots.ts';
import { namedSpends, type SilentSpend, unnamedSpends } from './ring-silent.ts';

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

/** Number of keys whose scripts are hashed between pauses. */
const FEW = 8;

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
    provider: yield* providerOf(
      // A derived key has an origin, also if it was given as a single key too.
      [...single.map(withoutOrigin), ...found.values(), ...outputs],
      psbt,
      { secp256k1, pause },
    ),
    derived: [...trees.flatMap(({ below }) => below.derived()), ...made],
  };
}

const isSameOrigin = (a: KeyOrigin, b: KeyOrigin) =>
  equalBytes(a.fingerprint, b.fingerprint) && a.path.join() === b.path.join();

/** A key that signs. Single keys have no origin. */
type OwnKey = Pick<FoundKey, 'privateKey'> & Partial<Pick<FoundKey, 'origin'>>;

const withoutOrigin = ({ privateKey }: FoundKey): OwnKey => ({ privateKey });

/**
 * Signs with keys, each in its own form; derived ones are compressed. If an input lacks its redeem
 * script or internal key, they follow from a compressed key.
 */
function* providerOf(
  keys: readonly OwnKey[],
  psbt: Psbt | undefined,
  { secp256k1, pause }: Naming,
): Task<SigningProvider> {
  const pairs = new Map<string, { readonly found: OwnKey; readonly publicKey: Bytes }>();
  const xOnly = new Map<string, Bytes>();
  for (const found of keys) {
    const publicKey = found.privateKey.publicKey(secp256k1);
    pairs.set(encodeHex(hash160(publicKey)), { found, publicKey });
    if (isCompressedPublicKey(publicKey)) {
      xOnly.set(encodeHex(hash160(xOf(publicKey))), publicKey);
    }
  }
  const at = (hash: Bytes) => pairs.get(encodeHex(hash));
  const kinds = new Set((psbt?.inputs ?? []).flatMap(hiddenKind));
  const scripts = new Map<string, Bytes>();
  const internal = new Map<string, Bytes>();
  for (const { publicKey } of kinds.size > 0 ? pairs.values() : []) {
    if (!isCompressedPublicKey(publicKey)) continue;
    if (pause && scripts.size % FEW === FEW - 1) yield pause();
    const script = p2wpkhScript(hash160(publicKey));
    scripts.set(encodeHex(hash160(script)), script);
    const x = xOf(publicKey);
    const output = kinds.has('taproot') && secp256k1.tweakXOnlyPublicKey(x, tapTweakHash(x));
    if (output) internal.set(encodeHex(output.xOnly), x);
  }
  return {
    ...emptyProvider,
    getScript: (hash) => scripts.get(encodeHex(hash)),
    getTaprootSpendData: (outputKey) => {
      const internalKey = internal.get(encodeHex(outputKey));
      return internalKey && { internalKey, leaves: [] };
    },
    getPublicKey: (hash) => at(hash)?.publicKey,
    getPublicKeyByXOnlyHash: (hash) => xOnly.get(encodeHex(hash)),
    canSign: (hash) => at(hash) !== undefined,
    getPrivateKey: (hash) => at(hash)?.found.privateKey,
    getKeyOrigin: (hash) => at(hash)?.found.origin,
  };
}

/** Returns the kind of an input without the script or internal key that its coin hides. */
function hiddenKind(input: PsbtInput): readonly ('nested' | 'taproot')[] {
  const { redeemScript, tapInternalKey, tapLeaves } = input;
  const { kind } = solveScript(spentOutput(input)?.scriptPubKey ?? emptyBytes);
  if (kind === 'scripthash') return redeemScript.length === 0 ? ['nested'] : [];
  const isHidden = kind === 'witness_v1_taproot' && !tapInternalKey && tapLeaves.length === 0;
  return isHidden ? ['taproot'] : [];
}

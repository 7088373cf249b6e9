import { hash160 } from '../crypto/hash.ts';
import { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { fingerprint } from '../descriptor/extended-key.ts';
import { stepsBehind } from '../descriptor/key-path.ts';
import { type Bytes, emptyBytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Psbt, PsbtInput } from '../psbt/psbt.ts';
import { spentOutput } from '../psbt/psbt-session.ts';
import { silentSpend } from '../psbt/silent-fields.ts';
import { accountIds, keyId } from '../review/account-ids.ts';
import {
  MOST_IN_LIST,
  type NamedKey,
  type NamedXpub,
  namedIn,
  readXpub,
  type XpubVerdict,
  xOf,
} from '../review/own-keys.ts';
import { p2trScript, p2wpkhScript } from '../script/builders.ts';
import { isCompressedPublicKey } from '../script/public-key.ts';
import { tapTweakHash } from '../script/taproot.ts';
import { solveScript } from '../script/templates.ts';
import { emptyProvider, type KeyOrigin, type SigningProvider } from '../signing/provider.ts';
import type { Pause, Task } from '../signing/task.ts';
import { silentPrivateKey } from '../silent/keys.ts';
import { accountOrigin, findAccountPath } from './account-paths.ts';
import { type Below, createBelow } from './derive-below.ts';
import type { MasterKey } from './key-ring.ts';
import { type FoundKey, MOST_STEPS, type Root, rootsOf } from './key-roots.ts';
import { searchKeys } from './key-search.ts';
import { wantedPlaces } from './wanted-keys.ts';

/** The keys of a PSBT that master keys derive. */
export type NamedKeys = {
  readonly all: readonly FoundKey[];
  /** The taproot scripts of silent payments that found keys spend with a tweak (BIP376). */
  readonly silent: readonly (readonly [script: Bytes, key: FoundKey])[];
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

/** Limit of names in a PSBT, ten times the number in the largest transactions that nodes relay. */
const MOST_NAMES = 20_000;

/** The other parts of a search for the keys that a PSBT names. */
type Naming = {
  readonly secp256k1: Secp256k1;
  readonly single?: readonly FoundKey[] | undefined;
  /** Awaited after every few keys. If it rejects, the keys derived so far are wiped. */
  readonly pause?: Pause | undefined;
};

/** Options of a step, with the list that receives the keys of outputs. */
type Step = Naming & { readonly made: PrivateKey[] };

/**
 * Derives the keys that a PSBT names, and lets other work run. A key counts as ours only after
 * derivation and comparison. `single` are further keys that need no derivation. They sign too.
 */
export function* namedKeysTask(
  masters: readonly MasterKey[],
  psbt: Psbt | undefined,
  options: Naming,
): Task<NamedKeys> {
  const trees = masters.map((master) => createTree(master, options.secp256k1));
  const made: PrivateKey[] = [];
  try {
    return yield* nameKeys(trees, psbt, { ...options, made });
  } catch (error) {
    for (const key of [...made, ...trees.flatMap(({ below }) => below.derived())]) key.wipe();
    throw error;
  }
}

/** Number of keys that are derived and compared between pauses. */
const FEW = 8;

function* nameKeys(
  trees: readonly Tree[],
  psbt: Psbt | undefined,
  { secp256k1, single = [], pause, made }: Step,
): Task<NamedKeys> {
  const roots = trees.flatMap((tree) => tree.roots.map((root) => [root, tree] as const));
  const found = new Map<string, FoundKey>(
    single.map((key) => {
      const id = keyId(key.privateKey.publicKey(secp256k1));
      return [id, { ...key, accountIds: [id] }] as const;
    }),
  );
  const accounts = new Map<string, KeyOrigin>();
  const forged = new Set<string>();
  for (const [i, named] of namesIn(psbt).entries()) {
    if (pause && i % FEW === FEW - 1) yield pause();
    const id = keyId(named.publicKey);
    if (found.has(id)) continue;
    for (const [root, tree] of roots) {
      const { master } = tree;
      const { key, steps, isForged } = root.derive(named);
      if (isForged) forged.add(nameOf(named));
      if (key === undefined) continue;
      found.set(id, { ...key, accountIds: [id, ...idsAt(tree, steps, secp256k1)] });
      accounts.set(id, accountOrigin(originAt(master, steps, secp256k1)));
      tree.found.push(steps);
      break;
    }
  }
  // An extended key is checked but does not sign; the keys below it do.
  const xpubs = judgeXpubs(psbt?.xpubs ?? [], trees, secp256k1);
  if (psbt !== undefined) {
    yield* searchOthers(psbt, trees, { found, accounts }, { secp256k1, pause });
  }
  const find = (publicKey: Bytes) => found.get(keyId(publicKey));
  const origins = trees.flatMap(({ master }) => master.origin ?? []);
  const fingerprints = new Set(origins.map((origin) => encodeHex(origin.fingerprint)));
  const unnamed = yield* unnamedSpends(psbt, single, { secp256k1, pause, made });
  const outputs = unnamed.map(({ output }) => output);
  return {
    all: [...found.values()],
    silent: [
      ...silentScriptsOf(psbt, find, secp256k1),
      ...unnamed.map(({ script, key }) => [script, key] as const),
    ],
    find,
    accountOf: (publicKey) => accounts.get(keyId(publicKey)),
    isForged: (named) => forged.has(nameOf(named)) && find(named.publicKey) === undefined,
    isMisnamed: ({ publicKey, origin }) => {
      const own = find(publicKey)?.origin;
      const isNamed = fingerprints.has(encodeHex(origin.fingerprint));
      return own !== undefined && isNamed && !isSameOrigin(own, origin);
    },
    judgeXpub: (xpub) => xpubs.get(xpubId(xpub)) ?? 'unknown',
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

/** A master key, the roots of its keys, and the paths of its keys that the PSBT contains. */
type Tree = {
  readonly master: MasterKey;
  readonly below: Below;
  readonly roots: readonly Root[];
  readonly found: (readonly number[])[];
  /** Paths of accounts whose extended keys the PSBT contains. */
  readonly proven: (readonly number[])[];
};

function createTree(master: MasterKey, secp256k1: Secp256k1): Tree {
  const below = createBelow(master.key, secp256k1);
  return { master, below, roots: rootsOf(master, below, secp256k1), found: [], proven: [] };
}

/** Keys, and the origins of their accounts, by the hex of the x-only public key. */
type FoundKeys = {
  readonly found: Map<string, FoundKey>;
  readonly accounts: Map<string, KeyOrigin>;
};

/** Searches the accounts of each master key for keys to which no name leads. */
function* searchOthers(
  psbt: Psbt,
  trees: readonly Tree[],
  { found, accounts }: FoundKeys,
  { secp256k1, pause }: Naming,
): Task<void> {
  const places = trees.length > 0 ? wantedPlaces(psbt).slice(0, MOST_NAMES) : [];
  for (const { master, below, found: paths, proven } of trees) {
    const others = [...found.values()].map(({ privateKey }) => privateKey.publicKey(secp256k1));
    const search = { master, below, places, found: paths, others, proven, secp256k1, pause };
    for (const steps of yield* searchKeys(search)) {
      const privateKey = below.at(steps)?.privateKey;
      const publicKey = privateKey?.publicKey(secp256k1);
      if (privateKey === undefined || publicKey === undefined) continue;
      const id = keyId(publicKey);
      if (found.has(id)) continue;
      const origin = originAt(master, steps, secp256k1);
      const ids = [id, ...idsAt({ master, below }, steps, secp256k1)];
      found.set(id, { privateKey, origin, accountIds: ids });
      accounts.set(id, accountOrigin(origin));
    }
  }
}

/** Returns ids of the account of a derived key. The keys above it are derived already. */
function idsAt(
  { master, below }: Pick<Tree, 'master' | 'below'>,
  steps: readonly number[],
  secp256k1: Secp256k1,
): readonly string[] {
  const publicKeyAt = (at: readonly number[]) => below.at(at)?.privateKey.publicKey(secp256k1);
  const origin = originAt(master, steps, secp256k1);
  return accountIds(origin, origin.path.length - steps.length, publicKeyAt);
}

/** If the origin of a key is unknown, paths begin at the key. */
function originAt({ key, origin }: MasterKey, steps: readonly number[], curve: Secp256k1) {
  const from = origin ?? { fingerprint: fingerprint(key.privateKey.publicKey(curve)), path: [] };
  return { fingerprint: from.fingerprint, path: [...from.path, ...steps] };
}

const isSameOrigin = (a: KeyOrigin, b: KeyOrigin) =>
  equalBytes(a.fingerprint, b.fingerprint) && a.path.join() === b.path.join();

/** Judges the extended keys of a PSBT, and notes which accounts they prove. */
function judgeXpubs(
  xpubs: Psbt['xpubs'],
  trees: readonly Tree[],
  secp256k1: Secp256k1,
): ReadonlyMap<string, XpubVerdict> {
  const verdicts = new Map<string, XpubVerdict>();
  for (const xpub of xpubs.slice(0, MOST_IN_LIST).map(readXpub)) {
    const all = trees.map((tree) => judgeXpub(xpub, tree, secp256k1));
    const verdict = WORST.find((each) => all.includes(each)) ?? 'unknown';
    verdicts.set(xpubId(xpub), verdict);
  }
  return verdicts;
}

/** A key that one master key derives is not foreign because another one does not. */
const WORST = ['ours', 'misplaced', 'forged'] as const;

function judgeXpub(
  { key, origin }: NamedXpub,
  { master, below, proven, found }: Tree,
  secp256k1: Secp256k1,
): XpubVerdict {
  const from = master.origin;
  const isNamed = from !== undefined && equalBytes(from.fingerprint, origin.fingerprint);
  const steps = isNamed ? stepsBehind(from.path, origin.path) : undefined;
  const isShort = steps !== undefined && steps.length <= MOST_STEPS;
  const accounts = found.map((path) => path.slice(0, -2));
  const more = isShort ? [steps, ...accounts] : [origin.path.slice(0, MOST_STEPS), ...accounts];
  const path = findAccountPath(master, below, key, secp256k1, more);
  if (path === undefined) return isShort ? 'forged' : 'unknown';
  proven.push(path);
  const isRight = path.join() === steps?.join();
  const isUnset = origin.fingerprint.every((byte) => byte === 0);
  return isRight || isUnset || from === undefined ? 'ours' : 'misplaced';
}

const xpubId = ({ key, origin }: NamedXpub): string =>
  [key.publicKey, key.chainCode, origin.fingerprint].map(encodeHex).join() + origin.path.join('/');

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

/** A coin whose input names no key for its tweak, and the key that spends it. */
type UnnamedSpend = {
  readonly script: Bytes;
  /** The spend key. */
  readonly key: FoundKey;
  /** The key of the output. */
  readonly output: FoundKey;
};

/**
 * BIP376 only recommends that inputs name the spend key, so without a name each key is tried.
 * `made` receives the keys of the outputs.
 */
function* unnamedSpends(
  psbt: Psbt | undefined,
  keys: readonly FoundKey[],
  { secp256k1, pause, made }: Step,
): Task<readonly UnnamedSpend[]> {
  const found: UnnamedSpend[] = [];
  for (const [i, input] of (keys.length > 0 ? (psbt?.inputs ?? []) : []).entries()) {
    if (pause && i % FEW === FEW - 1) yield pause();
    const spend = unnamedSpend(input, keys, secp256k1);
    if (spend === undefined) continue;
    found.push(spend);
    made.push(spend.output.privateKey);
  }
  return found;
}

function unnamedSpend(
  input: PsbtInput,
  keys: readonly FoundKey[],
  secp256k1: Secp256k1,
): UnnamedSpend | undefined {
  const { tweak, spendKeys = [] } = silentSpend(input) ?? {};
  const script = spentOutput(input)?.scriptPubKey;
  if (tweak === undefined || script === undefined || spendKeys.length > 0) return undefined;
  for (const key of keys) {
    const output = secp256k1.tweakPublicKey(key.privateKey.publicKey(secp256k1), tweak);
    if (!output || !equalBytes(p2trScript(output.subarray(1)), script)) continue;
    const secret = silentPrivateKey(key.privateKey, tweak, secp256k1);
    const privateKey = secret && PrivateKey.from(secret, true);
    secret?.fill(0);
    if (privateKey) return { script, key, output: { privateKey, origin: key.origin } };
  }
  return undefined;
}

const nameOf = ({ publicKey, origin }: NamedKey): string =>
  [keyId(publicKey), encodeHex(origin.fingerprint), ...origin.path].join('/');

/** Returns the names in a PSBT, those of inputs first. */
function namesIn(psbt: Psbt | undefined): readonly NamedKey[] {
  const places = psbt === undefined ? [] : [...psbt.inputs, ...psbt.outputs];
  const spends = (psbt?.inputs ?? []).flatMap((input) => silentSpend(input)?.keyPaths ?? []);
  return [{ keyPaths: spends, tapKeyPaths: [] }, ...places].flatMap(namedIn).slice(0, MOST_NAMES);
}

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

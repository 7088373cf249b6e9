import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { fingerprint } from '../descriptor/extended-key.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Psbt } from '../psbt/psbt.ts';
import { silentSpend } from '../psbt/silent-fields.ts';
import { accountIds, keyId } from '../review/account-ids.ts';
import { type NamedKey, namedIn, type XpubVerdict } from '../review/own-keys.ts';
import type { KeyOrigin } from '../signing/provider.ts';
import type { Pause, Task } from '../signing/task.ts';
import { accountOrigin } from './account-paths.ts';
import { judgeXpubs } from './judge-xpubs.ts';
import type { MasterKey } from './key-ring.ts';
import type { FoundKey, KeyTree } from './key-roots.ts';
import { searchKeys } from './key-search.ts';
import { wantedPlaces } from './wanted-keys.ts';

/** Limit of names in a PSBT, ten times the number in the largest transactions that nodes relay. */
const MOST_NAMES = 20_000;

/** Number of keys that are derived and compared between pauses. */
const FEW = 8;

/** The keys of a PSBT that master keys derive, and what is wrong with their names. */
export type Derivations = {
  /** The keys, by `keyId`. */
  readonly found: Map<string, FoundKey>;
  /** The origins of their accounts, by `keyId`. */
  readonly accounts: Map<string, KeyOrigin>;
  /** Names, by `nameOf`, under whose path a master key derives another key. */
  readonly forged: Set<string>;
  /** Judges the extended keys, by `xpubId`. */
  readonly xpubs: ReadonlyMap<string, XpubVerdict>;
};

/** The parts of a derivation besides keys and PSBT. */
type Deriving = {
  readonly secp256k1: Secp256k1;
  readonly pause?: Pause | undefined;
};

/** Derives the keys of a PSBT that are not in `found` yet, and adds them. */
export function* deriveNamed(
  trees: readonly KeyTree[],
  psbt: Psbt,
  found: Map<string, FoundKey>,
  { secp256k1, pause }: Deriving,
): Task<Derivations> {
  const accounts = new Map<string, KeyOrigin>();
  const forged = new Set<string>();
  const roots = trees.flatMap((tree) => tree.roots.map((root) => [root, tree] as const));
  for (const [i, named] of namesIn(psbt).entries()) {
    if (pause && i % FEW === FEW - 1) yield pause();
    const id = keyId(named.publicKey);
    if (found.has(id)) continue;
    for (const [root, tree] of roots) {
      const { key, steps, isForged } = root.derive(named);
      if (isForged) forged.add(nameOf(named));
      if (key === undefined) continue;
      found.set(id, { ...key, accountIds: [id, ...idsAt(tree, steps, secp256k1)] });
      accounts.set(id, accountOrigin(originAt(tree.master, steps, secp256k1)));
      tree.found.push(steps);
      break;
    }
  }
  const xpubs = judgeXpubs(psbt.xpubs, trees, secp256k1);
  const derivations = { found, accounts, forged, xpubs };
  yield* searchOthers(psbt, trees, derivations, { secp256k1, pause });
  return derivations;
}

/** Returns an id of a name: a public key with its origin. */
export const nameOf = ({ publicKey, origin }: NamedKey): string =>
  [keyId(publicKey), encodeHex(origin.fingerprint), ...origin.path].join('/');

/** Returns the names in a PSBT, those of inputs first. */
function namesIn(psbt: Psbt): readonly NamedKey[] {
  const spends = psbt.inputs.flatMap((input) => silentSpend(input)?.keyPaths ?? []);
  return [{ keyPaths: spends, tapKeyPaths: [] }, ...psbt.inputs, ...psbt.outputs]
    .flatMap(namedIn)
    .slice(0, MOST_NAMES);
}

/** Searches the accounts of each master key for keys to which no name leads. */
function* searchOthers(
  psbt: Psbt,
  trees: readonly KeyTree[],
  { found, accounts }: Derivations,
  { secp256k1, pause }: Deriving,
): Task<void> {
  const places = wantedPlaces(psbt).slice(0, MOST_NAMES);
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
  { master, below }: Pick<KeyTree, 'master' | 'below'>,
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

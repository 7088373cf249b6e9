import { hash160 } from '../crypto/hash.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { HARDENED, isHardened } from '../descriptor/extended-key.ts';
import { formatKeyPath, mastersOf } from '../descriptor/key-path.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { lastOf } from '../encoding/list.ts';
import type { FindOwners, OwnerQuestion } from '../review/evidence.ts';
import type { Owner } from '../review/model.ts';
import { firstFar } from '../review/own-descriptors.ts';
import { type OwnKeys, pathsOf } from '../review/own-keys.ts';
import { p2pkhScript, p2shScript, p2trScript, p2wpkhScript } from '../script/builders.ts';
import { matchWitnessProgram } from '../script/script.ts';
import { tapTweakHash } from '../script/taproot.ts';
import type { Pause, Task } from '../signing/task.ts';
import type { FoundKey } from './key-roots.ts';
import type { NamedKeys } from './named-keys.ts';
import type { SilentOwner } from './ring-silent.ts';

type RingOwning = {
  readonly hasWallet: boolean;
  readonly secp256k1: Secp256k1;
  readonly silentOwner: SilentOwner;
};

/** Number of keys whose scripts are computed between pauses. */
const FEW = 16;

/** A single-key script, and its key's account. */
type KeyBranch = { readonly key: FoundKey; readonly purpose: number; readonly account: string };

/**
 * Finds the owners of scripts: first by descriptors, then by the derived keys of the PSBT, each of
 * which has one script of each kind. `hasWallet`: wallets of keys that are shared with others are
 * among the descriptors.
 */
export function ringOwners(
  byDescriptors: FindOwners,
  named: NamedKeys,
  { hasWallet, secp256k1, silentOwner }: RingOwning,
): FindOwners {
  const places = new Map([
    ...named.silent.map(
      ([script, key]) =>
        [encodeHex(script), { key, purpose: 352, account: accountOf(352, key) }] as const,
    ),
    ...named.all.flatMap((key) => placesOf(key, secp256k1)),
  ]);
  // A taproot script costs a point, so its places are computed when the first one is asked for.
  const open = [...named.all];
  const placeTaproot = (key: FoundKey) => {
    for (const [script, place] of taprootPlaces(key, secp256k1)) places.set(script, place);
  };
  const placeOf = (script: Bytes) => {
    if (isTaproot(script)) for (const key of open.splice(0)) placeTaproot(key);
    return places.get(encodeHex(script));
  };
  function* prepare(questions: readonly OwnerQuestion[], pause: Pause): Task<void> {
    const hasTaproot = questions.some(({ scriptPubKey }) => isTaproot(scriptPubKey));
    while (hasTaproot && open.length > 0) {
      for (const key of open.splice(0, FEW)) placeTaproot(key);
      yield pause();
    }
    yield* byDescriptors.prepare?.(questions, pause) ?? [];
  }
  const find = (questions: readonly OwnerQuestion[], spent: readonly Bytes[] = []) => {
    const found = byDescriptors(questions, spent);
    // `undefined` means that no spent coin is known, so change may go to any account.
    const accounts =
      spent.length === 0
        ? undefined
        : new Set(spent.flatMap((script) => placeOf(script)?.account ?? []));
    const payers = byDescriptors(spent.map((scriptPubKey) => ({ scriptPubKey, hints: [] })));
    const signers = new Set(
      spent.flatMap((script, i) => {
        const place = placeOf(script);
        const payer = payers[i] ?? (place && ownerAt(place));
        return payer ? mastersOf(payer.paths) : [];
      }),
    );
    const used = spent.flatMap((script, i) => {
      const place = placeOf(script);
      return payers[i]?.index ?? (place ? indexOf(place) : []);
    });
    // A wallet never pays change to other keys: neither to one of its keys, nor to another wallet.
    const isOther = (owner: Owner) => spent.length > 0 && !signers.has(mastersOf(owner.paths));
    return questions.map(({ scriptPubKey: script, silent }, i): Owner | undefined => {
      const place = found[i] === undefined ? placeOf(script) : undefined;
      const known = place === undefined ? found[i] : ownerAt(place, accounts, used);
      const owner = known ?? (silent && silentOwner(silent));
      return owner && isOther(owner) ? { ...owner, role: 'own' } : owner;
    });
  };
  const keys = joinKeys(byDescriptors.keys, named, hasWallet);
  return Object.assign(find, { keys, prepare, scripts: byDescriptors.scripts });
}

/**
 * Returns the account of a key. Some wallets (Core's oldest) harden branches and positions, but
 * none does for only some of its keys.
 */
const accountOf = (purpose: number, { origin: { path } }: FoundKey): string =>
  [purpose, formatKeyPath(path.slice(0, -2)), ...path.slice(-2).map(isHardened)].join(':');

function placesOf(key: FoundKey, secp256k1: Secp256k1): readonly (readonly [string, KeyBranch])[] {
  const hash = hash160(key.privateKey.publicKey(secp256k1));
  const scripts: readonly (readonly [number, Bytes])[] = [
    [44, p2pkhScript(hash)],
    [49, p2shScript(hash160(p2wpkhScript(hash)))],
    [84, p2wpkhScript(hash)],
  ];
  return scripts.map(
    ([purpose, script]) =>
      [encodeHex(script), { key, purpose, account: accountOf(purpose, key) }] as const,
  );
}

function taprootPlaces(
  key: FoundKey,
  secp256k1: Secp256k1,
): readonly (readonly [string, KeyBranch])[] {
  const internal = key.privateKey.publicKey(secp256k1).subarray(1);
  const output = secp256k1.tweakXOnlyPublicKey(internal, tapTweakHash(internal));
  if (output === undefined) return [];
  return [[encodeHex(p2trScript(output.xOnly)), { key, purpose: 86, account: accountOf(86, key) }]];
}

const isTaproot = (script: Bytes) => matchWitnessProgram(script)?.version === 1;

const indexOf = ({ key }: KeyBranch): number => (lastOf(key.origin.path) ?? 0) % HARDENED;

/**
 * Finds the owner at a place. `spent` has the single-key accounts whose coins the transaction
 * spends, and `used` the positions of these coins.
 */
function ownerAt(
  { key, purpose, account }: KeyBranch,
  spent?: ReadonlySet<string>,
  used: readonly number[] = [],
): Owner {
  const { path } = key.origin;
  const [index = 0, branch] = [...path].reverse().map((step) => step % HARDENED);
  const isUsual = spent?.has(account) || isStandard(path, purpose);
  const isNear = index < firstFar(used) && (branch === 0 || branch === 1);
  return {
    role: branch === 1 && spent?.has(account) !== false ? 'change' : 'own',
    index,
    paths: pathsOf([key.origin]),
    isFar: !(isUsual && isNear),
    form: 'key',
    accounts: key.accountIds && [key.accountIds],
  };
}

/** Number of accounts that wallets search when they are restored. */
const MOST_ACCOUNTS = 20;

/** Checks for BIP44's "m / purpose' / coin_type' / account' / change / address_index". */
function isStandard(path: readonly number[], purpose: number): boolean {
  const [first, coin = 0, account = 0] = path.map((step) => step - HARDENED);
  const isCoin = coin === 0 || coin === 1;
  return (
    path.length === 5 &&
    first === purpose &&
    isCoin &&
    account >= 0 &&
    account < MOST_ACCOUNTS &&
    !path.slice(3).some(isHardened)
  );
}

function joinKeys(known: OwnKeys | undefined, named: NamedKeys, hasWallet: boolean): OwnKeys {
  const isOurs = (item: Bytes) =>
    item.length === 20 ? named.provider.canSign(item) : named.find(item) !== undefined;
  return {
    hasWallet,
    fingerprints: new Set([...(known?.fingerprints ?? []), ...named.fingerprints]),
    wallets: [
      ...(known?.wallets ?? []),
      ...[...named.fingerprints].map((master) => new Set([master])),
    ],
    holds: (item) => isOurs(item) || known?.holds(item) === true,
    isMisnamed: (each) => named.isMisnamed(each) || known?.isMisnamed?.(each) === true,
    accountIdsOf: (publicKey) => [
      ...(named.find(publicKey)?.accountIds ?? []),
      ...(known?.accountIdsOf?.(publicKey) ?? []),
    ],
    canSign: (each) => named.find(each.publicKey) !== undefined || known?.canSign?.(each) === true,
    judgeXpubs: (xpubs) => {
      const verdicts = known?.judgeXpubs(xpubs) ?? [];
      return xpubs.map((xpub, i) => {
        const verdict = named.judgeXpub(xpub);
        return verdict === 'unknown' ? (verdicts[i] ?? 'unknown') : verdict;
      });
    },
    judge: (lists) => {
      // Keys that were derived here need no other check.
      const open = lists.map((list) => list.filter(({ publicKey }) => !named.find(publicKey)));
      const verdicts = known?.judge(open) ?? [];
      return lists.map((list, i) => {
        if (list.some(({ publicKey }) => named.find(publicKey) !== undefined)) return 'ours';
        return list.some(named.isForged) ? 'forged' : (verdicts[i] ?? 'unknown');
      });
    },
  };
}

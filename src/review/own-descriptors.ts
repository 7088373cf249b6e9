import type { DescriptorCache } from '../descriptor/cache.ts';
import { deriveKeys, type KeySource } from '../descriptor/derive-keys.ts';
import { allKeys, type Descriptor, isRange } from '../descriptor/descriptor.ts';
import { type Expansion, expandMany } from '../descriptor/expand.ts';
import type { FlatSigningProvider } from '../descriptor/flat-signing-provider.ts';
import { isUnspendable, type KeyExpression } from '../descriptor/key-expression.ts';
import type { PrivateKeySource } from '../descriptor/private-keys.ts';
import { DEFAULT_RANGE, GAP_LIMIT } from '../descriptor/search-range.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { lastOf } from '../encoding/list.ts';
import type { KeyOrigin } from '../signing/provider.ts';
import type { Pause, Task } from '../signing/task.ts';
import { CHANGE_LABEL } from '../silent/keys.ts';
import { descriptorAccounts } from './account-ids.ts';
import type { FindOwners, OwnerQuestion } from './evidence.ts';
import type { Owner } from './model.ts';
import { keyTable, ownKeys, pathsOf } from './own-keys.ts';
import { agesIn } from './script-locks.ts';

/**
 * Expands a descriptor at these positions, where it can be derived. Leaves out keys that have no
 * private key, because several wallets may share them.
 */
export function expandAt(
  descriptor: Descriptor,
  positions: readonly number[],
  source: KeySource,
): ReadonlyMap<number, Expansion> {
  const found = new Map<number, Expansion>();
  const unspendable = unspendableKeys(descriptor, positions, source);
  for (const [i, expansion] of expandMany(descriptor, positions, source).entries()) {
    const position = positions[i];
    if (expansion === undefined || position === undefined) continue;
    const { publicKeys, origins } = expansion.flatProvider;
    for (const [id, key] of publicKeys) {
      if (unspendable.has(encodeHex(key)) && publicKeys.delete(id)) origins.delete(id);
    }
    found.set(position, expansion);
  }
  return found;
}

/** Returns, in hex, the public keys of a descriptor that have no private key. */
export function unspendableKeys(
  descriptor: Descriptor,
  positions: readonly number[],
  source: KeySource,
): ReadonlySet<string> {
  const keys = allKeys(descriptor).filter(isUnspendable);
  const derived = keys.flatMap((key) => deriveKeys(key, positions, source));
  return new Set(derived.flatMap((each) => (each ? encodeHex(each.publicKey) : [])));
}

/** Returns the relative locks in the scripts that a descriptor derived. */
export function agesOf({ scripts, taproot }: FlatSigningProvider): Pick<Owner, 'ages'> {
  const leaves = [...taproot.values()].flatMap(({ spendData }) => spendData.leaves);
  const ages = agesIn([...scripts.values(), ...leaves.map(({ script }) => script)]);
  return ages.length > 0 ? { ages } : {};
}

const KEY_KINDS: ReadonlySet<unknown> = new Set(['constant', 'extended', 'origin', 'musig']);

/** Members of a descriptor that are not part of its policy, or follow from the others. */
const DERIVED: ReadonlySet<string> = new Set(['sorted', 'context', 'type', 'scriptSize', 'bounds']);

/** Returns the form of a descriptor's scripts: its policy without keys and without outer hashes. */
export function formOf(descriptor: Descriptor): string {
  if (descriptor.kind === 'sh' || descriptor.kind === 'wsh') return formOf(descriptor.script);
  const isPlain = 'key' in descriptor && (descriptor.kind !== 'tr' || !descriptor.leaves.length);
  if (isPlain && !hasMusig(descriptor.key)) return 'key';
  return JSON.stringify(descriptor, (name, value) => {
    const kind: unknown = typeof value === 'object' && value !== null ? value.kind : undefined;
    if (KEY_KINDS.has(kind)) return kind === 'musig' ? 'musig' : 'key';
    return DERIVED.has(name) ? undefined : asText(name, value);
  });
}

const hasMusig = (key: KeyExpression): boolean =>
  key.kind === 'origin' ? hasMusig(key.key) : key.kind === 'musig';

/** Returns the owner of a silent payment address. Label 0 is for change (BIP352). */
export const silentOwnerAt = (origin: KeyOrigin, label: number | undefined): Owner => ({
  role: label === CHANGE_LABEL ? 'change' : 'own',
  index: label ?? 0,
  paths: pathsOf([origin]),
  isFar: false,
});

/** A descriptor of the user, and its purpose. */
export type OwnDescriptor = {
  /** Descriptor from `parseDescriptor`. */
  readonly descriptor: Descriptor;
  /** True for change, false for addresses that the user gives out. */
  readonly isChange: boolean;
  /**
   * Number of positions that may be in use. These and 20 more are searched if the PSBT names none.
   * Default: unknown; 1000 are searched.
   */
  readonly range?: number | undefined;
  /** First position that is not in use. A restored wallet looks 20 further. Default: unknown. */
  readonly next?: number | undefined;
  /** Number of positions that are in use for sure. There may be more. Default: 0. */
  readonly used?: number | undefined;
};

/**
 * Positions by which change may be ahead of the coins that are spent. A wallet that pays often from
 * old coins is far ahead of them. Coldcard warns from the same number on.
 */
const MOST_AHEAD = 200;

/**
 * Returns the first position that a restored wallet may not find, if only the positions of spent
 * coins are known, and positions from `next` on may be in use.
 */
export const firstFar = (spent: readonly number[], next = 0): number =>
  spent.length === 0
    ? Math.max(DEFAULT_RANGE, next + MOST_AHEAD)
    : Math.max(next, ...spent.map((index) => Math.min(index + 1, DEFAULT_RANGE - MOST_AHEAD))) +
      MOST_AHEAD;

/** Private keys, and for some descriptors the public keys that were derived before. */
export type OwnSource = PrivateKeySource & {
  readonly cacheOf?: ((descriptor: Descriptor) => DescriptorCache | undefined) | undefined;
};

/**
 * Finds the scripts of these descriptors. Positions that a PSBT names are tried first, then the
 * full range. Every match is derived from a descriptor, so the PSBT is never trusted.
 */
export function descriptorOwners(
  descriptors: readonly OwnDescriptor[],
  source: OwnSource,
): FindOwners {
  const all = [...descriptors, ...sistersOf(descriptors)];
  const tables = all.map((own) => createTable(own, source));
  const find: FindOwners = (questions, spent) => {
    const found = askAtHints(tables, questions, spent);
    if (found.every((owner) => owner !== undefined)) return found;
    for (const table of tables) table.expandRange();
    const used = positionsOf(tables, spent);
    return questions.map(({ scriptPubKey: script }, i) => found[i] ?? ask(tables, script, used));
  };
  const holds = (item: Bytes) =>
    tables.some((table) => {
      table.expandRange();
      return table.holds(item);
    });
  function* prepare(questions: readonly OwnerQuestion[], pause: Pause): Task<void> {
    yield* expandSlowly(tables, hintsIn(questions), pause);
    // Most payments have a script of others, and only the complete range shows that.
    for (const table of tables) yield* expandSlowly([table], table.positions(), pause);
  }
  const parsed = descriptors.map(({ descriptor }) => descriptor);
  const scripts = () => tables.flatMap((table) => table.scripts());
  const accountIdsOf = (publicKey: Bytes) =>
    holds(publicKey) ? tables.flatMap((table) => table.accountIdsOf(publicKey)) : [];
  const keys = { ...ownKeys(parsed, source, holds), accountIdsOf };
  return Object.assign(find, { keys, prepare, scripts });
}

/** Finds scripts only at named positions. */
export function hintedOwners(
  descriptors: readonly OwnDescriptor[],
  source: PrivateKeySource,
): FindOwners {
  const tables = [...descriptors, ...sistersOf(descriptors)].map((own) => createTable(own, source));
  return (questions, spent) => askAtHints(tables, questions, spent);
}

/** Limit on far positions that a PSBT may name, because each costs time. */
const MOST_FAR = 2048;

/** Returns the positions that are named for scripts, as far as they are tried. */
function hintsIn(questions: readonly OwnerQuestion[]): readonly number[] {
  const hints = [...new Set(questions.flatMap((question) => question.hints))];
  const far = hints.filter((hint) => hint >= DEFAULT_RANGE).slice(0, MOST_FAR);
  return [...hints.filter((hint) => hint < DEFAULT_RANGE), ...far];
}

/** Number of positions that are derived between pauses. */
const FEW = 32;

function* expandSlowly(
  tables: readonly Table[],
  positions: readonly number[],
  pause: Pause,
): Task<void> {
  for (const table of tables) {
    const missing = table.missingOf(positions);
    for (let from = 0; from < missing.length; from += FEW) {
      table.expand(missing.slice(from, from + FEW));
      yield pause();
    }
  }
}

function askAtHints(
  tables: readonly Table[],
  questions: readonly OwnerQuestion[],
  spent: readonly Bytes[] | undefined,
) {
  const wanted = hintsIn(questions);
  for (const table of tables) table.expand(wanted);
  const used = positionsOf(tables, spent);
  return questions.map(({ scriptPubKey: script }) => ask(tables, script, used));
}

/** Returns the positions of coins, as far as they are derived. */
const positionsOf = (tables: readonly Table[], spent: readonly Bytes[] = []): readonly number[] =>
  spent.flatMap((script) => tables.flatMap((table) => table.find(script, [])?.index ?? []));

/** Adds the other branch (change or addresses) if only one of the two was given. */
function sistersOf(descriptors: readonly OwnDescriptor[]): readonly OwnDescriptor[] {
  const given = new Set(descriptors.map(({ descriptor }) => JSON.stringify(descriptor, asText)));
  return descriptors.flatMap((own) => {
    const descriptor = isRange(own.descriptor) ? sisterOf(own.descriptor) : undefined;
    if (descriptor === undefined || given.has(JSON.stringify(descriptor, asText))) return [];
    return [{ ...own, descriptor, isChange: branchOf(descriptor) === 1 }];
  });
}

const asText = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);

const branchOf = (descriptor: Descriptor): number | undefined =>
  allKeys(descriptor).flatMap(branchesIn)[0];

function branchesIn(key: KeyExpression): readonly number[] {
  if (key.kind === 'origin') return branchesIn(key.key);
  if (key.kind === 'musig' && key.wildcard === 'none') return key.participants.flatMap(branchesIn);
  return key.kind === 'constant' || key.wildcard === 'none' ? [] : [lastOf(key.path) ?? -1];
}

/**
 * Returns the other branch; `undefined` unless all keys have a branch 0 or 1 before the position.
 */
function sisterOf(descriptor: Descriptor): Descriptor | undefined {
  const branches = new Set<number | undefined>();
  const flip = (key: KeyExpression): KeyExpression => {
    if (key.kind === 'origin') return { ...key, key: flip(key.key) };
    if (key.kind === 'musig' && key.wildcard === 'none') {
      return { ...key, participants: key.participants.map(flip) };
    }
    if (key.kind === 'constant' || key.wildcard === 'none') return key;
    const branch = lastOf(key.path);
    branches.add(branch);
    return { ...key, path: [...key.path.slice(0, -1), branch === 0 ? 1 : 0] };
  };
  const flipped = withKeys(descriptor, flip);
  const [branch] = branches;
  return branches.size === 1 && (branch === 0 || branch === 1) ? flipped : undefined;
}

function withKeys(
  descriptor: Descriptor,
  change: (key: KeyExpression) => KeyExpression,
): Descriptor {
  if (descriptor.kind === 'tr') {
    const leaves = descriptor.leaves.map((leaf) => ({
      ...leaf,
      script: withKeys(leaf.script, change),
    }));
    return { ...descriptor, key: change(descriptor.key), leaves };
  }
  if (descriptor.kind === 'sh' || descriptor.kind === 'wsh') {
    return { ...descriptor, script: withKeys(descriptor.script, change) };
  }
  if ('keys' in descriptor) return { ...descriptor, keys: descriptor.keys.map(change) };
  return 'key' in descriptor ? { ...descriptor, key: change(descriptor.key) } : descriptor;
}

type Table = ReturnType<typeof createTable>;

function ask(tables: readonly Table[], script: Bytes, used: readonly number[]): Owner | undefined {
  for (const table of tables) {
    const owner = table.find(script, used);
    if (owner !== undefined) return owner;
  }
  return undefined;
}

/** Creates a table of a descriptor's scripts, filled in at the positions that are asked about. */
function createTable(
  { descriptor, isChange, range, next, used: inUse }: OwnDescriptor,
  { cacheOf, ...given }: OwnSource,
) {
  const source = { ...given, readCache: cacheOf?.(descriptor) };
  const searched = range === undefined ? DEFAULT_RANGE : range + GAP_LIMIT;
  const end = isRange(descriptor) ? searched : 1;
  /** Returns the first position that a restored wallet may not find. */
  const farFrom = (used: readonly number[]): number => {
    if (next !== undefined) return next + GAP_LIMIT;
    return range === undefined ? firstFar(used, inUse) : searched;
  };
  const done = new Set<number>();
  const owners = new Map<string, Omit<Owner, 'isFar'>>();
  const derived: Bytes[] = [];
  const publicKeys: Bytes[] = [];
  let holds: ReturnType<typeof keyTable> | undefined;
  let locks: Pick<Owner, 'ages'> | undefined;
  let accounts: Owner['accounts'];
  const form = formOf(descriptor);
  const missingOf = (positions: readonly number[]): readonly number[] => {
    const wanted = isRange(descriptor) ? positions : [0];
    return [...new Set(wanted)].filter((position) => !done.has(position));
  };
  const positions = () => Array.from({ length: end }, (_, i) => i);
  const expand = (asked: readonly number[]) => {
    const missing = missingOf(asked);
    for (const position of missing) done.add(position);
    for (const [index, { scripts, flatProvider }] of expandAt(descriptor, missing, source)) {
      const [role, paths] = [
        isChange ? 'change' : 'own',
        pathsOf(flatProvider.origins.values()),
      ] as const;
      // The locks are the same at all positions.
      locks ??= agesOf(flatProvider);
      accounts ??= descriptorAccounts(descriptor, given);
      const owner = { role, index, paths, form, accounts, ...locks };
      for (const script of scripts) owners.set(encodeHex(script), owner);
      if (index < end) derived.push(...scripts);
      publicKeys.push(...flatProvider.publicKeys.values());
    }
    if (missing.length > 0) holds = undefined;
  };
  return {
    expand,
    missingOf,
    /** Returns the positions that are searched. */
    positions,
    expandRange: () => expand(positions()),
    holds: (item: Bytes): boolean => {
      holds ??= keyTable(publicKeys);
      return holds(item);
    },
    /** Returns ids of all accounts of the descriptor if it derives the key. */
    accountIdsOf: (publicKey: Bytes): readonly string[] => {
      holds ??= keyTable(publicKeys);
      return holds(publicKey) ? (accounts?.flat() ?? []) : [];
    },
    find: (script: Bytes, used: readonly number[]): Owner | undefined => {
      const owner = owners.get(encodeHex(script));
      return owner && { ...owner, isFar: owner.index >= farFrom(used) };
    },
    scripts: (): readonly Bytes[] => derived,
  };
}

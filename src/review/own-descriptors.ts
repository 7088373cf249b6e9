import { allKeys, type Descriptor, isRange } from '../descriptor/descriptor.ts';
import { type Expansion, expandMany } from '../descriptor/expand.ts';
import type { FlatSigningProvider } from '../descriptor/flat-signing-provider.ts';
import type { KeyExpression } from '../descriptor/key-expression.ts';
import { formatKeyPath } from '../descriptor/key-path.ts';
import type { PrivateKeySource } from '../descriptor/private-keys.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { lastOf } from '../encoding/list.ts';
import type { FindOwners, OwnerQuestion } from './evidence.ts';
import type { Owner } from './model.ts';
import { keyTable, ownKeys } from './own-keys.ts';

/** What a descriptor stands for at these positions, as far as it can be derived. */
export function expandAt(
  descriptor: Descriptor,
  positions: readonly number[],
  source: PrivateKeySource,
): ReadonlyMap<number, Expansion> {
  const found = new Map<number, Expansion>();
  for (const [i, expansion] of expandMany(descriptor, positions, source).entries()) {
    const position = positions[i];
    if (expansion !== undefined && position !== undefined) found.set(position, expansion);
  }
  return found;
}

/** Where the keys come from. */
export const pathsOf = ({ origins }: FlatSigningProvider): readonly string[] =>
  [...origins.values()].map(
    ({ fingerprint, path }) => `${encodeHex(fingerprint)}${formatKeyPath(path)}`,
  );

/** A descriptor of ours, and what its scripts are for. */
export type OwnDescriptor = {
  /** As `parseDescriptor` gives it. */
  readonly descriptor: Descriptor;
  /** For change; else for addresses that others are told. */
  readonly isChange: boolean;
  /** Positions from 0 that are looked through, where nobody names one. 1000 when left out. */
  readonly range?: number | undefined;
};

/** Positions that are looked through, and beyond which wallets find nothing any more. */
export const DEFAULT_RANGE = 1000;

/**
 * Which scripts are of these descriptors. Positions that a PSBT names are tried first, then all of
 * the range: what is found there is derived anew, whoever named it.
 */
export function descriptorOwners(
  descriptors: readonly OwnDescriptor[],
  source: PrivateKeySource,
): FindOwners {
  const all = [...descriptors, ...sistersOf(descriptors)];
  const tables = all.map((own) => createTable(own, source));
  const find = (questions: readonly OwnerQuestion[]) => {
    const found = askAtHints(tables, questions);
    if (found.every((owner) => owner !== undefined)) return found;
    for (const table of tables) table.expandRange();
    return questions.map(({ script }, i) => found[i] ?? ask(tables, script));
  };
  const holds = (item: Bytes) =>
    tables.some((table) => {
      table.expandRange();
      return table.holds(item);
    });
  const parsed = descriptors.map(({ descriptor }) => descriptor);
  return Object.assign(find, { keys: ownKeys(parsed, source, holds) });
}

/** Finds scripts at the positions that are named, and nowhere else. */
export function hintedOwners(
  descriptors: readonly OwnDescriptor[],
  source: PrivateKeySource,
): FindOwners {
  const tables = [...descriptors, ...sistersOf(descriptors)].map((own) => createTable(own, source));
  return (questions) => askAtHints(tables, questions);
}

/** Positions beyond the usual range that a PSBT may name. Each costs time. */
const MOST_FAR = 2048;

function askAtHints(tables: readonly Table[], questions: readonly OwnerQuestion[]) {
  const hints = [...new Set(questions.flatMap((question) => question.hints))];
  const far = hints.filter((hint) => hint >= DEFAULT_RANGE).slice(0, MOST_FAR);
  const wanted = [...hints.filter((hint) => hint < DEFAULT_RANGE), ...far];
  for (const table of tables) table.expand(wanted);
  return questions.map(({ script }) => ask(tables, script));
}

/** The other branch, for change or for addresses, where only one of the two was given. */
function sistersOf(descriptors: readonly OwnDescriptor[]): readonly OwnDescriptor[] {
  const given = new Set(descriptors.map(({ descriptor }) => JSON.stringify(descriptor, asText)));
  return descriptors.flatMap((own) => {
    const descriptor = isRange(own.descriptor) ? sisterOf(own.descriptor) : undefined;
    if (descriptor === undefined || given.has(JSON.stringify(descriptor, asText))) return [];
    return [{ ...own, descriptor, isChange: branchOf(descriptor) === 1 }];
  });
}

const asText = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);

const branchOf = (descriptor: Descriptor): number | undefined => {
  for (const key of allKeys(descriptor)) {
    const inner = key.kind === 'origin' ? key.key : key;
    if (inner.kind === 'extended' && inner.wildcard !== 'none') return lastOf(inner.path);
  }
  return undefined;
};

/** `undefined`: its keys do not all have a branch 0 or 1 before the position. */
function sisterOf(descriptor: Descriptor): Descriptor | undefined {
  const branches = new Set<number | undefined>();
  const flip = (key: KeyExpression): KeyExpression => {
    if (key.kind === 'origin') return { ...key, key: flip(key.key) };
    if (key.kind === 'constant' || key.wildcard === 'none') return key;
    if (key.kind === 'musig') {
      branches.add(undefined);
      return key;
    }
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

function ask(tables: readonly Table[], script: Bytes): Owner | undefined {
  for (const table of tables) {
    const owner = table.find(script);
    if (owner !== undefined) return owner;
  }
  return undefined;
}

/** What a descriptor stands for, at the positions that were asked about so far. */
function createTable({ descriptor, isChange, range }: OwnDescriptor, source: PrivateKeySource) {
  const end = isRange(descriptor) ? (range ?? DEFAULT_RANGE) : 1;
  const done = new Set<number>();
  const owners = new Map<string, Owner>();
  const publicKeys: Bytes[] = [];
  let holds: ReturnType<typeof keyTable> | undefined;
  const expand = (positions: readonly number[]) => {
    const wanted = isRange(descriptor) ? positions : [0];
    const missing = [...new Set(wanted)].filter((position) => !done.has(position));
    for (const position of missing) done.add(position);
    for (const [index, { scripts, flatProvider }] of expandAt(descriptor, missing, source)) {
      const [role, paths] = [isChange ? 'change' : 'own', pathsOf(flatProvider)] as const;
      const owner = { role, index, paths, isFar: index >= end };
      for (const script of scripts) owners.set(encodeHex(script), owner);
      publicKeys.push(...flatProvider.publicKeys.values());
    }
    if (missing.length > 0) holds = undefined;
  };
  return {
    expand,
    expandRange: () => expand(Array.from({ length: end }, (_, i) => i)),
    holds: (item: Bytes): boolean => {
      holds ??= keyTable(publicKeys);
      return holds(item);
    },
    find: (script: Bytes): Owner | undefined => owners.get(encodeHex(script)),
  };
}

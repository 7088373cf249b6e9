import type { Descriptor } from '../descriptor/descriptor.ts';
import { isRange } from '../descriptor/descriptor.ts';
import { type Expansion, expandMany } from '../descriptor/expand.ts';
import type { FlatSigningProvider } from '../descriptor/flat-signing-provider.ts';
import { formatKeyPath } from '../descriptor/key-path.ts';
import type { PrivateKeySource } from '../descriptor/private-keys.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { FindOwners } from './evidence.ts';
import type { Owner } from './model.ts';

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
const DEFAULT_RANGE = 1000;

/**
 * Which scripts are of these descriptors. Positions that a PSBT names are tried first, then all of
 * the range: what is found there is derived anew, whoever named it.
 */
export function descriptorOwners(
  descriptors: readonly OwnDescriptor[],
  source: PrivateKeySource,
): FindOwners {
  const tables = descriptors.map((own) => createTable(own, source));
  return (questions) => {
    for (const table of tables) table.expand(questions.flatMap(({ hints }) => hints));
    const found = questions.map(({ script }) => ask(tables, script));
    if (found.every((owner) => owner !== undefined)) return found;
    for (const table of tables) table.expandRange();
    return questions.map(({ script }, i) => found[i] ?? ask(tables, script));
  };
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
  const expand = (positions: readonly number[]) => {
    const wanted = isRange(descriptor) ? positions : [0];
    const missing = [...new Set(wanted)].filter((position) => !done.has(position));
    for (const position of missing) done.add(position);
    for (const [index, { scripts, flatProvider }] of expandAt(descriptor, missing, source)) {
      const [role, paths] = [isChange ? 'change' : 'own', pathsOf(flatProvider)] as const;
      const owner = { role, index, paths, isFar: index >= end };
      for (const script of scripts) owners.set(encodeHex(script), owner);
    }
  };
  return {
    expand,
    expandRange: () => expand(Array.from({ length: end }, (_, i) => i)),
    find: (script: Bytes): Owner | undefined => owners.get(encodeHex(script)),
  };
}

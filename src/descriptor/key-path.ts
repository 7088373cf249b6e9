import { encodeHex } from '../encoding/hex.ts';
import { lastOf, replaced } from '../encoding/list.ts';
import type { KeyOrigin } from '../signing/provider.ts';
import { HARDENED, isHardened } from './extended-key.ts';
import type { Wildcard } from './key-expression.ts';

/** Collects errors and findings of the parser. */
export type PathNotes = {
  error: string;
  /** True if the last hardened step has an apostrophe; unchanged if there is none. */
  apostrophe: boolean;
  hasHardened: boolean;
};

/** Records the error of an invalid text. */
export function fail(notes: PathNotes, error: string): undefined {
  notes.error = error;
  return undefined;
}

const MAX_UINT32 = 0xffffffff;

/** Core's `ToIntegral<uint32_t>`: digits only. */
export function parseUint32(text: string): number | undefined {
  if (!/^[0-9]+$/.test(text) || text.replace(/^0+/, '').length > 10) return undefined;
  const value = Number(text);
  return value <= MAX_UINT32 ? value : undefined;
}

/** Parses a step (BIP380): "/NUM or /NUM', /NUMh: steps of the path". */
function parseStep(text: string, notes: PathNotes): number | undefined {
  const marker = lastOf(text);
  const hardened = marker === "'" || marker === 'h';
  const digits = hardened ? text.slice(0, -1) : text;
  if (hardened) notes.apostrophe = marker === "'";
  const value = parseUint32(digits);
  if (value === undefined) return fail(notes, `Key path value '${digits}' is not a valid uint32`);
  if (value >= HARDENED) return fail(notes, `Key path value ${value} is out of range`);
  notes.hasHardened ||= hardened;
  return hardened ? value + HARDENED : value;
}

/** Parses the values of `<NUM;NUM...>` (BIP389). */
function parseAlternatives(text: string, notes: PathNotes): number[] | undefined {
  const parts = text.slice(1, -1).split(';');
  if (parts.length < 2)
    return fail(notes, 'Multipath key path specifiers must have at least two items');
  const values = new Set<number>();
  for (const part of parts) {
    const value = parseStep(part, notes);
    if (value === undefined) return undefined;
    if (values.has(value))
      return fail(notes, `Duplicated key path value ${value} in multipath specifier`);
    values.add(value);
  }
  return [...values];
}

/** Parses steps to one path, or to one for each alternative. `undefined`: see `notes.error`. */
export function parseKeyPath(
  steps: readonly string[],
  notes: PathNotes,
  { multipath }: { readonly multipath: boolean },
): number[][] | undefined {
  const path: number[] = [];
  let alternatives: readonly number[] | undefined;
  let place = 0;
  for (const step of steps) {
    if (!(step.startsWith('<') && step.endsWith('>'))) {
      const value = parseStep(step, notes);
      if (value === undefined) return undefined;
      path.push(value);
      continue;
    }
    if (!multipath)
      return fail(
        notes,
        `Key path value '${step}' specifies multipath in a section where multipath is not allowed`,
      );
    if (alternatives !== undefined)
      return fail(notes, 'Multiple multipath key path specifiers found');
    alternatives = parseAlternatives(step, notes);
    if (alternatives === undefined) return undefined;
    place = path.push(0) - 1;
  }
  return alternatives?.map((value) => replaced(path, place, value)) ?? [path];
}

/** Removes a wildcard from the end of the steps, if there is one. */
export function takeWildcard(
  steps: readonly string[],
  notes: PathNotes,
): { readonly steps: readonly string[]; readonly wildcard: Wildcard } {
  const last = lastOf(steps);
  if (last === '*') return { steps: steps.slice(0, -1), wildcard: 'unhardened' };
  if (last !== "*'" && last !== '*h') return { steps, wildcard: 'none' };
  notes.apostrophe = last === "*'";
  return { steps: steps.slice(0, -1), wildcard: 'hardened' };
}

/**
 * Parses a path such as `m/84h/0h/1`. The `m` is optional; hardened steps end in h or an
 * apostrophe. Returns `undefined` for other texts. Core: ParseHDKeypath.
 */
export function parseHdKeyPath(text: string): readonly number[] | undefined {
  const items = text.split('/');
  if (lastOf(items) === '') items.pop();
  if (items[0] === 'm') items.shift();
  const path: number[] = [];
  for (const item of items) {
    const hardened = item.endsWith("'") || item.endsWith('h');
    const value = parseUint32(hardened ? item.slice(0, -1) : item);
    if (value === undefined || value >= HARDENED) return undefined;
    path.push(hardened ? value + HARDENED : value);
  }
  return path;
}

/** Returns the rest of a path after `begin`; `undefined` if it does not start with `begin`. */
export const stepsBehind = (
  begin: readonly number[],
  path: readonly number[],
): readonly number[] | undefined =>
  begin.every((step, i) => path[i] === step) ? path.slice(begin.length) : undefined;

/** Formats a path as `/84h/0h/1`. */
export function formatKeyPath(path: readonly number[], apostrophe = false): string {
  const marker = apostrophe ? "'" : 'h';
  return path.map((step) => `/${step % HARDENED}${isHardened(step) ? marker : ''}`).join('');
}

/** The origin of a key as text: the master key's fingerprint, and the path from it. */
export const describeOrigin = ({ fingerprint, path }: KeyOrigin) => ({
  masterFingerprint: encodeHex(fingerprint),
  path: `m${formatKeyPath(path)}`,
});

/**
 * Returns the set of master keys of paths such as `d34db33f/84h/0h/0h/1/0`, as one text. A path
 * without steps belongs to a single key, which has no master key.
 */
export const mastersOf = (paths: readonly string[]): string =>
  [...new Set(paths.map((path) => (path[8] === '/' ? path.slice(0, 8) : '')))].sort().join();

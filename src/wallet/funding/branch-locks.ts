import type { Descriptor } from '../../descriptor/descriptor.ts';
import { type SpendingPath, spendingPaths } from '../../descriptor/spending-paths.ts';
import { LOCKTIME_THRESHOLD } from '../../script/limits.ts';
import {
  isSequenceMet,
  SEQUENCE_LOCKTIME_DISABLE_FLAG,
  SEQUENCE_LOCKTIME_TYPE_FLAG,
} from '../../sighash/transaction-checker.ts';
import { SEQUENCE_FINAL } from '../../transaction/transaction.ts';
import { WITNESS_SCALE_FACTOR } from '../../transaction/weight.ts';

/** Outpoint, sequence and the length of an empty scriptSig, in weight units. */
const BARE_INPUT = (32 + 4 + 4 + 1) * WITNESS_SCALE_FACTOR;

/**
 * Returns the weight units of an input spent by this path, or `undefined` if no path has this
 * number. `maximum`: count signatures of 72 or 65 bytes instead of those the wallet makes.
 */
function inputWeightOf(descriptor: Descriptor, path: number, maximum: boolean): number | undefined {
  const chosen = spendingPaths(descriptor)?.[path];
  if (chosen === undefined) return undefined;
  const { weight, signers } = chosen;
  const count = signers.reduce((sum, { threshold }) => sum + threshold, 0);
  return weight - (maximum ? 0 : count);
}

/** Returns the weight of the data added to such an input. */
export function branchWeight(
  descriptor: Descriptor,
  path: number,
  maximum: boolean,
): number | undefined {
  const weight = inputWeightOf(descriptor, path, maximum);
  return weight === undefined ? undefined : weight - BARE_INPUT;
}

/** Why a path cannot be used. */
export type BranchError =
  /** A descriptor has this many paths, or its paths are unknown. */
  | { readonly error: 'no such path'; readonly count: number }
  /** Descriptors differ in the locks of the path with this number. */
  | { readonly error: 'paths differ' }
  | LockError;

/** Why a requested lock cannot open a path. */
export type LockError =
  /** The path asks for a height and the caller for a time, or the other way round. */
  | { readonly error: 'locktime of other kind'; readonly after: number }
  /** The path asks for blocks and the sequence for a time, or the other way round. */
  | { readonly error: 'sequence of other kind'; readonly older: number }
  /** The sequence is final, which switches off every lock. */
  | { readonly error: 'sequence is final' }
  /** Relative locks need version 2. */
  | { readonly error: 'version without locks'; readonly older: number };

/** The locks of a path. */
export type BranchLocks = Pick<SpendingPath, 'older' | 'after'>;

/** Returns the locks that the path with this number requires; 0 is the smallest path. */
export function chooseBranch(
  descriptors: readonly Descriptor[],
  path: number,
): BranchLocks | BranchError {
  const all = descriptors.map((descriptor) => spendingPaths(descriptor) ?? []);
  const chosen = all.map((paths) => paths[path]);
  const [first] = chosen;
  const least = Math.min(...all.map(({ length }) => length));
  if (first === undefined || path >= least) return { error: 'no such path', count: least };
  const { older, after } = first;
  const isSame = chosen.every((other) => other?.older === older && other?.after === after);
  return isSame ? { ...(older && { older }), ...(after && { after }) } : { error: 'paths differ' };
}

/**
 * Returns how many confirmations a coin needs to be spent in the next block. The confirmation time
 * is unknown here, so a time-based lock only requires that the coin is confirmed.
 */
export function depthToOpen(older: number | undefined): number {
  if (older === undefined) return 0;
  return (older & SEQUENCE_LOCKTIME_TYPE_FLAG) === 0 ? older & 0xffff : 1;
}

/**
 * Returns the lock time that opens a path: the later of the path's and the requested one. A
 * requested lock time of 0 asks for none.
 */
export function openLocktime({ after }: BranchLocks, given: number): number | LockError {
  if (after === undefined || given === 0) return after ?? given;
  const isTime = (value: number) => value >= LOCKTIME_THRESHOLD;
  if (isTime(given) !== isTime(after)) return { error: 'locktime of other kind', after };
  return Math.max(given, after);
}

/**
 * Returns the sequence that opens a path: the longer of the path's and the requested lock.
 * `undefined` means that the usual sequence opens it.
 */
export function openSequence(
  { older, after }: BranchLocks,
  given: number | undefined,
  version: number,
): number | undefined | LockError {
  const isLocked = older !== undefined || after !== undefined;
  if (isLocked && given === SEQUENCE_FINAL) return { error: 'sequence is final' };
  if (older === undefined) return given;
  if (version < 2) return { error: 'version without locks', older };
  // With the disable flag, the sequence is no lock.
  if (given === undefined || given >= SEQUENCE_LOCKTIME_DISABLE_FLAG) return older;
  const kindOf = (sequence: number) => sequence & SEQUENCE_LOCKTIME_TYPE_FLAG;
  if (kindOf(given) !== kindOf(older)) return { error: 'sequence of other kind', older };
  return isSequenceMet({ version }, given, older) ? given : older;
}

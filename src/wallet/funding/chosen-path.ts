import type { Descriptor } from '../../descriptor/descriptor.ts';
import { type SpendingPath, spendingPaths } from '../../descriptor/spending-paths.ts';
import { SEQUENCE_LOCKTIME_TYPE_FLAG } from '../../sighash/transaction-checker.ts';
import { WITNESS_SCALE_FACTOR } from '../../transaction/weight.ts';

/** Outpoint, sequence and the length of an empty scriptSig, in weight units. */
const BARE_INPUT = (32 + 4 + 4 + 1) * WITNESS_SCALE_FACTOR;

/**
 * Returns the weight units of an input spent by this path, or `undefined` if no path has this
 * number. `maximum`: count signatures of 72 or 65 bytes instead of those the wallet makes.
 */
export function inputWeightOf(
  descriptor: Descriptor,
  path: number,
  maximum: boolean,
): number | undefined {
  const chosen = spendingPaths(descriptor)?.[path];
  if (chosen === undefined) return undefined;
  const { weight, signers } = chosen;
  const count = signers.reduce((sum, { threshold }) => sum + threshold, 0);
  return weight - (maximum ? 0 : count);
}

/** Returns the weight of the data added to such an input. */
export function chosenPathWeight(
  descriptor: Descriptor,
  path: number,
  maximum: boolean,
): number | undefined {
  const weight = inputWeightOf(descriptor, path, maximum);
  return weight === undefined ? undefined : weight - BARE_INPUT;
}

/** Why a path cannot be used. */
export type PathError =
  /** A descriptor has this many paths, or its paths are unknown. */
  | { readonly error: 'no such path'; readonly count: number }
  /** Descriptors differ in the locks of the path with this number. */
  | { readonly error: 'paths differ' };

/** Returns the locks that the path with this number requires; 0 is the smallest path. */
export function choosePath(
  descriptors: readonly Descriptor[],
  path: number,
): Pick<SpendingPath, 'older' | 'after'> | PathError {
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

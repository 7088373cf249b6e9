import type { Descriptor } from '../../descriptor/descriptor.ts';
import { type SpendingPath, spendingPaths } from '../../descriptor/spending-paths.ts';
import { SEQUENCE_LOCKTIME_TYPE_FLAG } from '../../sighash/checker.ts';
import { WITNESS_SCALE_FACTOR } from '../../transaction/weight.ts';

/** Outpoint, sequence and the length of an empty scriptSig, in weight units. */
const BARE_INPUT = (32 + 4 + 4 + 1) * WITNESS_SCALE_FACTOR;

/**
 * Weight units of an input that is spent by this path; `undefined`: there is none of this number.
 * `maximum`: its signatures may have 72 bytes, or 65; else they are those that the wallet makes.
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

/** Of such an input, what is put into it. */
export function chosenPathWeight(
  descriptor: Descriptor,
  path: number,
  maximum: boolean,
): number | undefined {
  const weight = inputWeightOf(descriptor, path, maximum);
  return weight === undefined ? undefined : weight - BARE_INPUT;
}

/** Why a path cannot be taken. */
export type PathError =
  /** A descriptor has so many paths, or none that is known. */
  | { readonly error: 'no such path'; readonly count: number }
  /** The same number means other locks in another descriptor. */
  | { readonly error: 'paths differ' };

/** What the path with this number, the smallest being 0, asks of a transaction. */
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
 * How many confirmations a coin needs for a block that is made now. How long ago it was confirmed
 * nobody says here: of times only that it was.
 */
export function depthToOpen(older: number | undefined): number {
  if (older === undefined) return 0;
  return (older & SEQUENCE_LOCKTIME_TYPE_FLAG) === 0 ? older & 0xffff : 1;
}

import type { FeeTiers } from '../transaction/fee-bounds.ts';
import type { FindingId } from './catalog.ts';
import type { Finding, Review } from './model.ts';

/** Which findings stop a signing. */
export type Policy = {
  /** Those of severity `stop` do, and `fee-very-high`; else only what `refuse` names. */
  readonly strict: boolean;
  /** Findings that stop nothing, whatever their severity. */
  readonly allow: readonly FindingId[];
  /** Findings that stop it, whatever their severity. */
  readonly refuse: readonly FindingId[];
  /** From which fee on a review says so. Absent: `defaultFeeTiers`. */
  readonly fees?: FeeTiers | undefined;
};

/** For programs that sign without a person: what says stop does, and so does `fee-very-high`. */
export const strictPolicy: Policy = { strict: true, allow: [], refuse: [] };

/** For people who read the review: what says stop does. */
export const screenPolicy: Policy = { strict: true, allow: ['fee-very-high'], refuse: [] };

/** A strict policy refuses it, though it is a warning: a fee of 10 % of what is paid. */
const STRICT: readonly FindingId[] = ['fee-very-high'];

/** Stops nothing. */
export const noPolicy: Policy = { strict: false, allow: [], refuse: [] };

/** What the policy does not let be signed. */
export function refusedBy(
  { strict, allow, refuse }: Policy,
  { findings }: Pick<Review, 'findings'>,
): readonly Finding[] {
  return findings.filter(
    ({ id, severity }) =>
      refuse.includes(id) ||
      (strict && (severity === 'stop' || STRICT.includes(id)) && !allow.includes(id)),
  );
}

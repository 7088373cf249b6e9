import type { FeeTiers } from '../transaction/fee-bounds.ts';
import type { FindingId } from './catalog.ts';
import type { Finding, Review } from './model.ts';

/** Which findings stop a signing. */
export type Policy = {
  /** Stops, `fee-very-high` and `change-far` do; else only what `refuse` names. */
  readonly strict: boolean;
  /** Findings that stop nothing, whatever their severity. */
  readonly allow: readonly FindingId[];
  /** Findings that stop nothing in one review, which is named by its id. Absent: none. */
  readonly allowOnce?: readonly AllowedOnce[] | undefined;
  /** Findings that stop it, whatever their severity. */
  readonly refuse: readonly FindingId[];
  /** From which fee on a review says so. Absent: `defaultFeeTiers`. */
  readonly fees?: FeeTiers | undefined;
};

/** A finding that was judged for one review, and for no other. */
export type AllowedOnce = {
  /** Its id, of one that `canConfirm`. */
  readonly finding: FindingId;
  /** 64 hex digits (`reviewId`). */
  readonly review: string;
};

/**
 * Findings that a person may know to be right, and confirm one by one. All other stops have no
 * override: what is wrong has to be fixed where the PSBT was made.
 */
const JUDGEMENT: readonly FindingId[] = [
  'fee-very-high',
  'fee-too-high',
  'coin-paid-elsewhere',
  'sighash-single',
  'sighash-anyone-can-pay',
  'change-far',
  'output-unspendable',
  'output-anyone-can-spend',
  'address-look-alike',
  'locktime-far',
  'modifiable-signed',
  'relative-lock-far',
];

/** Whether a person may confirm a finding, so that it stops nothing this once. */
export const canConfirm = (id: FindingId): boolean => JUDGEMENT.includes(id);

/** A strict policy refuses them, though they are warnings: a program cannot look twice. */
const STRICT: readonly FindingId[] = ['fee-very-high', 'change-far'];

/** For programs that sign without a person: stops refuse, and so do the warnings of `STRICT`. */
export const strictPolicy: Policy = { strict: true, allow: [], refuse: [] };

/** For people who read the review: what says stop does. */
export const screenPolicy: Policy = { strict: true, allow: [...STRICT], refuse: [] };

/** Stops nothing. */
export const noPolicy: Policy = { strict: false, allow: [], refuse: [] };

/**
 * What the policy does not let be signed. `id`: of the review, for what is allowed in it alone;
 * absent: nothing is.
 */
export function refusedBy(
  { strict, allow, allowOnce = [], refuse }: Policy,
  { findings }: Pick<Review, 'findings'>,
  id?: string,
): readonly Finding[] {
  const once = allowOnce.filter((each) => each.review === id).map(({ finding }) => finding);
  const allowed = [...allow, ...once];
  return findings.filter(
    (each) =>
      refuse.includes(each.id) ||
      (strict &&
        (each.severity === 'stop' || STRICT.includes(each.id)) &&
        !allowed.includes(each.id)),
  );
}

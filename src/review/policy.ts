import type { FeeTiers } from '../transaction/fee-bounds.ts';
import type { FindingId } from './catalog.ts';
import type { Finding, Review } from './model.ts';

/** Which findings stop a signing. */
export type Policy = {
  /**
   * Stops do, and some warnings, such as `fee-very-high`; else only what `refuse` names and what
   * has no override (`isHard`).
   */
  readonly strict: boolean;
  /** Findings that stop nothing, whatever their severity, unless they have no override. */
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

/**
 * Findings without an override: the transaction cannot be right, or it takes money that the review
 * calls safe. No policy allows them, and no person.
 */
const HARD: readonly FindingId[] = [
  'fee-negative',
  'amount-impossible',
  'amount-contradicted',
  'utxo-mismatch',
  'script-mismatch',
  'signature-invalid',
  'sighash-undefined',
  'change-not-ours',
  'input-foreign-script',
  'input-not-ours',
  'input-twice',
  'silent-script-wrong',
  'silent-proof-invalid',
];

/** Whether a finding stops every signature: no policy can allow it. */
export const isHard = (id: FindingId): boolean => HARD.includes(id);

/** Whether a person may confirm a finding, so that it stops nothing this once. */
export const canConfirm = (id: FindingId): boolean => JUDGEMENT.includes(id);

/** A strict policy refuses them, though they are warnings: a program cannot look twice. */
const STRICT: readonly FindingId[] = ['fee-very-high', 'change-far', 'wallet-unregistered'];

/** For programs that sign without a person: stops refuse, and so do the warnings of `STRICT`. */
export const strictPolicy: Policy = { strict: true, allow: [], refuse: [] };

/** For people who read the review: what says stop does. */
export const screenPolicy: Policy = { strict: true, allow: [...STRICT], refuse: [] };

/** Stops only what no policy can allow (`isHard`). */
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
      isHard(each.id) ||
      (strict &&
        (each.severity === 'stop' || STRICT.includes(each.id)) &&
        !allowed.includes(each.id)),
  );
}

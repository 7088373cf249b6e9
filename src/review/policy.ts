import { checkArguments } from '../arguments/check-arguments.ts';
import { argumentError } from '../encoding/coldsign-error.ts';
import { nearest } from '../encoding/edit-distance.ts';
import { type FindingId, findingIds, isFindingId } from './catalog.ts';
import { type Finding, findingKinds, type Review } from './model.ts';
import { type Policy, ruleKinds } from './policy-kinds.ts';

/**
 * Findings that a person may know to be right, and confirm one by one. Other stops have no
 * override: the PSBT has to be fixed in the program that created it.
 */
const JUDGEMENT: readonly FindingId[] = [
  'fee-very-high',
  'fee-too-high',
  'fee-unproven',
  'coin-paid-elsewhere',
  'input-other-account',
  'network-mismatch',
  'sighash-single',
  'sighash-anyone-can-pay',
  'change-far',
  'change-other-script',
  'payee-added',
  'locktime-unsure',
  'output-unspendable',
  'output-anyone-can-spend',
  'address-look-alike',
  'locktime-far',
  'modifiable-signed',
  'relative-lock-far',
  'relative-lock-unsure',
];

/**
 * Findings without an override: the transaction cannot be right, or it takes money that the review
 * calls safe. Neither a policy nor a person can allow them.
 */
const HARD: readonly FindingId[] = [
  'fee-negative',
  'amount-impossible',
  'output-impossible',
  'input-null',
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

/** Returns whether a finding blocks every signature, so that no policy can allow it. */
export const isHard = (id: FindingId): boolean => HARD.includes(id);

/**
 * Returns whether a person may confirm a finding, so that it does not block this time.
 */
export const canConfirm = (id: FindingId): boolean => JUDGEMENT.includes(id);

/** Warnings that a strict policy refuses, because a program cannot judge them. */
const STRICT: readonly FindingId[] = [
  'fee-very-high',
  'change-far',
  'change-other-script',
  'payee-added',
  'locktime-unsure',
  'relative-lock-unsure',
  'wallet-unregistered',
];

/** Policy for programs that sign without a person. Refuses stops and the warnings in `STRICT`. */
export const strictPolicy: Policy = { strict: true, allow: [], refuse: [] };

/** Policy for people who read the review. Refuses only stops. */
export const screenPolicy: Policy = {
  strict: true,
  allow: /* @__PURE__ */ STRICT.slice(),
  refuse: [],
};

/** Refuses only findings that no policy can allow (`isHard`). */
export const noPolicy: Policy = { strict: false, allow: [], refuse: [] };

/**
 * Throws for a policy that names an unknown finding. Such a rule would have no effect: a misspelt
 * `refuse` would let a payment pass.
 */
export function requireKnownFindings(policy: Policy | undefined): void {
  const { allow, refuse, allowOnce }: Partial<Policy> = Object(policy);
  const lists: { readonly [at: string]: unknown } = {
    allow,
    refuse,
    allowOnce: Array.isArray(allowOnce) ? allowOnce.map((each) => each?.finding) : undefined,
  };
  for (const [at, ids] of Object.entries(lists)) {
    const unknown = Array.isArray(ids)
      ? ids.find((id): id is string => typeof id === 'string' && !isFindingId(id))
      : undefined;
    if (unknown === undefined) continue;
    const meant = nearest(unknown, findingIds);
    throw argumentError(
      `policy.${at} names the finding ${unknown}, which does not exist`,
      meant === undefined
        ? 'docs/review.md lists all ids.'
        : `Did you mean ${meant}? Correct its spelling.`,
    );
  }
}

/**
 * Returns the findings that block signing. `id` is the review's id; without it, `allowOnce` has no
 * effect.
 *
 * @param policy - `strictPolicy`, `screenPolicy`, `noPolicy`, or your own.
 * @param review - Only its findings are read.
 * @param id - Of the review, by `reviewId`.
 */
export function refusedBy(
  policy: Policy,
  review: Pick<Review, 'findings'>,
  id?: string,
): readonly Finding[] {
  checkArguments(
    'refusedBy',
    { policy: [policy, 'Policy'], review: [review, 'FindingsOf'], id: [id, 'text?'] },
    { ...ruleKinds, ...findingKinds },
  );
  requireKnownFindings(policy);
  const { strict, allow, allowOnce = [], refuse } = policy;
  const once = allowOnce.filter((each) => each.review === id).map(({ finding }) => finding);
  const allowed = [...allow, ...once];
  return review.findings.filter(
    (each) =>
      refuse.includes(each.id) ||
      isHard(each.id) ||
      (strict &&
        (each.severity === 'stop' || STRICT.includes(each.id)) &&
        !allowed.includes(each.id)),
  );
}

/**
 * Returns the findings that a person overrides by signing. Apps store their ids.
 *
 * @param review - Only its findings are read.
 */
export function overriddenIn(review: Pick<Review, 'findings'>): readonly Finding[] {
  checkArguments('overriddenIn', { review: [review, 'FindingsOf'] }, findingKinds);
  return review.findings.filter(({ id, severity }) => severity === 'stop' || canConfirm(id));
}

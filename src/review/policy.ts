import type { FindingId } from './catalog.ts';
import type { Finding, Review } from './model.ts';

/** Which findings stop a signing. */
export type Policy = {
  /** Those of severity `stop` do; else only what `refuse` names. */
  readonly strict: boolean;
  /** Findings that stop nothing, whatever their severity. */
  readonly allow: readonly FindingId[];
  /** Findings that stop it, whatever their severity. */
  readonly refuse: readonly FindingId[];
};

/** For people: everything that says stop does. */
export const strictPolicy: Policy = { strict: true, allow: [], refuse: [] };

/** Stops nothing. */
export const noPolicy: Policy = { strict: false, allow: [], refuse: [] };

/** What the policy does not let be signed. */
export function refusedBy(
  { strict, allow, refuse }: Policy,
  { findings }: Pick<Review, 'findings'>,
): readonly Finding[] {
  return findings.filter(
    ({ id, severity }) =>
      refuse.includes(id) || (strict && severity === 'stop' && !allow.includes(id)),
  );
}

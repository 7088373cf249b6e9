import type { Kinds, MembersOf } from '../arguments/basic-kinds.ts';
import type { FeeBounds, FeeTiers } from '../transaction/fee-bounds.ts';
import type { FindingId } from './catalog.ts';
import { nowKinds } from './model.ts';
import type { PastCoin } from './past.ts';

/** Rules for which findings block signing. */
export type Policy = {
  /**
   * If true, stops and some warnings, such as `fee-very-high`, block signing. Otherwise, only
   * findings in `refuse` and findings without an override (`isHard`) do.
   */
  readonly strict: boolean;
  /** Findings that never block at any severity, unless they have no override. */
  readonly allow: readonly FindingId[];
  /** Findings that do not block one review, identified by its id. Default: none. */
  readonly allowOnce?: readonly AllowedOnce[] | undefined;
  /** Findings that block at any severity. */
  readonly refuse: readonly FindingId[];
  /** Fee limits above which a review reports a finding. Default: `defaultFeeTiers`. */
  readonly fees?: FeeTiers | undefined;
};

/** A finding that a person has confirmed for one review only. */
export type AllowedOnce = {
  /** Id of a finding that `canConfirm`. */
  readonly finding: FindingId;
  /** Review id, 64 hex digits (`reviewId`). */
  readonly review: string;
};

/** The checks of the rules of a review. */
export const ruleKinds = {
  AllowedOnce: { only: { finding: 'text', review: 'text' } },
  FeeBounds: {
    only: {
      maxFeeRate: 'number',
      maxShare: 'bigint',
      maxFee: 'bigint',
      maxTimesEstimate: 'bigint',
      smallFee: 'bigint',
      ordinaryFee: 'bigint',
    },
  },
  FeeTiers: { only: { high: 'FeeBounds', veryHigh: 'FeeBounds', tooHigh: 'FeeBounds' } },
  Policy: {
    only: {
      strict: 'boolean',
      allow: 'text[]',
      allowOnce: 'AllowedOnce[]?',
      refuse: 'text[]',
      fees: 'FeeTiers?',
    },
  },
} as const satisfies Kinds & {
  readonly AllowedOnce: { readonly only: MembersOf<AllowedOnce> };
  readonly FeeBounds: { readonly only: MembersOf<FeeBounds> };
  readonly FeeTiers: { readonly only: MembersOf<FeeTiers> };
  readonly Policy: { readonly only: MembersOf<Policy> };
};

/** Kinds for the rules and the facts of a review, which payments need too. */
export const policyKinds = {
  ...ruleKinds,
  ...nowKinds,
  PastCoin: {
    value: 'bigint?',
    payees: 'text',
    isSigned: 'boolean',
    payments: 'Payee[]?',
    isSettled: 'boolean?',
  },
  Payee: { value: 'bigint', scriptPubKey: 'bytes', silentAddress: 'text?' },
} as const satisfies Kinds & {
  readonly PastCoin: MembersOf<PastCoin>;
};

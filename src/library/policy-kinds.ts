import type { Kinds, MembersOf } from '../arguments/check-arguments.ts';
import type { Now } from '../review/model.ts';
import type { PastCoin } from '../review/past.ts';
import type { AllowedOnce, Policy } from '../review/policy.ts';
import type { FeeBounds, FeeTiers } from '../transaction/fee-bounds.ts';

/** Kinds for the rules and the facts of a review, which payments need too. */
export const policyKinds = {
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
  Now: { only: { height: 'integer?', time: 'integer?' } },
  PastCoin: {
    value: 'bigint?',
    payees: 'text',
    isSigned: 'boolean',
    payments: 'Payee[]?',
    isSettled: 'boolean?',
  },
  Payee: { value: 'bigint', scriptPubKey: 'bytes', silentAddress: 'text?' },
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
  readonly Now: { readonly only: MembersOf<Now> };
  readonly PastCoin: MembersOf<PastCoin>;
  readonly Policy: { readonly only: MembersOf<Policy> };
};

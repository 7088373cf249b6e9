import type { Kinds, MembersOf } from '../arguments/basic-kinds.ts';
import { nowKinds } from './model.ts';
import type { PastCoin } from './past.ts';
import { ruleKinds } from './policy.ts';

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

import type { Kinds, MembersOf } from '../arguments/basic-kinds.ts';
import { reading } from '../arguments/reading.ts';
import { argumentError } from '../encoding/coldsign-error.ts';
import { transactionKinds } from '../transaction/transaction.ts';
import {
  type FeeProof,
  findingKinds,
  nowKinds,
  type Owner,
  type Review,
  type ReviewedInput,
  type ReviewedOutput,
} from './model.ts';

/** Kinds for a review as coldsign made it. Apps may add notes of their own. */
export const shownKinds = {
  ...transactionKinds,
  ...findingKinds,
  ...nowKinds,
  Review: {
    transaction: 'Transaction',
    network: 'any',
    otherNetwork: 'any',
    inputs: 'ReviewedInput[]',
    outputs: 'ReviewedOutput[]',
    knowsOwners: 'any',
    fee: 'bigint',
    feeProof: 'FeeProof',
    feeRate: 'number',
    feeShare: 'integer?',
    isWhole: 'any',
    vsize: 'integer',
    lifted: 'integer',
    isFinal: 'any',
    nonStandard: 'text[]',
    fields: 'text[]',
    isModifiable: 'any',
    now: 'Now',
    findings: 'Finding[]',
  },
  FeeProof: { kind: 'text', inputs: 'integer[]', atMost: 'bigint?' },
  ReviewedInput: {
    outPoint: 'OutPoint',
    value: 'bigint?',
    certainty: 'any',
    scriptPubKey: 'bytes?',
    address: 'any',
    lock: 'text',
    owner: 'Owner?',
    claim: 'any',
    isProven: 'any',
    cosigners: 'any',
    sighashType: 'any',
    signatures: 'object[]',
    verdict: 'any',
    sequence: 'integer',
    problems: 'text[]',
  },
  ReviewedOutput: {
    value: 'bigint',
    scriptPubKey: 'bytes',
    address: 'any',
    role: 'text',
    owner: 'Owner?',
    label: 'any',
    isClaimed: 'any',
    isForged: 'any',
    isShared: 'any',
    isStrange: 'any',
    isDust: 'any',
    isUsed: 'any',
    silentPayment: 'any',
    resembles: 'any',
  },
  Owner: {
    role: 'text',
    index: 'integer',
    paths: 'text[]',
    isFar: 'any',
    isOtherAccount: 'any',
    label: 'any',
    ages: 'any',
    form: 'any',
    accounts: 'any',
  },
} as const satisfies Kinds & {
  readonly Review: MembersOf<Review>;
  readonly FeeProof: MembersOf<FeeProof>;
  readonly ReviewedInput: MembersOf<ReviewedInput>;
  readonly ReviewedOutput: MembersOf<ReviewedOutput>;
  readonly Owner: MembersOf<Owner>;
};

/** Reads a review, whose inner members are not checked. Throws if they cannot be read. */
export const readingReview = <T>(run: () => T): T =>
  reading(run, () =>
    argumentError('The review cannot be read', 'Pass a review as it was returned.'),
  );

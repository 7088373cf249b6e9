import type { Kinds, MembersOf } from '../arguments/check-arguments.ts';
import { argumentError } from '../encoding/coldsign-error.ts';
import { type RingContext, ringMembers } from '../keys/key-ring.ts';
import type { NamedOutput } from '../names/judge-names.ts';
import type { AntiExfil } from '../review/anti-exfil.ts';
import type { CheckOptions } from '../review/check.ts';
import type { Evidence } from '../review/evidence.ts';
import type { OwnDescriptor } from '../review/own-descriptors.ts';
import type { PictureOptions } from '../review/picture.ts';
import type { TransactionTold } from '../review/transaction-subject.ts';
import { checkedWith } from './checked.ts';
import { descriptorKinds } from './descriptor-kinds.ts';
import { policyKinds } from './policy-kinds.ts';
import { psbtKinds } from './psbt-kinds.ts';
import { reading } from './reading.ts';

const curve = { secp256k1: 'Secp256k1?' } as const;

const reviewKinds = {
  AntiExfil: {
    input: 'integer',
    publicKey: 'bytes',
    hostCommitment: 'bytes',
    signerCommitment: 'bytes',
    hostEntropy: 'bytes',
  },
  Evidence: {
    only: {
      network: 'Network',
      findOwners: 'function?',
      known: 'Map<Coin>?',
      ages: 'CoinAges?',
      knowsAllCoins: 'boolean?',
      knownScripts: 'bytes[]?',
      now: 'Now?',
      fee: 'bigint?',
      names: 'NamedOutput[]?',
      fees: 'FeeTiers?',
      expectedFeeRate: 'number?',
      lifted: 'integer?',
      past: 'Map<PastCoin>?',
      spent: 'Map<PastCoin[]>?',
    },
  },
  CoinAges: { only: { tip: 'integer', heights: 'Map<integer>' } },
  NamedOutput: { index: 'integer', name: 'text', problem: 'any', validUntil: 'integer?' },
  TransactionTold: {
    only: {
      coins: 'Map<Coin?>',
      previous: 'Transaction[]?',
      provider: 'SigningProvider',
      sighashType: 'integer?',
      secp256k1: 'Secp256k1',
    },
  },
  CheckOptions: {
    only: {
      ...curve,
      provider: 'SigningProvider?',
      seen: 'Map<text>?',
      transcript: 'AntiExfil[]?',
      network: 'Network?',
    },
  },
  RingContext: { only: { network: 'Network', ...curve } },
  OwnDescriptor: {
    descriptor: 'Descriptor',
    isChange: 'boolean',
    range: 'integer?',
    next: 'integer?',
    used: 'integer?',
  },
  PictureOptions: { only: { narrow: 'boolean?' } },
} as const satisfies Kinds & {
  readonly AntiExfil: MembersOf<AntiExfil>;
  readonly Evidence: { readonly only: MembersOf<Evidence> };
  readonly NamedOutput: MembersOf<NamedOutput>;
  readonly TransactionTold: { readonly only: MembersOf<TransactionTold> };
  readonly CheckOptions: { readonly only: MembersOf<CheckOptions> };
  readonly RingContext: { readonly only: MembersOf<RingContext> };
  readonly OwnDescriptor: MembersOf<OwnDescriptor>;
  readonly PictureOptions: { readonly only: MembersOf<PictureOptions> };
};

/** Checks arguments of reviews. */
export const checked = /* @__PURE__ */ checkedWith({
  ...psbtKinds,
  ...descriptorKinds,
  ...policyKinds,
  ...reviewKinds,
  // Reviews and keys are passed on as coldsign made them, and apps may add their own notes.
  Finding: {
    id: 'text',
    severity: 'text',
    text: 'text',
    advice: 'any',
    inputs: 'integer[]',
    outputs: 'integer[]',
  },
  FindingsOf: { findings: 'Finding[]' },
  Review: {
    transaction: 'Transaction',
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
  Payment: { value: 'bigint', scriptPubKey: 'bytes', owner: 'Owner?', silentPayment: 'any' },
  Owner: {
    role: 'text',
    index: 'integer',
    paths: 'text[]',
    isFar: 'any',
    label: 'any',
    ages: 'any',
    form: 'any',
    accounts: 'any',
  },
  KeyRing: ringMembers,
});

/** Refuses a review whose inner members, which are not checked, cannot be read. */
export const readingReview =
  <A extends readonly unknown[], R>(run: (...args: A) => R): ((...args: A) => R) =>
  (...args) =>
    reading(
      () => run(...args),
      () => argumentError('The review cannot be read', 'Pass a review as it was returned.'),
    );

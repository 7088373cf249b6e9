import { argumentError } from '../encoding/coldsign-error.ts';
import { checkedWith } from './checked.ts';
import { descriptorKinds } from './descriptor-kinds.ts';
import { psbtKinds } from './psbt-kinds.ts';
import { reading } from './reading.ts';

/** Checks arguments of reviews. */
export const checked = /* @__PURE__ */ checkedWith({
  ...psbtKinds,
  ...descriptorKinds,
  Evidence: {
    network: 'Network',
    findOwners: 'function?',
    known: 'Map?',
    knownScripts: 'bytes[]?',
    now: 'object?',
    fee: 'bigint?',
    fees: 'object?',
    expectedFeeRate: 'number?',
    lifted: 'integer?',
    past: 'Map?',
    spent: 'Map?',
  },
  Finding: {
    id: 'text',
    severity: 'text',
    text: 'text',
    inputs: 'integer[]',
    outputs: 'integer[]',
  },
  Policy: { strict: 'boolean', allow: 'text[]', refuse: 'text[]', fees: 'object?' },
  Review: {
    transaction: 'Transaction',
    inputs: 'ReviewedInput[]',
    outputs: 'ReviewedOutput[]',
    fee: 'bigint',
    feeProof: 'FeeProof',
    feeRate: 'number',
    feeShare: 'integer?',
    vsize: 'integer',
    lifted: 'integer',
    nonStandard: 'text[]',
    fields: 'text[]',
    now: 'object',
    findings: 'Finding[]',
  },
  FeeProof: { kind: 'text', inputs: 'integer[]', atMost: 'bigint?' },
  ReviewedInput: {
    outPoint: 'OutPoint',
    value: 'bigint?',
    scriptPubKey: 'bytes?',
    lock: 'text',
    owner: 'Owner?',
    signatures: 'object[]',
    sequence: 'integer',
    problems: 'text[]',
  },
  ReviewedOutput: { value: 'bigint', scriptPubKey: 'bytes', role: 'text', owner: 'Owner?' },
  Owner: { role: 'text', index: 'integer', paths: 'text[]' },
  TransactionTold: {
    coins: 'Map',
    previous: 'Transaction[]?',
    provider: 'SigningProvider',
    sighashType: 'integer?',
    secp256k1: 'Secp256k1',
  },
  CheckOptions: {
    secp256k1: 'Secp256k1?',
    provider: 'SigningProvider?',
    seen: 'Map?',
    transcript: 'object[]?',
    network: 'Network?',
  },
  KeyRing: { masters: 'object[]', descriptors: 'object[]' },
  RingContext: { network: 'Network', secp256k1: 'Secp256k1?' },
  OwnDescriptor: { descriptor: 'Descriptor', isChange: 'boolean', range: 'integer?' },
});

/** Refuses a review whose inner members, which are not checked, cannot be read. */
export const readingReview =
  <A extends readonly unknown[], R>(run: (...args: A) => R): ((...args: A) => R) =>
  (...args) =>
    reading(
      () => run(...args),
      () => argumentError('The review cannot be read', 'Pass a review as it was returned.'),
    );

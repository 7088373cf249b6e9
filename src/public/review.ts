export { networks } from '../encoding/network.ts';
export type { KeyDescriptor, KeyRing, MasterKey, RingContext } from '../keys/key-ring.ts';
export {
  canConfirm,
  catalogEntry,
  descriptorOwners,
  keyOwners,
  overriddenIn,
  pastCoins,
  payeesDigest,
  refusedBy,
  reviewId,
  reviewIdFacts,
  reviewPsbt,
} from '../library/checked-review.ts';
export type { CatalogEntry, FindingId, Severity } from '../review/catalog.ts';
export { findingIds } from '../review/catalog.ts';
export type { Evidence, FindOwners, OwnerQuestion } from '../review/evidence.ts';
export type {
  Certainty,
  Cosigner,
  Cosigners,
  FeeProof,
  Finding,
  Now,
  OutputRole,
  Owner,
  Review,
  ReviewedInput,
  ReviewedOutput,
  ReviewedSignature,
  ReviewedSilentPayment,
  ReviewFacts,
} from '../review/model.ts';
export type { OwnDescriptor } from '../review/own-descriptors.ts';
export type { KeyVerdict, NamedKey, NamedXpub, OwnKeys, XpubVerdict } from '../review/own-keys.ts';
export type { PastCoin, Payee } from '../review/past.ts';
export type { AllowedOnce, Policy } from '../review/policy.ts';
export { noPolicy, screenPolicy, strictPolicy } from '../review/policy.ts';
export type { FeeBounds, FeeTiers } from '../transaction/fee-bounds.ts';
export { defaultFeeTiers } from '../transaction/fee-bounds.ts';
export * from './check.ts';
export * from './names.ts';
export * from './review/print.ts';
export * from './review/transaction.ts';

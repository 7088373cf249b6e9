export { networks } from '../encoding/network.ts';
export type { KeyRing } from '../keys/key-ring.ts';
export * from '../library/names-api.ts';
export * from '../library/review-api.ts';
export { pastCoins, reviewId } from '../library/review-facts.ts';
export type { NamedOutput } from '../names/judge-names.ts';
export type { NameFault, NameProof, ProvenName } from '../names/name-proof.ts';
export { ROOT_KEYS_DATE } from '../names/roots.ts';
export type { KeyDigest } from '../names/signature.ts';
export type { FindingId, Severity } from '../review/catalog.ts';
export { catalogEntry, findingIds } from '../review/catalog.ts';
export type { Check } from '../review/check-model.ts';
export type { Evidence, FindOwners } from '../review/evidence.ts';
export { reviewHtml } from '../review/html.ts';
export type { Finding, Owner, Review, ReviewedInput, ReviewedOutput } from '../review/model.ts';
export type { PastCoin } from '../review/past.ts';
export type { PictureNode } from '../review/picture.ts';
export { reviewPicture, reviewSvg } from '../review/picture.ts';
export {
  noPolicy,
  overriddenIn,
  refusedBy,
  screenPolicy,
  strictPolicy,
} from '../review/policy.ts';
export type { Policy } from '../review/policy-kinds.ts';
export { printReview } from '../review/print.ts';
export type { FeeTiers } from '../transaction/fee-bounds.ts';
export { defaultFeeTiers } from '../transaction/fee-bounds.ts';

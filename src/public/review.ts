export { networks } from '../encoding/network.ts';
export type { KeyDescriptor, KeyRing, MasterKey, RingContext } from '../keys/key-ring.ts';
export * from '../library/checked-names.ts';
export * from '../library/checked-review.ts';
export type { NameContext, NamedOutput } from '../names/judge-names.ts';
export type { NameFault, NameProof, ProvenName } from '../names/name-proof.ts';
export { ROOT_KEYS_DATE } from '../names/roots.ts';
export type { KeyDigest } from '../names/signature.ts';
export type { ProofFault } from '../names/validate.ts';
export type { AntiExfil, AntiExfilVerdict } from '../review/anti-exfil.ts';
export type { CatalogEntry, FindingId, Severity } from '../review/catalog.ts';
export { findingIds } from '../review/catalog.ts';
export type { Check, CheckedSignature, CheckOptions } from '../review/check.ts';
export type {
  CoinAges,
  Evidence,
  FindOwners,
  KnownCoin,
  OwnerQuestion,
} from '../review/evidence.ts';
export type * from '../review/model.ts';
export type { OwnDescriptor } from '../review/own-descriptors.ts';
export type { KeyVerdict, NamedKey, NamedXpub, OwnKeys, XpubVerdict } from '../review/own-keys.ts';
export type { PastCoin, Payee } from '../review/past.ts';
export type { PictureNode, PictureOptions } from '../review/picture.ts';
export type { AllowedOnce, Policy } from '../review/policy.ts';
export { noPolicy, screenPolicy, strictPolicy } from '../review/policy.ts';
export type { PsbtChange } from '../review/signature-changes.ts';
export type { TransactionTold } from '../review/transaction-subject.ts';
export type { FeeBounds, FeeTiers } from '../transaction/fee-bounds.ts';
export { defaultFeeTiers } from '../transaction/fee-bounds.ts';

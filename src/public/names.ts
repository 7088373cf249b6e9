/** @deprecated These names are in `coldsign/review`. This entry goes with 1.0. */

export * from '../library/checked-names.ts';
export type { NameContext, NamedOutput } from '../names/judge-names.ts';
export type { NameFault, NameProof, ProvenName } from '../names/name-proof.ts';
export type { PaymentUri, PaymentUriFault } from '../names/payment-uri.ts';
export { ROOT_KEYS_DATE } from '../names/roots.ts';
export type { KeyDigest } from '../names/signature.ts';
export type { ProofFault } from '../names/validate.ts';

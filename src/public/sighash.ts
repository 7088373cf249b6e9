export type { Sha256, StartSha256 } from '../crypto/hash.ts';
export type { SighashCache } from '../sighash/cache.ts';
export { createSighashCache } from '../sighash/cache.ts';
export { transactionChecker } from '../sighash/checker.ts';
export type { LegacyWish } from '../sighash/legacy-digests.ts';
export type { SighashType } from '../sighash/sighash-type.ts';
export { parseSighashType, Sighash } from '../sighash/sighash-type.ts';
export type { SignatureVerifier } from '../sighash/verifier.ts';

/** @deprecated These names are in `coldsign/signing`. This entry goes with 1.0. */

export type { Sha256, StartSha256 } from '../crypto/hash.ts';
export {
  createSighashCache,
  parseSighashType,
  transactionChecker,
} from '../library/checked-signing.ts';
export type { SighashCache } from '../sighash/cache.ts';
export type { LegacyDigestRequest } from '../sighash/legacy-digests.ts';
export type { SighashType } from '../sighash/sighash-type.ts';
export { Sighash } from '../sighash/sighash-type.ts';
export type { SignatureVerifier } from '../sighash/transaction-checker.ts';

export type { Sha256, StartSha256 } from '../crypto/hash.ts';
export { nobleSecp256k1 } from '../crypto/noble.ts';
export { ComputationFault } from '../crypto/own-signatures.ts';
export { PrivateKey } from '../crypto/private-key.ts';
export type * from '../crypto/secp256k1.ts';
export * from '../library/checked-signing.ts';
export type { SighashCache } from '../sighash/cache.ts';
export type { LegacyDigestRequest } from '../sighash/legacy-digests.ts';
export type { SighashType } from '../sighash/sighash-type.ts';
export { Sighash } from '../sighash/sighash-type.ts';
export type { SignatureVerifier } from '../sighash/transaction-checker.ts';
export type { SigningWorkers } from '../signing/batch-signer.ts';
export type { VerifyAll } from '../signing/external-signer.ts';
export type {
  FailedInput,
  InputError,
  SigningJob,
  SigningOutcome,
  SigningProgress,
} from '../signing/job.ts';
export type { KeyProviderOptions } from '../signing/key-provider.ts';
export type {
  HashKind,
  KeyOrigin,
  Miniscript,
  MusigParticipants,
  SigningPath,
  SigningProvider,
  TaprootLeaf,
  TaprootSpendData,
  TaprootTree,
} from '../signing/provider.ts';
export { emptyProvider } from '../signing/provider.ts';
export type { PendingSignatures, Signatures, SignMany } from '../signing/sign-locally.ts';
export type { MissingData, PartialSignature, TaprootKeyInfo } from '../signing/signature-data.ts';
export type { ExternalSigner, SignatureRequest } from '../signing/signature-request.ts';
export type { FeeLimits } from '../transaction/fee-bounds.ts';

export { nobleSecp256k1 } from '../crypto/noble.ts';
export { ComputationFault } from '../crypto/own-signatures.ts';
export { PrivateKey } from '../crypto/private-key.ts';
export type { Secp256k1 } from '../crypto/secp256k1.ts';
export { decodeWif, encodeWif } from '../crypto/wif.ts';
export type { InputError } from '../signing/input-error.ts';
export { inputErrorSentence } from '../signing/input-error.ts';
export type {
  FailedInput,
  SigningJob,
  SigningOutcome,
  SigningProgress,
} from '../signing/job.ts';
export type { KeyProviderOptions } from '../signing/key-provider.ts';
export { createKeyProvider } from '../signing/key-provider.ts';
export type { SigningProvider } from '../signing/provider.ts';
export { emptyProvider, joinProviders } from '../signing/provider.ts';
export { signTransaction, signTransactionWith } from '../signing/sign-transaction.ts';
export type { ExternalSigner, SignatureRequest } from '../signing/signature-request.ts';

export type { ConsensusParams } from '../chain/consensus.ts';
export type { Network, NetworkName } from '../encoding/network.ts';
export { networks } from '../encoding/network.ts';
export { PlainError } from '../encoding/plain-error.ts';
export type {
  ArgumentsOf,
  Call,
  CreateRawTransaction,
  InputFailure,
  PreviousOutput,
  SighashName,
  SignedTransaction,
  SignRawTransactionWithKey,
  TransactionInput,
  TransactionOutput,
} from '../library/call.ts';
export { createrawtransaction, execute, signrawtransactionwithkey } from '../library/call.ts';
export type { Client } from '../library/client.ts';
export { client } from '../library/client.ts';
export type { CallOptions } from '../library/create-context.ts';
export { createContext } from '../library/create-context.ts';
export type * from '../library/method-types.ts';
export * from '../library/typed-getblocktemplate.ts';
export * from '../library/wallet-methods.ts';
export type { Mining, TemplateCache } from '../mining/mining.ts';
export type { MiningOptions } from '../mining/options.ts';
export type { FindingId, Severity } from '../review/catalog.ts';
export type {
  Certainty,
  FeeProof,
  Finding,
  Now,
  OutputRole,
  Owner,
  Review,
  ReviewedInput,
  ReviewedOutput,
  ReviewedSignature,
  ReviewFacts,
} from '../review/model.ts';
export type { Policy } from '../review/policy.ts';
export type * from '../rpc/context.ts';
export { RpcCode, RpcError } from '../rpc/error.ts';
export type { PlainValue } from '../rpc/plain.ts';
export type { InputDetails } from '../rpc/shape/input-details.ts';
export type { PsbtInputDetails } from '../rpc/shape/psbt-details.ts';
export type { SigningProgress } from '../signing/job.ts';
export type { ExternalSigner, SignatureRequest } from '../signing/signature-request.ts';

export type { Network, NetworkName } from '../encoding/network.ts';
export { networks } from '../encoding/network.ts';
export { createrawtransaction, execute, signrawtransactionwithkey } from '../library/call.ts';
export type { Client } from '../library/client.ts';
export { client } from '../library/client.ts';
export type { CallOptions } from '../library/complete-context.ts';
export type { Methods, SignedTransaction } from '../library/method-types.ts';
export type { BlockTemplate } from '../library/typed-getblocktemplate.ts';
export { getblocktemplate } from '../library/typed-getblocktemplate.ts';
export type { Sent } from '../library/wallet-methods.ts';
export {
  importdescriptors,
  send,
  signrawtransactionwithwallet,
} from '../library/wallet-methods.ts';
export type { TemplateCache } from '../mining/mining.ts';
export type { FindingId, Severity } from '../review/catalog.ts';
export type { Finding, Owner, Review, ReviewedInput, ReviewedOutput } from '../review/model.ts';
export type { Policy } from '../review/policy-kinds.ts';
export { RpcCode, RpcError } from '../rpc/error.ts';
export type { PlainValue } from '../rpc/plain.ts';
export type { Approval, ExternalKeys, SignerCommand } from '../rpc/signing-context.ts';
export type { SigningProgress } from '../signing/job.ts';
export type { ExternalSigner, SignatureRequest } from '../signing/signature-request.ts';

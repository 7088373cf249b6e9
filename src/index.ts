export type { AbortSignalLike } from './encoding/abort.ts';
export type { ErrorDetails } from './encoding/coldsign-error.ts';
export { ColdsignError, isColdsignError } from './encoding/coldsign-error.ts';
export type { ErrorCode } from './encoding/error-code.ts';
export type { Network, NetworkName } from './encoding/network.ts';
export { networks } from './encoding/network.ts';
export { openAccount } from './library/payment/account.ts';
export { addInput } from './library/payment/add-input.ts';
export { signMessage } from './library/payment/address-message.ts';
export { combine } from './library/payment/combine.ts';
export {
  decodePsbt as parsePsbt,
  encodePsbt as formatPsbt,
  tryParsePsbt,
} from './library/payment/encoded.ts';
export type { Extracted } from './library/payment/extract-payment.ts';
export { extract } from './library/payment/extract-payment.ts';
export type { Finalized, InputProblem } from './library/payment/finalize-payment.ts';
export { finalize } from './library/payment/finalize-payment.ts';
export { formatUri } from './library/payment/format-uri.ts';
export type { FundOptions } from './library/payment/fund-options.ts';
export type { Funded } from './library/payment/fund-payment.ts';
export { fund } from './library/payment/fund-payment.ts';
export { isValidMessage, judgeMessage } from './library/payment/judge-address-message.ts';
export type { ApprovedSigner, SigningKey } from './library/payment/keys.ts';
export type { MessageDevice, SignMessageOptions } from './library/payment/message-by-keys.ts';
export type { PaymentOutput } from './library/payment/outputs.ts';
export type { PsbtDevice } from './library/payment/outside.ts';
export type { PaymentRequest } from './library/payment/parse-uri.ts';
export { parseUri, tryParseUri } from './library/payment/parse-uri.ts';
export type { ReviewOptions } from './library/payment/review-payment.ts';
export { review, reviewFirst } from './library/payment/review-payment.ts';
export type { PaymentHistory, PaymentReview } from './library/payment/reviewed.ts';
export type { Signed } from './library/payment/sign.ts';
export { sign } from './library/payment/sign.ts';
export type { Approval, SignOptions } from './library/payment/sign-options.ts';
export type { ConsolidateOptions } from './library/payment/split-batch.ts';
export { consolidate, splitBatch } from './library/payment/split-batch.ts';
export type { SweepOptions, Swept } from './library/payment/sweep.ts';
export { sweep } from './library/payment/sweep.ts';
export type {
  Account,
  AccountAddress,
  AccountCoin,
  AccountOptions,
  AccountPosition,
  AddressKey,
  ElectrumUtxo,
  EsploraUtxo,
  NextPositions,
  NodeUtxo,
  Unspent,
  Utxo,
  UtxoList,
} from './library/payment/types.ts';
export { fromCore, fromElectrum, fromEsplora } from './library/payment/utxo-adapters.ts';
export type { MessageVerdict } from './message/verify.ts';
export type { Psbt } from './psbt/psbt.ts';
export type { FindingId, Severity } from './review/catalog.ts';
export type { Finding, Owner, Review, ReviewedInput, ReviewedOutput } from './review/model.ts';
export type { PastCoin } from './review/past.ts';
export { noPolicy, screenPolicy, strictPolicy } from './review/policy.ts';
export type { Policy } from './review/policy-kinds.ts';
export type { SigningProgress } from './signing/job.ts';
export type { MusigSource } from './signing/musig-creator.ts';
export type { ExternalSigner, SignatureRequest } from './signing/signature-request.ts';
export type { FeeLimits } from './transaction/fee-bounds.ts';

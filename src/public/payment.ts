/** @deprecated These names are in `coldsign`. This entry goes with 1.0. */

export type { AbortSignalLike } from '../encoding/abort.ts';
export type {
  ErrorDetails,
  ErrorFinding,
  ErrorOptions,
  InputFault,
} from '../encoding/coldsign-error.ts';
export { ColdsignError as PaymentError } from '../encoding/coldsign-error.ts';
export type { ErrorCode as PaymentFault } from '../encoding/error-code.ts';
export { PlainError } from '../encoding/plain-error.ts';
export { openAccount } from '../library/payment/account.ts';
export type { PsbtAnswer } from '../library/payment/combine.ts';
export { combine } from '../library/payment/combine.ts';
export type { DecodeOptions, EncodeOptions, PsbtForm } from '../library/payment/encoded.ts';
export { decodePsbt, encodePsbt } from '../library/payment/encoded.ts';
export type { Extracted, ExtractLimits } from '../library/payment/extract-payment.ts';
export { extract } from '../library/payment/extract-payment.ts';
export type { InputProblem } from '../library/payment/finalize-payment.ts';
export type { FundOptions } from '../library/payment/fund-options.ts';
export type { SigningKey } from '../library/payment/keys.ts';
export { fund } from '../library/payment/legacy.ts';
export type { ChangeTarget, PaymentOutput } from '../library/payment/outputs.ts';
export type { DeviceOptions, PsbtDevice } from '../library/payment/outside.ts';
export type { Replaced } from '../library/payment/replace.ts';
export type { Signed, SignOptions } from '../library/payment/sign.ts';
export { sign } from '../library/payment/sign.ts';
export type { SweepOptions, Swept } from '../library/payment/sweep.ts';
export { sweep } from '../library/payment/sweep.ts';
export type * from '../library/payment/types.ts';
export type { Psbt } from '../psbt/psbt.ts';
export type { FeeLimits } from '../transaction/fee-bounds.ts';
export type { RandomBytes } from '../wallet/random.ts';

export { PlainError } from '../encoding/plain-error.ts';
export { openAccount } from '../library/payment/account.ts';
export type { PsbtAnswer } from '../library/payment/combine.ts';
export { combine } from '../library/payment/combine.ts';
export type { DecodeOptions, EncodeOptions, PsbtForm } from '../library/payment/encoded.ts';
export { decodePsbt, encodePsbt } from '../library/payment/encoded.ts';
export type { InputProblem, PaymentFault } from '../library/payment/error.ts';
export { PaymentError } from '../library/payment/error.ts';
export type { Extracted, ExtractLimits } from '../library/payment/extract.ts';
export { extract } from '../library/payment/extract.ts';
export type { FeeLimits } from '../library/payment/fee.ts';
export { fund } from '../library/payment/fund.ts';
export type { FundOptions } from '../library/payment/fund-options.ts';
export type { SigningKey } from '../library/payment/keys.ts';
export type { ChangeTarget, PaymentOutput } from '../library/payment/outputs.ts';
export type { PsbtDevice } from '../library/payment/outside.ts';
export type { Signed, SignOptions } from '../library/payment/sign.ts';
export { sign } from '../library/payment/sign.ts';
export type {
  Account,
  AccountCoin,
  AccountOptions,
  AccountSide,
  CoinAccount,
  CoinOwner,
  CoinsOptions,
  ElectrumUtxo,
  EsploraStatus,
  EsploraUtxo,
  NodeUtxo,
  Place,
  Utxo,
  UtxoList,
} from '../library/payment/types.ts';
export type { Psbt } from '../psbt/psbt.ts';
export type { RandomBytes } from '../wallet/random.ts';

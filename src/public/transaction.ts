export type { Satoshis } from '../encoding/amount.ts';
export { formatAmount, parseFixedPoint } from '../encoding/amount.ts';
export type { Bytes } from '../encoding/bytes.ts';
export { decodeHex, encodeHex } from '../encoding/hex.ts';
export type { WitnessForm } from '../transaction/codec.ts';
export { decodeTransaction, encodeTransaction } from '../transaction/codec.ts';
export type {
  Coin,
  OutPoint,
  Transaction,
  TxIn,
  Txid,
  TxOut,
} from '../transaction/transaction.ts';
export { outPointKey } from '../transaction/transaction.ts';
export { transactionId, witnessTransactionId } from '../transaction/txid.ts';
export { transactionWeight, virtualSize } from '../transaction/weight.ts';

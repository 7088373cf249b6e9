export type { Satoshis } from '../encoding/amount.ts';
export type { Bytes } from '../encoding/bytes.ts';
export * from '../library/transactions.ts';
export type { Coin, OutPoint, Transaction, TxIn, Txid, TxOut } from '../transaction/transaction.ts';

import * as amount from '../encoding/amount.ts';
import * as hex from '../encoding/hex.ts';
import * as codec from '../transaction/codec.ts';
import * as value from '../transaction/transaction.ts';
import * as ids from '../transaction/txid.ts';
import * as weight from '../transaction/weight.ts';
import { checked } from './checked.ts';

export const formatAmount: typeof amount.formatAmount = /* @__PURE__ */ checked(
  'formatAmount',
  { value: 'bigint' },
  amount.formatAmount,
);
export const parseFixedPoint: typeof amount.parseFixedPoint = /* @__PURE__ */ checked(
  'parseFixedPoint',
  { text: 'text', decimals: 'integer' },
  amount.parseFixedPoint,
);
export const decodeHex: typeof hex.decodeHex = /* @__PURE__ */ checked(
  'decodeHex',
  { text: 'text' },
  hex.decodeHex,
);
export const encodeHex: typeof hex.encodeHex = /* @__PURE__ */ checked(
  'encodeHex',
  { bytes: 'bytes' },
  hex.encodeHex,
);
export const decodeTransaction: typeof codec.decodeTransaction = /* @__PURE__ */ checked(
  'decodeTransaction',
  { bytes: 'bytes', form: 'WitnessForm' },
  // The caller may reuse the buffer.
  (bytes, form) => codec.decodeTransaction(new Uint8Array(bytes), form),
);
export const encodeTransaction: typeof codec.encodeTransaction = /* @__PURE__ */ checked(
  'encodeTransaction',
  { transaction: 'Transaction', form: 'WitnessForm?' },
  codec.encodeTransaction,
);
export const outPointKey: typeof value.outPointKey = /* @__PURE__ */ checked(
  'outPointKey',
  { outPoint: 'OutPoint' },
  value.outPointKey,
);
export const transactionId: typeof ids.transactionId = /* @__PURE__ */ checked(
  'transactionId',
  { transaction: 'Transaction' },
  ids.transactionId,
);
export const witnessTransactionId: typeof ids.witnessTransactionId = /* @__PURE__ */ checked(
  'witnessTransactionId',
  { transaction: 'Transaction' },
  ids.witnessTransactionId,
);
export const transactionWeight: typeof weight.transactionWeight = /* @__PURE__ */ checked(
  'transactionWeight',
  { transaction: 'Transaction' },
  weight.transactionWeight,
);
export const virtualSize: typeof weight.virtualSize = /* @__PURE__ */ checked(
  'virtualSize',
  { of: 'Transaction|integer' },
  weight.virtualSize,
);

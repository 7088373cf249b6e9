import { checkArguments } from '../arguments/check-arguments.ts';
import * as amount from '../encoding/amount.ts';
import { MAX_MONEY } from '../encoding/amount.ts';
import { argumentError } from '../encoding/coldsign-error.ts';
import * as hex from '../encoding/hex.ts';
import * as codec from '../transaction/codec.ts';
import * as value from '../transaction/transaction.ts';
import { transactionKinds } from '../transaction/transaction.ts';
import * as ids from '../transaction/txid.ts';
import * as weight from '../transaction/weight.ts';

// The engine calls these functions for each input and output, so only callers of the package are
// checked.

const formKind = { WitnessForm: { only: { witness: 'boolean' } } } as const;

export const formatAmount: typeof amount.formatAmount = (value) => {
  checkArguments('formatAmount', { value: [value, 'bigint'] });
  return amount.formatAmount(value);
};

export const parseFixedPoint: typeof amount.parseFixedPoint = (text, decimals) => {
  checkArguments('parseFixedPoint', { text: [text, 'text'], decimals: [decimals, 'integer'] });
  return amount.parseFixedPoint(text, decimals);
};

export const decodeHex: typeof hex.decodeHex = (text) => {
  checkArguments('decodeHex', { text: [text, 'text'] });
  return hex.decodeHex(text);
};

export const encodeHex: typeof hex.encodeHex = (bytes) => {
  checkArguments('encodeHex', { bytes: [bytes, 'bytes'] });
  return hex.encodeHex(bytes);
};

export const decodeTransaction: typeof codec.decodeTransaction = (bytes, form) => {
  checkArguments(
    'decodeTransaction',
    { bytes: [bytes, 'bytes'], form: [form, 'WitnessForm'] },
    formKind,
  );
  // The caller may reuse the buffer.
  return codec.decodeTransaction(new Uint8Array(bytes), form);
};

export const encodeTransaction: typeof codec.encodeTransaction = (transaction, form) => {
  checkArguments(
    'encodeTransaction',
    { transaction: [transaction, 'Transaction'], form: [form, 'WitnessForm?'] },
    { ...transactionKinds, ...formKind },
  );
  const wrong = transaction.outputs.findIndex(({ value }) => value < 0n || value > MAX_MONEY);
  if (wrong >= 0) {
    throw argumentError(
      `encodeTransaction: transaction.outputs[${wrong}].value must be 0 to 2100000000000000 satoshi`,
      'Nodes refuse any other amount. Amounts are bigints of satoshi: 60_000n, not 0.0006.',
    );
  }
  return codec.encodeTransaction(transaction, form);
};

export const outPointKey: typeof value.outPointKey = (outPoint) => {
  checkArguments('outPointKey', { outPoint: [outPoint, 'OutPoint'] }, transactionKinds);
  const { txid, vout } = outPoint;
  return value.outPointKey({ txid: txid.toLowerCase(), vout });
};

export const transactionId: typeof ids.transactionId = (transaction) => {
  checkArguments('transactionId', { transaction: [transaction, 'Transaction'] }, transactionKinds);
  return ids.transactionId(transaction);
};

export const witnessTransactionId: typeof ids.witnessTransactionId = (transaction) => {
  checkArguments(
    'witnessTransactionId',
    { transaction: [transaction, 'Transaction'] },
    transactionKinds,
  );
  return ids.witnessTransactionId(transaction);
};

export const transactionWeight: typeof weight.transactionWeight = (transaction) => {
  checkArguments(
    'transactionWeight',
    { transaction: [transaction, 'Transaction'] },
    transactionKinds,
  );
  return weight.transactionWeight(transaction);
};

export const virtualSize: typeof weight.virtualSize = (of) => {
  checkArguments('virtualSize', { of: [of, 'Transaction|integer'] }, transactionKinds);
  return weight.virtualSize(of);
};

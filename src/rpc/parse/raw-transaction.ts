import { decodeHex } from '../../encoding/hex.ts';
import type { JsonArray } from '../../json/json.ts';
import { MAX_PACKAGE_COUNT } from '../../transaction/check.ts';
import { decodeTransaction } from '../../transaction/codec.ts';
import { decodeAnyTransaction, type TriedForms } from '../../transaction/decode-any.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import { deserializationError, invalid } from '../error.ts';

/**
 * Parses a transaction that may have witnesses. Core: DecodeHexTx with `try_no_witness` off, as for
 * signing.
 */
export function parseRawTransaction(text: string): Transaction {
  const bytes = decodeHex(text);
  const transaction =
    bytes && bytes.length > 0 ? decodeTransaction(bytes, { witness: true }) : undefined;
  if (transaction === undefined) {
    throw deserializationError('TX decode failed. Make sure the tx has at least one input.');
  }
  return transaction;
}

/**
 * Decodes a transaction in the first of the tried forms that makes sense. Returns `undefined` if
 * none does. Core: DecodeHexTx.
 */
export function decodeHexTransaction(text: string, tried: TriedForms): Transaction | undefined {
  const bytes = decodeHex(text);
  return bytes && bytes.length > 0 ? decodeAnyTransaction(bytes, tried) : undefined;
}

/**
 * A transaction in the form that the argument `iswitness` names. Left out: in whichever makes
 * sense.
 */
export function parseTransactionOfForm(text: string, isWitness: boolean | undefined): Transaction {
  const tried = { witness: isWitness ?? true, legacy: !(isWitness ?? false) };
  const transaction = decodeHexTransaction(text, tried);
  if (transaction !== undefined) return transaction;
  throw deserializationError('TX decode failed');
}

/** Checks the number of transactions of a package. Core: testmempoolaccept, submitpackage. */
export function checkPackageCount({ length }: JsonArray): void {
  if (length >= 1 && length <= MAX_PACKAGE_COUNT) return;
  throw invalid(`Array must contain between 1 and ${MAX_PACKAGE_COUNT} transactions.`);
}

/** Parses one transaction of a package. Core: testmempoolaccept, submitpackage. */
export function parsePackageTransaction(text: string): Transaction {
  const transaction = decodeHexTransaction(text, { witness: true, legacy: false });
  if (transaction !== undefined) return transaction;
  throw deserializationError(`TX decode failed: ${text} Make sure the tx has at least one input.`);
}

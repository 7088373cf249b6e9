import { decodeHex } from '../../encoding/hex.ts';
import { decodeTransaction } from '../../transaction/codec.ts';
import { decodeAnyTransaction, type TriedForms } from '../../transaction/decode-any.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import { RpcCode, RpcError } from '../error.ts';

/**
 * A transaction that may have witnesses. Core: DecodeHexTx with `try_no_witness` off, as for
 * signing.
 */
export function parseRawTransaction(text: string): Transaction {
  const bytes = decodeHex(text);
  const transaction =
    bytes && bytes.length > 0 ? decodeTransaction(bytes, { witness: true }) : undefined;
  if (transaction === undefined) {
    throw new RpcError(
      RpcCode.DESERIALIZATION_ERROR,
      'TX decode failed. Make sure the tx has at least one input.',
    );
  }
  return transaction;
}

/**
 * In whichever of the forms tried makes sense; `undefined` when it is in none. Core: DecodeHexTx.
 */
export function decodeHexTransaction(text: string, tried: TriedForms): Transaction | undefined {
  const bytes = decodeHex(text);
  return bytes && bytes.length > 0 ? decodeAnyTransaction(bytes, tried) : undefined;
}

import { concatBytes, emptyBytes } from '../encoding/bytes.ts';
import { SEQUENCE_FINAL, type Transaction, type Txid } from '../transaction/transaction.ts';
import { transactionId } from '../transaction/txid.ts';
import type { Psbt } from './psbt.ts';
import { isScriptPending, recipientField } from './silent-fields.ts';

/**
 * Returns the lock time (BIP370, "Determining Lock Time"): the largest one of a kind that every
 * input with a requirement allows, heights before times. Returns `undefined` if some inputs require
 * a height and others a time.
 */
export function lockTime(psbt: Psbt): number | undefined {
  if (psbt.version === 0) return psbt.fallbackLocktime ?? 0;
  const restricted = psbt.inputs.filter(
    (input) => input.timeLocktime !== undefined || input.heightLocktime !== undefined,
  );
  if (restricted.length === 0) return psbt.fallbackLocktime ?? 0;
  return (
    largest(restricted.map((input) => input.heightLocktime)) ??
    largest(restricted.map((input) => input.timeLocktime))
  );
}

/** Returns the largest value, or `undefined` if one is `undefined`. */
function largest(values: readonly (number | undefined)[]): number | undefined {
  let maximum = 0;
  for (const value of values) {
    if (value === undefined) return undefined;
    maximum = Math.max(maximum, value);
  }
  return maximum;
}

/**
 * Returns the transaction to sign, with empty scriptSigs. Returns `undefined` if no lock time suits
 * all inputs, or if the script of a silent payment is not computed yet. An output with an empty
 * script in its place could be spent by anyone.
 *
 * @param psbt - A PSBT of either version.
 */
export const unsignedTransaction = (psbt: Psbt): Transaction | undefined =>
  psbt.outputs.some(isScriptPending) ? undefined : outlineTransaction(psbt);

/**
 * Returns the transaction of a PSBT as it is now, for its size, amounts and differences. Outputs
 * whose script is not computed yet have an empty one, so do not hand it out.
 */
export function outlineTransaction(psbt: Psbt): Transaction | undefined {
  const locktime = lockTime(psbt);
  if (locktime === undefined) return undefined;
  return {
    version: psbt.txVersion,
    inputs: psbt.inputs.map(({ prevout, sequence }) => ({
      prevout,
      scriptSig: emptyBytes,
      sequence: sequence ?? SEQUENCE_FINAL,
      witness: [],
    })),
    outputs: psbt.outputs.map(({ value, scriptPubKey }) => ({ value, scriptPubKey })),
    locktime,
  };
}

/**
 * Returns the id of BIP370, "Unique Identification": the txid, in version 2 with all sequence
 * numbers 0. A silent payment is identified by its address, even once its script is computed
 * (BIP375).
 */
export function uniqueId(psbt: Psbt): Txid | undefined {
  const transaction = outlineTransaction(psbt);
  if (transaction === undefined || psbt.version === 0)
    return transaction && transactionId(transaction);
  const inputs = transaction.inputs.map((input) => ({ ...input, sequence: 0 }));
  const outputs = transaction.outputs.map((output, i) => {
    const info = psbt.outputs[i] && recipientField(psbt.outputs[i]);
    return info ? { ...output, scriptPubKey: concatBytes(Uint8Array.of(0), info) } : output;
  });
  return transactionId({ ...transaction, inputs, outputs });
}

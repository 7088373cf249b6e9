import { argumentError } from '../encoding/coldsign-error.ts';
import { compactSizeLength } from '../encoding/writer.ts';
import { hasWitness } from './codec.ts';
import type { Transaction } from './transaction.ts';

/** Weight of a byte outside the witness (consensus/consensus.h). */
export const WITNESS_SCALE_FACTOR = 4;

/** Maximum weight of a transaction that nodes relay (policy/policy.h). */
export const MAX_STANDARD_TX_WEIGHT = 400_000;

/** Returns the size of the form without witness. */
export function strippedSize(transaction: Transaction): number {
  let size = 8;
  size += compactSizeLength(transaction.inputs.length);
  for (const { scriptSig } of transaction.inputs) {
    size += 40 + compactSizeLength(scriptSig.length) + scriptSig.length;
  }
  size += compactSizeLength(transaction.outputs.length);
  for (const { scriptPubKey } of transaction.outputs) {
    size += 8 + compactSizeLength(scriptPubKey.length) + scriptPubKey.length;
  }
  return size;
}

/** Returns the size of marker, flag and all witnesses; 0 if no input has a witness. */
function witnessSize(transaction: Transaction): number {
  if (!hasWitness(transaction)) return 0;
  let size = 2;
  for (const { witness } of transaction.inputs) {
    size += compactSizeLength(witness.length);
    for (const item of witness) size += compactSizeLength(item.length) + item.length;
  }
  return size;
}

/**
 * Returns the weight (BIP141): three times the size without witness plus the complete size.
 *
 * @param transaction - The transaction with its witnesses.
 */
export function transactionWeight(transaction: Transaction): number {
  return strippedSize(transaction) * WITNESS_SCALE_FACTOR + witnessSize(transaction);
}

/**
 * Returns the virtual size of a transaction or a weight, rounded up. Throws `ColdsignError` for
 * other values.
 *
 * @param of - A transaction, or weight units.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` for anything else.
 */
export function virtualSize(of: Transaction | number): number {
  const weight = typeof of === 'number' ? of : weightOf(of);
  if (!(weight >= 0)) throw noSize();
  return Math.ceil(weight / WITNESS_SCALE_FACTOR);
}

/** Returns the weight. Callers without types may pass hexadecimal text. */
function weightOf(given: Transaction): number {
  const { inputs, outputs }: Partial<Transaction> = Object(given);
  if (!Array.isArray(inputs) || !Array.isArray(outputs)) throw noSize();
  return transactionWeight(given);
}

const noSize = () =>
  argumentError(
    'virtualSize takes a transaction as decodeTransaction gives it, or a weight',
    'Hexadecimal text becomes a transaction by decodeTransaction(decodeHex(text), { witness: true }).',
  );

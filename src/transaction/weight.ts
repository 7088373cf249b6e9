import { argumentError } from '../encoding/coldsign-error.ts';
import { compactSizeLength } from '../encoding/writer.ts';
import { hasWitness } from './codec.ts';
import type { Transaction } from './transaction.ts';

/** consensus/consensus.h: a byte outside the witness weighs this much. */
export const WITNESS_SCALE_FACTOR = 4;

/** policy/policy.h: the largest weight of a transaction that nodes relay. */
export const MAX_STANDARD_TX_WEIGHT = 400_000;

/** Bytes of the form without witness. */
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

/** Marker, flag and every input's witness; 0 when no input has one. */
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
 * BIP141: three times the size without witness plus the whole size.
 *
 * @param transaction - With its witnesses.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { transactionWeight } from 'coldsign/transaction';
 *
 * const transaction = { version: 2, inputs: [], outputs: [], locktime: 0 };
 * console.log(transactionWeight(transaction)); // 40
 */
export function transactionWeight(transaction: Transaction): number {
  return strippedSize(transaction) * WITNESS_SCALE_FACTOR + witnessSize(transaction);
}

/**
 * Returns virtual bytes of a transaction or of a weight, rounded up. Throws `ColdsignError` for
 * anything else.
 *
 * @param of - A transaction, or weight units.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` for anything else.
 *
 * @example
 * import { virtualSize } from 'coldsign/transaction';
 *
 * console.log(virtualSize(561)); // 141
 */
export function virtualSize(of: Transaction | number): number {
  const weight = typeof of === 'number' ? of : weightOf(of);
  if (!(weight >= 0)) throw noSize();
  return Math.ceil(weight / WITNESS_SCALE_FACTOR);
}

/** Callers without types may have its hexadecimal text. */
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

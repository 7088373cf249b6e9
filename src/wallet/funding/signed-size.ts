import { compactSizeLength } from '../../encoding/writer.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import { virtualSize, WITNESS_SCALE_FACTOR } from '../../transaction/weight.ts';
import type { InputWeight } from './coin-selection/coin-groups.ts';
import { outputSize } from './fund-fees.ts';

export type SignedSize = { readonly weight: number; readonly vsize: number };

/**
 * Returns the maximum size of the signed transaction, or `undefined` if an input's size is unknown.
 * Core: CalculateMaximumSignedTxSize.
 */
export function signedSize(
  inputs: readonly InputWeight[],
  outputs: Transaction['outputs'],
): SignedSize | undefined {
  const segwit = inputs.some((input) => input.segwit);
  const counts = compactSizeLength(inputs.length) + compactSizeLength(outputs.length);
  let weight = (8 + counts) * WITNESS_SCALE_FACTOR + (segwit ? 2 : 0);
  for (const { scriptPubKey } of outputs) weight += outputSize(scriptPubKey) * WITNESS_SCALE_FACTOR;
  for (const { beside, alone } of inputs) {
    const own = segwit ? beside : alone;
    if (own === undefined) return undefined;
    weight += own;
  }
  return { weight, vsize: virtualSize(weight) };
}

import { hexBytes } from '../../encoding/fields.ts';
import { compactSizeLength } from '../../encoding/writer.ts';
import { outPointKey, type Transaction } from '../../transaction/transaction.ts';
import { virtualSize, WITNESS_SCALE_FACTOR } from '../../transaction/weight.ts';
import type { Wallet } from '../wallet.ts';
import type { SelectableCoin } from './coin-selection/coin-groups.ts';
import { outputSize } from './fund-fees.ts';
import type { FundingRequest } from './fund-request.ts';
import {
  isSegwit,
  makesSmallSignatures,
  maxInputWeight,
  type SpendingLookup,
} from './input-size.ts';

export type SignedSize = { readonly weight: number; readonly vsize: number };

/**
 * Returns the maximum size of the signed transaction, or `undefined` if an input's size is unknown.
 * Core: CalculateMaximumSignedTxSize.
 */
export function signedSize(
  { inputs, outputs }: Transaction,
  coins: readonly Pick<SelectableCoin, 'outPoint' | 'script'>[],
  wallet: Wallet,
  { preset }: Pick<FundingRequest, 'preset'>,
  lookup: SpendingLookup,
): SignedSize | undefined {
  const presets = new Map(preset.map((input) => [outPointKey(input.outPoint), input]));
  const scripts = new Map(coins.map((coin) => [outPointKey(coin.outPoint), coin.script]));
  const spent = inputs.map(({ prevout, sequence }) => {
    const key = outPointKey(prevout);
    const hex = scripts.get(key);
    const script = hex === undefined ? undefined : hexBytes(hex);
    const witness = script && lookup.scriptPath(script, sequence);
    return { key, descriptor: script && lookup.any(script), witness };
  });
  const segwit = spent.some(({ descriptor }) => descriptor && isSegwit(descriptor));
  const counts = compactSizeLength(inputs.length) + compactSizeLength(outputs.length);
  let weight = (8 + counts) * WITNESS_SCALE_FACTOR + (segwit ? 2 : 0);
  for (const { scriptPubKey } of outputs) weight += outputSize(scriptPubKey) * WITNESS_SCALE_FACTOR;
  for (const { key, descriptor, witness } of spent) {
    const given = presets.get(key);
    const maximum = !makesSmallSignatures(wallet) || given?.external !== undefined;
    const own =
      given?.weight ?? (descriptor && maxInputWeight(descriptor, { segwit, maximum, witness }));
    if (own === undefined) return undefined;
    weight += own;
  }
  return { weight, vsize: virtualSize(weight) };
}

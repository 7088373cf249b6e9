import { findMember, getMember, isJsonNumber, type Json } from '../../json/json.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import { MAX_STANDARD_TX_WEIGHT } from '../../wallet/funding/prepare-funding.ts';
import { invalid } from '../error.ts';
import { getArray, getInt64, getObject } from '../values.ts';
import { parseOutPoint } from './inputs.ts';

/** An input without scripts: 41 bytes and an empty witness. */
const LEAST_WEIGHT = 165n;

/**
 * The member `weight` of inputs that have it, by `outPointKey`; `required`: all must. Core:
 * SetOptionsInputWeights and what reads them.
 */
export function parseInputWeights(inputs: Json, required: boolean): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const input of inputs === null ? [] : getArray(inputs)) {
    const object = getObject(input);
    if (!required && findMember(object, 'weight') === undefined) continue;
    const outPoint = parseOutPoint(object);
    weights.set(outPointKey(outPoint), parseWeight(getMember(object, 'weight')));
  }
  return weights;
}

function parseWeight(value: Json): number {
  if (!isJsonNumber(value)) throw invalid('Invalid parameter, missing weight key');
  const weight = getInt64(value);
  if (weight < LEAST_WEIGHT) {
    throw invalid(
      `Invalid parameter, weight cannot be less than ${LEAST_WEIGHT} (41 bytes (size of outpoint + sequence + empty scriptSig) * 4 (witness scaling factor)) + 1 (empty witness)`,
    );
  }
  if (weight > BigInt(MAX_STANDARD_TX_WEIGHT)) {
    throw invalid(
      `Invalid parameter, weight cannot be greater than the maximum standard tx weight of ${MAX_STANDARD_TX_WEIGHT}`,
    );
  }
  return Number(weight);
}

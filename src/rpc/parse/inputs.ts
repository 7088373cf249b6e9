import { emptyBytes } from '../../encoding/bytes.ts';
import { findMember, getMember, isJsonNumber, type Json } from '../../json/json.ts';
import {
  MAX_BIP125_RBF_SEQUENCE,
  MAX_SEQUENCE_NONFINAL,
  type OutPoint,
  outPointKey,
  SEQUENCE_FINAL,
  type TxIn,
} from '../../transaction/transaction.ts';
import { MAX_STANDARD_TX_WEIGHT } from '../../transaction/weight.ts';
import { invalid } from '../error.ts';
import { getArray, getInt32, getInt64, getObject, parseHashO } from '../values.ts';

export type InputOptions = {
  /** The argument as given; if omitted, it counts as true. */
  readonly replaceable: boolean | undefined;
  readonly locktime: number;
};

/** Parses inputs; null means none. Core: `AddInputs` (rpc/rawtransaction_util.cpp). */
export function parseInputs(inputs: Json, options: InputOptions): TxIn[] {
  const list = inputs === null ? [] : getArray(inputs);
  return list.map((input) => ({
    prevout: parseOutPoint(input),
    scriptSig: emptyBytes,
    sequence: parseSequence(input) ?? defaultSequence(options),
    witness: [],
  }));
}

/** Parses `txid` and `vout` with the checks and messages of `AddInputs`. */
export function parseOutPoint(input: Json): OutPoint {
  const object = getObject(input);
  const txid = parseHashO(object, 'txid');
  const number = getMember(object, 'vout');
  if (!isJsonNumber(number)) throw invalid('Invalid parameter, missing vout key');
  const vout = getInt32(number);
  if (vout < 0) throw invalid('Invalid parameter, vout cannot be negative');
  return { txid, vout };
}

/** Returns the sequence number, ignored unless it is a number. */
function parseSequence(input: Json): number | undefined {
  const value = getMember(getObject(input), 'sequence');
  if (!isJsonNumber(value)) return undefined;
  const sequence = getInt64(value);
  if (sequence < 0n || sequence > BigInt(SEQUENCE_FINAL)) {
    throw invalid('Invalid parameter, sequence number is out of range');
  }
  return Number(sequence);
}

function defaultSequence({ replaceable, locktime }: InputOptions): number {
  if (replaceable ?? true) return MAX_BIP125_RBF_SEQUENCE;
  return locktime !== 0 ? MAX_SEQUENCE_NONFINAL : SEQUENCE_FINAL;
}

/** An input without scripts: 41 bytes and an empty witness. */
const LEAST_WEIGHT = 165n;

/**
 * Parses the member `weight` of inputs, by `outPointKey`. `required`: all inputs must have it.
 * Core: SetOptionsInputWeights and its callers.
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

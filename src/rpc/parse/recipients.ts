import { isJsonArray, isJsonNumber, isJsonObject, type Json, jsonType } from '../../json/json.ts';
import type { Recipient } from '../../wallet/funding/fund-request.ts';
import { invalid, miscError } from '../error.ts';
import { getInt32 } from '../values.ts';
import { normalizeOutputs, type OutputReading, parseOutputMembers } from './outputs.ts';

/** Parses outputs, and which of them pay the fee. Checks the payers first, as Core does. */
export function parseRecipients(outputs: Json, payers: Json, reading: OutputReading): Recipient[] {
  const members = normalizeOutputs(outputs);
  const paying = parsePayers(
    payers,
    members.map(([key]) => key),
  );
  return parseOutputMembers(members, reading).map(({ silent, ...output }, i) => ({
    output,
    silent,
    subtractFee: paying.has(i),
  }));
}

const FAULT = "Invalid parameter 'subtract fee from output'";

/** Core: InterpretSubtractFeeFromOutputInstructions. */
export function parsePayers(payers: Json, destinations: readonly string[]): ReadonlySet<number> {
  const paying = new Set<number>();
  if (payers === null) return paying;
  for (const payer of valuesOf(payers)) {
    const position = parsePosition(payer, destinations);
    if (paying.has(position)) throw invalid(`${FAULT}, duplicated position: ${position}`);
    if (position < 0) throw invalid(`${FAULT}, negative position: ${position}`);
    if (position >= destinations.length) {
      throw invalid(`${FAULT}, position too large: ${position}`);
    }
    paying.add(position);
  }
  return paying;
}

function valuesOf(payers: Json): readonly Json[] {
  if (isJsonArray(payers)) return payers;
  if (isJsonObject(payers)) return payers.members.map(([, value]) => value);
  throw miscError('JSON value is not an object or array as expected');
}

function parsePosition(payer: Json, destinations: readonly string[]): number {
  if (isJsonNumber(payer)) return getInt32(payer);
  if (typeof payer !== 'string') {
    throw invalid(`${FAULT}, invalid value type: ${jsonType(payer)}`);
  }
  const position = destinations.indexOf(payer);
  if (position >= 0) return position;
  throw invalid(`${FAULT}, destination ${payer} not found in tx outputs`);
}

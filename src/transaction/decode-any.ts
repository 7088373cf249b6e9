import type { Bytes } from '../encoding/bytes.ts';
import { MAX_SCRIPT_SIZE } from '../script/limits.ts';
import { hasValidOps } from '../script/valid-ops.ts';
import { isCoinbase } from './check.ts';
import { decodeTransaction } from './codec.ts';
import type { Transaction } from './transaction.ts';

/** The forms to try; the same bytes may be valid in both. */
export type TriedForms = { readonly witness: boolean; readonly legacy: boolean };

/**
 * Decodes a transaction in either form. If both decode, prefers the form with sane scripts, else
 * the witness form. Core: DecodeTx (core_io.cpp).
 */
export function decodeAnyTransaction(bytes: Bytes, tried: TriedForms): Transaction | undefined {
  const extended = tried.witness ? decodeTransaction(bytes, { witness: true }) : undefined;
  if (extended !== undefined && hasSaneScripts(extended)) return extended;
  const legacy = tried.legacy ? decodeTransaction(bytes, { witness: false }) : undefined;
  if (legacy !== undefined && hasSaneScripts(legacy)) return legacy;
  return extended ?? legacy;
}

const isSane = (script: Bytes): boolean => script.length <= MAX_SCRIPT_SIZE && hasValidOps(script);

/** Returns true if all scripts are sane. Core: CheckTxScriptsSanity. */
function hasSaneScripts(transaction: Transaction): boolean {
  const { inputs, outputs } = transaction;
  const inputsAreSane =
    isCoinbase(transaction) || inputs.every(({ scriptSig }) => isSane(scriptSig));
  return inputsAreSane && outputs.every(({ scriptPubKey }) => isSane(scriptPubKey));
}

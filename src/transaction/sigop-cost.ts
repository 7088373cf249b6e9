import type { Bytes } from '../encoding/bytes.ts';
import { VerifyFlag, type VerifyFlags } from '../script/flags.ts';
import { isPayToScriptHash } from '../script/script.ts';
import { countP2shSigOps, countSigOps, countWitnessSigOps } from '../script/sigops.ts';
import type { Transaction } from './transaction.ts';
import { WITNESS_SCALE_FACTOR } from './weight.ts';

/**
 * Counts signature operations visible in the transaction, without a cost factor. Core:
 * GetLegacySigOpCount (consensus/tx_verify.cpp).
 */
export function legacySigOps({ inputs, outputs }: Transaction): number {
  let count = 0;
  for (const { scriptSig } of inputs) count += countSigOps(scriptSig, false);
  for (const { scriptPubKey } of outputs) count += countSigOps(scriptPubKey, false);
  return count;
}

/**
 * Returns the sigop cost. `spent`: the scriptPubKeys of the spent coins in input order; empty for a
 * coinbase. Core: GetTransactionSigOpCost (consensus/tx_verify.cpp).
 */
export function sigOpCost(
  transaction: Transaction,
  spent: readonly Bytes[],
  flags: VerifyFlags,
): number {
  let cost = legacySigOps(transaction) * WITNESS_SCALE_FACTOR;
  spent.forEach((scriptPubKey, at) => {
    const input = transaction.inputs[at];
    if (input === undefined) return;
    if ((flags & VerifyFlag.P2SH) !== 0 && isPayToScriptHash(scriptPubKey)) {
      cost += countP2shSigOps(input.scriptSig, scriptPubKey) * WITNESS_SCALE_FACTOR;
    }
    cost += countWitnessSigOps(input.scriptSig, scriptPubKey, input.witness, flags);
  });
  return cost;
}

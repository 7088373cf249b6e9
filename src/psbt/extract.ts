import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { formatAmount, type Satoshis } from '../encoding/amount.ts';
import { emptyProvider } from '../signing/miniscript-provider.ts';
import {
  boundsOf,
  type FeeBounds,
  type FeeLimits,
  findFeeFault,
  limitsOver,
  optionFor,
} from '../transaction/fee-bounds.ts';
import { describeFault } from '../transaction/fee-messages.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { leastFeeFacts } from './fee-facts.ts';
import { withFinalScripts } from './finalize.ts';
import { isFinalized, type Psbt, type PsbtInput } from './psbt.ts';
import { spentOutput } from './psbt-session.ts';
import { hasSilentFields, isScriptPending } from './silent-fields.ts';
import { hasSilentFault } from './silent-payments.ts';

/**
 * The reason why there is no transaction, for people and for programs, and the affected inputs.
 */
export type ExtractFailure = {
  /** A sentence for people, with what to do. */
  readonly error: string;
  /** Reason for programs. */
  readonly reason:
    | 'lock-times'
    | 'not-final'
    | 'unknown-amount'
    | 'negative-fee'
    | 'absurd-fee'
    | 'silent-payment';
  /** Affected inputs, from 0; empty if the complete transaction is affected. */
  readonly inputs: readonly number[];
  /** The option that allows the fee, if the reason is `absurd-fee`. */
  readonly limit?: 'maxFee' | 'maxFeeRate' | undefined;
};

/**
 * Returns the transaction with the final scripts of all inputs (BIP174, Transaction Extractor).
 * Refuses a PSBT if an input has no final scripts, if the fee is absurd or unknown, or if a silent
 * payment is not what its address requires (BIP375) or there is no curve to verify it. `maxFeeRate`
 * 0 accepts an unknown fee, as in Core's sendrawtransaction. It does not run the scripts;
 * `finalizePsbt` does.
 */
export function extractTransaction(
  psbt: Psbt,
  limits: FeeLimits = {},
  secp256k1?: Secp256k1,
): Transaction | ExtractFailure {
  const open = inputsWhere(psbt, (input) => !isFinalized(input));
  if (open.length > 0) {
    return failure('not-final', `${listOf(open)} not final: finalize the PSBT first`, open);
  }
  const transaction = withFinalScripts(psbt);
  if (transaction === undefined) {
    return failure('lock-times', 'The lock times that inputs ask for exclude each other');
  }
  if (hasSilentFields(psbt) && !(secp256k1 && holdsSilent(psbt, secp256k1))) {
    const what =
      'A silent payment is not what its address asks for: do not broadcast it, and create the PSBT again';
    return failure('silent-payment', what);
  }
  const bounds = boundsOf(limitsOver(limits, psbt.feeLimits));
  return feeFailure(psbt, bounds) ?? transaction;
}

const holdsSilent = (psbt: Psbt, secp256k1: Secp256k1): boolean =>
  !hasSilentFault(psbt, secp256k1) && !psbt.outputs.some(isScriptPending);

function feeFailure(psbt: Psbt, bounds: FeeBounds): ExtractFailure | undefined {
  const unknown = inputsWhere(psbt, (input) => spentAmount(input) === undefined);
  if (unknown.length > 0) {
    const what = `${listOf(unknown)} without a proven amount, so that the fee is not known: add the previous transaction`;
    return bounds.maxFeeRate === 0 ? undefined : failure('unknown-amount', what, unknown);
  }
  // The scripts are final, so that the size needs no keys.
  const facts = leastFeeFacts(psbt, emptyProvider);
  if (facts === undefined) return undefined;
  if (facts.fee < 0n) {
    const what = `The outputs are ${formatAmount(-facts.fee)} BTC more than the inputs`;
    return failure('negative-fee', what);
  }
  const fault = findFeeFault(facts, bounds);
  if (fault === undefined) return undefined;
  return { ...failure('absurd-fee', `The ${describeFault(fault)}`), limit: optionFor(fault) };
}

/**
 * Returns the amount of an input if it is proven. A witness signature commits to the amount; other
 * signatures commit only to the id of the previous transaction.
 */
function spentAmount(input: PsbtInput): Satoshis | undefined {
  const isProven = input.nonWitnessUtxo !== undefined || input.finalWitness.length > 0;
  return isProven ? spentOutput(input)?.value : undefined;
}

function inputsWhere({ inputs }: Psbt, holds: (input: PsbtInput) => boolean): readonly number[] {
  return inputs.flatMap((input, i) => (holds(input) ? [i] : []));
}

function listOf(inputs: readonly number[]): string {
  return inputs.length === 1 ? `Input ${inputs[0]} is` : `Inputs ${inputs.join(', ')} are`;
}

function failure(
  reason: ExtractFailure['reason'],
  error: string,
  inputs: readonly number[] = [],
): ExtractFailure {
  return { error, reason, inputs };
}

import { matchWitnessProgram } from '../script/script.ts';
import { Sighash } from '../sighash/sighash-type.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { isFinalized, type Psbt, type PsbtInput } from './psbt.ts';
import { contradictions } from './psbt-session.ts';

/**
 * Drops previous transactions if every input is segwit v1 or later. Core:
 * RemoveUnnecessaryTransactions. Keeps all if one of them contradicts an input of the PSBT `given`:
 * without it, later signers would see only the lie. Core drops them: absent `given`.
 */
export function dropUnnecessaryTransactions(psbt: Psbt, given: Psbt | undefined): Psbt {
  const commitsToAmounts = ({ witnessUtxo, sighashType }: PsbtInput) =>
    witnessUtxo !== undefined &&
    (matchWitnessProgram(witnessUtxo.scriptPubKey)?.version ?? 0) > 0 &&
    ((sighashType ?? 0) & Sighash.ANYONECANPAY) === 0;
  if (!psbt.inputs.every(commitsToAmounts)) return psbt;
  if (given !== undefined && contradictions(given).size > 0) return psbt;
  return { ...psbt, inputs: psbt.inputs.map((input) => ({ ...input, nonWitnessUtxo: undefined })) };
}

/** Puts the final scripts of a PSBT into its unsigned transaction. */
export function addFinalScripts(transaction: Transaction, psbt: Psbt): Transaction {
  if (!psbt.inputs.some(isFinalized)) return transaction;
  const inputs = transaction.inputs.map(({ prevout, scriptSig, sequence, witness }, i) => ({
    prevout,
    scriptSig: psbt.inputs[i]?.finalScriptSig ?? scriptSig,
    sequence,
    witness: psbt.inputs[i]?.finalWitness ?? witness,
  }));
  return { ...transaction, inputs };
}

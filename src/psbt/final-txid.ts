import { checkArguments } from '../arguments/check-arguments.ts';
import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import { isPayToScriptHash, matchWitnessProgram, pushBytes } from '../script/script.ts';
import type { Txid } from '../transaction/transaction.ts';
import { transactionId } from '../transaction/txid.ts';
import type { Psbt, PsbtInput } from './psbt.ts';
import { psbtKinds } from './psbt-kinds.ts';
import { spentOutput } from './psbt-session.ts';
import { unsignedTransaction } from './unsigned-transaction.ts';

/**
 * Returns the id that the transaction will have once it is signed, so that an app can name, label
 * and watch for it before. Returns `undefined` if signing changes the id: a legacy input keeps its
 * signature in the scriptSig, and the coin or the redeem script of an input may be unknown.
 *
 * @param psbt - A PSBT of either version, signed or not.
 */
export function finalTxid(psbt: Psbt): Txid | undefined {
  checkArguments('finalTxid', { psbt: [psbt, 'Psbt'] }, psbtKinds);
  const transaction = unsignedTransaction(psbt);
  const scripts = psbt.inputs.map(finalScriptSigOf);
  if (transaction === undefined || scripts.includes(undefined)) return undefined;
  const inputs = transaction.inputs.map((input, i) => ({
    ...input,
    scriptSig: scripts[i] ?? emptyBytes,
  }));
  return transactionId({ ...transaction, inputs });
}

/** Returns the scriptSig that an input has once it is signed, if signing does not decide it. */
function finalScriptSigOf(input: PsbtInput): Bytes | undefined {
  const { finalScriptSig, finalWitness, redeemScript } = input;
  if (finalScriptSig.length + finalWitness.length > 0) return finalScriptSig;
  const spent = spentOutput(input)?.scriptPubKey;
  if (spent === undefined) return undefined;
  if (matchWitnessProgram(spent)) return emptyBytes;
  return isPayToScriptHash(spent) && matchWitnessProgram(redeemScript)
    ? pushBytes(redeemScript)
    : undefined;
}

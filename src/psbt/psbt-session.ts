import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { equalBytes } from '../encoding/bytes.ts';
import type { SignatureChecker } from '../script/checker.ts';
import { createSighashCache, type SighashCache } from '../sighash/cache.ts';
import { transactionChecker } from '../sighash/transaction-checker.ts';
import { type InputToVerify, verifySpend } from '../signing/verify-inputs.ts';
import { type Coin, outPointKey, type TxOut } from '../transaction/transaction.ts';
import { transactionId } from '../transaction/txid.ts';
import type { Psbt, PsbtInput } from './psbt.ts';
import { outlineTransaction } from './unsigned-transaction.ts';

/** State shared by the inputs of one PSBT while they are signed. Core: PrecomputePSBTData. */
export type PsbtSession = {
  readonly psbt: Psbt;
  readonly cache: SighashCache;
  readonly secp256k1: Secp256k1;
};

/**
 * Returns the output that an input spends, from either field. Returns `undefined` if no field has
 * it, or if the id of the previous transaction is wrong.
 */
export function spentOutput({
  nonWitnessUtxo,
  witnessUtxo,
  prevout,
}: PsbtInput): TxOut | undefined {
  if (nonWitnessUtxo === undefined) return witnessUtxo;
  if (transactionId(nonWitnessUtxo) !== prevout.txid) return undefined;
  return nonWitnessUtxo.outputs[prevout.vout];
}

/**
 * Returns the indexes of inputs that a previous transaction in the PSBT contradicts. It may be in
 * this input or in another one.
 */
export function contradictions({ inputs }: Psbt): ReadonlySet<number> {
  const made = new Map<string, readonly TxOut[]>();
  const ids = inputs.map(({ nonWitnessUtxo }) => nonWitnessUtxo && transactionId(nonWitnessUtxo));
  for (const [i, { nonWitnessUtxo }] of inputs.entries()) {
    const id = ids[i];
    if (nonWitnessUtxo && id !== undefined) made.set(id, nonWitnessUtxo.outputs);
  }
  const wrong = new Set<number>();
  for (const [index, { prevout, witnessUtxo, nonWitnessUtxo }] of inputs.entries()) {
    const proven = made.get(prevout.txid)?.[prevout.vout];
    const isUnproven = nonWitnessUtxo !== undefined && proven === undefined;
    const isOther = witnessUtxo && proven && !isSameOutput(witnessUtxo, proven);
    const isOtherTransaction = nonWitnessUtxo !== undefined && ids[index] !== prevout.txid;
    if (isUnproven || isOther || isOtherTransaction) wrong.add(index);
  }
  return wrong;
}

const isSameOutput = (a: TxOut, b: TxOut): boolean =>
  a.value === b.value && equalBytes(a.scriptPubKey, b.scriptPubKey);

/** Returns the known coins that the inputs spend, by `outPointKey`. */
export function spentCoins({ inputs }: Psbt): Map<string, Coin> {
  const coins = new Map<string, Coin>();
  for (const input of inputs) {
    const output = spentOutput(input);
    if (output === undefined) continue;
    const { value, scriptPubKey } = output;
    coins.set(outPointKey(input.prevout), { value, scriptPubKey });
  }
  return coins;
}

/** Opens a session. Returns `undefined` if the inputs' lock times exclude each other. */
export function openSession(psbt: Psbt, secp256k1: Secp256k1): PsbtSession | undefined {
  const transaction = outlineTransaction(psbt);
  if (transaction === undefined) return undefined;
  const coins = psbt.inputs.map((input) => {
    const output = spentOutput(input);
    return output && { value: output.value, scriptPubKey: output.scriptPubKey };
  });
  return { psbt, cache: createSighashCache(transaction, coins), secp256k1 };
}

/** Returns the final scripts of an input. */
export function finalSpend(index: number, input: PsbtInput): InputToVerify {
  const { finalScriptSig: scriptSig, finalWitness: witness } = input;
  return { index, data: { scriptSig, witness }, verified: [] };
}

/** Returns true if the final scripts of an input are valid. Core: PSBTInputSignedAndVerified. */
export function isSignedAndVerified(
  { cache, secp256k1 }: PsbtSession,
  index: number,
  input: PsbtInput,
  checker: SignatureChecker = transactionChecker(cache, index, secp256k1),
): boolean {
  const coin = cache.coins[index];
  const { data } = finalSpend(index, input);
  return coin !== undefined && verifySpend(coin, data, checker) === undefined;
}

import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { replaced } from '../encoding/list.ts';
import type { SignatureChecker } from '../script/checker.ts';
import { STANDARD_VERIFY_FLAGS } from '../script/flags.ts';
import { verifyScript } from '../script/interpreter/verify.ts';
import { createSighashCache, type SighashCache } from '../sighash/cache.ts';
import { transactionChecker } from '../sighash/checker.ts';
import type { Steps } from '../signing/job.ts';
import { inputHolds } from '../signing/one-input.ts';
import type { InputToVerify } from '../signing/verify.ts';
import type { TxOut } from '../transaction/transaction.ts';
import { transactionId } from '../transaction/txid.ts';
import type { Psbt, PsbtInput } from './psbt.ts';
import { unsignedTransaction } from './unsigned-transaction.ts';

/** What the inputs of one PSBT have in common while they are signed. Core: PrecomputePSBTData. */
export type PsbtSession = {
  readonly psbt: Psbt;
  readonly cache: SighashCache;
  readonly secp256k1: Secp256k1;
};

/** The output that an input spends, from whichever field tells it; `undefined` also when the two ids differ. */
export function spentOutput({
  nonWitnessUtxo,
  witnessUtxo,
  prevout,
}: PsbtInput): TxOut | undefined {
  if (nonWitnessUtxo === undefined) return witnessUtxo;
  if (transactionId(nonWitnessUtxo) !== prevout.txid) return undefined;
  return nonWitnessUtxo.outputs[prevout.vout];
}

/** `undefined` when the inputs' lock times exclude each other. */
export function openSession(psbt: Psbt, secp256k1: Secp256k1): PsbtSession | undefined {
  const transaction = unsignedTransaction(psbt);
  if (transaction === undefined) return undefined;
  const coins = psbt.inputs.map((input) => {
    const output = spentOutput(input);
    return output && { amount: output.value, scriptPubKey: output.scriptPubKey };
  });
  return { psbt, cache: createSighashCache(transaction, coins), secp256k1 };
}

/** The session with an input in the place of its earlier value. */
export function withInput(session: PsbtSession, index: number, input: PsbtInput): PsbtSession {
  const inputs = replaced(session.psbt.inputs, index, input);
  return { ...session, psbt: { ...session.psbt, inputs } };
}

/** Whether the final scripts of an input hold. Core: PSBTInputSignedAndVerified. */
export function isSignedAndVerified(
  session: PsbtSession,
  index: number,
  checker = sessionChecker(session, index),
): boolean {
  const input = session.psbt.inputs[index];
  if (input === undefined) return false;
  return verifies(session, index, input.finalScriptSig, input.finalWitness, checker);
}

/** The same, step by step. `input`: what has become of it, where that is not in the session. */
export function* finalHolds(
  session: PsbtSession,
  index: number,
  input = session.psbt.inputs[index],
): Steps<boolean> {
  if (input === undefined) return false;
  const { finalScriptSig: scriptSig, finalWitness: witness } = input;
  return yield* spendHolds(session, { index, scriptSig, witness, facts: [] });
}

export function* spendHolds(
  { cache, secp256k1 }: PsbtSession,
  spend: Omit<InputToVerify, 'scriptPubKey'>,
): Steps<boolean> {
  const coin = cache.coins[spend.index];
  if (coin === undefined) return false;
  return yield* inputHolds({ ...spend, scriptPubKey: coin.scriptPubKey }, cache, secp256k1);
}

export function sessionChecker({ cache, secp256k1 }: PsbtSession, index: number): SignatureChecker {
  return transactionChecker(cache, index, secp256k1);
}

export function verifies(
  { cache }: PsbtSession,
  index: number,
  scriptSig: Bytes,
  witness: readonly Bytes[],
  checker: SignatureChecker,
): boolean {
  const coin = cache.coins[index];
  if (coin === undefined) return false;
  return !verifyScript(scriptSig, coin.scriptPubKey, witness, STANDARD_VERIFY_FLAGS, checker);
}

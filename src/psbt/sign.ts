import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { STANDARD_VERIFY_FLAGS } from '../script/flags.ts';
import { verifyScript } from '../script/interpreter/verify.ts';
import { solveScript } from '../script/templates.ts';
import { createSighashCache, type SighashCache } from '../sighash/cache.ts';
import { transactionChecker } from '../sighash/checker.ts';
import { Sighash, type SighashType } from '../sighash/sighash-type.ts';
import { type Answers, planInput, requestKey } from '../signing/plan.ts';
import type { Produced } from '../signing/produce.ts';
import { emptyProvider, type SigningProvider } from '../signing/provider.ts';
import { encodeSignature, signLocally } from '../signing/sign.ts';
import { type MissingData, nothingMissing, type SignatureData } from '../signing/signature-data.ts';
import type { Transaction, TxOut } from '../transaction/transaction.ts';
import { transactionId } from '../transaction/txid.ts';
import { isFinalized } from './encode.ts';
import type { Psbt, PsbtInput } from './psbt.ts';
import { finalizedInput, inputSignatureData, updatedInput } from './signature-data.ts';
import { unsignedTransaction } from './unsigned-transaction.ts';

/** Core: common::PSBTError, as far as signing an input can end in it. */
export type PsbtFault = 'INCOMPLETE' | 'MISSING_INPUTS' | 'SIGHASH_MISMATCH' | 'INVALID_TX';

export type SignedInput = {
  readonly input: PsbtInput;
  /** `undefined`: the input is complete. */
  readonly fault: PsbtFault | undefined;
  readonly missing: MissingData;
};

/** What signing the inputs of one PSBT has in common. */
export type PsbtSession = {
  readonly psbt: Psbt;
  readonly cache: SighashCache;
  readonly secp256k1: Secp256k1;
};

export type PsbtSignOptions = {
  readonly provider: SigningProvider;
  /** Left out: DEFAULT for taproot, ALL for the rest. */
  readonly sighashType?: SighashType | undefined;
  /** Put complete inputs into their final form. */
  readonly finalize: boolean;
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

/** Whether the final scripts of an input hold. Core: PSBTInputSignedAndVerified. */
export function isSignedAndVerified(session: PsbtSession, index: number): boolean {
  const input = session.psbt.inputs[index];
  if (input === undefined) return false;
  return verifies(session, index, input.finalScriptSig, input.finalWitness);
}

function verifies(
  { cache, secp256k1 }: PsbtSession,
  index: number,
  scriptSig: Bytes,
  witness: readonly Bytes[],
): boolean {
  const coin = cache.coins[index];
  if (coin === undefined) return false;
  const checker = transactionChecker(cache, index, secp256k1);
  return !verifyScript(scriptSig, coin.scriptPubKey, witness, STANDARD_VERIFY_FLAGS, checker);
}

/** Whether signatures that are there were made with the sighash type that is asked for. */
function signaturesFit(input: PsbtInput, type: SighashType): boolean {
  const schnorr = input.tapScriptSignatures.map(({ signature }) => signature);
  if (input.tapKeySignature) schnorr.push(input.tapKeySignature);
  if (type === Sighash.DEFAULT) return schnorr.every((signature) => signature.length === 64);
  const ecdsa = input.partialSignatures.map(({ signature }) => signature);
  return (
    schnorr.every((signature) => signature.length === 65 && signature[64] === type) &&
    ecdsa.every((signature) => signature.at(-1) === type)
  );
}

/** Plans and signs in this thread until nothing more is asked for. */
function produceLocally(
  { cache, secp256k1 }: PsbtSession,
  index: number,
  known: SignatureData,
  provider: SigningProvider,
  sighashType: SighashType,
): Produced {
  const answers: Answers = new Map();
  for (;;) {
    const plan = planInput({ cache, secp256k1, provider, sighashType }, index, known, answers);
    if (plan.requests.length === 0) return plan.produced;
    const made = signLocally(plan.requests, provider, secp256k1);
    for (const [i, request] of plan.requests.entries()) {
      const signature = made[i]?.signature;
      answers.set(requestKey(request), signature && encodeSignature(request, signature));
    }
  }
}

/** Core: SignPSBTInput (psbt.cpp). Adds to an input what the provider knows and can sign. */
export function signPsbtInput(
  session: PsbtSession,
  index: number,
  { provider, sighashType, finalize }: PsbtSignOptions,
): SignedInput {
  const input = session.psbt.inputs[index];
  const utxo = input && spentOutput(input);
  if (input === undefined) throw new RangeError('no such input');
  const stays = (fault: PsbtFault | undefined): SignedInput => ({
    input,
    fault,
    missing: nothingMissing,
  });
  if (isSignedAndVerified(session, index)) return stays(undefined);
  if (utxo === undefined) return stays('MISSING_INPUTS');

  const isTaproot = solveScript(utxo.scriptPubKey).kind === 'witness_v1_taproot';
  const type = sighashType ?? (isTaproot ? Sighash.DEFAULT : Sighash.ALL);
  if (input.sighashType !== undefined && input.sighashType !== type)
    return stays('SIGHASH_MISMATCH');
  const isUsual = type === Sighash.DEFAULT || (!isTaproot && type === Sighash.ALL);
  const typed = isUsual ? input : { ...input, sighashType: type };
  if (!signaturesFit(typed, type)) return { ...stays('SIGHASH_MISMATCH'), input: typed };

  const known = inputSignatureData(typed);
  const produced: Produced = isFinalized(typed)
    ? { data: known, solved: true }
    : produceLocally(session, index, known, provider, type);
  const { data } = produced;
  const complete =
    isFinalized(typed) ||
    (produced.solved && verifies(session, index, data.scriptSig, data.witness));
  // A witness UTXO alone proves nothing about a legacy input: only witness signatures commit to it.
  const needsWitness = typed.nonWitnessUtxo === undefined;
  if (needsWitness && !data.isWitness)
    return { input: typed, fault: 'INCOMPLETE', missing: nothingMissing };
  const filled = complete && finalize ? finalizedInput(typed, data) : updatedInput(typed, data);
  return {
    input: data.isWitness ? { ...filled, witnessUtxo: utxo } : filled,
    fault: complete ? undefined : 'INCOMPLETE',
    missing: data.missing,
  };
}

/** Core: RemoveUnnecessaryTransactions: previous transactions go when every input is segwit v1 or later. */
export function dropUnnecessaryTransactions(psbt: Psbt): Psbt {
  const commitsToAmounts = ({ witnessUtxo, sighashType }: PsbtInput) =>
    witnessUtxo !== undefined &&
    witnessVersion(witnessUtxo.scriptPubKey) > 0 &&
    ((sighashType ?? 0) & Sighash.ANYONECANPAY) === 0;
  if (!psbt.inputs.every(commitsToAmounts)) return psbt;
  return { ...psbt, inputs: psbt.inputs.map((input) => ({ ...input, nonWitnessUtxo: undefined })) };
}

/** BIP141; -1 for what is no witness program. */
function witnessVersion(scriptPubKey: Bytes): number {
  const [opcode = 0, length = 0] = scriptPubKey;
  const isProgram =
    scriptPubKey.length >= 4 && scriptPubKey.length <= 42 && length + 2 === scriptPubKey.length;
  if (!isProgram) return -1;
  if (opcode === 0) return 0;
  return opcode >= 0x51 && opcode <= 0x60 ? opcode - 0x50 : -1;
}

/** BIP174, Input Finalizer: whatever is complete becomes final. Core: FinalizePSBT. */
export function finalizePsbt(
  psbt: Psbt,
  secp256k1: Secp256k1,
): { readonly psbt: Psbt; readonly complete: boolean } {
  const session = openSession(psbt, secp256k1);
  if (session === undefined) return { psbt, complete: false };
  const signed = psbt.inputs.map(({ sighashType }, index) =>
    signPsbtInput(session, index, { provider: emptyProvider, sighashType, finalize: true }),
  );
  return {
    psbt: { ...psbt, inputs: signed.map(({ input }) => input) },
    complete: signed.every(({ fault }) => fault === undefined),
  };
}

/** BIP174, Transaction Extractor: the transaction with the final scripts of all inputs. */
export function extractTransaction(psbt: Psbt): Transaction | undefined {
  const transaction = unsignedTransaction(psbt);
  if (transaction === undefined) return undefined;
  const inputs = transaction.inputs.map((input, i) => ({
    ...input,
    scriptSig: psbt.inputs[i]?.finalScriptSig ?? input.scriptSig,
    witness: psbt.inputs[i]?.finalWitness ?? input.witness,
  }));
  return { ...transaction, inputs };
}

import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { encodeHex } from '../encoding/hex.ts';
import { lastOf } from '../encoding/list.ts';
import type { SignatureChecker } from '../script/checker.ts';
import { solveScript } from '../script/templates.ts';
import { Sighash } from '../sighash/sighash-type.ts';
import { transactionChecker } from '../sighash/transaction-checker.ts';
import { type Pause, runNow, type Task } from '../signing/task.ts';
import { SEQUENCE_FINAL } from '../transaction/transaction.ts';
import { partsOfScripts } from './answer-transaction.ts';
import { combinePsbts } from './combine.ts';
import { badSignatures } from './diagnose.ts';
import { emptyPsbtInput, isFinalized, type Psbt, type PsbtInput, type RawField } from './psbt.ts';
import { isSignedAndVerified, openSession, type PsbtSession, spentOutput } from './psbt-session.ts';
import {
  areOfType,
  isSameType,
  paysSilently,
  typeOfSchnorr,
  usualType,
} from './signature-types.ts';
import { isScriptPending, isSilentField, type PsbtMap, silentRecipient } from './silent-fields.ts';
import { hasSilentFault } from './silent-payments.ts';

/** The reason why an answer was refused. */
export type AnswerFault =
  /** Inputs or outputs of the answer differ from those sent. */
  | { readonly error: 'other transaction' }
  /** Some inputs require a time and others a height, so no transaction is possible. */
  | { readonly error: 'lock times' }
  /** `signature` names the invalid one. */
  | { readonly error: 'bad signature'; readonly input: number; readonly signature: string }
  /** A signature of another type may leave outputs open to be changed. */
  | { readonly error: 'other sighash type'; readonly input: number }
  /** Shares, proofs and scripts of silent payments do not match their addresses. */
  | { readonly error: 'silent payment' };

/**
 * Takes only signatures from an answer, after verifying them for the transaction that was sent, and
 * the shares, proofs and scripts of its silent payments, after verifying these (BIP375).
 */
export const takeSignatures = (
  psbt: Psbt,
  answer: Psbt,
  secp256k1: Secp256k1,
): { readonly psbt: Psbt } | AnswerFault => runNow(takeSignaturesTask(psbt, answer, secp256k1));

/** Number of inputs whose signatures are verified between pauses. */
const FEW = 8;

/** Takes signatures as `takeSignatures` does, and lets other work run after every few inputs. */
export function* takeSignaturesTask(
  psbt: Psbt,
  answer: Psbt,
  secp256k1: Secp256k1,
  pause?: Pause,
): Task<{ readonly psbt: Psbt } | AnswerFault> {
  const joined = combinePsbts(psbt, answer);
  if (joined === undefined) return { error: 'other transaction' };
  // The transaction id of BIP370 ignores sequence numbers.
  const isSame = ({ sequence = SEQUENCE_FINAL }: PsbtInput, i: number) =>
    sequence === (psbt.inputs[i]?.sequence ?? SEQUENCE_FINAL);
  if (!answer.inputs.every(isSame)) return { error: 'other transaction' };
  const isSilent = paysSilently(psbt);
  const base = isSilent ? withSilentFields(psbt, joined) : psbt;
  if (isSilent && hasSilentFault(base, secp256k1)) return { error: 'silent payment' };
  const session = openSession(base, secp256k1);
  if (session === undefined) return { error: 'lock times' };
  const inputs: PsbtInput[] = [];
  for (const [index, input] of answer.inputs.entries()) {
    const taken = signaturesOf(session, index, input, isSilent);
    if ('error' in taken) return taken;
    inputs.push(taken);
    if (pause && index % FEW === FEW - 1) yield pause();
  }
  const taken = combinePsbts(base, { ...base, inputs }) ?? base;
  return { psbt: isSilent ? withTypesOf(taken, answer) : taken };
}

/** Adds the shares and proofs for the addresses of a PSBT, and the scripts that it lacks. */
function withSilentFields(psbt: Psbt, joined: Psbt): Psbt {
  const scanKeys = new Set(
    psbt.outputs.flatMap((output) => {
      const { recipient } = silentRecipient(output);
      return recipient ? [encodeHex(recipient.scanKey)] : [];
    }),
  );
  const added = (own: readonly RawField[], all: readonly RawField[], place: PsbtMap) =>
    all.filter(
      (field) =>
        own.includes(field) ||
        (isSilentField(field, place) && scanKeys.has(encodeHex(field.key.subarray(1)))),
    );
  const inputs = psbt.inputs.map((input, i) => {
    const all = joined.inputs[i]?.unknown ?? input.unknown;
    return { ...input, unknown: added(input.unknown, all, 'input') };
  });
  const outputs = psbt.outputs.map((output, i) =>
    isScriptPending(output)
      ? { ...output, scriptPubKey: joined.outputs[i]?.scriptPubKey ?? output.scriptPubKey }
      : output,
  );
  const isSet = outputs.some((output, i) => output !== psbt.outputs[i] && !isScriptPending(output));
  const { txModifiable } = isSet ? joined : psbt;
  const unknown = added(psbt.unknown, joined.unknown, 'global');
  return { ...psbt, txModifiable, unknown, inputs, outputs };
}

/** Keeps that a signer asked for ALL, so that other programs accept its signature. */
function withTypesOf(psbt: Psbt, answer: Psbt): Psbt {
  const inputs = psbt.inputs.map((input, i) => {
    const { sighashType = answer.inputs[i]?.sighashType } = input;
    return sighashType === Sighash.ALL ? { ...input, sighashType } : input;
  });
  return { ...psbt, inputs };
}

/** Returns an input with only its signatures, all of which are valid. */
function signaturesOf(
  session: PsbtSession,
  index: number,
  answer: PsbtInput,
  isSilent: boolean,
): PsbtInput | AnswerFault {
  const own = session.psbt.inputs[index];
  const { prevout, sequence, timeLocktime, heightLocktime } = own ?? answer;
  const blank = { ...emptyPsbtInput(prevout, sequence), timeLocktime, heightLocktime };
  if (own === undefined || isFinalized(own)) return blank;
  const coin = session.cache.coins[index];
  if (coin === undefined) return blank;
  const isTaproot = solveScript(coin.scriptPubKey).kind === 'witness_v1_taproot';
  const type = own.sighashType ?? usualType(isTaproot, isSilent);
  if (isFinalized(answer)) {
    const isType = (made: number | undefined) => isSameType(made, type, isSilent);
    const final = finalScripts(session, index, answer, isType);
    if (!('error' in final)) return { ...blank, ...final };
    const checker = transactionChecker(session.cache, index, session.secp256k1);
    const parts = final.error === 'bad signature' && partsOfScripts(own, answer, checker);
    if (!parts) return final;
    const isOther = parts.some(({ signature }) => !isType(lastOf(signature)));
    if (isOther) return { error: 'other sighash type', input: index };
    return { ...blank, partialSignatures: parts };
  }
  const { partialSignatures, tapKeySignature, tapScriptSignatures } = answer;
  const { musigPubNonces, musigPartialSignatures, ripemd160, sha256, hash160, hash256 } = answer;
  const signatures = { partialSignatures, tapKeySignature, tapScriptSignatures };
  if (!areOfType(signatures, type, isSilent)) return { error: 'other sighash type', input: index };
  const bad = badSignatures(
    { ...own, ...signatures },
    coin.scriptPubKey,
    transactionChecker(session.cache, index, session.secp256k1),
  );
  if (bad.length > 0) return badSignature(index, `of ${bad.map(encodeHex).join(', ')}`);
  // MuSig2 partial signatures can only be verified when they are aggregated.
  const musig = { musigPubNonces, musigPartialSignatures };
  return { ...blank, ...signatures, ...musig, ripemd160, sha256, hash160, hash256 };
}

const badSignature = (input: number, signature: string): AnswerFault => ({
  error: 'bad signature',
  input,
  signature,
});

/**
 * Returns the final scripts of a device if they are valid and use the requested sighash type.
 */
function finalScripts(
  session: PsbtSession,
  index: number,
  answer: PsbtInput,
  isType: (made: number | undefined) => boolean,
): Pick<PsbtInput, 'finalScriptSig' | 'finalWitness'> | AnswerFault {
  const checker = transactionChecker(session.cache, index, session.secp256k1);
  let hasOtherType = false;
  const strict: SignatureChecker = {
    ...checker,
    checkEcdsaSignature(signature, ...rest) {
      const holds = checker.checkEcdsaSignature(signature, ...rest);
      if (holds && !isType(lastOf(signature))) hasOtherType = true;
      return holds;
    },
    checkSchnorrSignature(signature, ...rest) {
      const error = checker.checkSchnorrSignature(signature, ...rest);
      if (error === undefined && !isType(typeOfSchnorr(signature))) hasOtherType = true;
      return error;
    },
  };
  const { finalScriptSig, finalWitness } = answer;
  if (!isSignedAndVerified(session, index, answer, strict)) {
    return badSignature(index, 'in its final scripts');
  }
  if (hasOtherType) return { error: 'other sighash type', input: index };
  return { finalScriptSig, finalWitness };
}

/** The reason why a copy was not combined, and its place among the copies. */
export type CopyFault = AnswerFault & { readonly copy: number };

/**
 * Adds the signatures of copies of one PSBT to the first copy, in any order. Signers may leave out
 * what they do not need, so coins that the first copy lacks come from the others.
 */
export function combineCopies(
  copies: readonly Psbt[],
  secp256k1: Secp256k1,
): { readonly psbt: Psbt } | CopyFault {
  const [first, ...others] = copies;
  if (first === undefined) return { error: 'other transaction', copy: 0 };
  let known = first;
  for (const [i, psbt] of others.entries()) {
    // A copy of another transaction is refused before anything of it is used.
    const taken = takeSignatures(known, psbt, secp256k1);
    if ('error' in taken) return { ...taken, copy: i + 1 };
    known = withCoins(taken.psbt, psbt);
  }
  if (coinsIn(first) === coinsIn(known)) return { psbt: known };
  // Signatures for coins that were unknown at first can be verified only now.
  for (const [copy, psbt] of copies.entries()) {
    const taken = takeSignatures(known, psbt, secp256k1);
    if ('error' in taken) return { ...taken, copy };
    known = taken.psbt;
  }
  return { psbt: known };
}

const hasCoin = (input: PsbtInput) => spentOutput(input) !== undefined;
const coinsIn = ({ inputs }: Psbt) => inputs.filter(hasCoin).length;

/** Adds coins that a PSBT lacks from a copy, with scripts and key paths, but without signatures. */
function withCoins(psbt: Psbt, { inputs }: Psbt): Psbt {
  const filled = psbt.inputs.map((input, i) => {
    const other = inputs[i];
    if (other === undefined || hasCoin(input) || !hasCoin(other)) return input;
    const { partialSignatures, tapKeySignature, tapScriptSignatures } = input;
    const { musigPubNonces, musigPartialSignatures, finalScriptSig, finalWitness } = input;
    const signatures = { partialSignatures, tapKeySignature, tapScriptSignatures };
    const parts = { musigPubNonces, musigPartialSignatures, finalScriptSig, finalWitness };
    return { ...other, ...signatures, ...parts };
  });
  return { ...psbt, inputs: filled };
}

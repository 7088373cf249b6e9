import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { lastOf } from '../encoding/list.ts';
import type { SignatureChecker } from '../script/checker.ts';
import { solveScript } from '../script/templates.ts';
import { Sighash } from '../sighash/sighash-type.ts';
import { transactionChecker } from '../sighash/transaction-checker.ts';
import { SEQUENCE_FINAL } from '../transaction/transaction.ts';
import { combinePsbts } from './combine.ts';
import { badSignatures } from './diagnose.ts';
import { isFinalized } from './encode.ts';
import { emptyPsbtInput, type Psbt, type PsbtInput } from './psbt.ts';
import { isSignedAndVerified, openSession, type PsbtSession } from './psbt-session.ts';

/** The reason why an answer was refused. */
export type AnswerFault =
  /** Inputs or outputs of the answer differ from those sent. */
  | { readonly error: 'other transaction' }
  /** Some inputs require a time and others a height, so no transaction is possible. */
  | { readonly error: 'lock times' }
  /** `signature` names the invalid one. */
  | { readonly error: 'bad signature'; readonly input: number; readonly signature: string }
  /** A signature of another type may leave outputs open to be changed. */
  | { readonly error: 'other sighash type'; readonly input: number };

/**
 * Takes only signatures from an answer, after verifying them for the transaction that was sent.
 */
export function takeSignatures(
  psbt: Psbt,
  answer: Psbt,
  secp256k1: Secp256k1,
): { readonly psbt: Psbt } | AnswerFault {
  if (combinePsbts(psbt, answer) === undefined) return { error: 'other transaction' };
  // The transaction id of BIP370 ignores sequence numbers.
  const isSame = ({ sequence = SEQUENCE_FINAL }: PsbtInput, i: number) =>
    sequence === (psbt.inputs[i]?.sequence ?? SEQUENCE_FINAL);
  if (!answer.inputs.every(isSame)) return { error: 'other transaction' };
  const session = openSession(psbt, secp256k1);
  if (session === undefined) return { error: 'lock times' };
  const inputs: PsbtInput[] = [];
  for (const [index, input] of answer.inputs.entries()) {
    const taken = signaturesOf(session, index, input);
    if ('error' in taken) return taken;
    inputs.push(taken);
  }
  return { psbt: combinePsbts(psbt, { ...psbt, inputs }) ?? psbt };
}

/** Returns an input with only its signatures, all of which are valid. */
function signaturesOf(
  session: PsbtSession,
  index: number,
  answer: PsbtInput,
): PsbtInput | AnswerFault {
  const own = session.psbt.inputs[index];
  const { prevout, sequence, timeLocktime, heightLocktime } = own ?? answer;
  const blank = { ...emptyPsbtInput(prevout, sequence), timeLocktime, heightLocktime };
  if (own === undefined || isFinalized(own)) return blank;
  const coin = session.cache.coins[index];
  if (coin === undefined) return blank;
  const type = sighashTypeOf(own, coin.scriptPubKey);
  if (isFinalized(answer)) {
    const final = finalScripts(session, index, answer, type);
    return 'error' in final ? final : { ...blank, ...final };
  }
  const { partialSignatures, tapKeySignature, tapScriptSignatures } = answer;
  const { musigPubNonces, musigPartialSignatures, ripemd160, sha256, hash160, hash256 } = answer;
  const signatures = { partialSignatures, tapKeySignature, tapScriptSignatures };
  if (!areOfType(signatures, type)) return { error: 'other sighash type', input: index };
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
  ...{ input, signature },
});

function sighashTypeOf({ sighashType }: PsbtInput, script: Bytes): number {
  const isTaproot = solveScript(script).kind === 'witness_v1_taproot';
  return sighashType ?? (isTaproot ? Sighash.DEFAULT : Sighash.ALL);
}

type Signatures = Pick<PsbtInput, 'partialSignatures' | 'tapKeySignature' | 'tapScriptSignatures'>;

function areOfType(
  { partialSignatures, tapKeySignature, tapScriptSignatures }: Signatures,
  type: number,
): boolean {
  const schnorr = tapScriptSignatures.map(({ signature }) => signature);
  if (tapKeySignature) schnorr.push(tapKeySignature);
  return (
    partialSignatures.every(({ signature }) => lastOf(signature) === type) &&
    schnorr.every((signature) => typeOfSchnorr(signature) === type)
  );
}

const typeOfSchnorr = (signature: Bytes) =>
  signature.length === 64 ? Sighash.DEFAULT : lastOf(signature);

/**
 * Returns the final scripts of a device if they are valid and use the requested sighash type.
 */
function finalScripts(
  session: PsbtSession,
  index: number,
  answer: PsbtInput,
  type: number,
): Pick<PsbtInput, 'finalScriptSig' | 'finalWitness'> | AnswerFault {
  const checker = transactionChecker(session.cache, index, session.secp256k1);
  let hasOtherType = false;
  const strict: SignatureChecker = {
    ...checker,
    checkEcdsaSignature(signature, ...rest) {
      const holds = checker.checkEcdsaSignature(signature, ...rest);
      if (holds && lastOf(signature) !== type) hasOtherType = true;
      return holds;
    },
    checkSchnorrSignature(signature, ...rest) {
      const error = checker.checkSchnorrSignature(signature, ...rest);
      if (error === undefined && typeOfSchnorr(signature) !== type) hasOtherType = true;
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

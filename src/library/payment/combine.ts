import { nobleSecp256k1 } from '../../crypto/noble.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { type Bytes, isBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { lastOf } from '../../encoding/list.ts';
import { combinePsbts } from '../../psbt/combine.ts';
import { badSignatures } from '../../psbt/diagnose.ts';
import { isFinalized } from '../../psbt/encode.ts';
import { emptyPsbtInput, type Psbt, type PsbtInput } from '../../psbt/psbt.ts';
import { isSignedAndVerified, openSession, type PsbtSession } from '../../psbt/session.ts';
import type { SignatureChecker } from '../../script/checker.ts';
import { solveScript } from '../../script/templates.ts';
import { transactionChecker } from '../../sighash/checker.ts';
import { Sighash } from '../../sighash/sighash-type.ts';
import { checkPsbt, decodePsbt, lockTimes } from './encoded.ts';
import { PaymentError } from './error.ts';

/** What a cosigner, a device or a file answers with: a PSBT in any version and form. */
export type PsbtAnswer = Psbt | string | Bytes;

/**
 * The signatures of others put to a PSBT, in any order. Of what comes back nothing is taken but
 * signatures, and those only once they are found valid for the transaction that was sent. Throws
 * `PaymentError`: `OTHER_TRANSACTION`, `BAD_SIGNATURE`, `SIGHASH_MISMATCH`.
 */
export function combine(psbt: Psbt, ...answers: readonly PsbtAnswer[]): Psbt {
  return answers.reduce<Psbt>((known, answer) => combineWith(known, answer), checkPsbt(psbt));
}

/** The same with a curve of one's own. */
export function combineWith(
  psbt: Psbt,
  answer: PsbtAnswer,
  secp256k1: Secp256k1 = nobleSecp256k1,
): Psbt {
  const isEncoded = typeof answer === 'string' || isBytes(answer);
  const other = isEncoded ? decodePsbt(answer, { secp256k1 }) : checkPsbt(answer);
  if (combinePsbts(psbt, other) === undefined) {
    throw new PaymentError('OTHER_TRANSACTION', 'What came back is about another transaction', {
      hint: 'Do not sign or send it. Its inputs or outputs differ from those that were sent: ask again, and look at the device while it signs.',
    });
  }
  const session = openSession(psbt, secp256k1);
  if (session === undefined) throw lockTimes();
  const inputs = other.inputs.map((input, index) => signaturesOf(session, index, input));
  const combined = combinePsbts(psbt, { ...other, inputs });
  return combined ?? psbt;
}

/** An input with nothing but its signatures, all of which hold. */
function signaturesOf(session: PsbtSession, index: number, answer: PsbtInput): PsbtInput {
  const own = session.psbt.inputs[index];
  const { prevout, sequence, timeLocktime, heightLocktime } = answer;
  const blank = { ...emptyPsbtInput(prevout, sequence), timeLocktime, heightLocktime };
  if (own === undefined || isFinalized(own)) return blank;
  const coin = session.cache.coins[index];
  if (coin === undefined) return blank;
  const type = sighashTypeOf(own, coin.scriptPubKey);
  if (isFinalized(answer)) return { ...blank, ...finalScripts(session, index, answer, type) };
  const { partialSignatures, tapKeySignature, tapScriptSignatures } = answer;
  const { musigPubNonces, musigPartialSignatures, ripemd160, sha256, hash160, hash256 } = answer;
  const signatures = { partialSignatures, tapKeySignature, tapScriptSignatures };
  checkTypes(signatures, index, type);
  const bad = badSignatures(
    { ...own, ...signatures },
    coin.scriptPubKey,
    transactionChecker(session.cache, index, session.secp256k1),
  );
  if (bad.length > 0) throw badSignature(index, `of ${bad.map(encodeHex).join(', ')}`);
  // Rounds of MuSig2 are verified where they are put together: before that nobody can.
  const musig = { musigPubNonces, musigPartialSignatures };
  return { ...blank, ...signatures, ...musig, ripemd160, sha256, hash160, hash256 };
}

function badSignature(index: number, what: string): PaymentError {
  return new PaymentError('BAD_SIGNATURE', `A signature ${what} does not hold for input ${index}`, {
    hint: 'Nothing of the answer was taken. Let the device sign again, and look whether it shows the same inputs and outputs.',
  });
}

function sighashTypeOf({ sighashType }: PsbtInput, script: Bytes): number {
  const isTaproot = solveScript(script).kind === 'witness_v1_taproot';
  return sighashType ?? (isTaproot ? Sighash.DEFAULT : Sighash.ALL);
}

type Signatures = Pick<PsbtInput, 'partialSignatures' | 'tapKeySignature' | 'tapScriptSignatures'>;

/** A valid signature of another type may leave outputs open to be changed. */
function checkTypes(
  { partialSignatures, tapKeySignature, tapScriptSignatures }: Signatures,
  index: number,
  type: number,
): void {
  const schnorr = tapScriptSignatures.map(({ signature }) => signature);
  if (tapKeySignature) schnorr.push(tapKeySignature);
  const isRight =
    partialSignatures.every(({ signature }) => lastOf(signature) === type) &&
    schnorr.every((signature) => typeOfSchnorr(signature) === type);
  if (!isRight) throw wrongType(index);
}

const typeOfSchnorr = (signature: Bytes) =>
  signature.length === 64 ? Sighash.DEFAULT : lastOf(signature);

function wrongType(index: number): PaymentError {
  return new PaymentError(
    'SIGHASH_MISMATCH',
    `A signature for input ${index} is of another type than was asked for`,
    {
      hint: 'It may leave outputs open to be changed. Let the device sign with the type that the PSBT names: ALL, unless it says otherwise.',
    },
  );
}

/**
 * A device that finalizes: what it made has to hold, by signatures of the type that was asked for.
 */
function finalScripts(
  session: PsbtSession,
  index: number,
  answer: PsbtInput,
  type: number,
): Pick<PsbtInput, 'finalScriptSig' | 'finalWitness'> {
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
  if (!isSignedAndVerified(session, index, answer, strict))
    throw badSignature(index, 'in its final scripts');
  if (hasOtherType) throw wrongType(index);
  return { finalScriptSig, finalWitness };
}

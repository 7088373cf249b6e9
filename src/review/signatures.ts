import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { lastOf } from '../encoding/list.ts';
import { scriptCode } from '../psbt/diagnose.ts';
import type { PsbtInput } from '../psbt/psbt.ts';
import type { SignatureChecker } from '../script/checker.ts';
import { STANDARD_VERIFY_FLAGS } from '../script/flags.ts';
import { verifyScript } from '../script/interpreter/verify.ts';
import { solveScript } from '../script/templates.ts';
import type { SighashCache } from '../sighash/cache.ts';
import { transactionChecker } from '../sighash/checker.ts';
import { Sighash, type SighashType } from '../sighash/sighash-type.ts';
import type { ReviewedInput, ReviewedSignature } from './model.ts';

type Signed = Pick<ReviewedInput, 'signatures' | 'verdict'>;

const unsigned: Signed = { signatures: [], verdict: undefined };

/** What final scripts are worth, and the valid signatures in them. */
export function judgeScripts(
  cache: SighashCache,
  index: number,
  { scriptSig, witness }: { readonly scriptSig: Bytes; readonly witness: readonly Bytes[] },
  secp256k1: Secp256k1,
): Signed {
  if (scriptSig.length === 0 && witness.length === 0) return unsigned;
  const coin = cache.coins[index];
  if (coin === undefined) return { signatures: [], verdict: 'unchecked' };
  const signatures: ReviewedSignature[] = [];
  const checker = noting(transactionChecker(cache, index, secp256k1), signatures);
  const { scriptPubKey } = coin;
  const failure = verifyScript(scriptSig, scriptPubKey, witness, STANDARD_VERIFY_FLAGS, checker);
  return { signatures, verdict: failure === undefined ? 'valid' : 'invalid' };
}

/** Keeps the signatures that hold. OP_CHECKMULTISIG tries others on the way. */
function noting(checker: SignatureChecker, signatures: ReviewedSignature[]): SignatureChecker {
  const note = (publicKey: Bytes, signature: Bytes, sighashType: SighashType) =>
    signatures.push({ publicKey, signature, sighashType, isValid: true });
  return {
    ...checker,
    checkEcdsaSignature(signature, publicKey, script, sigVersion) {
      const isValid = checker.checkEcdsaSignature(signature, publicKey, script, sigVersion);
      if (isValid) note(publicKey, signature, lastOf(signature) ?? Sighash.ALL);
      return isValid;
    },
    checkSchnorrSignature(signature, publicKey, spend) {
      const error = checker.checkSchnorrSignature(signature, publicKey, spend);
      if (error === undefined) note(publicKey, signature, schnorrType(signature));
      return error;
    },
  };
}

const schnorrType = (signature: Bytes): SighashType => signature[64] ?? Sighash.DEFAULT;

/** The signatures that a PSBT's input has in fields of their own, each with its verdict. */
export function partialSignatures(
  input: PsbtInput,
  cache: SighashCache,
  index: number,
  secp256k1: Secp256k1,
): readonly ReviewedSignature[] {
  const { partialSignatures: ecdsa, tapKeySignature, tapScriptSignatures } = input;
  if (ecdsa.length + tapScriptSignatures.length === 0 && !tapKeySignature) return [];
  const coin = cache.coins[index];
  if (coin === undefined) return [];
  const checker = transactionChecker(cache, index, secp256k1);
  const { script, sigVersion } = scriptCode(input, coin.scriptPubKey);
  const found = ecdsa.map(({ publicKey, signature }): ReviewedSignature => {
    const isValid = checker.checkEcdsaSignature(signature, publicKey, script, sigVersion);
    return { publicKey, signature, sighashType: lastOf(signature) ?? Sighash.ALL, isValid };
  });
  const schnorr = (publicKey: Bytes, signature: Bytes, leafHash?: Bytes) => {
    const spend = leafHash && { leafHash, codeSeparatorPosition: 0xffffffff };
    const error = checker.checkSchnorrSignature(signature, publicKey, spend ?? {});
    found.push({
      publicKey,
      signature,
      sighashType: schnorrType(signature),
      isValid: error === undefined,
    });
  };
  const outer = solveScript(coin.scriptPubKey);
  if (tapKeySignature && outer.kind === 'witness_v1_taproot') {
    schnorr(outer.outputKey, tapKeySignature);
  }
  for (const each of tapScriptSignatures) schnorr(each.xOnly, each.signature, each.leafHash);
  return found;
}

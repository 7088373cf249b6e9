import type { Secp256k1, SignatureCheck } from '../crypto/secp256k1.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { STANDARD_VERIFY_FLAGS } from '../script/flags.ts';
import { verifyScript } from '../script/interpreter/verify.ts';
import type { ScriptFailure } from '../script/script-error.ts';
import type { SighashCache } from '../sighash/cache.ts';
import { transactionChecker } from '../sighash/checker.ts';
import type { SignatureVerifier } from '../sighash/verifier.ts';

export type InputToVerify = {
  readonly index: number;
  readonly scriptPubKey: Bytes;
  readonly scriptSig: Bytes;
  readonly witness: readonly Bytes[];
  /** Signatures that were verified already, and need not be again. */
  readonly facts: readonly SignatureCheck[];
};

/** What the interpreter says, provided that all of `checks` hold. */
export type Provisional = {
  readonly failure: ScriptFailure | undefined;
  readonly checks: readonly SignatureCheck[];
};

/** Runs an input with all Schnorr signatures taken for granted that were not verified yet. */
export function verifyProvisionally(
  input: InputToVerify,
  cache: SighashCache,
  curve: Secp256k1,
): Provisional {
  const checks: SignatureCheck[] = [];
  const failure = verifyInput(input, cache, provisionalVerifier(input.facts, curve, checks));
  return { failure, checks };
}

/** Runs an input with the verifier deciding at once. Core's standard flags. */
export function verifyInput(
  { index, scriptPubKey, scriptSig, witness }: InputToVerify,
  cache: SighashCache,
  verifier: SignatureVerifier,
): ScriptFailure | undefined {
  const checker = transactionChecker(cache, index, verifier);
  return verifyScript(scriptSig, scriptPubKey, witness, STANDARD_VERIFY_FLAGS, checker);
}

function provisionalVerifier(
  facts: readonly SignatureCheck[],
  curve: Secp256k1,
  checks: SignatureCheck[],
): SignatureVerifier {
  const bySignature = new Map(facts.map((fact) => [encodeHex(fact.signature), fact]));
  return {
    verifyEcdsa(signature, digest, publicKey) {
      const fact = bySignature.get(encodeHex(signature));
      if (fact === undefined || !equalBytes(fact.digest, digest)) {
        return curve.verifyEcdsa(signature, digest, publicKey);
      }
      // The digest commits to the script and so to its keys: a signature that is right for one of them is wrong
      // for the others, which OP_CHECKMULTISIG tries first.
      return equalBytes(fact.publicKey, publicKey);
    },
    // One that is wrong fails its script in any case.
    verifySchnorr(signature, digest, publicKey) {
      const fact = bySignature.get(encodeHex(signature));
      const isFact =
        fact !== undefined &&
        equalBytes(fact.digest, digest) &&
        equalBytes(fact.publicKey, publicKey);
      if (!isFact) checks.push({ kind: 'schnorr', signature, digest, publicKey });
      return true;
    },
    tweakXOnlyPublicKey: curve.tweakXOnlyPublicKey,
  };
}

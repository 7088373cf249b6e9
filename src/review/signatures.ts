import { hash160 } from '../crypto/hash.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { lastOf } from '../encoding/list.ts';
import type { SignatureChecker } from '../script/checker.ts';
import { STANDARD_VERIFY_FLAGS } from '../script/flags.ts';
import { verifyScript } from '../script/interpreter/verify-script.ts';
import { isPayToAnchor } from '../script/script.ts';
import { solveScript } from '../script/templates.ts';
import type { SighashCache } from '../sighash/cache.ts';
import { Sighash, type SighashType } from '../sighash/sighash-type.ts';
import { transactionChecker } from '../sighash/transaction-checker.ts';
import type { ReviewedSignature } from './model.ts';
import type { Spend } from './subject.ts';

type JudgedScripts = Pick<Spend, 'signatures' | 'verdict'> & {
  /** True if a lock that is not met stops the scripts. */
  readonly isLocked: boolean;
};

const unsigned: JudgedScripts = { signatures: [], verdict: undefined, isLocked: false };

/**
 * Judges final scripts. Returns their valid signatures, and whether a lock stops the scripts.
 */
export function judgeScripts(
  cache: SighashCache,
  index: number,
  { scriptSig, witness }: { readonly scriptSig: Bytes; readonly witness: readonly Bytes[] },
  secp256k1: Secp256k1,
): JudgedScripts {
  const coin = cache.coins[index];
  if (scriptSig.length === 0 && witness.length === 0) {
    // An anchor takes no signature, so it is always final.
    return coin && isPayToAnchor(coin.scriptPubKey) ? { ...unsigned, verdict: 'valid' } : unsigned;
  }
  if (coin === undefined) return { ...unsigned, verdict: 'unchecked' };
  const signatures: ReviewedSignature[] = [];
  const checker = noting(transactionChecker(cache, index, secp256k1), signatures);
  const { scriptPubKey } = coin;
  const failure = verifyScript(scriptSig, scriptPubKey, witness, STANDARD_VERIFY_FLAGS, checker);
  return {
    signatures,
    verdict: failure === undefined ? 'valid' : 'invalid',
    isLocked: failure?.error === 'UNSATISFIED_LOCKTIME',
  };
}

/** Records valid signatures. OP_CHECKMULTISIG also tries keys that do not match. */
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

/** Returns the sighash type. A signature of 64 bytes has the default type. */
export const schnorrType = (signature: Bytes): SighashType => signature[64] ?? Sighash.DEFAULT;

/** Returns whether an input's signatures commit to its amount (BIP143, BIP341). */
export function isSegwit(script: Bytes, redeemScript: Bytes | undefined): boolean {
  const outer = solveScript(script);
  if (SIGNED_PROGRAMS.includes(outer.kind)) return true;
  return (
    outer.kind === 'scripthash' &&
    redeemScript !== undefined &&
    ['witness_v0_keyhash', 'witness_v0_scripthash'].includes(solveScript(redeemScript).kind) &&
    equalBytes(hash160(redeemScript), outer.hash)
  );
}

/** Programs with signatures. An anchor (P2A) and versions without rules have none. */
const SIGNED_PROGRAMS: readonly string[] = [
  'witness_v0_keyhash',
  'witness_v0_scripthash',
  'witness_v1_taproot',
];

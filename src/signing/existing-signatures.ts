import { hash160 } from '../crypto/hash.ts';
import type { Secp256k1, SignatureCheck } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { invariant } from '../encoding/invariant.ts';
import { lastOf } from '../encoding/list.ts';
import { refusingChecker, type SignatureChecker } from '../script/checker.ts';
import { STANDARD_VERIFY_FLAGS, VerifyFlag } from '../script/flags.ts';
import { evalScript } from '../script/interpreter/eval.ts';
import { verifyScript } from '../script/interpreter/verify-script.ts';
import { solveScript } from '../script/templates.ts';
import type { SighashCache } from '../sighash/cache.ts';
import { type SignatureVerifier, transactionChecker } from '../sighash/transaction-checker.ts';
import type { TxIn } from '../transaction/transaction.ts';
import { emptySignatureData, type PartialSignature, type SignatureData } from './signature-data.ts';

export type ExistingSignatures = {
  /** True if the input is signed already, so it stays unchanged. */
  readonly complete: boolean;
  readonly data: SignatureData;
  /** The valid signatures. */
  readonly verified: readonly SignatureCheck[];
};

/** The result for most inputs, which have no data. */
const nothing: ExistingSignatures = { complete: false, data: emptySignatureData, verified: [] };

/** Returns true if a script certainly fails with an empty scriptSig and witness. */
function asksForMore(scriptPubKey: Bytes): boolean {
  const { kind } = solveScript(scriptPubKey);
  return kind !== 'anchor' && kind !== 'nonstandard' && kind !== 'witness_unknown';
}

/**
 * Reads the signatures and scripts that an input already has. Core: DataFromTransaction
 * (script/sign.cpp).
 */
export function readExistingSignatures(
  cache: SighashCache,
  index: number,
  scriptPubKey: Bytes,
  curve: Secp256k1,
): ExistingSignatures {
  const input = cache.transaction.inputs[index];
  invariant(input !== undefined, 'the index is one of an input');
  const { scriptSig, witness } = input;
  if (scriptSig.length === 0 && witness.length === 0 && asksForMore(scriptPubKey)) return nothing;
  const signatures = new Map<string, PartialSignature>();
  const verified: SignatureCheck[] = [];
  const checker = recordingChecker(
    transactionChecker(cache, index, recordingVerifier(curve, verified)),
    signatures,
  );
  const failure = verifyScript(scriptSig, scriptPubKey, witness, STANDARD_VERIFY_FLAGS, checker);
  const scripts = failure && recoverScripts(input, scriptPubKey, checker, signatures);
  const data = { ...emptySignatureData, ...scripts, scriptSig, witness, signatures };
  return { complete: failure === undefined, data, verified };
}

/**
 * Records valid signatures, and verifies each only once: the script checks them first, then the
 * search for partial signatures.
 */
function recordingVerifier(curve: Secp256k1, verified: SignatureCheck[]): SignatureVerifier {
  const verdicts = new Map<string, boolean>();
  return {
    ...curve,
    verifyEcdsa(signature, digest, publicKey) {
      const id = [signature, digest, publicKey].map(encodeHex).join();
      const known = verdicts.get(id);
      if (known !== undefined) return known;
      const valid = curve.verifyEcdsa(signature, digest, publicKey);
      verdicts.set(id, valid);
      const check: SignatureCheck = { kind: 'ecdsa', signature, digest, publicKey };
      if (valid) verified.push(check);
      return valid;
    },
  };
}

/** Records valid ECDSA signatures. BIP340 signatures count as invalid here, as in Core. */
function recordingChecker(
  checker: SignatureChecker,
  signatures: Map<string, PartialSignature>,
): SignatureChecker {
  return {
    ...checker,
    checkEcdsaSignature(signature, publicKey, scriptCode, sigVersion) {
      if (!checker.checkEcdsaSignature(signature, publicKey, scriptCode, sigVersion)) return false;
      const id = encodeHex(hash160(publicKey));
      if (!signatures.has(id)) signatures.set(id, { publicKey, signature });
      return true;
    },
    // Core recovers signatures without the other inputs' coins, so taproot is signed again.
    checkSchnorrSignature: () => 'SCHNORR_SIG_HASHTYPE',
  };
}

type Scripts = Pick<SignatureData, 'redeemScript' | 'witnessScript'>;

/** Unwraps redeem script and witness script, then finds multisig signatures in the rest. */
function recoverScripts(
  { scriptSig, witness }: TxIn,
  scriptPubKey: Bytes,
  checker: SignatureChecker,
  signatures: ReadonlyMap<string, PartialSignature>,
): Scripts {
  let stack: readonly Bytes[] = evaluate(scriptSig);
  let script = scriptPubKey;
  let redeemScript: Bytes | undefined;
  let witnessScript: Bytes | undefined;
  let sigVersion: 'base' | 'witness_v0' = 'base';
  if (solveScript(script).kind === 'scripthash' && isFilled(lastOf(stack))) {
    script = redeemScript = lastOf(stack) ?? script;
    stack = stack.slice(0, -1);
  }
  if (solveScript(script).kind === 'witness_v0_scripthash' && isFilled(lastOf(witness))) {
    script = witnessScript = lastOf(witness) ?? script;
    stack = witness.slice(0, -1);
    sigVersion = 'witness_v0';
  }
  matchMultisig(script, stack, (signature, publicKey) => {
    const known = signatures.has(encodeHex(hash160(publicKey)));
    return known || checker.checkEcdsaSignature(signature, publicKey, script, sigVersion);
  });
  return { redeemScript, witnessScript };
}

function isFilled(item: Bytes | undefined): boolean {
  return item !== undefined && item.length > 0;
}

/** Returns the stack that the scriptSig leaves, even if it fails halfway. */
function evaluate(scriptSig: Bytes): Bytes[] {
  const stack: Bytes[] = [];
  evalScript(stack, scriptSig, VerifyFlag.STRICTENC, refusingChecker, 'base');
  return stack;
}

/** Tries each item with the keys after the last matching key. */
function matchMultisig(
  script: Bytes,
  stack: readonly Bytes[],
  takes: (signature: Bytes, publicKey: Bytes) => boolean,
): void {
  const template = solveScript(script);
  if (template.kind !== 'multisig') return;
  let next = 0;
  for (const item of stack) {
    const found = template.publicKeys.findIndex((key, i) => i >= next && takes(item, key));
    if (found >= 0) next = found + 1;
  }
}

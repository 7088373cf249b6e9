import type { Secp256k1, SignatureCheck } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { SignatureChecker } from '../script/checker.ts';
import { solveScript } from '../script/templates.ts';
import type { SighashCache } from './cache.ts';
import { type SignatureVerifier, transactionChecker } from './transaction-checker.ts';

/** A verifier that also verifies lists. */
export type ListVerifier = SignatureVerifier & Pick<Secp256k1, 'verifyAll'>;

/** An input whose script must run. */
export type ScriptRun<T> = {
  readonly cache: SighashCache;
  readonly index: number;
  /** Runs the script and returns the failure, if any. */
  readonly run: (checker: SignatureChecker) => T | undefined;
};

/** Number of signatures verified together. */
const BATCH = 512;

/**
 * Returns the failure of the first invalid input. Scripts run with signatures assumed valid, which
 * are then verified together. If one is invalid, or a script fails anyway, the scripts run again
 * and verify each signature at once.
 */
export function firstFailure<T>(
  inputs: Iterable<ScriptRun<T>>,
  verifier: ListVerifier,
): T | undefined {
  let group: ScriptRun<T>[] = [];
  let granted: SignatureCheck[] = [];
  for (const input of inputs) {
    const checks: SignatureCheck[] = [];
    const failed = input.run(grantingChecker(input, verifier, checks)) !== undefined;
    if (!failed) {
      group.push(input);
      granted.push(...checks);
      if (granted.length < BATCH) continue;
    }
    const failure =
      settle(group, granted, verifier) ?? (failed ? runExactly(input, verifier) : undefined);
    if (failure !== undefined) return failure;
    group = [];
    granted = [];
  }
  return settle(group, granted, verifier);
}

/** Returns the first failure of inputs that are valid if all assumed signatures are. */
function settle<T>(
  group: readonly ScriptRun<T>[],
  granted: readonly SignatureCheck[],
  verifier: ListVerifier,
): T | undefined {
  if (verifier.verifyAll(granted)) return undefined;
  for (const input of group) {
    const failure = runExactly(input, verifier);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

const runExactly = <T>({ cache, index, run }: ScriptRun<T>, verifier: ListVerifier) =>
  run(transactionChecker(cache, index, verifier));

/**
 * Assumes and records signatures whose failure would fail the script in any case: Schnorr
 * signatures, and the only signature of a script. After an invalid signature, OP_CHECKMULTISIG
 * tries the next key.
 */
function grantingChecker(
  { cache, index }: Pick<ScriptRun<unknown>, 'cache' | 'index'>,
  verifier: ListVerifier,
  checks: SignatureCheck[],
): SignatureChecker {
  const grant =
    (kind: SignatureCheck['kind']): SignatureVerifier['verifyEcdsa'] =>
    (signature, digest, publicKey) => {
      checks.push({ kind, signature, digest, publicKey });
      return true;
    };
  const { tweakXOnlyPublicKey } = verifier;
  const granting = transactionChecker(cache, index, {
    verifyEcdsa: grant('ecdsa'),
    verifySchnorr: grant('schnorr'),
    tweakXOnlyPublicKey,
  });
  const exact = transactionChecker(cache, index, verifier);
  return {
    ...granting,
    checkEcdsaSignature: (signature, publicKey, scriptCode, sigVersion) =>
      (isOfOneKey(scriptCode) ? granting : exact).checkEcdsaSignature(
        signature,
        publicKey,
        scriptCode,
        sigVersion,
      ),
  };
}

function isOfOneKey(script: Bytes): boolean {
  const { kind } = solveScript(script);
  return kind === 'pubkeyhash' || kind === 'pubkey';
}

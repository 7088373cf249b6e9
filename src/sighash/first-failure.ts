import type { Secp256k1, SignatureCheck } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { SignatureChecker } from '../script/checker.ts';
import { solveScript } from '../script/templates.ts';
import type { SighashCache } from './cache.ts';
import { type SignatureVerifier, transactionChecker } from './transaction-checker.ts';

/** A verifier that decides lists too. */
export type ListVerifier = SignatureVerifier & Pick<Secp256k1, 'verifyAll'>;

/** An input whose script is to run. */
export type ScriptRun<T> = {
  readonly cache: SighashCache;
  readonly index: number;
  /** Runs it: why it fails, if it does. */
  readonly run: (checker: SignatureChecker) => T | undefined;
};

/** Signatures that are verified at a time. */
const BATCH = 512;

/**
 * Why the first of these inputs fails that does. Scripts run with signatures taken for granted,
 * which are then verified together. Where one of them is wrong, or a script fails nevertheless, the
 * scripts run again with each decided when it is asked for.
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

/** The first that fails of inputs that hold if all that was granted does. */
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
 * Grants, and notes, the signatures without which a script fails in any case: Schnorr's, and the
 * one of a script that asks for one. OP_CHECKMULTISIG goes on to the next key after a wrong one.
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

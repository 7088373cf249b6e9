import type { Secp256k1, SignatureCheck } from '../crypto/secp256k1.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { invariant } from '../encoding/invariant.ts';
import type { SignatureChecker } from '../script/checker.ts';
import { STANDARD_VERIFY_FLAGS } from '../script/flags.ts';
import { verifyScript } from '../script/interpreter/verify-script.ts';
import type { ScriptFailure } from '../script/script-error.ts';
import { createSighashCache, type SighashCache } from '../sighash/cache.ts';
import { firstFailure, type ListVerifier, type ScriptRun } from '../sighash/first-failure.ts';
import { type SignatureVerifier, transactionChecker } from '../sighash/transaction-checker.ts';
import { type Coin, outPointKey, type Transaction } from '../transaction/transaction.ts';
import type { BatchSigner } from './batch-signer.ts';
import type { SigningSession } from './job.ts';
import type { SignatureData } from './signature-data.ts';
import { awaited, bisect, type Task } from './task.ts';

/** The scriptSig and witness of an input. */
export type Spend = Pick<SignatureData, 'scriptSig' | 'witness'>;

export type InputToVerify = {
  readonly index: number;
  readonly data: Spend;
  /** Signatures that were already verified. */
  readonly verified: readonly SignatureCheck[];
};

/** Number of inputs whose signatures are verified together. */
const BATCH = 1024;

/** Number of inputs whose scripts are run between pauses. */
const FEW = 8;

/** An input that is valid if its checks are, with its place in the list. */
type Group = {
  readonly place: number;
  readonly input: InputToVerify;
  readonly checks: readonly SignatureCheck[];
};

/** Returns the failure of each input in order, or `undefined` if it is valid. */
export function* verifyInputs(
  inputs: readonly InputToVerify[],
  { cache, secp256k1 }: SigningSession,
  signer: BatchSigner,
  onProgress?: BatchSigner['onProgress'],
): Task<readonly (ScriptFailure | undefined)[]> {
  const exactly = ({ index, data }: InputToVerify) => verifyInput(index, data, cache, secp256k1);
  const allHold = (groups: readonly Group[]) =>
    awaited(signer.verifyAll(groups.flatMap(({ checks }) => checks)));
  const failures: (ScriptFailure | undefined)[] = inputs.map(() => undefined);
  let groups: Group[] = [];
  for (const [place, input] of inputs.entries()) {
    const checks: SignatureCheck[] = [];
    const verifier = provisionalVerifier(input.verified, secp256k1, checks);
    const failure = verifyInput(input.index, input.data, cache, verifier);
    // A signature that was assumed valid may be wrong and have failed first.
    if (failure) failures[place] = checks.length === 0 ? failure : exactly(input);
    else if (checks.length > 0) groups.push({ place, input, checks });
    if (signer.pause && place % FEW === FEW - 1) yield signer.pause();
    if (groups.length < (signer.verifiesTogether ?? BATCH) && place < inputs.length - 1) continue;
    for (const wrong of yield* bisect(groups, allHold))
      failures[wrong.place] = exactly(wrong.input);
    groups = [];
    onProgress?.({ step: 'verify', done: place + 1, total: inputs.length });
  }
  return failures;
}

/**
 * Runs an input by Core's standard flags and verifies signatures at once. Its coin must be known.
 */
export function verifyInput(
  index: number,
  spend: Spend,
  cache: SighashCache,
  verifier: SignatureVerifier,
): ScriptFailure | undefined {
  return verifySpend(cache.coins[index], spend, transactionChecker(cache, index, verifier));
}

/** Runs the spend of `coin` with any checker. */
export function verifySpend(
  coin: Coin | undefined,
  { scriptSig, witness }: Spend,
  checker: SignatureChecker,
): ScriptFailure | undefined {
  invariant(coin !== undefined, 'only what is known to be spent is verified');
  return verifyScript(scriptSig, coin.scriptPubKey, witness, STANDARD_VERIFY_FLAGS, checker);
}

/** An input whose script fails, with the failure. */
export type FailedInput = { readonly index: number; readonly failure: ScriptFailure };

/** Returns the first input that fails by Core's standard flags. All coins must be known. */
export function firstFailedInput(
  cache: SighashCache,
  verifier: ListVerifier,
): FailedInput | undefined {
  const runs = cache.transaction.inputs.map((input, index): ScriptRun<FailedInput> => {
    const run: ScriptRun<FailedInput>['run'] = (checker) => {
      const failure = verifySpend(cache.coins[index], input, checker);
      return failure && { index, failure };
    };
    return { cache, index, run };
  });
  return firstFailure(runs, verifier);
}

/** Returns true if every input is valid. Stops at the first invalid one. */
export function isComplete(
  transaction: Transaction,
  coins: ReadonlyMap<string, Coin>,
  secp256k1: Secp256k1,
): boolean {
  const spent = transaction.inputs.map(({ prevout }) => coins.get(outPointKey(prevout)));
  const areKnown = spent.every((coin) => coin !== undefined);
  return areKnown && !firstFailedInput(createSighashCache(transaction, spent), secp256k1);
}

/** Assumes that unverified Schnorr signatures are valid, and lists them in `checks`. */
function provisionalVerifier(
  verified: readonly SignatureCheck[],
  curve: Secp256k1,
  checks: SignatureCheck[],
): SignatureVerifier {
  const find = (signature: Bytes, digest: Bytes) =>
    verified.find(
      (check) => equalBytes(check.signature, signature) && equalBytes(check.digest, digest),
    );
  return {
    verifyEcdsa(signature, digest, publicKey) {
      const known = find(signature, digest);
      // The digest commits to the script and its keys. A signature that is valid for one of the
      // keys is invalid for the others, which OP_CHECKMULTISIG tries first.
      return known
        ? equalBytes(known.publicKey, publicKey)
        : curve.verifyEcdsa(signature, digest, publicKey);
    },
    // An invalid Schnorr signature always fails its script.
    verifySchnorr(signature, digest, publicKey) {
      const known = find(signature, digest);
      if (known === undefined || !equalBytes(known.publicKey, publicKey))
        checks.push({ kind: 'schnorr', signature, digest, publicKey });
      return true;
    },
    tweakXOnlyPublicKey: curve.tweakXOnlyPublicKey,
  };
}

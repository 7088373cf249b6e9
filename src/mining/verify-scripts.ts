import type { VerifyFlags } from '../script/flags.ts';
import { verifyScript } from '../script/interpreter/verify.ts';
import { type ScriptError, scriptErrorSentence } from '../script/script-error.ts';
import { createSighashCache } from '../sighash/cache.ts';
import { transactionChecker } from '../sighash/checker.ts';
import type { SignatureVerifier } from '../sighash/verifier.ts';
import type { Reject } from './check-block.ts';
import type { ScriptCheck } from './connect.ts';

/**
 * A script that fails, in the words of ConnectBlock. Of several Core names the one that a thread
 * comes upon first; the threads take the checks from the end of their list, so that it is mostly
 * the last one.
 */
export function verifyScripts(
  checks: readonly ScriptCheck[],
  flags: VerifyFlags,
  verifier: SignatureVerifier,
): Reject | undefined {
  for (const check of [...checks].reverse()) {
    const error = lastFailure(check, flags, verifier);
    if (error !== undefined) {
      return `block-script-verify-flag-failed (${scriptErrorSentence(error)})`;
    }
  }
  return undefined;
}

function lastFailure(
  { transaction, coins }: ScriptCheck,
  flags: VerifyFlags,
  verifier: SignatureVerifier,
): ScriptError | undefined {
  const cache = createSighashCache(transaction, coins);
  for (const [at, { scriptSig, witness }] of [...transaction.inputs.entries()].reverse()) {
    const coin = coins[at];
    if (coin === undefined) return 'UNKNOWN_ERROR';
    const checker = transactionChecker(cache, at, verifier);
    const failure = verifyScript(scriptSig, coin.scriptPubKey, witness, flags, checker);
    if (failure !== undefined) return failure.error;
  }
  return undefined;
}

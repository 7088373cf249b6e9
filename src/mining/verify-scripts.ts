import type { VerifyFlags } from '../script/flags.ts';
import { verifyScript } from '../script/interpreter/verify-script.ts';
import { type ScriptError, scriptErrorSentence } from '../script/script-error.ts';
import { createSighashCache } from '../sighash/cache.ts';
import { firstFailure, type ListVerifier, type ScriptRun } from '../sighash/first-failure.ts';
import type { Reject } from './check-block.ts';
import type { ScriptCheck } from './connect.ts';

/**
 * Verifies scripts and returns a failure in the words of ConnectBlock. Of several failures Core
 * reports the first that a thread finds; its threads start at the end of the list, so that is
 * usually the last one.
 */
export function verifyScripts(
  checks: readonly ScriptCheck[],
  flags: VerifyFlags,
  verifier: ListVerifier,
): Reject | undefined {
  const error = firstFailure(fromTheLast(checks, flags), verifier);
  return error && `block-script-verify-flag-failed (${scriptErrorSentence(error)})`;
}

function* fromTheLast(
  checks: readonly ScriptCheck[],
  flags: VerifyFlags,
): Generator<ScriptRun<ScriptError>> {
  for (const { transaction, coins } of [...checks].reverse()) {
    const cache = createSighashCache(transaction, coins);
    for (const [index, { scriptSig, witness }] of [...transaction.inputs.entries()].reverse()) {
      const script = coins[index]?.scriptPubKey;
      const run: ScriptRun<ScriptError>['run'] = (checker) =>
        script === undefined
          ? 'UNKNOWN_ERROR'
          : verifyScript(scriptSig, script, witness, flags, checker)?.error;
      yield { cache, index, run };
    }
  }
}

import { scriptErrorSentence } from '../../script/script-error.ts';
import type { InputError } from '../../signing/job.ts';

/**
 * Returns the message of `errors[].error`. Core: SignTransaction in script/sign.cpp.
 *
 * @param error - Of `SigningOutcome`.
 */
export function inputErrorSentence(error: Exclude<InputError, { kind: 'missing-amount' }>): string {
  if (error.kind === 'coin-not-found') return 'Input not found or already spent';
  switch (error.error) {
    case 'INVALID_STACK_OPERATION':
      return 'Unable to sign input, invalid stack size (possibly missing key)';
    case 'SIG_NULLFAIL':
      return 'CHECK(MULTI)SIG failing with non-zero signature (possibly need more signatures)';
    default:
      return scriptErrorSentence(error.error);
  }
}

import type { ScriptError } from '../script/script-error.ts';
import { scriptErrorSentence } from '../script/script-error.ts';

/** Why an input is not signed. */
export type InputError =
  | { readonly kind: 'coin-not-found' }
  /** The witness commits to an amount that nobody gave. Core refuses the whole call for it. */
  | { readonly kind: 'missing-amount' }
  | { readonly kind: 'script'; readonly error: ScriptError };

/** The words of `errors[].error`. Core: SignTransaction in script/sign.cpp. */
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

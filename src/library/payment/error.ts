import { ColdsignError } from '../../encoding/coldsign-error.ts';
import type { PsbtInputDetails } from '../../rpc/shape/psbt-details.ts';

/**
 * Reason why an input is not complete: the cause for programs, the fix for people, and the parts of
 * the input that both refer to.
 */
export type InputProblem = PsbtInputDetails & {
  /** The first problem that keeps the input from being complete. */
  readonly cause:
    | 'MISSING_COIN'
    | 'SCRIPT_FAILED'
    | 'BAD_SIGNATURE'
    | 'MISSING_SCRIPT'
    | 'MISSING_SIGNATURE'
    | 'LOCKED';
};

/** Runs a function, and returns a `ColdsignError` that it throws as a value. */
export function tried<T>(run: () => T): T | { readonly error: ColdsignError } {
  try {
    return run();
  } catch (error) {
    if (error instanceof ColdsignError) return { error };
    throw error;
  }
}

/**
 * Returns the error for an argument of a wrong type, for callers without types. The message does
 * not contain the value, which may be a key.
 */
export function wrongArgument(what: string, hint: string): ColdsignError {
  return new ColdsignError('WRONG_ARGUMENT', what, { hint });
}

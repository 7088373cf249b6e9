import { ColdsignError } from '../encoding/coldsign-error.ts';
import { withCause } from '../encoding/plain-error.ts';

/**
 * Runs a function that only reads what the caller passed, and calls nothing of the caller. If
 * anything other than a `ColdsignError` is thrown, a getter or a proxy threw, or a member has
 * another type: the error is `refuse()`, with the thrown value as its cause.
 */
export function reading<T>(run: () => T, refuse: () => ColdsignError): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof ColdsignError ? error : withCause(refuse(), error);
  }
}

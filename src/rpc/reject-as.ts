import { withCause, withReason } from '../encoding/plain-error.ts';
import { RpcError } from './error.ts';

type Asking<A extends readonly unknown[], R> = (...args: A) => Promise<R>;

/**
 * Wraps an external function: its rejection becomes an `RpcError` with this code, and `what` before
 * the message.
 */
export function rejectAs(code: number, what: string) {
  return <A extends readonly unknown[], R>(ask: (...args: A) => R | Promise<R>): Asking<A, R> =>
    async (...args) => {
      try {
        return await ask(...args);
      } catch (error) {
        // An external service may fail; that is not a bug.
        if (error instanceof RpcError) throw error;
        const hint = error instanceof Error && 'hint' in error ? error.hint : undefined;
        const failure = [code, withReason(what, error)] as const;
        throw withCause(
          new RpcError(...failure, typeof hint === 'string' ? hint : undefined),
          error,
        );
      }
    };
}

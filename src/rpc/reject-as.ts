import { withCause, withReason } from '../encoding/plain-error.ts';
import { RpcError } from './error.ts';

type Asking<A extends readonly unknown[], R> = (...args: A) => Promise<R>;

/**
 * For functions from outside: what one rejects with becomes an `RpcError` of this code, with its
 * words behind `what`.
 */
export function rejectAs(code: number, what: string) {
  return <A extends readonly unknown[], R>(ask: (...args: A) => R | Promise<R>): Asking<A, R> =>
    async (...args) => {
      try {
        return await ask(...args);
      } catch (error) {
        // Whoever is asked may fail, and is not ours: no bug.
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

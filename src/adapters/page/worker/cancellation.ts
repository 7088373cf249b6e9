import { RpcCode, RpcError } from '../../../rpc/error.ts';

const CANCELLED = 'Cancelled: nothing was signed';

/**
 * Handles messages of the page between steps of long work, and ends the work if a message cancels
 * it.
 */
export type Cancellation = {
  /** Rejects if the work was cancelled meanwhile. */
  readonly pause: () => Promise<void>;
  /** Ends the current work. */
  readonly cancel: () => void;
  /** Starts new work, which an earlier cancellation does not end. */
  readonly begin: () => void;
};

export function createCancellation(): Cancellation {
  let isCancelled = false;
  return {
    async pause() {
      await new Promise((done) => setTimeout(done, 0));
      if (isCancelled) throw new RpcError(RpcCode.MISC_ERROR, CANCELLED);
    },
    cancel() {
      isCancelled = true;
    },
    begin() {
      isCancelled = false;
    },
  };
}

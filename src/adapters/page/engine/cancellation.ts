import { RpcCode, RpcError } from '../../../rpc/error.ts';

const CANCELLED = 'Cancelled: nothing was signed';

/**
 * Lets the messages of the page in between steps of long work, and ends the work when one of them
 * said so.
 */
export type Cancellation = {
  /** Rejects where it was cancelled meanwhile. */
  readonly pause: () => Promise<void>;
  /** Ends what is running now. */
  readonly cancel: () => void;
  /** What was cancelled before does not end what begins now. */
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

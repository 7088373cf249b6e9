import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import { miscError } from '../../../rpc/error.ts';
import type { SigningWorkers } from '../../../signing/batch-signer.ts';
import type { Pause } from '../../../signing/task.ts';

/**
 * Handles messages of the page between steps of long work, and ends the work if a message cancels
 * it.
 */
export type Cancellation = {
  /** Starts new work. Returns its pause, which rejects if the work was cancelled since then. */
  readonly begin: () => Pause;
  /** Starts new work. Returns a function that throws if the work was cancelled since then. */
  readonly watch: () => () => void;
  /** Ends the work that was started before. */
  readonly cancel: () => void;
};

export function createCancellation(): Cancellation {
  let cancelled = 0;
  const watch = () => {
    const before = cancelled;
    return () => {
      if (cancelled !== before) throw miscError('Cancelled: nothing was signed');
    };
  };
  return {
    watch,
    begin() {
      const check = watch();
      return async () => {
        await new Promise((done) => setTimeout(done, 0));
        check();
      };
    },
    cancel() {
      cancelled += 1;
    },
  };
}

/** Signs and verifies lists with the curve, and reads the page's messages before each list. */
export function cancellable(pause: Pause): SigningWorkers {
  const pausing = <T, S>(sign: (list: readonly T[]) => S) => {
    return async (list: readonly T[]) => {
      await pause();
      return sign(list);
    };
  };
  return {
    signEcdsaMany: pausing(kernelSecp256k1.signEcdsaMany),
    signSchnorrMany: pausing(kernelSecp256k1.signSchnorrMany),
    verifyAll: pausing(kernelSecp256k1.verifyAll),
  };
}

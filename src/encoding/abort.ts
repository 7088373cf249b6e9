import { ColdsignError } from './coldsign-error.ts';
import { withCause } from './plain-error.ts';

/** The part of an `AbortController`'s signal that coldsign needs. */
export type AbortSignalLike = {
  /** True once the call should end. */
  readonly aborted: boolean;
  /** The app's reason, which is the `cause` of the error. */
  readonly reason?: unknown;
  /** Adds a function to call when the signal aborts. */
  addEventListener(type: 'abort', listener: () => void): void;
  /** Removes a function, so that it is no longer called. */
  removeEventListener(type: 'abort', listener: () => void): void;
};

const aborted = ({ reason }: AbortSignalLike): ColdsignError =>
  withCause(
    new ColdsignError('ABORTED', 'The call was ended by its signal', {
      hint: 'No result of it was used. Call again to start over.',
    }),
    reason,
  );

/** Returns true for the error of a call that its signal ended. */
export const isAborted = (error: unknown): boolean =>
  error instanceof ColdsignError && error.code === 'ABORTED';

/** Throws `ABORTED` if the app has ended the call. */
export function checkAborted(signal: AbortSignalLike | undefined): void {
  if (signal?.aborted) throw aborted(signal);
}

/** Waits for a promise until the signal aborts. A later result is ignored. */
export function untilAborted<T>(signal: AbortSignalLike | undefined, work: Promise<T>): Promise<T> {
  if (signal === undefined) return work;
  return new Promise<T>((done, fail) => {
    const stop = () => fail(aborted(signal));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    const settle = () => signal.removeEventListener('abort', stop);
    work.then(done, fail).then(settle, settle);
  });
}

import { type AbortSignalLike, checkAborted } from './abort.ts';

/** The ways of a runtime to continue after other work. Each may be missing. */
declare const setImmediate: ((run: () => void) => unknown) | undefined;
declare const setTimeout: ((run: () => void, milliseconds: number) => unknown) | undefined;
declare const MessageChannel:
  | (new () => {
      readonly port1: { onmessage: (() => void) | null; close(): void };
      readonly port2: { postMessage(message: unknown): void };
    })
  | undefined;

/**
 * Lets other work run first, such as timers, input, and a message that cancels a call. Tries timers
 * last, because a browser delays those of a hidden tab.
 */
export function nextTurn(): Promise<void> {
  return new Promise((done) => {
    if (typeof setImmediate === 'function') setImmediate(done);
    else if (typeof MessageChannel === 'function') {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        done();
      };
      port2.postMessage(0);
    } else if (typeof setTimeout === 'function') setTimeout(done, 0);
    else done();
  });
}

/** Returns a function that lets other work run, and rejects once the signal has aborted. */
export const pauseFor = (signal: AbortSignalLike | undefined) => async (): Promise<void> => {
  await nextTurn();
  checkAborted(signal);
};

import { nextTurn } from '../../encoding/next-turn.ts';
import { miscError } from '../../rpc/error.ts';

/**
 * Ends signing at Ctrl-C or SIGTERM between two steps, so that keys are wiped and empty files
 * removed before the program ends. At a second signal, the program ends at once.
 */
export function createInterruption() {
  let interruptedBy: NodeJS.Signals | undefined;
  const interrupt = (signal: NodeJS.Signals) => {
    interruptedBy = signal;
    release();
  };
  const release = () => {
    for (const signal of ENDING) process.off(signal, interrupt);
  };
  return {
    begin(): void {
      for (const signal of ENDING) process.on(signal, interrupt);
    },
    async pause(): Promise<void> {
      await nextTurn();
      if (interruptedBy) throw miscError('Cancelled: nothing was signed');
    },
    end(): void {
      release();
      if (interruptedBy) process.kill(process.pid, interruptedBy);
    },
  };
}

/** Signals that ask a program to end. */
const ENDING = ['SIGINT', 'SIGTERM'] as const;

import { createWorkers } from '../../../src/adapters/threads/web.ts';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { isColdsignError, openAccount, parsePsbt, sign } from '../../../src/index.ts';
import { execute } from '../../../src/library/call.ts';
import { watchTurns } from '../counting-curve.ts';

declare global {
  interface Window {
    readonly workersPage: typeof page;
  }
}

/** The code of the workers. */
declare const WORKER_TEXT: string;

/** Lets other work of the page run. */
const turn = () => new Promise<void>((done) => void setTimeout(done, 0));

const workersOf = (url: string, threads: number) =>
  createWorkers({
    threads,
    secp256k1: kernelSecp256k1,
    startWorker: () => new Worker(url, { type: 'module' }),
  });

const page = {
  /**
   * Signs a PSBT, in this many workers if any. Returns the points that the page's thread computes
   * between two turns, at most. `abortAt`: the turn of an abort.
   */
  async signPsbt(text: string, keys: string, threads: number, abortAt = Number.NaN) {
    const url = URL.createObjectURL(new Blob([WORKER_TEXT], { type: 'text/javascript' }));
    const workers = threads > 0 ? workersOf(url, threads) : undefined;
    const controller = new AbortController();
    const account = openAccount(keys, { network: 'regtest' });
    let last = 0;
    try {
      const { turns, most, work } = await watchTurns(
        kernelSecp256k1,
        turn,
        (secp256k1) =>
          sign(parsePsbt(text), {
            keys: account,
            secp256k1,
            threads: workers,
            signal: controller.signal,
          }),
        (turns) => {
          if (turns === abortAt) controller.abort();
          last = turns;
        },
      );
      const outcome = await work.then(
        ({ complete }) => ({ complete }),
        (error: unknown) => ({ code: isColdsignError(error) ? error.code : String(error) }),
      );
      return { ...outcome, turns, most, after: last - abortAt };
    } finally {
      await workers?.close();
      URL.revokeObjectURL(url);
    }
  },
  /** Signs a raw transaction by this many workers, each of which runs `script`. */
  async sign(params: string, threads: number, script = WORKER_TEXT) {
    const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    const workers = workersOf(url, threads);
    const options = { network: 'regtest', secp256k1: kernelSecp256k1, workers } as const;
    try {
      return { text: await execute('signrawtransactionwithkey', params, options) };
    } catch (error) {
      return { error: String(error) };
    } finally {
      await workers.close();
      URL.revokeObjectURL(url);
    }
  },
};

Object.assign(window, { workersPage: page, coldsign: page });

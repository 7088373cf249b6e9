import { createWorkers } from '../../../src/adapters/threads/web.ts';
import { execute } from '../../../src/library/call.ts';
import { kernelSecp256k1 } from '../../../src/public/kernel.ts';

declare global {
  interface Window {
    readonly workersPage: typeof page;
  }
}

/** The code of the workers. */
declare const WORKER_TEXT: string;

const page = {
  /** Signs a raw transaction by this many workers, each of which runs `script`. */
  async sign(params: string, threads: number, script = WORKER_TEXT) {
    const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    const workers = createWorkers({
      threads,
      secp256k1: kernelSecp256k1,
      startWorker: () => new Worker(url, { type: 'module' }),
    });
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

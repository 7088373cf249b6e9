import { Worker } from 'node:worker_threads';
import type { NetworkName } from '../../encoding/network.ts';
import type { Profile } from '../../rpc/context.ts';
import type { Reply, Service } from '../../rpc/envelope.ts';
import type { ActiveCommands } from './active-commands.ts';
import { createLimiter } from './limiter.ts';
import { isLongBody } from './placement.ts';

/** What a worker thread is told at its start. */
export type CallWorkerData = {
  readonly role: 'calls';
  /** It takes the long bodies, and lets the other threads go first. */
  readonly patient: boolean;
  readonly network: NetworkName;
  readonly profile: Profile;
  /** Methods about state that a worker does not have: calls of them are handed back. */
  readonly owned: ReadonlySet<string>;
};

export type PoolCall = { readonly body: Uint8Array; readonly whitelist: Service['whitelist'] };

/** What a worker says while it has a call. */
export type WorkerMessage =
  | { readonly kind: 'begin'; readonly method: string }
  | { readonly kind: 'end' }
  | { readonly kind: 'bug'; readonly trace: string }
  | { readonly kind: 'reply'; readonly reply: PoolReply };

/** `owned`: the call must be answered where the state is. `undefined`: we failed. */
export type PoolReply = Reply | 'owned' | undefined;

export type CallPool = {
  readonly waiting: () => number;
  readonly execute: (call: PoolCall) => Promise<PoolReply>;
  readonly close: () => Promise<void>;
};

export type PoolDuties = {
  /** The file that runs as a worker when it is started as one. */
  readonly entry: URL;
  readonly data: Omit<CallWorkerData, 'role' | 'patient'>;
  /** At most so many work at once; they are made when they are needed and then kept. */
  readonly threads: number;
  readonly begin: ActiveCommands['begin'];
  readonly reportBug: (trace: string) => void;
};

export function createCallPool(duties: PoolDuties): CallPool {
  const limiter = createLimiter(duties.threads);
  const all = new Set<Worker>();
  const idle = { patient: [] as Worker[], prompt: [] as Worker[] };
  const start = (kind: 'patient' | 'prompt'): Worker => {
    const workerData: CallWorkerData = {
      ...duties.data,
      role: 'calls',
      patient: kind === 'patient',
    };
    const worker = new Worker(duties.entry, { workerData });
    all.add(worker);
    // Out of memory, for one: the thread is gone, its call is lost, the server goes on.
    worker.on('error', (error) => duties.reportBug(traceOf(error)));
    worker.once('exit', () => {
      all.delete(worker);
      idle[kind] = idle[kind].filter((other) => other !== worker);
    });
    return worker;
  };
  return {
    waiting: limiter.waiting,
    execute: (call) =>
      limiter.run(async () => {
        const kind = isLongBody(call.body) ? 'patient' : 'prompt';
        const worker = idle[kind].pop() ?? start(kind);
        const reply = await runOn(worker, call, duties);
        if (all.has(worker)) idle[kind].push(worker);
        return reply;
      }),
    close: async () => {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

function runOn(
  worker: Worker,
  call: PoolCall,
  { begin, reportBug }: PoolDuties,
): Promise<PoolReply> {
  return new Promise((done) => {
    let end = () => {};
    const finish = (reply: PoolReply) => {
      end();
      worker.removeAllListeners('message');
      worker.removeListener('exit', died);
      done(reply);
    };
    const died = () => finish(undefined);
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'begin') end = begin(message.method);
      else if (message.kind === 'end') end();
      else if (message.kind === 'bug') reportBug(message.trace);
      else finish(message.reply);
    });
    worker.once('exit', died);
    worker.postMessage(call);
  });
}

/** Where it happened, without the message: that could repeat what the call contained. */
export function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames].join('\n');
}

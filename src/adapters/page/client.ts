import type { SigningProgress } from '../../signing/job.ts';
import type { Engine } from './engine/engine.ts';
import type { Answer, Arguments, Request } from './protocol.ts';

/** The engine on the other side of a worker. */
export type Client = {
  readonly [N in keyof Engine]: (
    ...args: Parameters<Engine[N]>
  ) => Promise<Awaited<ReturnType<Engine[N]>>>;
} & {
  /**
   * Ends the worker, and with it all that it holds. What was asked and not answered stays
   * unanswered.
   */
  readonly end: () => void;
  readonly onProgress: (listen: ((progress: SigningProgress) => void) | undefined) => void;
};

type Waiting = {
  readonly done: (value: unknown) => void;
  readonly failed: (error: Error) => void;
};

/** `packed`: the script of the worker, gzip in base64. */
export function startEngine(packed: string): Client {
  const waiting = new Map<number, Waiting>();
  let listener: ((progress: SigningProgress) => void) | undefined;
  let last = 0;
  const hear = ({ data }: MessageEvent<Answer>) => {
    if ('progress' in data) {
      listener?.(data.progress);
      return;
    }
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('error' in data) asked?.failed(new Error(data.error));
    else asked?.done(data.value);
  };
  const started = startWorker(packed, hear);
  const ask = <N extends keyof Arguments>(name: N, args: Arguments[N]) =>
    new Promise<unknown>((done, failed) => {
      last += 1;
      waiting.set(last, { done, failed });
      const request: Request<N> = { id: last, name, args };
      started.then((worker) => worker.postMessage(request), failed);
    });
  const own = {
    end: () => void started.then((worker) => worker.terminate()),
    onProgress(listen: typeof listener) {
      listener = listen;
    },
  };
  // The cast: each other name is a message of that name, which the engine there answers.
  return new Proxy(own as Client, {
    get: (target, name) =>
      name in target
        ? Reflect.get(target, name)
        : (...args: Arguments[keyof Arguments]) => ask(name as keyof Arguments, args),
  });
}

async function startWorker(
  packed: string,
  hear: (message: MessageEvent<Answer>) => void,
): Promise<Worker> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const script = await new Response(unpacked).blob();
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  worker.onmessage = hear;
  return worker;
}

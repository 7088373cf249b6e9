import type { SigningProgress } from '../../signing/job.ts';
import { createContext, useContext } from './dom.ts';
import { outcomeText, refusalText } from './language.ts';
import type { Answer, Arguments, PictureRequest, Request } from './protocol.ts';
import type { Engine } from './worker/engine.ts';
import type { FieldFault } from './worker/failures.ts';
import type { IntakeView } from './worker/intake.ts';

/** Scripts of the workers. */
export type Scripts = {
  readonly engine: string;
  /** Script of the worker that reads pictures and never has keys. */
  readonly pictures: string;
};

/** Makes a refusal about fields of a form. */
const fieldsError = (faults: readonly FieldFault[]): Error & { readonly faults: typeof faults } =>
  Object.assign(new Error(faults[0]?.message), {
    faults: faults.map(({ field, message }) => ({ field, message: refusalText(message) })),
  });

/** Returns the faults of a refusal about fields of a form; throws any other error. */
export function faultsIn(error: unknown): readonly FieldFault[] {
  if (!(error instanceof Error && 'faults' in error)) throw error;
  // The cast: only `fieldsError` makes errors with this member.
  return (error as ReturnType<typeof fieldsError>).faults;
}

/** Makes a question for the password of a file. */
const passwordRequest = (message: string): Error =>
  Object.assign(new Error(message), { needsPassword: true });

/** Returns true for an error that only asks for the password of a file. */
export const asksPassword = (error: unknown): error is Error =>
  error instanceof Error && 'needsPassword' in error;

/** The engine on the other side of a worker. */
export type Client = {
  readonly [N in keyof Engine]: (
    ...args: Parameters<Engine[N]>
  ) => Promise<Awaited<ReturnType<Engine[N]>>>;
} & {
  /** Transfers the picture to the worker: the page no longer has its pixels. */
  readonly takeImage: (image: ImageData) => Promise<IntakeView>;
  /** Ends the workers, and with them everything in their memory. Open questions stay unanswered. */
  readonly end: () => void;
  readonly onProgress: (listen: ((progress: SigningProgress) => void) | undefined) => void;
};

export const EngineContext = createContext<Client | undefined>(undefined);

/** Returns the engine of this round: each lock starts another one. */
export function useEngine(): Client {
  const engine = useContext(EngineContext);
  if (engine === undefined) throw new Error('No engine was started.');
  return engine;
}

type Refusal = Extract<Answer, { readonly error: string }>;

type Waiting = {
  readonly done: (value: unknown) => void;
  readonly failed: (error: Error) => void;
};

export function startEngine(scripts: Scripts): Client {
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
    if ('error' in data) {
      asked?.failed(errorOf(data));
    } else asked?.done(asMessage(data.value));
  };
  const started = startWorker(scripts.engine, hear);
  let pictures: Promise<Worker> | undefined;
  const answered = (send: (id: number) => Promise<void>) =>
    new Promise<unknown>((done, failed) => {
      last += 1;
      waiting.set(last, { done, failed });
      send(last).catch(failed);
    });
  const ask = <N extends keyof Arguments>(name: N, args: Arguments[N]) =>
    answered(async (id) => {
      const request: Request<N> = { id, name, args };
      (await started).postMessage(request);
    });
  const startPictures = async () => {
    const [engine, worker] = await Promise.all([started, startWorker(scripts.pictures, hear)]);
    const { port1, port2 } = new MessageChannel();
    engine.postMessage({ port: port1 }, [port1]);
    worker.postMessage({ port: port2 }, [port2]);
    return worker;
  };
  const own = {
    end() {
      for (const each of [started, pictures]) void each?.then((worker) => worker.terminate());
    },
    takeImage: (image: ImageData) =>
      answered(async (id) => {
        pictures ??= startPictures();
        const request: PictureRequest = { id, image };
        (await pictures).postMessage(request, [image.data.buffer]);
      }),
    onProgress(listen: typeof listener) {
      listener = listen;
    },
  };
  // The cast: each other name is a message of that name, which the engine answers.
  return new Proxy(own as Client, {
    get: (target, name) =>
      name in target
        ? Reflect.get(target, name)
        : (...args: Arguments[keyof Arguments]) => ask(name as keyof Arguments, args),
  });
}

function errorOf({ error, outcome, faults, needsPassword }: Refusal): Error {
  if (faults) return fieldsError(faults);
  if (needsPassword) return passwordRequest(error);
  return new Error(outcome ? outcomeText(outcome) : refusalText(error));
}

/** Returns an answer, with a sentence before a refusal that has no translation. */
function asMessage(value: unknown): unknown {
  const { status, message }: { status?: unknown; message?: unknown } = Object(value);
  return status === 'refused' && typeof message === 'string'
    ? { status, message: refusalText(message) }
    : value;
}

async function startWorker(
  script: string,
  hear: (message: MessageEvent<Answer>) => void,
): Promise<Worker> {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  worker.onmessage = hear;
  return worker;
}

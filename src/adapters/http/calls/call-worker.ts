import { constants, platform, setPriority } from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import type { Json, JsonArray, JsonObject } from '../../../json/json.ts';
import { handleBody, type Reply, type Service } from '../../../rpc/envelope.ts';
import { RpcError, verbatimError } from '../../../rpc/error.ts';
import { findMethod, runMethod } from '../../../rpc/execute.ts';
import { methods } from '../../../rpc/methods/index.ts';
import type { MusigNonces } from '../../../signing/musig-creator.ts';
import { traceOf } from '../../runtime/trace.ts';
import { observeMethods } from './active-commands.ts';
import { type ContextChoice, createContext } from './call-context.ts';

export type WorkerChoice = ContextChoice & {
  /** Methods about state that only the thread that started the worker has. */
  readonly owned: ReadonlySet<string>;
};

/** Start data of a thread. */
export type CallWorkerData = WorkerChoice & {
  readonly role: 'calls';
  /** Set for a thread that takes long bodies at low priority. */
  readonly lowPriority: boolean;
};

export type PoolCall = { readonly body: Uint8Array; readonly whitelist: Service['whitelist'] };

/** Runs an owned method of a call that a thread executes. Throws the same errors as `runMethod`. */
export type RunOwned = (name: string, params: JsonArray | JsonObject) => Promise<Json>;

/** The result of an owned method, or the members of its `RpcError`. */
export type OwnedAnswer =
  | { readonly result: Json }
  | { readonly code: number; readonly message: string; readonly hint: string | undefined };

/** `undefined` after an internal error. */
export type PoolReply = Reply | undefined;

/** Messages of a thread during a call. */
export type WorkerMessage =
  | { readonly kind: 'begin'; readonly method: string }
  | { readonly kind: 'end' }
  | { readonly kind: 'bug'; readonly trace: string }
  | { readonly kind: 'owned'; readonly method: string; readonly params: JsonArray | JsonObject }
  | { readonly kind: 'reply'; readonly reply: PoolReply };

/** Runs a thread: answers calls one at a time. */
export async function runCallWorker(port: MessagePort, data: CallWorkerData): Promise<void> {
  if (data.lowPriority) stepBack();
  const tell = (message: WorkerMessage) => port.postMessage(message);
  const reportBug = (error: unknown) => tell({ kind: 'bug', trace: traceOf(error) });
  const observed = observeMethods(methods, (method) => {
    tell({ kind: 'begin', method });
    return () => tell({ kind: 'end' });
  });
  const service = { methods: observed, context: await createContext(data, reportBug) };
  let takeAnswer = (_answer: OwnedAnswer): void => {};
  const askOwner = async (method: string, params: JsonArray | JsonObject): Promise<Json> => {
    const answer = await new Promise<OwnedAnswer>((done) => {
      takeAnswer = done;
      tell({ kind: 'owned', method, params });
    });
    if ('result' in answer) return answer.result;
    const { code, message, hint } = answer;
    // The owner has redacted it, unless the profile keeps Core's messages.
    throw verbatimError(new RpcError(code, message, hint));
  };
  const run = async (name: string, params: JsonArray | JsonObject): Promise<Json> => {
    if (data.owned.has(name)) return askOwner(name, params);
    const { musigNonces, wereUsed } = homelessNonces();
    const context = { ...service.context, musigNonces };
    const running = runMethod(findMethod(observed, name), params, context);
    // Without its nonces the call fails for an irrelevant reason.
    await running.catch(() => {});
    return wereUsed() ? askOwner(name, params) : running;
  };
  const answer = ({ body, whitelist }: PoolCall): Promise<PoolReply> =>
    handleBody(body, { ...service, run, ...(whitelist === undefined ? {} : { whitelist }) });
  port.on('message', async (message: PoolCall | OwnedAnswer) => {
    if (!('body' in message)) return takeAnswer(message);
    const reply = await answer(message).catch((error) => {
      reportBug(error);
      return undefined;
    });
    tell({ kind: 'reply', reply });
  });
}

/**
 * Detects calls that use MuSig2 nonces. They are run again in the serving thread, which keeps
 * secret nonces between the two rounds.
 */
function homelessNonces(): { musigNonces: MusigNonces; wereUsed: () => boolean } {
  let used = false;
  const use = () => {
    used = true;
  };
  const musigNonces: MusigNonces = {
    keep(_, secretNonce) {
      secretNonce.fill(0);
      use();
    },
    has() {
      use();
      return false;
    },
    take: () => undefined,
  };
  return { musigNonces, wereUsed: () => used };
}

/**
 * Lowers the priority, so that threads with short calls go first. On Linux, this affects only this
 * thread.
 */
function stepBack(): void {
  if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

import { constants, platform, setPriority } from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import { arrayItems } from '../../../json/array-items.ts';
import { isJsonArray } from '../../../json/json.ts';
import { parseJsonBytes } from '../../../json/parse.ts';
import { handleJson, type Reply, type Service } from '../../../rpc/envelope.ts';
import { methods } from '../../../rpc/methods/index.ts';
import type { MusigNonces } from '../../../signing/musig-nonces.ts';
import { traceOf } from '../../runtime/trace.ts';
import { observeMethods } from './active-commands.ts';
import { type ContextChoice, createContext } from './context.ts';
import { namesOwnedMethod } from './placement.ts';

export type WorkerChoice = ContextChoice & {
  /** Methods about state that a worker does not have: calls of them are handed back. */
  readonly owned: ReadonlySet<string>;
};

/** What a thread is told at its start. */
export type CallWorkerData = WorkerChoice & {
  readonly role: 'calls';
  /** It takes long bodies, and lets the other threads go first. */
  readonly lowPriority: boolean;
};

export type PoolCall = { readonly body: Uint8Array; readonly whitelist: Service['whitelist'] };

/**
 * The call must be answered where the state is. `items`: where those of a batch begin and end in
 * the body, in turn.
 */
export type Owned = { readonly owned: true; readonly items: Uint32Array | undefined };

/** `undefined`: we failed. */
export type PoolReply = Reply | Owned | undefined;

/** What a thread says while it has a call. */
export type WorkerMessage =
  | { readonly kind: 'begin'; readonly method: string }
  | { readonly kind: 'end' }
  | { readonly kind: 'bug'; readonly trace: string }
  | { readonly kind: 'reply'; readonly reply: PoolReply };

/** A thread's whole life: calls in, replies out, one at a time. */
export async function runCallWorker(port: MessagePort, data: CallWorkerData): Promise<void> {
  if (data.lowPriority) stepBack();
  const tell = (message: WorkerMessage) => port.postMessage(message);
  const reportBug = (error: unknown) => tell({ kind: 'bug', trace: traceOf(error) });
  const service = {
    methods: observeMethods(methods, (method) => {
      tell({ kind: 'begin', method });
      return () => tell({ kind: 'end' });
    }),
    context: await createContext(data, reportBug),
  };
  const answer = async ({ body, whitelist }: PoolCall): Promise<PoolReply> => {
    const value = parseJsonBytes(body);
    const handBack = (): Owned => ({
      owned: true,
      items: value !== undefined && isJsonArray(value) ? arrayItems(body) : undefined,
    });
    if (value !== undefined && namesOwnedMethod(value, data.owned)) return handBack();
    const { musigNonces, wereUsed } = homelessNonces();
    const context = { ...service.context, musigNonces };
    const given = whitelist === undefined ? {} : { whitelist };
    const reply = await handleJson(value, { ...service, context, ...given });
    return wereUsed() ? handBack() : reply;
  };
  port.on('message', async (call: PoolCall) => {
    const reply = await answer(call).catch((error) => {
      reportBug(error);
      return undefined;
    });
    tell({ kind: 'reply', reply });
  });
}

/**
 * Secret nonces live between the two rounds of MuSig2, in the thread that serves the connections: a
 * call that takes part in one is done again there.
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
 * Where processors are scarce, the threads with short calls go first. On Linux the priority is that
 * of this thread alone.
 */
function stepBack(): void {
  if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

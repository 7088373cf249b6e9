import { constants, platform, setPriority } from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import { parseJsonBytes } from '../../json/parse.ts';
import { handleJson, type Reply } from '../../rpc/envelope.ts';
import { methods } from '../../rpc/methods/index.ts';
import { observeMethods } from './active-commands.ts';
import { type CallWorkerData, type PoolCall, traceOf, type WorkerMessage } from './call-pool.ts';
import { createContext } from './context.ts';
import { namesOwnedMethod } from './placement.ts';

/** A thread's whole life: calls in, replies out, one at a time. */
export async function runCallWorker(port: MessagePort, data: CallWorkerData): Promise<void> {
  if (data.patient) stepBack();
  const tell = (message: WorkerMessage) => port.postMessage(message);
  const reportBug = (error: unknown) => tell({ kind: 'bug', trace: traceOf(error) });
  const service = {
    methods: observeMethods(methods, (method) => {
      tell({ kind: 'begin', method });
      return () => tell({ kind: 'end' });
    }),
    context: await createContext(data, reportBug),
  };
  const answer = async ({ body, whitelist }: PoolCall): Promise<Reply | 'owned'> => {
    const value = parseJsonBytes(body);
    if (namesOwnedMethod(value, data.owned)) return 'owned';
    return handleJson(value, whitelist === undefined ? service : { ...service, whitelist });
  };
  port.on('message', async (call: PoolCall) => {
    const reply = await answer(call).catch((error) => {
      reportBug(error);
      return undefined;
    });
    tell({ kind: 'reply', reply });
  });
}

/** Where processors are scarce, the threads with short calls go first. On Linux the priority is that of this thread alone. */
function stepBack(): void {
  if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

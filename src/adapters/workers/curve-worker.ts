import type { MessagePort } from 'node:worker_threads';
import { nobleSecp256k1 } from '../../crypto/noble.ts';
import { chooseSecp256k1 } from '../secp256k1.ts';
import { runTask, type Task } from './task.ts';

/** What a thread is told at its start. */
export type CurveWorkerData = {
  readonly role: 'coldsign-curve';
  readonly backend: 'noble' | 'wasm';
};

/** Whether this thread was started by a `CurvePool`. */
export function isCurveWorkerData(data: unknown): data is CurveWorkerData {
  return (
    typeof data === 'object' && data !== null && 'role' in data && data.role === 'coldsign-curve'
  );
}

/** A thread's whole life: tasks in, replies out, one at a time. */
export async function runCurveWorker(port: MessagePort, data: CurveWorkerData): Promise<void> {
  const curve = data.backend === 'wasm' ? await chooseSecp256k1() : nobleSecp256k1;
  port.on('message', (task: Task) => {
    const reply = runTask(curve, task);
    port.postMessage(reply, [reply.packed.buffer]);
  });
}

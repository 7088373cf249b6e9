import type { MessagePort } from 'node:worker_threads';
import { startNativeSha256 } from './native-sha256.ts';
import { runTask } from './run-task.ts';
import type { Task } from './task.ts';

/** Runs a thread: answers tasks one at a time. */
export function runCurveWorker(port: MessagePort): void {
  port.on('message', (task: Task) => {
    const reply = runTask(task, startNativeSha256);
    port.postMessage(reply, [reply.packed.buffer]);
  });
}

#!/usr/bin/env node
import { traceOf } from '../runtime/trace.ts';
import { runCurveWorker } from '../threads/curve-worker.ts';
import { runningProgram, thisThread } from '../threads/thread-entry.ts';
import { hasRole } from '../threads/worker-data.ts';
import { dispatch } from './dispatch.ts';
import { loadLazyCommands } from './load-lazy-commands.ts';
import { nodeTooOld } from './node-version.ts';
import { lostOutput, processTerminal, wasInterrupted } from './terminal.ts';

/** The program, which worker threads run too. */
const program = () => runningProgram(import.meta.url);

/** Runs a thread that the program has started. */
async function runThread(threads: NonNullable<ReturnType<typeof thisThread>>): Promise<void> {
  const { parentPort, workerData } = threads;
  if (parentPort === null) return;
  if (hasRole(workerData, 'coldsign-curve')) runCurveWorker(parentPort);
  else if (hasRole(workerData, 'coldsign-picture')) {
    await (await loadLazyCommands()).runPictureWorker(parentPort, workerData);
  } else await (await loadLazyCommands()).runCallWorker(parentPort, workerData);
}

/** Reports a bug without its message, which may contain arguments. */
function reportBug(thrown: unknown): number {
  processTerminal.err(`error: Internal bug detected\n${traceOf(thrown)}\n`);
  return 1;
}

async function main(args: readonly string[]): Promise<void> {
  const tooOld = nodeTooOld(process.versions.node);
  if (tooOld !== undefined) {
    processTerminal.err(`error: ${tooOld}\n`);
    process.exitCode = 1;
    return;
  }
  // The exit code of an early end, for example if awaited input never comes.
  process.exitCode = 1;
  process.exitCode = await dispatch(args, processTerminal, program).catch(reportBug);
  if (wasInterrupted()) process.kill(process.pid, 'SIGINT');
  const lost = lostOutput();
  if (lost === undefined) return;
  // Output is written after everything else is done.
  const words = `The command succeeded, but its answer could not be written: ${lost}`;
  processTerminal.err(`error: ${words}\n`);
  process.exitCode = 1;
}

// No top-level await, because a binary is built from CommonJS.
const threads = thisThread();
void (threads === undefined ? main(process.argv.slice(2)) : runThread(threads));

#!/usr/bin/env node
import { traceOf } from '../runtime/trace.ts';
import { versionText } from '../runtime/version.ts';
import { isCurveWorkerData, runCurveWorker } from '../threads/curve-worker.ts';
import { isPictureWorkerData } from '../threads/picture-worker-data.ts';
import { runningProgram, thisThread } from '../threads/thread-entry.ts';
import { loadRest } from './load-rest.ts';
import { nodeTooOld } from './node-version.ts';
import { run } from './run.ts';
import { lostOutput, processTerminal, wasInterrupted } from './terminal.ts';

/** Worker threads run it too. */
const program = () => runningProgram(import.meta.url);

/** Options may stand before and behind the command's word. */
function splitCommand(args: readonly string[]): readonly [string, readonly string[]] {
  const at = args.findIndex((arg) => !arg.startsWith('-'));
  return [args[at] ?? '', at < 0 ? args : args.toSpliced(at, 1)];
}

async function runServer(args: readonly string[]): Promise<number> {
  const { serve } = await loadRest();
  return serve(args, {
    print: (line) => processTerminal.out(`${line}\n`),
    printError: (line) => processTerminal.err(`${line}\n`),
    workerEntry: program(),
    onSignal(stop) {
      process.once('SIGINT', stop);
      process.once('SIGTERM', stop);
    },
  });
}

async function start(args: readonly string[]): Promise<number> {
  const [command, others] = splitCommand(args);
  switch (command) {
    case 'serve':
      return runServer(others);
    case 'snapshot':
      return (await loadRest()).makeSnapshot(others, processTerminal);
    case 'seed':
      return (await loadRest()).runSeed(others, processTerminal);
    case 'show':
      return (await loadRest()).runShow(others, processTerminal);
    case 'read':
      return (await loadRest()).runRead(others, processTerminal, program());
    case 'signer':
      return (await loadRest()).runSigner(args, processTerminal, program());
    case 'verify':
      return (await loadRest()).runVerify(others, processTerminal);
    case 'version':
      processTerminal.out(`${versionText}\n`);
      return 0;
    default:
      return run(args, processTerminal, program());
  }
}

/** The life of a thread that the program has started. */
async function runThread(threads: NonNullable<ReturnType<typeof thisThread>>): Promise<void> {
  const { parentPort, workerData } = threads;
  if (parentPort === null) return;
  if (isCurveWorkerData(workerData)) runCurveWorker(parentPort);
  else if (isPictureWorkerData(workerData)) {
    await (await loadRest()).runPictureWorker(parentPort, workerData);
  } else await (await loadRest()).runCallWorker(parentPort, workerData);
}

/** Its message may repeat the arguments. */
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
  process.exitCode = await start(args).catch(reportBug);
  if (wasInterrupted()) process.kill(process.pid, 'SIGINT');
  const lost = lostOutput();
  if (lost === undefined) return;
  // Answers are written once everything is done.
  const words = `The command was carried out, but its answer could not be written: ${lost}`;
  processTerminal.err(`error: ${words}\n`);
  process.exitCode = 1;
}

// Nothing is awaited out here: a binary is made of CommonJS.
const threads = thisThread();
void (threads === undefined ? main(process.argv.slice(2)) : runThread(threads));

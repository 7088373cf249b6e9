#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { runCallWorker } from '../http/calls/call-worker.ts';
import { serve } from '../http/serve.ts';
import { runRead } from '../qr/read.ts';
import { runShow } from '../qr/show.ts';
import { runVerify } from '../release/verify-command.ts';
import { versionText } from '../runtime/version.ts';
import { runSeed } from '../seed/command.ts';
import { runSigner } from '../signer/command.ts';
import { makeSnapshot } from '../snapshot/command.ts';
import { isCurveWorkerData, runCurveWorker } from '../threads/curve-worker.ts';
import { runningProgram } from '../threads/thread-entry.ts';
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

function runServer(args: readonly string[]): Promise<number> {
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

function start(args: readonly string[]): Promise<number> {
  const [command, others] = splitCommand(args);
  switch (command) {
    case 'serve':
      return runServer(others);
    case 'snapshot':
      return makeSnapshot(others, processTerminal);
    case 'seed':
      return runSeed(others, processTerminal);
    case 'show':
      return runShow(others, processTerminal);
    case 'read':
      return runRead(others, processTerminal);
    case 'signer':
      return runSigner(args, processTerminal, program());
    case 'verify':
      return runVerify(others, processTerminal);
    case 'version':
      processTerminal.out(`${versionText}\n`);
      return Promise.resolve(0);
    default:
      // A signing of thousands of inputs leaves much behind: collected in time, it stays within 300
      // MB.
      setFlagsFromString('--optimize-for-size');
      return run(args, processTerminal, program());
  }
}

async function main(args: readonly string[]): Promise<void> {
  const tooOld = nodeTooOld(process.versions.node);
  if (tooOld !== undefined) {
    processTerminal.err(`error: ${tooOld}\n`);
    process.exitCode = 1;
    return;
  }
  process.exitCode = await start(args);
  if (wasInterrupted()) process.kill(process.pid, 'SIGINT');
  const lost = lostOutput();
  if (lost === undefined) return;
  // Answers are written once everything is done.
  const words = `The command was carried out, but its answer could not be written: ${lost}`;
  processTerminal.err(`error: ${words}\n`);
  process.exitCode = 1;
}

// Nothing is awaited out here: a binary is made of CommonJS.
if (isMainThread) void main(process.argv.slice(2));
else if (parentPort !== null && isCurveWorkerData(workerData)) runCurveWorker(parentPort);
else if (parentPort !== null) void runCallWorker(parentPort, workerData);

#!/usr/bin/env node
import { parentPort, workerData } from 'node:worker_threads';
import { runCallWorker } from '../http/call-worker.ts';
import { serve } from '../http/serve.ts';
import { run } from './run.ts';
import { processTerminal } from './terminal.ts';

/** `serve` is a command of its own; every other word is a method. */
async function main(args: readonly string[]): Promise<number> {
  const at = args.findIndex((arg) => !arg.startsWith('-'));
  if (args[at] !== 'serve') return run(args, processTerminal);
  return serve(args.toSpliced(at, 1), {
    print: (line) => processTerminal.out(`${line}\n`),
    printError: (line) => processTerminal.err(`${line}\n`),
    workerEntry: new URL(import.meta.url),
    onSignal: (stop) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
    },
  });
}

if (parentPort === null) process.exitCode = await main(process.argv.slice(2));
else await runCallWorker(parentPort, workerData);

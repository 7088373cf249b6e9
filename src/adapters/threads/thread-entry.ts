import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * What a thread runs: a file, or the text of a CommonJS script where the program is no file of its
 * own.
 */
export type ThreadEntry = URL | { readonly script: string };

export function startThread(entry: ThreadEntry, options: WorkerOptions): Worker {
  if (entry instanceof URL) return new Worker(entry, options);
  return new Worker(entry.script, { ...options, eval: true });
}

/** The name under which a binary carries the script that it runs. */
const SCRIPT = 'coldsign.cjs';

/** The program that is running. `url`: of its file, where it has one. */
export function runningProgram(url: string): ThreadEntry {
  const sea = process.getBuiltinModule('node:sea');
  return sea.isSea() ? { script: sea.getAsset(SCRIPT, 'utf8') } : new URL(url);
}

import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Context } from '../../rpc/context.ts';
import type { Options } from '../options/load.ts';
import { chooseSecp256k1 } from '../secp256k1.ts';
import { traceOf } from '../trace.ts';
import { createCurvePool } from '../workers/curve-pool.ts';
import type { ProgressLine } from './progress.ts';
import type { Terminal } from './terminal.ts';

/** Signatures that this thread has made sooner than another one has started. */
const SHORT_LIST = 1000;

/** What methods may ask of this machine. `program`: the file that worker threads run. */
export async function createCliContext(
  { network, profile }: Options,
  progress: ProgressLine,
  terminal: Terminal,
  program: URL,
): Promise<Context> {
  const secp256k1 = await chooseSecp256k1();
  const threads = availableParallelism();
  const pool = { entry: program, threads, curve: secp256k1, shortest: SHORT_LIST };
  return {
    network,
    profile,
    secp256k1,
    ...(threads > 1 && { workers: createCurvePool(pool) }),
    onProgress: progress.report,
    now: () => Math.floor(Date.now() / 1000),
    random: (length) => randomBytes(length),
    reportBug: (error) => terminal.err(`${traceOf(error)}\n`),
  };
}

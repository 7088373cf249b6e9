import { availableParallelism } from 'node:os';
import { kernelSecp256k1 } from '../../crypto/kernel-backend.ts';
import type { Context } from '../../rpc/context.ts';
import { provenanceText } from '../../snapshot/snapshot-trust.ts';
import type { OutboxFile } from '../files/outbox-folder.ts';
import type { readRootKeyFile } from '../names/root-keys.ts';
import type { Options } from '../options/load.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { readPolicy } from '../options/read-policy.ts';
import { machineTime } from '../runtime/clock.ts';
import { namesJudgedBy } from '../runtime/names.ts';
import { createNotify } from '../runtime/notices.ts';
import type { openState } from '../runtime/open.ts';
import { type State, stateWithout } from '../runtime/state.ts';
import { traceOf } from '../runtime/trace.ts';
import { createCurvePool } from '../threads/curve-pool.ts';
import { startNativeSha256 } from '../threads/native-sha256.ts';
import { curveThreads, type ThreadEntry } from '../threads/thread-entry.ts';
import { createApproval, type PrintReview } from './approve.ts';
import type { SafeTerminal } from './escape.ts';
import type { ProgressLine } from './progress.ts';

/** Number of signatures that this thread makes before another one has started. */
const SHORT_LIST = 1000;

export type CliContext = {
  readonly context: Context;
  readonly state: State;
  /** Transactions that were added to the outbox during the call. */
  readonly waiting: readonly OutboxFile[];
};

/** Parts that are loaded only for calls that need them. */
export type LoadedParts = {
  /** Absent for calls that need neither a wallet nor a chain. */
  readonly openState?: typeof openState;
  readonly printReview: PrintReview;
  readonly loadNames: () => Promise<
    Awaited<ReturnType<Parameters<typeof namesJudgedBy>[2]>> & {
      readonly readRootKeyFile: typeof readRootKeyFile;
    }
  >;
};

/** Creates the context of methods on this machine. `program`: the file that worker threads run. */
export async function createCliContext(
  options: Options,
  progress: ProgressLine,
  terminal: SafeTerminal,
  program: ThreadEntry,
  parts: LoadedParts,
): Promise<CliContext | Failure> {
  const { network, profile } = options;
  const policy = readPolicy(options);
  if (policy !== undefined && 'error' in policy) return policy;
  const roots =
    options.text('rootkeys') === undefined
      ? undefined
      : (await parts.loadNames()).readRootKeyFile(options);
  if (roots !== undefined && 'error' in roots) return roots;
  const waiting: OutboxFile[] = [];
  const notify = createNotify((notice) => terminal.err(`Warning: ${notice}\n`));
  const watcher = {
    onWaiting: (files: readonly OutboxFile[]) => void waiting.push(...files),
    onUnwritten: notify,
  };
  const state = parts.openState?.(options, kernelSecp256k1, watcher) ?? stateWithout(options);
  if ('error' in state) return state;
  const { chain, now } = state.context;
  for (const notice of chain?.provenance?.notices ?? []) notify(notice);
  const signed = chain?.provenance && provenanceText(chain.provenance);
  if (signed !== undefined && terminal.isScreen) terminal.err(`${signed}\n`);
  for (const notice of chain?.notices?.(now?.() ?? 0) ?? []) notify(notice);
  const threads = availableParallelism();
  const pool = {
    startThread: curveThreads(program),
    startSha256: startNativeSha256,
    threads,
    curve: kernelSecp256k1,
    shortest: SHORT_LIST,
  };
  const context: Context = {
    network,
    profile,
    secp256k1: kernelSecp256k1,
    ...(threads > 1 && { workers: createCurvePool(pool) }),
    approve: createApproval(terminal, progress, network, options, parts.printReview),
    policy,
    onProgress: progress.report,
    random: (length) => process.getBuiltinModule('node:crypto').randomBytes(length),
    notify,
    reportBug: (error) => terminal.err(`${traceOf(error)}\n`),
    judgeNames: namesJudgedBy(
      network,
      () => now?.() ?? machineTime(),
      parts.loadNames,
      roots?.keys,
    ),
    ...state.context,
  };
  return { context, state, waiting };
}

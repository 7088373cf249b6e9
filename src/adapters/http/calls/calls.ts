import type { Context } from '../../../rpc/context.ts';
import type { RpcMethod } from '../../../rpc/method.ts';
import { createHelp } from '../../../rpc/methods/help.ts';
import { methods } from '../../../rpc/methods/index.ts';
import { createMusigNonces } from '../../../signing/memory-nonces.ts';
import type { Options } from '../../options/load.ts';
import { createNotify } from '../../runtime/notices.ts';
import type { State } from '../../runtime/state.ts';
import { traceOf } from '../../runtime/trace.ts';
import { version } from '../../runtime/version.ts';
import type { ThreadEntry } from '../../threads/thread-entry.ts';
import type { ServerConfig } from '../config.ts';
import { createActiveCommands, observeMethods } from './active-commands.ts';
import { createContext } from './call-context.ts';
import { createCallPool } from './call-pool.ts';
import { createControlMethods } from './control-methods.ts';
import { createExecutor, type Executor } from './executor.ts';

export type Calls = {
  readonly executor: Executor;
  /** The context of calls on this thread. */
  readonly context: Context;
  readonly prepare: () => void;
  readonly close: () => Promise<void>;
};

/** The engine's methods that return at once for short arguments. Others run in workers. */
const shortMethods = ['createrawtransaction', 'decoderawtransaction', 'validateaddress'];

/** Methods that affect or use wallets without being wallet methods. */
const besideWallets = ['sendrawtransaction', 'submitpackage', 'testmempoolaccept'];

/**
 * Returns true if the method's state changes between calls. Wallets, devices, templates and the
 * clock exist once, in the serving thread.
 */
const isOwned = ({ category, name }: RpcMethod): boolean =>
  ['Wallet', 'Signer', 'Mining', 'Control'].includes(category) || besideWallets.includes(name);

/** Creates the methods, decides where they run, and records running calls. */
export async function createCalls(
  options: Options,
  config: ServerConfig,
  state: State,
  workerEntry: ThreadEntry,
  { log, stop }: { readonly log: (line: string) => void; readonly stop: () => void },
): Promise<Calls> {
  const start = process.hrtime.bigint();
  const commands = createActiveCommands(() => process.hrtime.bigint() / 1000n);
  const logTrace = (trace: string) => log(`Internal bug detected: ${trace}`);
  const reportBug = (error: unknown) => logTrace(traceOf(error));
  const engine = methods.filter(({ name }) => name !== 'help');
  const control = createControlMethods(methods, {
    stop,
    uptime: () => Number((process.hrtime.bigint() - start) / 1_000_000_000n),
    activeCommands: commands.list,
    version,
  });
  const all = [...engine, ...control];
  const help = createHelp(all);
  const choice = {
    network: options.network.name,
    profile: options.profile,
    chain: state.chain,
    rootKeys: config.rootKeys,
  };
  const rules = {
    long: new Set(engine.map(({ name }) => name).filter((name) => !shortMethods.includes(name))),
    owned: new Set([...all.filter(isOwned), ...control, help].map(({ name }) => name)),
  };
  const pool = createCallPool({
    entry: workerEntry,
    choice: { ...choice, owned: rules.owned },
    threads: config.threads,
    begin: commands.begin,
    reportBug: logTrace,
  });
  const pause = createPause();
  const service = {
    methods: observeMethods([...all, help], commands.begin),
    context: {
      ...(await createContext({ ...choice, chain: undefined }, reportBug)),
      musigNonces: createMusigNonces(),
      ...state.context,
      pause,
      notify: createNotify((notice) => log(`Warning: ${notice}`)),
    },
  };
  return {
    executor: createExecutor(service, rules, pool, reportBug),
    context: service.context,
    prepare: pool.prepare,
    close: pool.close,
  };
}

/** Lets other work run if this thread's last turn took long enough. */
type Pause = () => Promise<void>;

/** Milliseconds of work before other work is let through. */
const SLICE = 10;

/**
 * Shares a thread among long calls: in each turn of the event loop one of them continues, and
 * incoming requests are served between turns. `now`: milliseconds.
 */
export function createPause(now: () => number = () => performance.now()): Pause {
  const waiting: (() => void)[] = [];
  let since = now();
  const goOn = (): void => {
    since = now();
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(goOn);
  };
  return () => {
    if (now() - since < SLICE) return Promise.resolve();
    return new Promise((done) => {
      waiting.push(done);
      if (waiting.length === 1) setImmediate(goOn);
    });
  };
}

import { kernelSecp256k1 } from '../../crypto/kernel-backend.ts';
import { escapeUnseen } from '../../encoding/unseen.ts';
import { redactGiven } from '../../rpc/redact-arguments.ts';
import { provenanceText } from '../../snapshot/snapshot-trust.ts';
import { asksHelp, loadOptions, type Options } from '../options/load.ts';
import { formatOptions } from '../options/option-specs.ts';
import { openState } from '../runtime/open.ts';
import type { State } from '../runtime/state.ts';
import { version, versionText } from '../runtime/version.ts';
import type { ThreadEntry } from '../threads/thread-entry.ts';
import { type Credential, hashCredential } from './access/auth.ts';
import { writeCookie } from './access/cookie.ts';
import { createCalls } from './calls/calls.ts';
import { createHandler, type Handler } from './calls/handler.ts';
import { type Login, readServerConfig, type ServerConfig } from './config.ts';
import { followWallets } from './follow-wallets.ts';
import { listenOnAll } from './server/listen.ts';
import { serverOptions } from './server-options.ts';
import { cannotStart, logged, type StartFailure } from './start-failure.ts';
import { loadWallets, lockWhenDue } from './wallets.ts';

/** The environment of the command. */
export type ServeIo = {
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
  /** The program that calls `runCallWorker` when started as a worker. */
  readonly workerEntry: ThreadEntry;
  /** Calls back when the process is asked to end. */
  readonly onSignal: (stop: () => void) => void;
};

/** Runs `coldsign serve`: answers calls until it is stopped. Resolves to the exit status. */
export async function serve(args: readonly string[], given: ServeIo): Promise<number> {
  const safe = (line: string) => escapeUnseen(redactGiven(line, args));
  const outside: ServeIo = {
    ...given,
    print: (line) => given.print(safe(line)),
    printError: (line) => given.printError(safe(line)),
  };
  const fail = (error: string) => {
    outside.printError(`Error: ${error}`);
    return 1;
  };
  const loaded = loadOptions(args, serverOptions);
  if ('error' in loaded) return fail(loaded.error);
  const { options, words, warnings } = loaded;
  if (options.flag('version') || asksHelp(options)) {
    outside.print(options.flag('version') ? versionText : usageText());
    return 0;
  }
  if (words[0] !== undefined)
    return fail(
      `Command line contains unexpected token '${words[0]}', see coldsign serve -h for a list of options.`,
    );
  const config = readServerConfig(options);
  if ('error' in config && !('isShown' in config)) return fail(config.error);
  const { write: log, close: closeLog } = createLog((line) =>
    outside.print(`${new Date().toISOString()} ${line}`),
  );
  const failToStart = ({ error, isShown }: StartFailure) => {
    if (isShown) fail(error);
    else log(`Error: ${error}`);
    return fail(cannotStart);
  };
  if ('error' in config) return failToStart(config);
  for (const warning of warnings) outside.printError(`Warning: ${warning}`);
  for (const warning of config.binding.warnings) log(`Warning: ${warning}`);
  const state = openState(options, kernelSecp256k1, {
    onUnwritten: (notice) => outside.printError(`Warning: ${notice}`),
  });
  if ('error' in state) return fail(state.error);
  const error = (await state.checkChain()) ?? (await loadWallets(options, state, outside));
  const failure =
    error === undefined ? await runServer(options, config, state, outside, log) : undefined;
  await state.close();
  closeLog();
  if (error !== undefined) return fail(error);
  return failure === undefined ? 0 : failToStart(failure);
}

function usageText(): string {
  return `coldsign v${version}

Answers JSON-RPC over HTTP as bitcoind does.

Usage: coldsign serve [options]

${formatOptions(serverOptions)}`;
}

/** Resolves when it was stopped, or to an error if it cannot start. */
async function runServer(
  options: Options,
  config: ServerConfig,
  state: State,
  { workerEntry, onSignal }: ServeIo,
  log: (line: string) => void,
): Promise<StartFailure | undefined> {
  let stopping = false;
  let stop = () => {};
  const stopped = new Promise<void>((done) => {
    stop = () => {
      stopping = true;
      done();
    };
  });
  const calls = await createCalls(options, config, state, workerEntry, { log, stop });
  const credentials = [...config.credentials];
  const handler: Handler = createHandler({
    config,
    credentials,
    executor: calls.executor,
    isStopping: () => stopping,
    log,
  });
  const { servers, failure } = await listenOnAll(config, handler, log);
  if (failure !== undefined) return failure;
  const login = createLogin(config.login, log);
  if ('error' in login) {
    await Promise.all(servers.map((server) => server.close()));
    return login;
  }
  credentials.push(...login.credentials);
  onSignal(stop);
  calls.prepare();
  const stopLocking = state.wallets && lockWhenDue(state.wallets.host, state.context);
  const stopFollowing = followWallets(calls.context, { log });
  log(`coldsign v${version} serves ${options.network.name} (profile ${options.profile})`);
  const { chain, now } = state.context;
  const signed = chain?.provenance && provenanceText(chain.provenance);
  if (signed !== undefined) log(signed);
  for (const notice of chain?.provenance?.notices ?? []) log(`Warning: ${notice}`);
  for (const notice of chain?.notices?.(now?.() ?? 0) ?? []) log(`Warning: ${notice}`);
  await stopped;
  log('Stopping: no more calls are taken');
  stopLocking?.();
  stopFollowing();
  state.interrupt();
  await Promise.all(servers.map((server) => server.close()));
  await calls.close();
  login.remove();
  log('Stopped');
  return undefined;
}

type LoginReady = { readonly credentials: readonly Credential[]; readonly remove: () => void };

/**
 * Creates the login. Writes the cookie only after the ports are open, so that the cookie of a
 * running server stays.
 */
function createLogin(login: Login, log: (line: string) => void): LoginReady | StartFailure {
  const nothing = () => {};
  if (login.kind === 'password') {
    log('Using rpcuser/rpcpassword authentication.');
    return { credentials: [hashCredential(login.user, login.password)], remove: nothing };
  }
  if (login.kind === 'none') {
    log('RPC authentication cookie file generation is disabled.');
    return { credentials: [], remove: nothing };
  }
  const cookie = writeCookie(login.path, login.mode, login.folders);
  if ('error' in cookie) return logged(cookie.error);
  log(`Generated RPC authentication cookie ${cookie.path}`);
  return {
    credentials: [{ ...hashCredential(cookie.user, cookie.password), random: true }],
    remove: cookie.remove,
  };
}

export type Log = {
  readonly write: (line: string) => void;
  /** Reports the count of suppressed lines immediately. */
  readonly close: () => void;
};

/** Lines of one kind that are printed within a period; the others are counted. */
export const MOST_ALIKE = 20;
/** Milliseconds. */
export const PERIOD = 60_000;

/**
 * Creates a log that outsiders cannot flood: it prints few lines of the same kind, and counts the
 * others.
 */
export function createLog(print: (line: string) => void): Log {
  const counts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const close = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const [kind, count] of counts) {
      if (count > MOST_ALIKE) print(`${count - MOST_ALIKE} more lines were left out: ${kind}...`);
    }
    counts.clear();
  };
  return {
    write: (line) => {
      const kind = line.split(' ', 4).join(' ');
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      if (timer === undefined) timer = setTimeout(close, PERIOD).unref();
      if (count <= MOST_ALIKE) print(line);
    },
    close,
  };
}

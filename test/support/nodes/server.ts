import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { buildCommand } from '../build/reloaded-program.ts';
import { root } from '../paths.ts';
import { exchange } from './raw-http.ts';

/** A `coldsign serve` in a separate process, on regtest, with a new data directory. */
export type RunningServer = {
  readonly port: number;
  readonly dataDirectory: string;
  readonly pid: number;
  /** Returns the output so far. */
  readonly output: () => string;
  readonly errors: () => string;
  readonly signal: (name: NodeJS.Signals) => void;
  /** The exit status, once it has ended. */
  readonly ended: Promise<number | null>;
  /** Ends it if it is running, and removes its files. */
  readonly close: () => Promise<void>;
};

/** The last line of a server that does not start. */
export const unstarted = 'Error: Unable to start HTTP server. See debug log for details.\n';

export const user = 'u';
export const password = 'p-w:rd';
export const basicAuth = authorization(user, password);

export function authorization(name: string, secret: string): string {
  return `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
}

/**
 * Resolves once it listens. `options` follow those for the port, the data directory and, unless
 * `login` is false, the user.
 */
export async function startServer(
  options: readonly string[] = [],
  { login = true, port }: { readonly login?: boolean; readonly port?: number } = {},
): Promise<RunningServer> {
  const server = await spawnServer(options, { login, port: port ?? (await freePort()) });
  const listening = until(() => server.output().includes(' serves '));
  if (await Promise.race([listening, server.ended.then(() => 'ended')]))
    throw new Error(`the server ended: ${server.errors()}`);
  return server;
}

/** Starts without waiting, for servers that must not start. */
export async function spawnServer(
  options: readonly string[],
  { login = true, port }: { readonly login?: boolean; readonly port: number },
): Promise<RunningServer> {
  const program = await buildProgram();
  const dataDirectory = mkdtempSync(join(root, '.tmp', 'server-'));
  const given = ['-regtest', `-datadir=${dataDirectory}`, `-rpcport=${port}`];
  if (login) given.push(`-rpcuser=${user}`, `-rpcpassword=${password}`);
  const child = spawn(process.execPath, [program, 'serve', ...given, ...options]);
  return watch(child, port, dataDirectory);
}

function watch(child: ChildProcess, port: number, dataDirectory: string): RunningServer {
  const text = { output: '', errors: '' };
  child.stdout?.on('data', (chunk) => {
    text.output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    text.errors += chunk;
  });
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  return {
    port,
    dataDirectory,
    pid: child.pid ?? 0,
    output: () => text.output,
    errors: () => text.errors,
    signal: (name) => child.kill(name),
    ended,
    close: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

let program: Promise<string> | undefined;

/** Builds the command as one file, once per process. */
export function buildProgram(): Promise<string> {
  program ??= makeProgram();
  return program;
}

async function makeProgram(): Promise<string> {
  mkdirSync(join(root, '.tmp'), { recursive: true });
  const outfile = join(root, '.tmp', `program-${process.pid}.mjs`);
  process.once('exit', () => rmSync(outfile, { force: true }));
  await buildCommand(outfile);
  return outfile;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

/** Polls until the condition holds, as long as the test may take. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((done) => setTimeout(done, 10));
}

export type Posted = { readonly status: number; readonly text: string };

/** Makes a call over HTTP, on a separate connection. */
export async function post(
  { port }: Pick<RunningServer, 'port'>,
  body: string,
  { auth = basicAuth, path = '/', headers = [] }: PostOptions = {},
): Promise<Posted> {
  const lines = [
    `POST ${path} HTTP/1.1`,
    ...(headers.some((line) => /^host:/i.test(line)) ? [] : [`Host: 127.0.0.1:${port}`]),
    ...(auth === '' ? [] : [`Authorization: ${auth}`]),
    ...headers,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  const reply = await exchange(port, `${lines.join('\r\n')}\r\n\r\n${body}`);
  if (reply === undefined) throw new Error('the connection ended without an answer');
  return { status: reply.status, text: reply.body.toString() };
}

export type PostOptions = {
  readonly auth?: string;
  readonly path?: string;
  readonly headers?: readonly string[];
};

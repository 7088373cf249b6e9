import { isIP, isIPv4 } from 'node:net';
import { withoutBrackets } from '../access/allow-list.ts';
import { authorizedUser, type Credential } from '../access/auth.ts';
import { createLoginGate } from '../access/login-gate.ts';
import type { ServerConfig } from '../config.ts';
import type { Connection } from '../server/connection.ts';
import {
  forbidden,
  type HttpReply,
  internalError,
  jsonReply,
  notFound,
  notPost,
  queueFull,
  shuttingDown,
  unauthorized,
  unknownVerb,
} from '../server/reply.ts';
import type { Call, Executor } from './executor.ts';

/** A request before its body is read. */
export type RequestHead = {
  readonly verb: string;
  readonly target: string;
  /** The first header of that name. */
  readonly header: (name: string) => string | undefined;
  readonly localAddress: string;
  readonly remoteAddress: string;
  /** Address of the peer, for the log. */
  readonly peer: string;
  readonly isGone: () => boolean;
  readonly connection: Connection;
};

/** `error`: the answer, regardless of the body. */
type Admission =
  | { readonly error: HttpReply }
  | { readonly execute: (body: Buffer) => Promise<HttpReply> };

export type Handler = (head: RequestHead) => Promise<Admission>;

export type HandlerOptions = {
  readonly config: ServerConfig;
  readonly credentials: readonly Credential[];
  readonly executor: Executor;
  readonly isStopping: () => boolean;
  readonly log: (line: string) => void;
};

/** Milliseconds before a failed login is answered, to deter guessing, as in httprpc.cpp. */
const FAILED_LOGIN_DELAY = 250;
const verbs = ['GET', 'POST', 'HEAD', 'PUT'];

/**
 * Checks requests in the node's order: MaybeDispatchRequestToWorker (httpserver.cpp),
 * HTTPReq_JSONRPC (httprpc.cpp).
 */
export function createHandler(options: HandlerOptions): Handler {
  const { config, executor } = options;
  const logIn = createLogin(options);
  const refusalOf = (head: RequestHead): HttpReply | undefined => {
    if (!verbs.includes(head.verb)) return unknownVerb;
    if (head.target !== '/' && !head.target.startsWith('/wallet/')) return notFound;
    if (options.isStopping()) return shuttingDown;
    if (executor.waiting() >= config.queueDepth) return queueFull;
    if (head.verb !== 'POST') return notPost;
    return isTrusted(head, config) ? undefined : forbidden;
  };
  return async (head) => {
    const refused = refusalOf(head);
    if (refused !== undefined) return { error: refused };
    const login = await logIn(head);
    if (typeof login === 'object') return { error: login };
    const whitelist = config.whitelist(login);
    return {
      execute: async (body) =>
        // Checked again, because other calls may have arrived in the meantime.
        refusalOf(head) ?? execute(executor, { body, target: head.target, whitelist }),
    };
  };
}

/** Returns a function that resolves to the user who logs in, or to an error reply. */
function createLogin({
  credentials,
  log,
}: HandlerOptions): (head: RequestHead) => Promise<string | HttpReply> {
  const gate = createLoginGate();
  const fail = async ({ peer }: RequestHead): Promise<HttpReply> => {
    log(`ThreadRPCServer incorrect password attempt from ${peer}`);
    await new Promise((done) => setTimeout(done, FAILED_LOGIN_DELAY));
    return unauthorized;
  };
  const compare = async (head: RequestHead, header: string): Promise<string | HttpReply> => {
    // 256 random bits cannot be guessed, so this login need not wait for the login gate.
    const random = credentials.filter((known) => known.random === true);
    const certain = authorizedUser(header, random);
    if (certain !== undefined) return certain;
    const user = await gate.attempt(head.remoteAddress, head.isGone, () => {
      const name = authorizedUser(
        header,
        credentials.filter((known) => !random.includes(known)),
      );
      return name === undefined ? undefined : { name };
    });
    if (user === 'refused') return { ...queueFull, close: true };
    return user?.name ?? fail(head);
  };
  return async (head) => {
    const { connection } = head;
    const header = head.header('authorization');
    if (header === undefined) return unauthorized;
    // A client that repeats a header on the same connection knew the password before.
    if (connection.login?.header === header) return connection.login.user;
    const login = await compare(head, header);
    if (typeof login === 'string') connection.login = { header, user: login };
    return login;
  };
}

function isTrusted({ header, localAddress }: RequestHead, { origins, hosts }: ServerConfig) {
  const provenance = {
    origin: header('origin'),
    site: header('sec-fetch-site'),
    host: header('host'),
    localAddress,
  };
  return isTrustedProvenance(provenance, origins, hosts);
}

async function execute(executor: Executor, call: Call): Promise<HttpReply> {
  const reply = await executor.execute(call);
  return reply === undefined ? internalError : jsonReply(reply.status, reply.text);
}

/** Properties of a request that show whether a web page may have sent it. */
type Provenance = {
  readonly origin: string | undefined;
  /** The header `Sec-Fetch-Site`, which browsers add to every request of a page. */
  readonly site: string | undefined;
  readonly host: string | undefined;
  /** The address that the client connected to. */
  readonly localAddress: string;
};

/**
 * Rejects web pages that call a server on the user's own machine. Only browsers send `Origin` and
 * `Sec-Fetch-Site`, and a name that points to loopback (DNS rebinding) appears in `Host`. Clients
 * of a node send neither of these nor a foreign name. The server has no pages, so a page of the
 * same site is foreign too.
 */
export function isTrustedProvenance(
  { origin, site, host, localAddress }: Provenance,
  allowedOrigins: readonly string[],
  allowedHosts: readonly string[],
): boolean {
  if (origin === undefined ? site !== undefined : !allowedOrigins.includes(origin)) return false;
  if (host === undefined || !isLoopback(localAddress)) return true;
  const name = withoutBrackets(host.replace(/:\d*$/, '').toLowerCase());
  if (name === 'localhost' || (isIP(name) !== 0 && isLoopback(name))) return true;
  return allowedHosts.some((allowed) => [name, host.toLowerCase()].includes(allowed.toLowerCase()));
}

function isLoopback(address: string): boolean {
  return isIPv4(address) ? address.startsWith('127.') : address === '::1';
}

import { timingSafeEqual } from 'node:crypto';
import { authorizedUser, type Credential } from './auth.ts';
import type { ServerConfig } from './config.ts';
import type { Executor } from './executor.ts';
import { createLimiter } from './limiter.ts';
import { isTrustedProvenance } from './origin.ts';
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
} from './reply.ts';

/** A request that was read whole. */
export type HttpRequest = {
  readonly verb: string;
  readonly target: string;
  /** The first header of that name. */
  readonly header: (name: string) => string | undefined;
  readonly body: Buffer;
  readonly localAddress: string;
  /** For the log. */
  readonly peer: string;
};

export type Handler = (request: HttpRequest) => Promise<HttpReply>;

export type Duties = {
  readonly config: ServerConfig;
  readonly credentials: readonly Credential[];
  readonly executor: Executor;
  readonly isStopping: () => boolean;
  readonly log: (line: string) => void;
};

/** Deters guessing; as long as in httprpc.cpp. In milliseconds. */
const FAILED_LOGIN_DELAY = 250;
const verbs = ['GET', 'POST', 'HEAD', 'PUT'];

/** Answers requests in the node's order of checks: httpserver.cpp, MaybeDispatchRequestToWorker; httprpc.cpp, HTTPReq_JSONRPC. */
export function createHandler(duties: Duties): Handler {
  const { config, executor } = duties;
  const failures = createLimiter(config.threads);
  const userOf = rememberLogins(duties.credentials);
  const failLogin = async ({ peer }: HttpRequest): Promise<HttpReply> => {
    duties.log(`ThreadRPCServer incorrect password attempt from ${peer}`);
    if (failures.waiting() >= config.queueDepth) return queueFull;
    await failures.run(() => new Promise((done) => setTimeout(done, FAILED_LOGIN_DELAY)));
    return unauthorized;
  };
  return async (request) => {
    if (!verbs.includes(request.verb)) return unknownVerb;
    if (request.target !== '/' && !request.target.startsWith('/wallet/')) return notFound;
    if (duties.isStopping()) return shuttingDown;
    if (executor.waiting() >= config.queueDepth) return queueFull;
    if (request.verb !== 'POST') return notPost;
    if (!isTrusted(request, config)) return forbidden;
    const authorization = request.header('authorization');
    if (authorization === undefined) return unauthorized;
    const user = userOf(authorization);
    if (user === undefined) return failLogin(request);
    return execute(executor, request, config.whitelist(user));
  };
}

/** The last header that was right is not worked out again. */
function rememberLogins(
  credentials: readonly Credential[],
): (header: string) => string | undefined {
  let last: { readonly header: Buffer; readonly user: string } | undefined;
  return (header) => {
    const bytes = Buffer.from(header, 'latin1');
    if (last?.header.length === bytes.length && timingSafeEqual(last.header, bytes))
      return last.user;
    const user = authorizedUser(header, credentials);
    if (user !== undefined) last = { header: bytes, user };
    return user;
  };
}

function isTrusted(request: HttpRequest, { origins, hosts }: ServerConfig): boolean {
  const provenance = {
    origin: request.header('origin'),
    host: request.header('host'),
    localAddress: request.localAddress,
  };
  return isTrustedProvenance(provenance, origins, hosts);
}

async function execute(
  executor: Executor,
  { body, target }: HttpRequest,
  whitelist: ReadonlySet<string> | 'none' | undefined,
): Promise<HttpReply> {
  const reply = await executor.execute({ body, target, whitelist });
  return reply === undefined ? internalError : jsonReply(reply.status, reply.text);
}

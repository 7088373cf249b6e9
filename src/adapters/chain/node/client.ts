import { setMaxListeners } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, Agent as TlsAgent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeWord } from '../../../chain/node-answers.ts';
import { getMember, isJsonObject } from '../../../json/json.ts';
import { parseJsonBytes } from '../../../json/parse.ts';
import { printJson } from '../../../json/print.ts';
import { readRegularFileSync } from '../../files/regular-file.ts';
import { createPresence, type NodePresence } from './presence.ts';

/** A Bitcoin node's JSON-RPC server, with its credentials. */
export type NodeAddress = {
  /** `http://host:port`, with a path for a wallet; without user and password. */
  readonly url: string;
  /**
   * Credentials. The cookie file is read again if the node rejects it, because a restart changes
   * the password.
   */
  readonly login:
    | { readonly user: string; readonly password: string }
    | { readonly cookieFile: string };
};

export type NodeClientOptions = {
  /** Milliseconds without an answer until a request fails. Default: 60,000. */
  readonly timeout?: number;
  /** Retries of a request while the node is away or too busy. Default: 4. */
  readonly retries?: number;
  /** Milliseconds before the first retry; doubled each time. Default: 250. */
  readonly retryDelay?: number;
  /** Most calls in one HTTP request. Default: 1000. */
  readonly batchSize?: number;
  /** Shared by clients of one node. Default: not shared. */
  readonly presence?: NodePresence;
};

export type NodeCall = { readonly method: string; readonly params?: readonly unknown[] };

/** The node's answer: a result, or the code and message of an error. */
export type NodeAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

export type NodeClient = {
  /**
   * Resolves to the result. Rejects with the node's error, or with the reason why there is no
   * answer.
   */
  call(method: string, ...params: readonly unknown[]): Promise<unknown>;
  /** Resolves to the answer, also if it is an error of the node. */
  ask(method: string, ...params: readonly unknown[]): Promise<NodeAnswer>;
  /** Calls with arguments and result as JSON text, so that numbers stay exact. */
  askExactly(method: string, params: string): Promise<NodeWord>;
  /** Makes many calls in few requests. Answers are in the order of the calls. */
  batch(calls: readonly NodeCall[]): Promise<readonly NodeAnswer[]>;
  /** Closes the connections. Running requests reject. */
  close(): void;
};

/** rpc/protocol.h, RPC_IN_WARMUP. */
const IN_WARMUP = -28;

export function createNodeClient(
  { url, login }: NodeAddress,
  options: NodeClientOptions = {},
): NodeClient {
  const { timeout = 60_000, retryDelay = 250, batchSize = 1000 } = options;
  const { presence = createPresence() } = options;
  const target = new URL(url);
  const agent = createAgent(target);
  const closed = new AbortController();
  // Each request listens for the end, so more than ten listeners are no leak.
  setMaxListeners(0, closed.signal);

  async function post(body: string): Promise<Answered> {
    const asked = presence.ask();
    if (typeof asked === 'object') throw new Error(`${target.host}: ${asked.error}`);
    const retries = asked === 'probe' ? 0 : (options.retries ?? 4);
    for (let attempt = 0; ; attempt++) {
      const reply = await send(target, agent, authorization(login), body, timeout, closed.signal);
      if ('answer' in reply && !isWarmup(reply.answer)) {
        presence.came();
        return reply;
      }
      const failure = 'answer' in reply ? 'the node is starting' : reply.error;
      // A rejected cookie is read again, because the node may have been restarted.
      const again =
        'answer' in reply ||
        reply.again === true ||
        (reply.again === 'cookie' && 'cookieFile' in login);
      if (!again || attempt >= retries || closed.signal.aborted) {
        if ('answer' in reply || reply.away === true) presence.went(failure);
        else presence.came();
        throw new Error(`${target.host}: ${failure}`);
      }
      // If aborted during the delay, the next attempt fails.
      await sleep(retryDelay * 2 ** attempt, undefined, { signal: closed.signal }).catch(
        () => undefined,
      );
    }
  }

  const postCall = (method: string, params: string) =>
    post(`{"jsonrpc":"1.0","id":0,"method":${JSON.stringify(method)},"params":${params}}`);

  const ask: NodeClient['ask'] = async (method, ...params) =>
    readAnswer((await postCall(method, JSON.stringify(params))).answer, method);

  return {
    ask,
    async call(method, ...params) {
      const answer = await ask(method, ...params);
      if ('result' in answer) return answer.result;
      throw new Error(`${method}: ${answer.error.message} (${answer.error.code})`);
    },
    async askExactly(method, params) {
      const { answer, bytes } = await postCall(method, params);
      const read = readAnswer(answer, method);
      const exact = 'error' in read ? undefined : parseJsonBytes(bytes);
      if (exact === undefined || !isJsonObject(exact)) {
        return 'error' in read ? read.error : noAnswer(method).error;
      }
      return { json: printJson(getMember(exact, 'result')) };
    },
    async batch(calls) {
      const parts: (readonly NodeCall[])[] = [];
      for (let at = 0; at < calls.length; at += batchSize)
        parts.push(calls.slice(at, at + batchSize));
      const answers: (readonly NodeAnswer[])[] = [];
      const queue = parts.entries();
      const work = async (): Promise<void> => {
        for (const [at, part] of queue)
          answers[at] = readBatch((await post(batchBody(part))).answer, part);
      };
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, parts.length) }, work));
      return answers.flat();
    },
    close() {
      closed.abort();
      agent.destroy();
    },
  };
}

/** The node computes the next answer while one is read. */
const AT_ONCE = 2;

function batchBody(calls: readonly NodeCall[]): string {
  return JSON.stringify(
    calls.map(({ method, params = [] }, id) => ({ jsonrpc: '1.0', id, method, params })),
  );
}

function createAgent({ protocol }: URL): Agent {
  const settings = { keepAlive: true, maxSockets: 4 };
  return protocol === 'https:' ? new TlsAgent(settings) : new Agent(settings);
}

/**
 * Returns Basic credentials. They are empty without a readable cookie, and the node then reports
 * that they are missing.
 */
function authorization(login: NodeAddress['login']): string {
  if ('user' in login) return `${login.user}:${login.password}`;
  try {
    return readRegularFileSync(login.cookieFile).toString('utf8').trim();
  } catch {
    // Without a cookie, the node does not run, or not for this user.
    return '';
  }
}

/** `bytes`: the unparsed answer. */
type Answered = { readonly answer: unknown; readonly bytes: Buffer };

type Reply =
  | Answered
  /** `again`: a later attempt may succeed. */
  | {
      readonly error: string;
      readonly again: boolean | 'cookie';
      /** Set if there was no answer. */
      readonly away?: true;
    };

function send(
  target: URL,
  agent: Agent,
  auth: string,
  body: string,
  timeout: number,
  signal: AbortSignal,
): Promise<Reply> {
  const start = target.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((done) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      authorization: `Basic ${Buffer.from(auth).toString('base64')}`,
    };
    const call = start(target, { method: 'POST', agent, headers, signal, timeout });
    call.on('response', (reply) => {
      collect(reply).then((bytes) => done(readReply(reply.statusCode ?? 0, bytes)), failed);
    });
    call.on('timeout', () => call.destroy(new Error(`no answer in ${timeout / 1000} s`)));
    call.on('error', failed);
    call.end(body);

    function failed(error: Error): void {
      const code = 'code' in error ? String(error.code) : '';
      const again = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code);
      const failure = signal.aborted ? 'the connection was closed' : error.message;
      done({ error: failure, again, away: true });
    }
  });
}

async function collect(reply: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of reply) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Parses a reply. Errors of a call have status 500, 404 or 400 and a body; 401, 403 and 503 have no
 * useful body (httprpc.cpp).
 */
function readReply(status: number, bytes: Buffer): Reply {
  if (status === 401)
    return {
      error: 'user or password is wrong. Check -nodeuser and -nodepassword, or -nodecookiefile',
      again: 'cookie',
    };
  if (status === 403)
    return {
      error: 'access is forbidden. Allow this machine in the node (rpcallowip)',
      again: false,
    };
  if (status === 503) return { error: 'the node is too busy. Try again', again: true };
  try {
    return { answer: JSON.parse(bytes.toString('utf8')), bytes };
  } catch {
    // This is not a node, or a node that stopped while answering.
    return { error: `HTTP ${status} without a JSON answer`, again: false };
  }
}

function isWarmup(answer: unknown): boolean {
  const first = Array.isArray(answer) ? answer[0] : answer;
  const parsed = readAnswer(first, '');
  return 'error' in parsed && parsed.error.code === IN_WARMUP;
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null;
}

function readAnswer(answer: unknown, method: string): NodeAnswer {
  const error = isObject(answer) ? answer.error : undefined;
  if (isObject(error))
    return { error: { code: Number(error.code), message: String(error.message) } };
  if (isObject(answer) && 'result' in answer) return { result: answer.result };
  return noAnswer(method);
}

const noAnswer = (method: string) => ({
  error: { code: 0, message: `${method}: the answer is not one of JSON-RPC` },
});

function readBatch(answer: unknown, calls: readonly NodeCall[]): NodeAnswer[] {
  const byId = new Map<unknown, unknown>();
  for (const item of Array.isArray(answer) ? answer : [])
    if (isObject(item)) byId.set(item.id, item);
  return calls.map(({ method }, id) => readAnswer(byId.get(id) ?? answer, method));
}

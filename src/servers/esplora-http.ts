import { type AbortSignalLike, checkAborted } from '../encoding/abort.ts';
import { withCause, withReason } from '../encoding/plain-error.ts';
import { nonsense } from './check-answers.ts';
import { isSourceError, printable, sourceError } from './source-error.ts';
import { inTime, type SetTimeout } from './time-limit.ts';

/** The part of the web's `fetch` that a source needs. Pass `fetch` itself, or your own function. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchAnswer>;

/** Options of a `fetch` request. */
export type FetchRequest = {
  /** HTTP method. */
  readonly method: 'GET' | 'POST';
  /** A transaction in hexadecimal, if the request broadcasts one. */
  readonly body?: string;
};

/** The response of `fetch`. */
type FetchAnswer = {
  /** HTTP status; 200 means success. */
  readonly status: number;
  /** Returns the complete body. */
  text(): Promise<string>;
};

/** An Esplora server and the functions to reach it. */
export type EsploraServer = {
  /** Base URL of the API, such as `https://blockstream.info/api`. */
  readonly url: string;
  /** The `fetch` function of the platform, or a replacement. */
  readonly fetch: Fetch;
  /** Milliseconds to wait for an answer. Default: 30,000. Needs `setTimeout`. */
  readonly timeout?: number | undefined;
  /** The platform's `setTimeout`. If absent, only `fetch` limits the time. */
  readonly setTimeout?: SetTimeout | undefined;
  /** Maximum length of an answer, in characters. Default: 20,000,000. */
  readonly maxLength?: number | undefined;
  /**
   * Ends pending requests and all later calls with `ABORTED`. The source sends no more requests.
   */
  readonly signal?: AbortSignalLike | undefined;
};

export type EsploraHttp = {
  /** Returns the body as JSON. */
  json(path: string): Promise<unknown>;
  /** Returns the body as JSON; `undefined` if the server does not know the item. */
  find(path: string): Promise<unknown>;
  /** Returns the body without surrounding spaces. */
  text(path: string): Promise<string>;
  /** Posts a body. Returns the answer, and whether it was accepted. */
  post(path: string, body: string): Promise<{ readonly ok: boolean; readonly text: string }>;
};

export function createEsploraHttp(server: EsploraServer): EsploraHttp {
  const { fetch, timeout = 30_000, setTimeout, maxLength = 20_000_000, signal } = server;
  const base = server.url.replace(/\/+$/, '');
  const host = base.replace(/^\w+:\/\/(?:[^/@]*@)?/, '').replace(/\/.*/, '');

  async function send(method: 'GET' | 'POST', path: string, body?: string) {
    checkAborted(signal);
    const request = { method, ...(body !== undefined && { body }) };
    const read = async () => {
      const answer = await fetch(`${base}${path}`, request);
      return { status: answer.status, text: await answer.text() };
    };
    const { status, text } = await inTime(reached(read(), host), host, { timeout, setTimeout });
    if (typeof text !== 'string') throw nonsense(path, 'no text');
    if (text.length > maxLength) {
      throw sourceError('SOURCE_TOO_LARGE', `${host}: an answer of ${text.length} characters`);
    }
    return { status, text: text.trim() };
  }

  async function get(path: string): Promise<string> {
    const { status, text } = await send('GET', path);
    if (status === 200) return text;
    throw refusal(host, path, status, text);
  }

  function parse(path: string, text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      // It may be an HTML page or a truncated answer.
      throw nonsense(`${host}${path}`, 'no JSON');
    }
  }

  return {
    text: get,
    json: async (path) => parse(path, await get(path)),
    async find(path) {
      const { status, text } = await send('GET', path);
      if (status === 200) return parse(path, text);
      // Some servers answer 400 for blocks beyond their chain.
      if (status === 404 || status === 400) return undefined;
      throw refusal(host, path, status, text);
    },
    async post(path, body) {
      const { status, text } = await send('POST', path, body);
      if (status !== 200 && status !== 400) throw refusal(host, path, status, text);
      return { ok: status === 200, text };
    },
  };
}

async function reached<T>(answer: Promise<T>, host: string): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    // The message depends on the platform; Node has the reason in `cause`.
    if (isSourceError(error)) throw error;
    const { cause } = Object(error);
    const message = withReason(host, cause instanceof Error ? cause : error);
    throw withCause(sourceError('SOURCE_UNREACHABLE', message), error);
  }
}

function refusal(host: string, path: string, status: number, text: string) {
  const words = /^\s*</.test(text) ? '' : `: ${text}`;
  const hint = hints.get(status);
  return sourceError(
    'SOURCE_REFUSED',
    `${host} answers ${path} with HTTP ${status}${printable(words)}`,
    hint,
  );
}

const hints = new Map([
  [404, 'Check that the URL is that of an Esplora API, such as https://blockstream.info/api'],
  [429, 'Too many requests. Wait some minutes, or use your own server'],
]);

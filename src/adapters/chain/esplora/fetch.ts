import { setTimeout as sleep } from 'node:timers/promises';
import type { Fetch, FetchRequest } from '../../../servers/esplora-http.ts';
import { sourceError } from '../../../servers/source-error.ts';

export type LimitedFetchOptions = {
  /** Milliseconds for an answer, including its body. Default: 30,000. */
  readonly timeout?: number;
  /** Largest body in bytes. Default: 20,000,000. */
  readonly maxLength?: number;
  /** Retries of a request for which the server was too busy. Default: 4. */
  readonly retries?: number;
  /** Milliseconds before the first retry; doubled each time. Default: 500. */
  readonly retryDelay?: number;
  /** Aborts all requests. */
  readonly signal?: AbortSignal;
};

/** Status codes that may be temporary. */
const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Errors of a reused connection that the server has closed. */
const ENDED: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

type Fetched = { readonly status: number; readonly body: string };

/** Wraps the platform's `fetch` with limits of time and size. */
export function limitedFetch(options: LimitedFetchOptions = {}): Fetch {
  const { retries = 4, retryDelay = 500, signal } = options;
  return async (url, request) => {
    // A broadcast is not retried, because the transaction may have been accepted.
    const most = request.method === 'GET' ? retries : 0;
    for (let attempt = 0; ; attempt++) {
      const last = attempt >= most;
      const fetched = await fetchOnce(url, request, options).catch((error: unknown) => {
        if (last || !ENDED.has(causeOf(error))) throw error;
        // The next attempt opens another connection.
        return undefined;
      });
      if (fetched !== undefined && (last || !BUSY.has(fetched.status))) {
        return { status: fetched.status, text: async () => fetched.body };
      }
      await sleep(retryDelay * 2 ** attempt, undefined, { signal });
    }
  };
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

async function fetchOnce(
  url: string,
  { method, body }: FetchRequest,
  { timeout = 30_000, maxLength = 20_000_000, signal }: LimitedFetchOptions,
): Promise<Fetched> {
  const ended = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]);
  try {
    const reply = await fetch(url, { method, signal: ended, ...(body !== undefined && { body }) });
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of reply.body ?? []) {
      length += chunk.length;
      if (length > maxLength) {
        throw sourceError('SOURCE_TOO_LARGE', `${new URL(url).host}: more than ${maxLength} bytes`);
      }
      chunks.push(chunk);
    }
    return { status: reply.status, body: Buffer.concat(chunks).toString('utf8') };
  } catch (error) {
    // An `AbortSignal` that times out has a message of its own.
    if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error;
    throw sourceError('SOURCE_TIMEOUT', `${new URL(url).host}: no answer in ${timeout / 1000} s`);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Fetch, FetchRequest } from '../../../chain/esplora-http.ts';
import { sourceError } from '../../../chain/source-error.ts';

export type LimitedFetchOptions = {
  /** Milliseconds for one answer, its body included. Default: 30,000. */
  readonly timeout?: number;
  /** Bytes of a body. Default: 20,000,000. */
  readonly maxLength?: number;
  /** How often a question is asked again that the server had no time for. Default: 4. */
  readonly retries?: number;
  /** Milliseconds before the first of them; it doubles each time. Default: 500. */
  readonly retryDelay?: number;
  /** Ends everything under way. */
  readonly signal?: AbortSignal;
};

/** Answers after which a server may do better a moment later. */
const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** The `fetch` of the machine, with limits of time and size. */
export function limitedFetch(options: LimitedFetchOptions = {}): Fetch {
  const { retries = 4, retryDelay = 500, signal } = options;
  return async (url, request) => {
    for (let attempt = 0; ; attempt++) {
      const { status, body } = await fetchOnce(url, request, options);
      // A transaction that was handed over may have been taken.
      const again = BUSY.has(status) && request.method === 'GET' && attempt < retries;
      if (!again) return { status, text: async () => body };
      await sleep(retryDelay * 2 ** attempt, undefined, { signal });
    }
  };
}

async function fetchOnce(
  url: string,
  { method, body }: FetchRequest,
  { timeout = 30_000, maxLength = 20_000_000, signal }: LimitedFetchOptions,
): Promise<{ readonly status: number; readonly body: string }> {
  const ended = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]);
  try {
    const reply = await fetch(url, { method, signal: ended, ...(body !== undefined && { body }) });
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of reply.body ?? []) {
      length += chunk.length;
      if (length > maxLength) {
        throw sourceError(
          'ERR_SOURCE_TOO_LARGE',
          `${new URL(url).host}: more than ${maxLength} bytes`,
        );
      }
      chunks.push(chunk);
    }
    return { status: reply.status, body: Buffer.concat(chunks).toString('utf8') };
  } catch (error) {
    // An `AbortSignal` that times out has words of its own.
    if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error;
    throw sourceError(
      'ERR_SOURCE_TIMEOUT',
      `${new URL(url).host}: no answer in ${timeout / 1000} s`,
    );
  }
}

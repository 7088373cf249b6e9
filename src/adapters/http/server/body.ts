import type { IncomingMessage } from 'node:http';
import type { Connection } from './connection.ts';
import { contentLength, type Headers } from './headers.ts';

/** Largest body, in bytes. */
export const MAX_BODY_SIZE = 0x02000000;

/** Limit on the total bytes of bodies over all connections. */
export type BodyBudget = {
  /** Reserves this many bytes; returns false if there is no room. */
  readonly take: (bytes: number) => boolean;
  readonly giveBack: (bytes: number) => void;
};

/** Room for four of the largest. */
const MAX_BUFFERED = 4 * MAX_BODY_SIZE;

export function createBodyBudget(limit = MAX_BUFFERED): BodyBudget {
  let free = limit;
  return {
    take: (bytes) => {
      if (bytes > free) return false;
      free -= bytes;
      return true;
    },
    giveBack: (bytes) => {
      free += bytes;
    },
  };
}

export type Body = {
  readonly bytes: Buffer;
  /** Releases the reserved bytes. */
  readonly release: () => void;
};

/** `gone`: the connection ended. `too slow`: the body was not complete in time. */
type Incomplete = 'too large' | 'no room' | 'too slow' | 'gone';

export type Arrival = {
  readonly request: IncomingMessage;
  readonly connection: Connection;
  /** Milliseconds that a body may take; 0 for no limit. */
  readonly deadline: number;
};

export function isDeclaredTooLarge(headers: Headers): boolean {
  return contentLength(headers) > MAX_BODY_SIZE;
}

/**
 * Reads a complete body into a buffer that grows with the received data, so that a declared length
 * or small chunks cost no memory.
 */
export async function readBody(arrival: Arrival, budget: BodyBudget): Promise<Body | Incomplete> {
  let buffer = Buffer.alloc(0);
  let size = 0;
  const release = () => budget.giveBack(buffer.length);
  const end = await consume(arrival, (chunk): 'too large' | 'no room' | undefined => {
    const needed = size + chunk.length;
    if (needed > MAX_BODY_SIZE) return 'too large';
    if (needed > buffer.length) {
      const capacity = Math.min(Math.max(needed, 2 * buffer.length), MAX_BODY_SIZE);
      if (!budget.take(capacity - buffer.length)) return 'no room';
      const larger = Buffer.allocUnsafeSlow(capacity);
      buffer.copy(larger, 0, 0, size);
      buffer = larger;
    }
    chunk.copy(buffer, size);
    size = needed;
    return undefined;
  });
  if (end === 'end') return { bytes: buffer.subarray(0, size), release };
  release();
  return end;
}

/**
 * Largest body of a rejected request that is read and dropped, so that the connection can serve the
 * next request.
 */
const MAX_DROPPED = 65_536;

/** Reads and drops a body. `too large`: the connection has to end instead. */
export function dropBody(
  arrival: Arrival,
  headers: Headers,
): Promise<'end' | 'too large' | 'too slow' | 'gone'> {
  if (contentLength(headers) > MAX_DROPPED) return Promise.resolve('too large');
  let size = 0;
  return consume(arrival, (chunk) => {
    size += chunk.length;
    return size > MAX_DROPPED ? 'too large' : undefined;
  });
}

/** Passes on chunks until `take` objects or the body ends. */
function consume<Objection>(
  { request, connection, deadline }: Arrival,
  take: (chunk: Buffer) => Objection | undefined,
): Promise<'end' | 'gone' | 'too slow' | Objection> {
  return new Promise((done) => {
    const timer = deadline === 0 ? undefined : setTimeout(() => finish('too slow'), deadline);
    let over = false;
    const finish = (how: 'end' | 'gone' | 'too slow' | Objection) => {
      clearTimeout(timer);
      over = true;
      done(how);
    };
    const giveUp = () => {
      if (request.destroyed || (connection.broken && !request.complete)) finish('gone');
    };
    connection.onBroken = giveUp;
    giveUp();
    request.on('data', (chunk: Buffer) => {
      const objection = over ? undefined : take(chunk);
      if (objection !== undefined) finish(objection);
    });
    request.once('end', () => finish('end'));
    request.once('close', () => finish('gone'));
  });
}

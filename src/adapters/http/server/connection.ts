import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { findHeaders, type Headers, MAX_HEADERS_SIZE } from './bitcoind-parser.ts';

/**
 * Answers the requests of one connection one after the other, as the node does, also when they come
 * without waiting.
 */
export type Connection = {
  readonly inTurn: (task: () => Promise<void>) => Promise<void>;
  /** A call is being worked on: the client waits for us, not we for it. */
  executing: boolean;
  /** The requests whose heads have been read, and the last of them. */
  begun: number;
  latest: IncomingMessage | undefined;
  /** What came was found to be malformed: no request that is not here whole will be. */
  broken: boolean;
  /** Called when that is found while a request is read. */
  onBroken: () => void;
  /** What comes now is not answered any more. */
  refused: boolean;
  /** The `Authorization` header that was found right here, and whose it is. */
  login: { readonly header: string; readonly user: string } | undefined;
};

export function createConnection(socket: Socket): Connection {
  let last = Promise.resolve();
  let pending = 0;
  const settle = () => {
    pending--;
    // What a client sends ahead waits in its socket, not in our memory.
    if (pending <= 1) socket.resume();
  };
  return {
    executing: false,
    begun: 0,
    latest: undefined,
    broken: false,
    onBroken: () => {},
    refused: false,
    login: undefined,
    inTurn: (task) => {
      pending++;
      if (pending > 1) socket.pause();
      last = last.then(task).finally(settle);
      return last;
    },
  };
}

/** Whether no request has arrived whole. Its `end` may still be on the way when that is asked. */
export function isUntouched({ begun, latest }: Connection): boolean {
  return begun === 0 || (begun === 1 && latest?.complete === false);
}

/**
 * Ends the connection so that the last answer arrives: what the client still sends is read for a
 * moment and dropped.
 */
export function closeGently(socket: Socket): void {
  socket.removeAllListeners('data');
  socket.on('data', () => {});
  socket.resume();
  socket.end();
  const timer = setTimeout(() => socket.destroy(), 1000);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}

export function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers: (readonly [string, string])[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    headers.push([rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '']);
  return headers;
}

/**
 * What the parser of `node:http` lets pass and the node does not: its limits, and versions other
 * than 1.x.
 */
export function isRefusedHead(
  { httpVersionMajor, method = '', url = '' }: IncomingMessage,
  headers: Headers,
): boolean {
  const line = method.length + url.length + ' '.length * 2 + 'HTTP/1.1'.length;
  const size = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 2);
  return (
    httpVersionMajor !== 1 ||
    line > MAX_HEADERS_SIZE ||
    size > MAX_HEADERS_SIZE ||
    namesTwoHosts(headers)
  );
}

/** Which of them counts is another question for each program on the way (RFC 9112, 3.2). */
export function namesTwoHosts(headers: Headers): boolean {
  return findHeaders(headers, 'host').length > 1;
}

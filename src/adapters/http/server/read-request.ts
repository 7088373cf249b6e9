import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Handler, RequestHead } from '../calls/handler.ts';
import { type BodyBudget, dropBody, isDeclaredTooLarge, readBody } from './body.ts';
import type { Connection } from './connection.ts';
import { findHeader, type Headers, headersOf, isRefusedHead } from './headers.ts';
import {
  badRequest,
  contentTooLarge,
  type HttpReply,
  queueFull,
  type ResponseFormat,
} from './reply.ts';

/** An answer in preparation: `reply` starts the work once the request is read. */
export type Answer = { readonly format: ResponseFormat; readonly reply: () => Promise<HttpReply> };

/** Everything needed to read requests. */
export type Reception = {
  readonly handler: Handler;
  readonly budget: BodyBudget;
  /** Milliseconds that a body may take; 0 for no limit. */
  readonly deadline: number;
};

export const VERSION_1_1: ResponseFormat = { minorVersion: 1, connection: undefined };

export function responseFormat(headers: Headers, minorVersion: number): ResponseFormat {
  return { minorVersion, connection: findHeader(headers, 'connection') };
}

/**
 * Reads the rest of a request if its head is accepted. Returns `undefined` if there will be no
 * answer. `askForBody`: present if the client sends the body only when asked (`Expect:
 * 100-continue`). It is asked after the password was checked.
 */
export async function receive(
  request: IncomingMessage,
  connection: Connection,
  { handler, budget, deadline }: Reception,
  askForBody: (() => void) | undefined,
): Promise<Answer | undefined> {
  const headers = headersOf(request);
  if (isRefusedHead(request, headers)) return refusal(badRequest);
  const format = responseFormat(headers, request.httpVersionMinor);
  if (isDeclaredTooLarge(headers)) return refusal(contentTooLarge, format);
  const { method: verb = '', url: target = '', socket } = request;
  // A client that waits for the password check is not slow.
  connection.executing = true;
  const admission = await handler(headOf({ verb, target, headers }, socket, connection));
  connection.executing = false;
  const arrival = { request, connection, deadline };
  if ('error' in admission && askForBody !== undefined)
    return refusal({ ...admission.error, close: true }, { ...format, connection: 'close' });
  if ('error' in admission) {
    switch (await dropBody(arrival, headers)) {
      case 'end':
        return refusal(admission.error, format);
      case 'too large':
        return refusal({ ...admission.error, close: true }, { ...format, connection: 'close' });
      case 'too slow':
        socket.destroy();
    }
    return undefined;
  }
  askForBody?.();
  const body = await readBody(arrival, budget);
  switch (body) {
    case 'gone':
      return undefined;
    case 'too slow':
      socket.destroy();
      return undefined;
    case 'too large':
      return refusal(contentTooLarge, format);
    case 'no room':
      return refusal({ ...queueFull, close: true }, format);
  }
  return { format, reply: () => admission.execute(body.bytes).finally(body.release) };
}

function refusal(reply: HttpReply, format = VERSION_1_1): Answer {
  return { format, reply: async () => reply };
}

function headOf(
  { verb, target, headers }: Pick<RequestHead, 'verb' | 'target'> & { readonly headers: Headers },
  socket: Socket,
  connection: Connection,
): RequestHead {
  return {
    verb,
    target,
    header: (name: string) => findHeader(headers, name),
    localAddress: socket.localAddress ?? '',
    remoteAddress: socket.remoteAddress ?? '',
    peer: `${socket.remoteAddress}:${socket.remotePort}`,
    isGone: () => socket.destroyed,
    connection,
  };
}

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Handler, RequestHead } from '../calls/handler.ts';
import { findHeader, type Headers, readWireRequest, type WireRequest } from './bitcoind-parser.ts';
import { type BodyBudget, dropBody, isDeclaredTooLarge, readBody } from './body.ts';
import { type Connection, headersOf, isRefusedHead, namesTwoHosts } from './connection.ts';
import {
  badRequest,
  contentTooLarge,
  type HttpReply,
  queueFull,
  type ResponseFormat,
  unknownVerb,
} from './reply.ts';

/** An answer on its way: first the request is read, then it is worked on. */
export type Answer = { readonly format: ResponseFormat; readonly reply: () => Promise<HttpReply> };

/** What requests are read with. */
export type Reception = {
  readonly handler: Handler;
  readonly budget: BodyBudget;
  /** Milliseconds that a body may take; 0: any time. */
  readonly deadline: number;
};

const VERSION_1_1: ResponseFormat = { minorVersion: 1, connection: undefined };

export function responseFormat(headers: Headers, minorVersion: number): ResponseFormat {
  return { minorVersion, connection: findHeader(headers, 'connection') };
}

/**
 * Reads the rest of a request, if its head is one that is served; `undefined` when there will be no
 * answer.
 */
export async function receive(
  request: IncomingMessage,
  connection: Connection,
  { handler, budget, deadline }: Reception,
): Promise<Answer | undefined> {
  const headers = headersOf(request);
  if (isRefusedHead(request, headers)) return refusal(badRequest);
  const format = responseFormat(headers, request.httpVersionMinor);
  if (isDeclaredTooLarge(headers)) return refusal(contentTooLarge, format);
  const { method: verb = '', url: target = '', socket } = request;
  // Whoever waits for us to compare a password is not slow.
  connection.executing = true;
  const admission = await handler(headOf({ verb, target, headers }, socket, connection));
  connection.executing = false;
  const arrival = { request, connection, deadline };
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

/**
 * What `node:http` refused to parse, read again by the node's rules. `isFirst`: the bytes are the
 * first of their connection; only then is it sure that a request begins with them, and it may be
 * carried out.
 */
export function receiveUnparsed(
  bytes: Buffer,
  isFirst: boolean,
  socket: Socket,
  connection: Connection,
  handler: Handler,
): Answer {
  const request = readWireRequest(bytes);
  if (request === undefined || namesTwoHosts(request.headers)) return refusal(badRequest);
  const format = responseFormat(request.headers, request.minorVersion);
  if (request.body === 'too large') return refusal(contentTooLarge, format);
  if (!isKnownVerb(request)) return refusal(unknownVerb, format);
  const { body } = request;
  if (!isFirst || typeof body === 'string') return refusal(badRequest);
  return {
    format,
    reply: async () => {
      const admission = await handler(headOf(request, socket, connection));
      return 'error' in admission ? admission.error : admission.execute(body);
    },
  };
}

function isKnownVerb({ verb }: WireRequest): boolean {
  return ['GET', 'POST', 'HEAD', 'PUT'].includes(verb);
}

function refusal(reply: HttpReply, format = VERSION_1_1): Answer {
  return { format, reply: async () => reply };
}

function headOf(
  { verb, target, headers }: Pick<WireRequest, 'verb' | 'target' | 'headers'>,
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

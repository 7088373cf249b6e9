import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type Connection, headersOf, isRefusedHead, readBody } from './connection.ts';
import type { Handler } from './handler.ts';
import { type Asked, badRequest, contentTooLarge, type HttpReply, unknownVerb } from './reply.ts';
import { findHeader, type Headers, readWireRequest, type WireRequest } from './wire.ts';

/** An answer on its way: first the request is read, then it is worked on. */
export type Answer = { readonly asked: Asked; readonly reply: () => Promise<HttpReply> };

const VERSION_1_1: Asked = { minorVersion: 1, connection: undefined };

export function askedBy(headers: Headers, minorVersion: number): Asked {
  return { minorVersion, connection: findHeader(headers, 'connection') };
}

/** Reads the rest of a request; `undefined` when the client goes away meanwhile. */
export async function receive(
  request: IncomingMessage,
  connection: Connection,
  handler: Handler,
): Promise<Answer | undefined> {
  const headers = headersOf(request);
  if (isRefusedHead(request, headers)) return refusal(badRequest);
  const asked = askedBy(headers, request.httpVersionMinor);
  const body = await readBody(request, headers, connection);
  if (body === 'gone') return undefined;
  if (body === 'too large') return refusal(contentTooLarge, asked);
  const { method = '', url = '', socket } = request;
  return {
    asked,
    reply: () => handler({ ...called(headers, socket), verb: method, target: url, body }),
  };
}

/**
 * What `node:http` refused to parse, read again by the node's rules. `isFirst`: the bytes are the first of their connection;
 * only then is it sure that a request begins with them, and it may be carried out.
 */
export function receiveRefused(
  bytes: Buffer,
  isFirst: boolean,
  socket: Socket,
  handler: Handler,
): Answer {
  const request = readWireRequest(bytes);
  if (request === undefined) return refusal(badRequest);
  const asked = askedBy(request.headers, request.minorVersion);
  if (request.body === 'too large') return refusal(contentTooLarge, asked);
  if (!isKnownVerb(request)) return refusal(unknownVerb, asked);
  const { headers, verb, target, body } = request;
  if (!isFirst || typeof body === 'string') return refusal(badRequest);
  return {
    asked,
    reply: () => handler({ ...called(headers, socket), verb, target, body }),
  };
}

function isKnownVerb({ verb }: WireRequest): boolean {
  return ['GET', 'POST', 'HEAD', 'PUT'].includes(verb);
}

function refusal(reply: HttpReply, asked = VERSION_1_1): Answer {
  return { asked, reply: async () => reply };
}

function called(headers: Headers, socket: Socket) {
  return {
    header: (name: string) => findHeader(headers, name),
    localAddress: socket.localAddress ?? '',
    peer: `${socket.remoteAddress}:${socket.remotePort}`,
  };
}

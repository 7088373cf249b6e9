import type { IncomingMessage, ServerResponse } from 'node:http';
import { encodeUtf8 } from '../../../encoding/utf8.ts';

/** An HTTP answer as the node sends it: JSON, or a mostly empty page. */
export type HttpReply = {
  readonly status: number;
  readonly text: string;
  /** Headers in sending order, without `Date`, lengths and similar ones. */
  readonly headers: readonly Header[];
  /** True if the connection ends after this answer. */
  readonly close?: true;
};

type Header = readonly [name: string, value: string];

const noStore: Header = ['Cache-Control', 'no-store'];

const page = (status: number, text = '', headers: readonly Header[] = [noStore]): HttpReply => ({
  status,
  text,
  headers,
});

export const badRequest: HttpReply = { ...page(400), close: true };
export const contentTooLarge: HttpReply = { ...page(413), close: true };
export const unknownVerb = page(405);
export const notFound = page(404);
export const notPost = page(405, 'JSONRPC server handles only POST requests', []);
export const unauthorized = page(401, '', [['WWW-Authenticate', 'Basic realm="jsonrpc"']]);
export const forbidden = page(403, '', []);
export const queueFull = page(503, 'Work queue depth exceeded');
export const shuttingDown = page(503, 'Request rejected during server shutdown');
export const internalError: HttpReply = { ...page(500), close: true };

/** Creates the answer of a JSON-RPC call; without text, the page of its status. */
export function jsonReply(status: number, text: string): HttpReply {
  return page(status, text, text === '' ? [] : [['Content-Type', 'application/json']]);
}

const reasons: { readonly [status: number]: string } = {
  200: 'OK',
  204: 'No Content',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Content too large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Properties of a request that decide the form of its answer. */
export type ResponseFormat = {
  /** 0 for HTTP/1.0. */
  readonly minorVersion: number;
  /** The first `Connection` header. */
  readonly connection: string | undefined;
};

/** All headers in the node's order (httpserver.cpp, HTTPRequest::WriteReply). */
function headersOf(reply: HttpReply, format: ResponseFormat, length: number): readonly Header[] {
  const headers = [...reply.headers];
  const hasBody = reply.status !== 204;
  const keepAlive = format.minorVersion === 0 && format.connection?.toLowerCase() === 'keep-alive';
  if (keepAlive) headers.push(['Connection', 'keep-alive']);
  if (format.minorVersion > 0) headers.push(['Date', new Date().toUTCString()]);
  if (hasBody && (keepAlive || format.minorVersion > 0))
    headers.push(['Content-Length', length.toString()]);
  if (hasBody && !headers.some(([name]) => name === 'Content-Type'))
    headers.push(['Content-Type', 'text/html; charset=ISO-8859-1']);
  if (format.connection?.toLowerCase() === 'close') headers.push(['Connection', 'close']);
  return headers;
}

/**
 * Encodes text as Core does: an unpaired surrogate becomes three bytes, where `Buffer` would
 * replace it.
 */
function bodyOf({ text }: Pick<HttpReply, 'text'>): string | Uint8Array {
  return /[\ud800-\udfff]/.test(text) ? encodeUtf8(text) : text;
}

/** Number of characters encoded together. */
const SLICE = 1 << 18;

/**
 * Returns the body in parts, between which other work can run, because a batch may make it large.
 */
async function bodyParts({ text }: HttpReply): Promise<readonly (string | Uint8Array)[]> {
  const parts: (string | Uint8Array)[] = [];
  for (let at = 0; at < text.length; ) {
    let end = at + SLICE;
    // Keep a surrogate pair together.
    if (text.charCodeAt(end - 1) >>> 10 === 0x36) end++;
    parts.push(bodyOf({ text: text.slice(at, end) }));
    at = end;
    if (at < text.length) await new Promise((done) => setImmediate(done));
  }
  return parts;
}

/** Returns true if the connection serves another request after this one. */
export function staysOpen(reply: HttpReply, format: ResponseFormat): boolean {
  const connection = format.connection?.toLowerCase();
  if (reply.close === true || connection === 'close') return false;
  return format.minorVersion > 0 || connection === 'keep-alive';
}

/** Returns the bytes of an answer, if there is no `ServerResponse` to write it. */
export function replyBytes(reply: HttpReply, format: ResponseFormat): Buffer {
  const body = Buffer.from(bodyOf(reply));
  return Buffer.concat([Buffer.from(headText(reply, format, body.length)), body]);
}

function headText(reply: HttpReply, format: ResponseFormat, length: number): string {
  const lines = headersOf(reply, format, length).map(([name, value]) => `${name}: ${value}`);
  const status = `HTTP/1.${format.minorVersion} ${reply.status} ${reasons[reply.status] ?? ''}`;
  return `${[status, ...lines].join('\r\n')}\r\n\r\n`;
}

/** Resolves once the answer was passed to the system, or cannot be any more. */
export async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: HttpReply,
  format: ResponseFormat,
): Promise<void> {
  const { socket } = request;
  const parts = await bodyParts(reply);
  const length = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  if (socket.destroyed) return;
  await new Promise<void>((done) => {
    socket.once('close', done);
    const finish = () => {
      socket.removeListener('close', done);
      done();
    };
    if (!staysOpen(reply, format)) {
      // node:http would answer HTTP/1.1 and add headers. This is the last answer, so its bytes can
      // be written directly.
      socket.write(headText(reply, format, length));
      for (const part of parts) socket.write(part);
      socket.write('', finish);
      return;
    }
    response.sendDate = false;
    response.removeHeader('Connection');
    response.writeHead(
      reply.status,
      reasons[reply.status] ?? '',
      headersOf(reply, format, length).flat(),
    );
    const last = parts.at(-1);
    for (const part of parts.slice(0, -1)) response.write(part);
    if (last === undefined) response.end(finish);
    else response.end(last, finish);
  });
}

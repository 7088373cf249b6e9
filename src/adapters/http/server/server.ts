import {
  createServer,
  type IncomingMessage,
  METHODS,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { ServerConfig } from '../config.ts';
import { type Connection, closeGently, createConnection } from './connection.ts';
import { headersOf, MAX_HEADERS_SIZE } from './headers.ts';
import {
  type Answer,
  type Reception,
  receive,
  responseFormat,
  VERSION_1_1,
} from './read-request.ts';
import {
  badRequest,
  type HttpReply,
  replyBytes,
  sendReply,
  staysOpen,
  unknownVerb,
} from './reply.ts';

export type HttpServer = {
  readonly server: Server;
  /** Waits for the answers to running calls, then ends all connections. */
  readonly close: () => Promise<void>;
};

type ParseError = Error & { readonly rawPacket?: Buffer };

/**
 * Creates a listener. `node:http` parses, `reception` reads and answers, and the code between
 * handles connections like the node.
 */
export function createHttpServer(config: ServerConfig, reception: Reception): HttpServer {
  const server = createServer(serverSettings(config));
  server.maxHeadersCount = 0;
  server.timeout = config.timeout;
  const connectionOf = rememberConnections();
  const inFlight: InFlight = new Set();
  const contextOf = (socket: Socket): RequestContext => ({
    socket,
    inFlight,
    connection: connectionOf(socket),
  });
  const onRequest = (request: IncomingMessage, response: ServerResponse) =>
    takeRequest(request, response, reception, contextOf(request.socket));
  server.on('connection', (socket: Socket) => {
    if (!config.allows(socket.remoteAddress ?? '')) socket.destroy();
  });
  server.on('request', onRequest);
  // The node ignores `Expect`.
  server.on('checkExpectation', onRequest);
  server.on('connect', (request: IncomingMessage) => {
    // node:http no longer handles errors of such a connection.
    request.socket.on('error', () => request.socket.destroy());
    request.socket.end(replyBytes(unknownVerb, responseFormat(headersOf(request), 1)));
  });
  server.on('clientError', (error: ParseError, stream) => {
    // A server that listens on TCP has only sockets.
    const socket = stream as Socket;
    if (!socket.writable || error.rawPacket === undefined) socket.destroy();
    else refuseUnparsed(refusalOf(error.rawPacket), contextOf(socket));
  });
  server.on('timeout', (socket: Socket) => {
    if (!connectionOf(socket).executing) socket.destroy();
  });
  return {
    server,
    close: async () => {
      await Promise.all(inFlight);
      server.close();
      server.closeAllConnections();
    },
  };
}

function serverSettings({ timeout }: ServerConfig) {
  return {
    requireHostHeader: false,
    // The parser's limit is larger, because the exact limit is checked later.
    maxHeaderSize: 4 * MAX_HEADERS_SIZE,
    keepAliveTimeout: 0,
    headersTimeout: timeout,
    // A body has a separate timeout, which stops while earlier calls are answered.
    requestTimeout: 0,
    connectionsCheckingInterval: 1000,
  };
}

function rememberConnections(): (socket: Socket) => Connection {
  const known = new WeakMap<Socket, Connection>();
  return (socket) => {
    const connection = known.get(socket) ?? createConnection(socket);
    known.set(socket, connection);
    return connection;
  };
}

/** The running calls. */
type InFlight = Set<Promise<void>>;

type RequestContext = {
  readonly socket: Socket;
  readonly connection: Connection;
  readonly inFlight: InFlight;
};

function takeRequest(
  request: IncomingMessage,
  response: ServerResponse,
  reception: Reception,
  context: RequestContext,
): void {
  const { connection } = context;
  connection.inTurn(async () => {
    const answer = await receive(request, connection, reception);
    if (answer === undefined || connection.refused) return;
    await respond(answer, context, (reply) => sendReply(request, response, reply, answer.format));
  });
}

/**
 * Returns the rejection. Core answers an unknown verb with 405 and any other parse error with 400.
 */
function refusalOf(bytes: Buffer): HttpReply {
  const text = bytes.toString('latin1', 0, MAX_HEADERS_SIZE);
  const verb = /^([^\s\0]+) [^\s\0]+ HTTP\/1\.\d\r\n/.exec(text)?.[1];
  return verb === undefined || METHODS.includes(verb) ? badRequest : unknownVerb;
}

/** Answers earlier requests, then rejects and closes. */
function refuseUnparsed(refusal: HttpReply, context: RequestContext): void {
  const { connection, socket } = context;
  connection.broken = true;
  connection.onBroken();
  connection.inTurn(async () => {
    if (connection.refused) return;
    const reply = async () => ({ ...refusal, close: true as const });
    const send = (given: HttpReply) =>
      new Promise<void>((done) => socket.write(replyBytes(given, VERSION_1_1), () => done()));
    await respond({ format: VERSION_1_1, reply }, context, send);
  });
}

async function respond(
  { format, reply }: Answer,
  { connection, socket, inFlight }: RequestContext,
  send: (reply: HttpReply) => Promise<void>,
): Promise<void> {
  const task = reply().then(async (given) => {
    await send(given);
    if (staysOpen(given, format)) return;
    connection.refused = true;
    closeGently(socket);
  });
  connection.executing = true;
  inFlight.add(task);
  await task.finally(() => inFlight.delete(task));
  connection.executing = false;
}

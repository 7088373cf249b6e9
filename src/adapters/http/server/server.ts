import {
  createServer,
  type IncomingMessage,
  METHODS,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { ServerConfig } from '../config.ts';
import { MAX_BODY_SIZE } from './body.ts';
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
  queueFull,
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

/** Most connections of one listener. */
const MAX_CONNECTIONS = 1024;
/** Most bytes of answers that clients have not read yet, over all connections of one listener. */
const MAX_UNSENT = 4 * MAX_BODY_SIZE;

type ParseError = Error & { readonly rawPacket?: Buffer };

/**
 * Creates a listener. `node:http` parses, `reception` reads and answers, and the code between
 * handles connections like the node.
 */
export function createHttpServer(
  config: Pick<ServerConfig, 'timeout' | 'allows'>,
  reception: Reception,
): HttpServer {
  const server = createServer(serverSettings(config));
  server.maxHeadersCount = 0;
  server.maxConnections = MAX_CONNECTIONS;
  server.timeout = config.timeout;
  const connectionOf = rememberConnections();
  const outgoing: Outgoing = { inFlight: new Set(), unsent: 0 };
  const contextOf = (socket: Socket): RequestContext => ({
    socket,
    outgoing,
    connection: connectionOf(socket),
  });
  const onRequest = (request: IncomingMessage, response: ServerResponse) =>
    takeRequest(request, response, reception, contextOf(request.socket));
  const onWaitingRequest = (request: IncomingMessage, response: ServerResponse) => {
    const askForBody = () => response.writeContinue();
    takeRequest(request, response, reception, contextOf(request.socket), askForBody);
  };
  server.on('connection', (socket: Socket) => {
    if (!config.allows(socket.remoteAddress ?? '')) socket.destroy();
  });
  server.on('request', onRequest);
  server.on('checkContinue', onWaitingRequest);
  // The node ignores every other `Expect`.
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
      await Promise.all(outgoing.inFlight);
      server.close();
      server.closeAllConnections();
    },
  };
}

function serverSettings({ timeout }: Pick<ServerConfig, 'timeout'>) {
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

type Outgoing = {
  /** The running calls. */
  readonly inFlight: Set<Promise<void>>;
  /** Bytes of answers that clients have not read yet. */
  unsent: number;
};

type RequestContext = {
  readonly socket: Socket;
  readonly connection: Connection;
  readonly outgoing: Outgoing;
};

function takeRequest(
  request: IncomingMessage,
  response: ServerResponse,
  reception: Reception,
  context: RequestContext,
  askForBody?: () => void,
): void {
  const { connection } = context;
  connection.inTurn(async () => {
    const answer = await receive(request, connection, reception, askForBody);
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

/**
 * Executes a call and sends its answer. Executes nothing while clients leave too much unread, and
 * lets a client that does not read its answer run into the timeout.
 */
async function respond(
  { format, reply }: Answer,
  { connection, socket, outgoing }: RequestContext,
  send: (reply: HttpReply) => Promise<void>,
): Promise<void> {
  const answer = async () => {
    const given =
      outgoing.unsent > MAX_UNSENT ? { ...queueFull, close: true as const } : await reply();
    connection.executing = false;
    const { length } = given.text;
    outgoing.unsent += length;
    await send(given);
    outgoing.unsent -= length;
    if (staysOpen(given, format)) return;
    connection.refused = true;
    closeGently(socket);
  };
  connection.executing = true;
  const task = answer();
  outgoing.inFlight.add(task);
  await task.finally(() => outgoing.inFlight.delete(task));
}

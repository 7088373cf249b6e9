import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ServerConfig } from '../config.ts';
import { MAX_HEADERS_SIZE } from './bitcoind-parser.ts';
import {
  type Connection,
  closeGently,
  createConnection,
  headersOf,
  isUntouched,
} from './connection.ts';
import {
  type Answer,
  type Reception,
  receive,
  receiveUnparsed,
  responseFormat,
} from './read-request.ts';
import { type HttpReply, replyBytes, sendReply, staysOpen, unknownVerb } from './reply.ts';

export type HttpServer = {
  readonly server: Server;
  /** Waits for the answers to the calls that are being worked on, then ends all connections. */
  readonly close: () => Promise<void>;
};

type ParseError = Error & { readonly rawPacket?: Buffer };

/**
 * One listener: `node:http` parses, `reception` reads and answers, in between are the node's
 * manners with connections.
 */
export function createHttpServer(config: ServerConfig, reception: Reception): HttpServer {
  const server = createServer(serverSettings(config));
  server.maxHeadersCount = 0;
  server.timeout = config.timeout;
  const connectionOf = rememberConnections();
  const inFlight = createInFlight();
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
  // The node does not know `Expect`.
  server.on('checkExpectation', onRequest);
  server.on('connect', (request: IncomingMessage) => {
    // node:http lets go of such a connection: a reset would be ours to handle.
    request.socket.on('error', () => request.socket.destroy());
    request.socket.end(replyBytes(unknownVerb, responseFormat(headersOf(request), 1)));
  });
  server.on('clientError', (error: ParseError, stream) => {
    // A server that listens on TCP has no other streams.
    const socket = stream as Socket;
    if (!socket.writable || error.rawPacket === undefined) socket.destroy();
    else handleUnparsed(error.rawPacket, reception, contextOf(socket));
  });
  server.on('timeout', (socket: Socket) => {
    if (!connectionOf(socket).executing) socket.destroy();
  });
  return {
    server,
    close: async () => {
      await inFlight.finished();
      server.close();
      server.closeAllConnections();
    },
  };
}

function serverSettings({ timeout }: ServerConfig) {
  return {
    requireHostHeader: false,
    // The exact limit is ours; beyond this the parser gives up.
    maxHeaderSize: 4 * MAX_HEADERS_SIZE,
    keepAliveTimeout: 0,
    headersTimeout: timeout,
    // That of a body has its own clock, which stands still while earlier calls are answered.
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

/** The calls that are being worked on. */
type InFlight = {
  readonly add: (task: Promise<void>) => void;
  /** Resolves when those of this moment are done. */
  readonly finished: () => Promise<unknown>;
};

function createInFlight(): InFlight {
  const tasks = new Set<Promise<void>>();
  return {
    add: (task) => {
      tasks.add(task);
      task.finally(() => tasks.delete(task));
    },
    finished: () => Promise.all(tasks),
  };
}

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
  connection.begun++;
  connection.latest = request;
  connection.inTurn(async () => {
    const answer = await receive(request, connection, reception);
    if (answer === undefined || connection.refused) return;
    await respond(answer, context, (reply) => sendReply(request, response, reply, answer.format));
  });
}

function handleUnparsed(bytes: Buffer, { handler }: Reception, context: RequestContext): void {
  const { connection, socket } = context;
  const isFirst = isUntouched(connection) && socket.bytesRead === bytes.length;
  connection.broken = true;
  connection.onBroken();
  connection.inTurn(async () => {
    if (connection.refused) return;
    const { format, reply } = receiveUnparsed(bytes, isFirst, socket, connection, handler);
    const last = { format, reply: async () => ({ ...(await reply()), close: true as const }) };
    await respond(
      last,
      context,
      (given) => new Promise((done) => socket.write(replyBytes(given, format), () => done())),
    );
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
  await task;
  connection.executing = false;
}

import { type AbortSignalLike, checkAborted } from '../encoding/abort.ts';
import { withCause, withReason } from '../encoding/plain-error.ts';
import { fieldsOf, nonsense } from './check-answers.ts';
import { isSourceError, printable, sourceError } from './source-error.ts';
import { inTime, type SetTimeout } from './time-limit.ts';

/** Events of a connection. */
export type ElectrumHandlers = {
  /**
   * Called with a message of the server: the text of one WebSocket message, or one line of a raw
   * socket.
   */
  readonly onMessage: (message: string) => void;
  /**
   * Called when the connection has ended or could not be opened; `reason` is the platform's error.
   */
  readonly onClose: (reason?: unknown) => void;
};

/** An open connection. */
export type ElectrumConnection = {
  /**
   * Sends one message, a line of text without a line end. Over a raw socket, add a newline; over a
   * WebSocket, do not.
   */
  send(message: string): void;
  /** Ends the connection. */
  close(): void;
};

/**
 * Opens a connection to an Electrum server, by a WebSocket, or a socket of React Native or Node.
 */
export type ElectrumTransport = (
  handlers: ElectrumHandlers,
) => ElectrumConnection | Promise<ElectrumConnection>;

/** An Electrum server and its transport. */
export type ElectrumServer = {
  /** The transport to the server. */
  readonly transport: ElectrumTransport;
  /**
   * Milliseconds to wait for an answer. Then the call fails and the connection is closed. Default:
   * 30,000. Needs `setTimeout`.
   */
  readonly timeout?: number | undefined;
  /** The platform's `setTimeout`. If absent, there are no timeouts. */
  readonly setTimeout?: SetTimeout | undefined;
  /** Maximum length of a message, in characters. Default: 20,000,000. */
  readonly maxLength?: number | undefined;
  /** Ends pending requests and all later calls with `ABORTED`, and closes the connection. */
  readonly signal?: AbortSignalLike | undefined;
};

export type ElectrumClient = {
  /** Returns the result. Opens a connection if there is none. */
  call(method: string, ...params: readonly unknown[]): Promise<unknown>;
  /** Returns the negotiated protocol version as numbers: [1, 4], [1, 6]. */
  version(): Promise<readonly number[]>;
  /**
   * Returns a number that changes with every new connection, which has lost earlier subscriptions.
   */
  readonly session: () => number;
  close(): void;
};

export type ElectrumClientOptions = ElectrumServer & {
  readonly onNotification: (method: string, params: readonly unknown[]) => void;
  /** Checks that it is the right server; rejects otherwise. */
  readonly greet: (call: ElectrumClient['call']) => Promise<void>;
};

/**
 * Creates a client of Electrum's protocol over a stream of messages: JSON-RPC, one request per
 * message.
 */
export function createElectrumClient(options: ElectrumClientOptions): ElectrumClient {
  let session = 0;
  let opened: Promise<Session> | undefined;

  function open(): Promise<Session> {
    checkAborted(options.signal);
    if (opened !== undefined) return opened;
    session += 1;
    const opening = openSession(options, () => {
      if (opened === opening) opened = undefined;
    });
    opened = opening;
    opening.catch(() => {
      // The caller receives the error; the next call tries again.
      if (opened === opening) opened = undefined;
    });
    return opening;
  }

  return {
    call: async (method, ...params) => (await open()).call(method, params),
    version: async () => (await open()).version,
    session: () => session,
    close() {
      const closing = opened;
      opened = undefined;
      closing?.then(
        ({ close }) => close(),
        // The connection was never opened.
        () => undefined,
      );
    },
  };
}

type Session = {
  readonly version: readonly number[];
  call(method: string, params: readonly unknown[]): Promise<unknown>;
  close(): void;
};

type Waiting = {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
};

/** Protocol versions that this program supports. */
const [OLDEST, NEWEST] = ['1.4', '1.6'];

async function openSession(options: ElectrumClientOptions, onEnd: () => void): Promise<Session> {
  const { transport, timeout = 30_000, maxLength = 20_000_000 } = options;
  const limit = { timeout, setTimeout: options.setTimeout };
  const waiting = new Map<number, Waiting>();
  let connection: ElectrumConnection | undefined;
  let ended: Error | undefined;
  let next = 0;

  function end(error: Error): void {
    if (ended !== undefined) return;
    ended = error;
    onEnd();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    connection?.close();
  }

  function onMessage(message: string): void {
    if (ended !== undefined) return;
    try {
      take(readMessage(message, maxLength));
    } catch (error) {
      // After an invalid message, later ones cannot be trusted.
      end(isSourceError(error) ? error : closed(error));
    }
  }

  function take(message: Message): void {
    if ('method' in message) {
      options.onNotification(message.method, message.params);
      return;
    }
    const asked = waiting.get(message.id);
    // The request has timed out.
    if (asked === undefined) return;
    waiting.delete(message.id);
    if ('error' in message) asked.reject(message.error);
    else asked.resolve(message.result);
  }

  async function call(method: string, params: readonly unknown[]): Promise<unknown> {
    if (ended !== undefined) throw ended;
    const id = next++;
    const answer = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }));
    connection?.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    try {
      return await inTime(answer, method, limit);
    } catch (error) {
      if (!waiting.delete(id)) throw error;
      // After a timeout, later answers cannot be matched to requests.
      end(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }

  const onClose = (reason?: unknown) => end(closed(reason));
  try {
    const connecting = Promise.resolve(transport({ onMessage, onClose }));
    connecting.then(
      (late) => {
        // The connection opened after the caller stopped waiting.
        if (ended !== undefined) late.close();
      },
      () => undefined,
    );
    connection = await inTime(connecting, 'The server', limit);
    if (ended !== undefined) throw ended;
    const version = readVersion(await call('server.version', ['coldsign', [OLDEST, NEWEST]]));
    await options.greet((method, ...params) => call(method, params));
    return { version, call, close: () => end(closed('it was closed here')) };
  } catch (error) {
    // A transport may throw any error.
    const failure = isSourceError(error) ? error : closed(error);
    end(failure);
    throw failure;
  }
}

function closed(reason: unknown): Error {
  if (isSourceError(reason)) return reason;
  const message = withReason(
    'No connection to the Electrum server',
    reason ?? 'no reason was given',
  );
  return withCause(sourceError('SOURCE_UNREACHABLE', message), reason);
}

type Message =
  | { readonly method: string; readonly params: readonly unknown[] }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: Error };

function readMessage(text: string, maxLength: number): Message {
  if (typeof text !== 'string') throw nonsense('a message', 'no text');
  if (text.length > maxLength) {
    throw sourceError('SOURCE_TOO_LARGE', `The server sent a message of ${text.length} characters`);
  }
  const { id, method, params, result, error } = fieldsOf(parse(text), 'a message');
  if (typeof method === 'string' && Array.isArray(params)) return { method, params };
  // Frigate names its parameters, and sends a notification without any to keep a connection alive.
  if (typeof method === 'string' && id === undefined) {
    return { method, params: params === undefined || params === null ? [] : [params] };
  }
  if (typeof id !== 'number') throw nonsense('a message', 'not the number of a request');
  if (error !== undefined && error !== null) return { id, error: refused(error) };
  return { id, result };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The server speaks another protocol.
    throw nonsense('a message', 'no JSON');
  }
}

function refused(error: unknown): Error {
  const said = typeof error === 'object' && error !== null && 'message' in error;
  const words = said ? error.message : error;
  return sourceError(
    'SOURCE_REFUSED',
    `The server rejects the request: ${printable(String(words))}`,
  );
}

function readVersion(answer: unknown): readonly number[] {
  const [, text] = Array.isArray(answer) ? answer : [];
  const version = String(text).split('.').map(Number);
  if (version[0] === 1 && version.every(Number.isInteger)) return version;
  throw nonsense('server.version', 'not a version of the protocol');
}

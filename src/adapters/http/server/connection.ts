import type { Socket } from 'node:net';

/**
 * Answers the requests of one connection one after the other, like the node, even if they are
 * pipelined.
 */
export type Connection = {
  readonly inTurn: (task: () => Promise<void>) => Promise<void>;
  /** True while a call is executed: the client waits for the server. */
  executing: boolean;
  /** True if received data is malformed: incomplete requests are dropped. */
  broken: boolean;
  /** Called when `broken` becomes true while a request is read. */
  onBroken: () => void;
  /** True if further requests are not answered. */
  refused: boolean;
  /** The `Authorization` header that was accepted on this connection, and its user. */
  login: { readonly header: string; readonly user: string } | undefined;
};

export function createConnection(socket: Socket): Connection {
  let last = Promise.resolve();
  let pending = 0;
  const settle = () => {
    pending--;
    // Pipelined requests wait in the client's socket, not in our memory.
    if (pending <= 1) socket.resume();
  };
  return {
    executing: false,
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

/**
 * Ends the connection so that the last answer arrives: further data is read for a moment and
 * dropped.
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

import type { Socket } from 'node:net';

/**
 * Answers the requests of one connection one after the other, as the node does, also when they come
 * without waiting.
 */
export type Connection = {
  readonly inTurn: (task: () => Promise<void>) => Promise<void>;
  /** A call is being worked on: the client waits for us, not we for it. */
  executing: boolean;
  /** True if received data is malformed: incomplete requests are dropped. */
  broken: boolean;
  /** Called when that is found while a request is read. */
  onBroken: () => void;
  /** True if further requests are not answered. */
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

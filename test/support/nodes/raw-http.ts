import { connect, type Socket } from 'node:net';

/** An answer as received, and the bytes after it. */
export type RawReply = {
  readonly version: string;
  readonly status: number;
  readonly reason: string;
  /** Headers in order, with names as sent. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
};

/** A connection that sends bytes unchanged. */
export type RawConnection = {
  readonly socket: Socket;
  readonly send: (bytes: string | Buffer) => void;
  /**
   * Returns the next answer, or `undefined` if the connection ends first. `noBody`: it answers
   * HEAD.
   */
  readonly receive: (noBody?: boolean) => Promise<RawReply | undefined>;
  /** Resolves once the server has closed the connection. */
  readonly closed: Promise<void>;
  readonly end: () => void;
};

export function openRaw(port: number, host = '127.0.0.1'): RawConnection {
  const socket = connect({ port, host });
  let bytes = Buffer.alloc(0);
  let over = false;
  let wake = () => {};
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    wake();
  });
  const closed = new Promise<void>((done) => {
    const finish = () => {
      over = true;
      wake();
      done();
    };
    socket.once('end', finish);
    socket.once('close', finish);
  });
  // A reset appears as the end.
  socket.on('error', () => {});
  const receive = async (noBody = false): Promise<RawReply | undefined> => {
    for (;;) {
      const found = readReply(bytes, noBody, over);
      if (found !== undefined) {
        bytes = bytes.subarray(found.length);
        return found.reply;
      }
      if (over) return undefined;
      await new Promise<void>((done) => {
        wake = done;
      });
    }
  };
  return {
    socket,
    send: (data) => socket.write(data),
    receive,
    closed,
    end: () => socket.destroy(),
  };
}

/** Sends one request on a separate connection. */
export async function exchange(
  port: number,
  bytes: string | Buffer,
  noBody = false,
): Promise<RawReply | undefined> {
  const connection = openRaw(port);
  connection.send(bytes);
  const reply = await connection.receive(noBody);
  connection.end();
  return reply;
}

export function header(reply: RawReply | undefined, name: string): string | undefined {
  return reply?.headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

function readReply(
  bytes: Buffer,
  noBody: boolean,
  over: boolean,
): { readonly reply: RawReply; readonly length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const [version = '', status = '', ...reason] = first.split(' ');
  const headers = lines.map((line) => {
    const colon = line.indexOf(': ');
    return [line.slice(0, colon), line.slice(colon + 2)] as const;
  });
  const reply = { version, status: Number(status), reason: reason.join(' '), headers };
  const start = end + 4;
  const given = header({ ...reply, body: bytes }, 'content-length');
  const length =
    noBody || reply.status === 204 || reply.status === 100
      ? 0
      : given === undefined
        ? undefined
        : Number(given);
  if (length === undefined ? !over : bytes.length < start + length) return undefined;
  const stop = length === undefined ? bytes.length : start + length;
  return { reply: { ...reply, body: bytes.subarray(start, stop) }, length: stop };
}

import { createSocket } from 'node:dgram';
import { createServer, type Socket } from 'node:net';

/** A record as in a proof: in lower case; `.` is the root. */
type WireRecord = {
  readonly name: string;
  readonly type: number;
  /** The record from its owner's name to its end. */
  readonly bytes: Buffer;
  /** The type that a signature covers. */
  readonly covered: number | undefined;
};

const [CNAME, DNAME, RRSIG, NSEC, NSEC3] = [5, 39, 46, 47, 50];

/** Reads a name without compression, and the position after it. */
function nameAt(bytes: Buffer, start: number): readonly [name: string, end: number] {
  const labels: string[] = [];
  let at = start;
  for (let size = bytes.readUInt8(at++); size > 0; size = bytes.readUInt8(at++)) {
    labels.push(
      bytes
        .subarray(at, at + size)
        .toString('latin1')
        .toLowerCase(),
    );
    at += size;
  }
  return [`${labels.join('.')}.`, at];
}

/** Returns the records of a proof, or undefined if they cannot be parsed. */
function readRecords(chain: Buffer): readonly WireRecord[] | undefined {
  const records: WireRecord[] = [];
  try {
    for (let at = 0; at < chain.length; ) {
      const [name, behind] = nameAt(chain, at);
      const type = chain.readUInt16BE(behind);
      const end = behind + 10 + chain.readUInt16BE(behind + 8);
      if (end > chain.length) return undefined;
      const covered = type === RRSIG ? chain.readUInt16BE(behind + 10) : undefined;
      records.push({ name, type, bytes: chain.subarray(at, end), covered });
      at = end;
    }
  } catch {
    // A length points beyond the end.
    return undefined;
  }
  return records;
}

const target = ({ bytes, name }: WireRecord): string =>
  nameAt(bytes, (name === '.' ? 1 : name.length + 1) + 10)[0];

/** Returns the answer of a resolver that knows only these records. */
function answerTo(records: readonly WireRecord[], name: string, type: number) {
  const answers: WireRecord[] = [];
  const setAt = (owner: string, kind: number) => [
    ...records.filter((each) => each.name === owner && each.type === kind),
    ...records.filter((each) => each.name === owner && each.covered === kind),
  ];
  const made: Buffer[] = [];
  for (let at = name, step = 0; step < 9; step++) {
    const set = setAt(at, type);
    if (set.some((each) => each.type === type)) {
      answers.push(...set);
      break;
    }
    const alias = setAt(at, CNAME);
    const [first] = alias;
    // A CNAME without a signature is created by a DNAME.
    if (first?.type === CNAME && alias.some(({ covered }) => covered === CNAME)) {
      answers.push(...alias);
      at = target(first);
      continue;
    }
    const above = records.find(
      (each) => each.type === DNAME && at !== each.name && at.endsWith(`.${each.name}`),
    );
    if (above === undefined) break;
    answers.push(...setAt(above.name, DNAME));
    const next = at.slice(0, -above.name.length) + target(above);
    made.push(cnameRecord(at, next));
    at = next;
  }
  const proofs = records.filter((each) =>
    [NSEC, NSEC3].some((kind) => each.type === kind || each.covered === kind),
  );
  return { answers: [...answers.map(({ bytes }) => bytes), ...made], proofs };
}

function wireName(name: string): Buffer {
  const labels = name.split('.').filter(Boolean);
  const parts = labels.map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label)]));
  return Buffer.concat([...parts, Buffer.of(0)]);
}

function cnameRecord(name: string, to: string): Buffer {
  const data = wireName(to);
  const fixed = Buffer.from([0, CNAME, 0, 1, 0, 0, 1, 44, data.length >> 8, data.length & 255]);
  return Buffer.concat([wireName(name), fixed, data]);
}

/**
 * Serves the records of a proof over TCP, as a resolver that verifies nothing. Over UDP it requests
 * TCP.
 */
export async function serveRecords() {
  let records: readonly WireRecord[] | undefined = [];
  const respond = (socket: Socket, message: Buffer) => {
    const [name, end] = nameAt(message, 12);
    const type = message.readUInt16BE(end);
    const { answers, proofs } = answerTo(records ?? [], name, type);
    const head = Buffer.alloc(12);
    message.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(answers.length, 6);
    head.writeUInt16BE(proofs.length, 8);
    const question = message.subarray(12, end + 4);
    const body = Buffer.concat([head, question, ...answers, ...proofs.map(({ bytes }) => bytes)]);
    const length = Buffer.of(body.length >> 8, body.length & 255);
    socket.write(Buffer.concat([length, body]));
  };
  const server = createServer((socket) => {
    let held: Buffer = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      held = Buffer.concat([held, chunk]);
      while (held.length >= 2 && held.length >= 2 + held.readUInt16BE(0)) {
        const size = held.readUInt16BE(0);
        respond(socket, held.subarray(2, 2 + size));
        held = held.subarray(2 + size);
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const datagrams = createSocket('udp4', (message, { port }) => {
    const [, end] = nameAt(message, 12);
    const answer = Buffer.concat([message.subarray(0, 12), message.subarray(12, end + 4)]);
    // TC: the answer is truncated.
    answer.writeUInt16BE(0x8380, 2);
    answer.fill(0, 6, 12);
    datagrams.send(answer, port, '127.0.0.1');
  });
  await new Promise<void>((done) => datagrams.bind(address.port, '127.0.0.1', done));
  return {
    port: address.port,
    /** Returns false if the records cannot be parsed. */
    show(chain: Uint8Array): boolean {
      records = readRecords(Buffer.from(chain));
      return records !== undefined;
    },
    close: async () => {
      datagrams.close();
      await new Promise((done) => server.close(done));
    },
  };
}

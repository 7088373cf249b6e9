import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Random } from '../support/generate/random.ts';
import { basicAuth } from '../support/nodes/server.ts';
import { mutateBytes, mutateText } from './mutate.ts';

const calls: [string, ...string[]] = [
  '{"method":"uptime","id":1}',
  '{"jsonrpc":"2.0","method":"getrpcinfo","params":{}}',
  '[{"method":"help","params":["help"],"id":1},{"method":"uptime","id":null}]',
  '{"method":"createrawtransaction","params":[[],[{"data":"00"}],0,true,2],"id":"a"}',
  '{"method":"signrawtransactionwithkey","params":{"hexstring":"020000000001000000000000000000046a0200ff00000000","privkeys":["cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA"],"prevtxs":[]},"id":{}}',
];

/** Makes bytes for one connection: one or more requests, from valid to noise. */
export function fuzzedBytes(random: Random): Uint8Array {
  const requests = Array.from({ length: 1 + random.int(3) }, () => fuzzedRequest(random));
  const bytes = Buffer.concat(requests);
  return random.oneIn(3) ? mutateBytes(random, bytes) : bytes;
}

function fuzzedRequest(random: Random): Uint8Array {
  if (random.oneIn(20)) return random.bytes(random.int(300));
  const call = random.pick(calls);
  const body = Buffer.from(random.oneIn(3) ? call : mutateText(random, call));
  const bytes = random.oneIn(4) ? mutateBytes(random, body) : body;
  const head = requestHead(random, bytes.length);
  return Buffer.concat([
    Buffer.from(random.oneIn(4) ? mutateText(random, head) : head, 'latin1'),
    bytes,
  ]);
}

function requestHead(random: Random, length: number): string {
  const lines = [
    `${random.pick(['POST', 'POST', 'POST', 'POST', 'GET', 'CONNECT', 'FOO'])} ${random.pick(['/', '/', '/wallet/w', '/x'])} HTTP/1.${random.pick(['1', '1', '0', '2'])}`,
    random.oneIn(60)
      ? `Authorization: ${random.pick(['', 'Basic', 'Bearer x'])}`
      : `Authorization: ${basicAuth}`,
    random.oneIn(60)
      ? 'Transfer-Encoding: chunked'
      : `Content-Length: ${length + random.int(5) * random.int(2)}`,
    ...(random.oneIn(5) ? [`Connection: ${random.pick(['close', 'keep-alive', 'Upgrade'])}`] : []),
    ...(random.oneIn(9) ? ['Expect: 100-continue'] : []),
    ...(random.oneIn(9) ? ['Host: localhost'] : []),
  ];
  return `${random.shuffle(lines.slice(1)).reduce((all, line) => `${all}\r\n${line}`, lines[0] ?? '')}\r\n\r\n`;
}

export type FuzzCounts = {
  /** Number of answers by HTTP status. */
  readonly answers: Map<number, number>;
  /** Number of connections that ended without an answer. */
  silent: number;
};

/**
 * Sends each of these to the server on a separate connection, and waits until the server has closed
 * it. Throws if an answer is not HTTP.
 */
export async function fuzzServer(
  port: number,
  count: number,
  next: () => Uint8Array,
): Promise<FuzzCounts> {
  const counts: FuzzCounts = { answers: new Map(), silent: 0 };
  let left = count;
  const client = async () => {
    while (left-- > 0) {
      const sent = next();
      tally(counts, sent, await converse(port, sent));
    }
  };
  await Promise.all(Array.from({ length: 16 }, client));
  return counts;
}

function tally(counts: FuzzCounts, sent: Uint8Array, answer: string): void {
  if (answer === '') counts.silent++;
  else if (!/^HTTP\/1\.\d \d{3} /.test(answer))
    throw new Error(`answered ${answer} to ${hex(sent)}`);
  for (const [, status] of answer.matchAll(/HTTP\/1\.\d (\d{3}) [A-Z]/g))
    counts.answers.set(Number(status), (counts.answers.get(Number(status)) ?? 0) + 1);
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function converse(port: number, bytes: Uint8Array): Promise<string> {
  return new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let answer = '';
    // Only printed, because a slow machine is no fault. The test's limit ends a connection that
    // never closes.
    const timer = setTimeout(() => console.error(`no end yet to ${hex(bytes)}`), 10_000);
    socket.setEncoding('latin1').on('data', (part) => {
      answer += part;
    });
    // The server may close before it has read everything.
    socket.on('error', () => {});
    socket.once('close', () => {
      clearTimeout(timer);
      done(answer);
    });
    // Reset, because the system has too few ports for 100,000 connections that close in order.
    socket.once('end', () => socket.resetAndDestroy());
    socket.end(bytes);
  });
}

/** Returns the memory of a process, in megabytes (Linux). */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

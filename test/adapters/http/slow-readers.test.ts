import { expect, test } from 'vitest';
import { createBodyBudget } from '../../../src/adapters/http/server/body.ts';
import { jsonReply } from '../../../src/adapters/http/server/reply.ts';
import { createHttpServer } from '../../../src/adapters/http/server/server.ts';
import { exchange, openRaw, type RawConnection } from '../../support/nodes/raw-http.ts';

const request = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n';
const large = 'POST /wallet/large HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n';
const LARGE = 2 ** 24;

/** Starts a server whose calls to one wallet have large answers. */
async function listen(timeout: number) {
  let executed = 0;
  const http = createHttpServer(
    { timeout, allows: () => true },
    {
      handler: async ({ target }) => ({
        execute: async () => {
          if (target !== '/') executed++;
          return jsonReply(200, target === '/' ? '1' : 'x'.repeat(LARGE));
        },
      }),
      budget: createBodyBudget(),
      deadline: 0,
    },
  );
  await new Promise<void>((done) => http.server.listen(0, '127.0.0.1', done));
  const address = http.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return { http, port: address.port, executed: () => executed };
}

test('answers that clients do not read are bounded over all connections', async () => {
  const { http, port, executed } = await listen(0);
  const clients = Array.from({ length: 40 }, () => openRaw(port));
  for (const { socket, send } of clients) {
    send(large);
    socket.pause();
  }
  let status: number | undefined;
  while (status !== 503) status = (await exchange(port, request))?.status;
  // 128 MiB are the limit, and the last answer may exceed it.
  const most = 128 / 16 + 1;
  expect((await exchange(port, large))?.status).toBe(503);
  expect(executed()).toBe(most);
  // A client that reads, or leaves, makes room.
  for (const { end } of clients) end();
  while (status !== 200) status = (await exchange(port, request))?.status;
  await http.close();
});

test('a client that does not read its answer is disconnected', async () => {
  const { http, port } = await listen(200);
  const { socket, send } = openRaw(port);
  send(large);
  socket.pause();
  await new Promise<void>((done) => {
    const closing = setInterval(() => {
      http.server.getConnections((_, count) => {
        if (count > 0) return;
        clearInterval(closing);
        done();
      });
    }, 20);
    closing.ref();
  });
  socket.destroy();
  await http.close();
});

test('a listener has at most 1024 connections', async () => {
  const { http, port } = await listen(0);
  const clients: RawConnection[] = [];
  const outcomes = { accepted: 0, refused: 0 };
  let seen = () => {};
  http.server.on('connection', () => {
    outcomes.accepted++;
    seen();
  });
  http.server.on('drop', () => {
    outcomes.refused++;
    seen();
  });
  // One after the other: a burst overflows the queue of the operating system, which then loses
  // connections that no server has seen.
  while (clients.length < 1034) {
    const outcome = new Promise<void>((done) => {
      seen = done;
    });
    clients.push(openRaw(port));
    await outcome;
  }
  expect(outcomes).toEqual({ accepted: 1024, refused: 10 });
  await Promise.all(clients.slice(1024).map(({ closed }) => closed));
  // A client that leaves makes room for another.
  clients[0]?.end();
  let status: number | undefined;
  while (status !== 200) status = (await exchange(port, request))?.status;
  for (const { end } of clients) end();
  await http.close();
}, 600_000);

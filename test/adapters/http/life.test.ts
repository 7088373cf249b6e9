import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { benchCase } from '../../bench/cases.ts';
import { openRaw } from '../../support/nodes/raw-http.ts';
import {
  basicAuth,
  type Posted,
  post,
  type RunningServer,
  spawnServer,
  startServer,
  unstarted,
} from '../../support/nodes/server.ts';

let server: RunningServer | undefined;
afterEach(() => server?.close());

/** A call that takes at least half a second. */
let longCall: string;
beforeAll(() => {
  const { params } = benchCase('2-of-3 P2WSH', 300);
  longCall = `{"method":"signrawtransactionwithkey","params":${params},"id":"long"}`;
});

const call = '{"method":"uptime","id":1}';
const request = (body: string) =>
  `POST / HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${basicAuth}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Starts a long call. Resolves once the server executes it. */
async function beginLong(running: RunningServer): Promise<{ readonly reply: Promise<Posted> }> {
  const reply = post(running, longCall);
  for (;;) {
    const { text } = await post(running, '{"method":"getrpcinfo"}');
    if (text.includes('"signrawtransactionwithkey"')) return { reply };
  }
}

describe('a port that is in use', () => {
  test('ends the start with a clear error', async () => {
    server = await startServer();
    const second = await spawnServer([], { port: server.port });
    expect(await second.ended).toBe(1);
    expect(second.errors()).toBe(
      `Error: Unable to bind to [::1]:${server.port} on this computer. coldsign or a node is probably already running.\n${unstarted}`,
    );
    await second.close();
    expect((await post(server, call)).status).toBe(200);
  });

  test('is free at once after the server has stopped', async () => {
    server = await startServer();
    const { port } = server;
    const kept = openRaw(port);
    kept.send(request(call));
    await kept.receive();
    for (let i = 0; i < 3; i++) {
      server.signal('SIGTERM');
      expect(await server.ended).toBe(0);
      await server.close();
      server = await startServer([], { port });
    }
  });
});

describe('the end', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('by %s answers what runs', async (signal) => {
    server = await startServer();
    const { reply } = await beginLong(server);
    const kept = openRaw(server.port);
    kept.send(request(call));
    expect((await kept.receive())?.status).toBe(200);
    const idle = openRaw(server.port);
    server.signal(signal);
    for (;;) {
      kept.send(request(call));
      const late = await kept.receive();
      if (late?.status === 200) continue;
      expect(late?.status).toBe(503);
      expect(late?.body.toString()).toBe('Request rejected during server shutdown');
      break;
    }
    const { status, text } = await reply;
    expect(status).toBe(200);
    expect(JSON.parse(text).result.complete).toBe(true);
    expect(await server.ended).toBe(0);
    await Promise.all([kept.closed, idle.closed]);
    expect(server.errors()).toBe('');
  });

  test('stop answers what runs before the server ends', async () => {
    server = await startServer();
    const { reply } = await beginLong(server);
    await post(server, '{"method":"stop"}');
    const { status, text } = await reply;
    expect(status).toBe(200);
    expect(JSON.parse(text).result.complete).toBe(true);
    expect(await server.ended).toBe(0);
    expect(server.errors()).toBe('');
  });

  test('answers the request to stop', async () => {
    server = await startServer();
    const reply = await post(server, '{"method":"stop","id":1}');
    expect(reply.text).toBe('{"result":"coldsign stopping","error":null,"id":1}\n');
    expect(await server.ended).toBe(0);
  });

  test('delays the answer to stop by the wait', async () => {
    server = await startServer();
    const { text } = await post(server, '{"method":"help","params":["stop"]}');
    expect(text).not.toContain('wait');
    const refused = await post(server, '{"method":"stop","params":["1"]}');
    expect(JSON.parse(refused.text).error.code).toBe(-3);
    const start = performance.now();
    const reply = await post(server, '{"method":"stop","params":{"wait":300},"id":1}');
    expect(performance.now() - start).toBeGreaterThan(290);
    expect(reply.text).toBe('{"result":"coldsign stopping","error":null,"id":1}\n');
    expect(await server.ended).toBe(0);
  });

  test('stops and reports an error if the wait is not a number of 32 bits', async () => {
    server = await startServer();
    const reply = await post(server, '{"method":"stop","params":[1.5],"id":1}');
    expect(JSON.parse(reply.text).error).toEqual({
      code: -1,
      message: 'JSON integer out of range',
    });
    expect(await server.ended).toBe(0);
  });

  test('does not wait for silent clients', async () => {
    server = await startServer(['-rpcservertimeout=3600']);
    const half = openRaw(server.port);
    half.send('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nabc');
    await post(server, call);
    server.signal('SIGTERM');
    expect(await server.ended).toBe(0);
  });
});

test('a client that leaves during its call takes nothing from others', async () => {
  server = await startServer();
  const running = server;
  const isSigning = async () => {
    const { text } = await post(running, '{"method":"getrpcinfo"}');
    return text.includes('"signrawtransactionwithkey"');
  };
  const leaving = openRaw(running.port);
  leaving.send(request(longCall));
  while (!(await isSigning()));
  leaving.socket.destroy();
  expect((await post(running, call)).status).toBe(200);
  while (await isSigning());
  expect((await post(running, longCall)).text).toContain('"complete":true');
  running.signal('SIGTERM');
  expect(await running.ended).toBe(0);
  expect(running.errors()).toBe('');
});

describe('-rpcworkqueue', () => {
  test('answers 503 while it is full', async () => {
    server = await startServer(['-rpcthreads=1', '-rpcworkqueue=1']);
    const first = await beginLong(server);
    expect((await post(server, call)).status).toBe(200);
    const second = post(server, longCall);
    let refused: Posted;
    do {
      refused = await post(server, call);
    } while (refused.status === 200);
    expect(refused).toEqual({ status: 503, text: 'Work queue depth exceeded' });
    expect((await post(server, longCall, { auth: '' })).status).toBe(503);
    expect((await post(server, longCall, { path: '/x' })).status).toBe(404);
    expect((await first.reply).status).toBe(200);
    expect((await second).status).toBe(200);
    expect((await post(server, call)).status).toBe(200);
  });

  test('threads have the requested number, and calls run in parallel', async () => {
    server = await startServer(['-rpcthreads=2']);
    const running = server;
    const replies: ReturnType<typeof post>[] = [];
    let pending = 0;
    const begin = () => {
      pending += 1;
      replies.push(post(running, longCall).finally(() => (pending -= 1)));
    };
    for (;;) {
      // One may be answered before the other begins.
      while (pending < 2) begin();
      const { text } = await post(running, '{"method":"getrpcinfo"}');
      if ((text.match(/"signrawtransactionwithkey"/g)?.length ?? 0) === 2) break;
    }
    const statuses = (await Promise.all(replies)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('-rpcservertimeout', () => {
  /** Returns how long the server waits for a client that sends these at once or in pieces. */
  const patience = async (port: number, first: string, pieces = ''): Promise<number> => {
    const connection = openRaw(port);
    const start = performance.now();
    connection.send(first);
    let sent = 0;
    const drip = setInterval(() => connection.send(pieces.charAt(sent++)), 200);
    await connection.closed;
    clearInterval(drip);
    return (performance.now() - start) / 1000;
  };

  test('disconnects idle and slow clients', async () => {
    server = await startServer(['-rpcservertimeout=1']);
    const { port } = server;
    const clients = {
      'says nothing': patience(port, ''),
      'sends half a head': patience(port, 'GET /test1 HTTP/1.1\r\nHost: somehost\r\n'),
      'sends half a body': patience(
        port,
        'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc',
      ),
      'is done': patience(port, request(call)),
      'sends its head byte by byte': patience(port, 'GET / HTTP/1.1\r\nA: ', 'b'.repeat(100)),
    };
    for (const [client, seconds] of Object.entries(clients)) {
      expect(await seconds, client).toBeGreaterThan(0.8);
    }
  });

  test('does not disconnect a client that waits for a long call', async () => {
    server = await startServer(['-rpcservertimeout=1']);
    // Double the number until the client waits longer than the timeout, even on a fast machine.
    for (let calls = 4, waited = 0; waited < 1200; calls *= 2) {
      const start = performance.now();
      const connection = openRaw(server.port);
      connection.send(request(`[${Array(calls).fill(longCall).join(',')}]`));
      const reply = await connection.receive();
      expect(reply?.status).toBe(200);
      waited = performance.now() - start;
      await connection.closed;
    }
  });

  test('disconnects no client if it is 0', async () => {
    server = await startServer(['-rpcservertimeout=0']);
    const connection = openRaw(server.port);
    connection.send('POST / HTTP/1.1\r\n');
    await new Promise((done) => setTimeout(done, 2000));
    connection.send(request(call).slice('POST / HTTP/1.1\r\n'.length));
    expect((await connection.receive())?.status).toBe(200);
    connection.end();
  });
});

test('--help and --version', async () => {
  const help = await spawnServer(['-?'], { port: 1 });
  expect(await help.ended).toBe(0);
  expect(help.output()).toContain('  -rpcwhitelist=<user>:<methods>\n');
  await help.close();
  const version = await spawnServer(['-version'], { port: 1 });
  expect(await version.ended).toBe(0);
  expect(version.output()).toMatch(/^coldsign v\d+\.\d+\.\d+\ncommit unknown\n$/);
  await version.close();
});

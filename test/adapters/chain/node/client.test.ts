import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openNodeChain } from '../../../../src/adapters/chain/choice.ts';
import {
  createNodeClient,
  type NodeAddress,
  type NodeClientOptions,
} from '../../../../src/adapters/chain/node/client.ts';
import { createNodeChain } from '../../../../src/adapters/chain/node/node-chain.ts';
import { createPresence } from '../../../../src/adapters/chain/node/presence.ts';

type Asked = { readonly authorization: string; readonly body: unknown };
type Handler = (asked: Asked, response: ServerResponse, count: number) => void;

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

/** Starts a node that answers as the test specifies, and records requests. */
async function fake(handler: Handler): Promise<{ readonly port: number; readonly asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const [, code = ''] = (request.headers.authorization ?? '').split(' ');
    const entry = {
      authorization: Buffer.from(code, 'base64').toString(),
      body: JSON.parse(Buffer.concat(chunks).toString()),
    };
    asked.push(entry);
    handler(entry, response, asked.length);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  endings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, asked };
}

function connect(port: number, options: NodeClientOptions = {}, login?: NodeAddress['login']) {
  const client = createNodeClient(
    { url: `http://127.0.0.1:${port}`, login: login ?? { user: 'u', password: 'p' } },
    { retryDelay: 1, ...options },
  );
  endings.push(() => client.close());
  return client;
}

function reply(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof value === 'string' ? value : JSON.stringify(value));
}

const ok = (result: unknown) => ({ result, error: null, id: 0 });

describe('a call', () => {
  test('passes both limits to the node when it sends a transaction', async () => {
    const { port, asked } = await fake((_, response) => reply(response, 200, ok('00'.repeat(32))));
    const { broadcast } = createNodeChain(connect(port));
    const transaction = { version: 2, inputs: [], outputs: [], locktime: 0 };
    await broadcast(transaction);
    await broadcast(transaction, { maxFeeRate: 0 });
    await broadcast(transaction, { maxFeeRate: 1, maxBurn: 5000n });
    await broadcast(transaction, { maxBurn: 5000n });
    expect(asked.map(({ body }) => Object(body).params.slice(1))).toEqual([
      ...[[], [0], [0.00001, 0.00005], [null, 0.00005]],
    ]);
  });

  test('that is passed on loses no digit, and errors come as values', async () => {
    const { port, asked } = await fake((_, response, count) =>
      count === 1
        ? reply(response, 200, '{"result":{"fee":0.00001000,"n":1e2},"error":null,"id":0}')
        : reply(response, 500, { result: null, error: { code: -5, message: 'no' }, id: 0 }),
    );
    const client = connect(port);
    expect(await client.askExactly('gettxout', '["aa",0.10]')).toEqual({
      json: '{"fee":0.00001000,"n":1e2}',
    });
    expect(asked[0]?.body).toMatchObject({ method: 'gettxout', params: ['aa', 0.1] });
    expect(await client.askExactly('gettxout', '[]')).toEqual({ code: -5, message: 'no' });
  });

  test('sends method and parameters with the credentials, and gives the result', async () => {
    const { port, asked } = await fake((_, response) => reply(response, 200, ok([1, 'a'])));
    expect(await connect(port).call('getblockhash', 5)).toEqual([1, 'a']);
    expect(asked).toEqual([
      {
        authorization: 'u:p',
        body: { jsonrpc: '1.0', id: 0, method: 'getblockhash', params: [5] },
      },
    ]);
  });

  test('an error of the node rejects, or is a value', async () => {
    const error = { code: -8, message: 'Block height out of range' };
    const { port } = await fake((_, response) =>
      reply(response, 500, { result: null, error, id: 0 }),
    );
    const client = connect(port);
    await expect(client.call('getblockhash', 9)).rejects.toThrow(
      'getblockhash: Block height out of range (-8)',
    );
    expect(await client.ask('getblockhash', 9)).toEqual({ error });
  });

  test.each([
    ['', 'HTTP 200 without a JSON answer'],
    ['<html>', 'HTTP 200 without a JSON answer'],
    ['{"result":', 'HTTP 200 without a JSON answer'],
    ['null', 'the answer is not one of JSON-RPC'],
    ['[]', 'the answer is not one of JSON-RPC'],
    ['5', 'the answer is not one of JSON-RPC'],
  ])('an invalid answer is reported: %s', async (text, message) => {
    const { port } = await fake((_, response) => reply(response, 200, text));
    await expect(connect(port).call('getblockcount')).rejects.toThrow(message);
  });
});

describe('a batch', () => {
  test('is split, and answers are matched to calls by id', async () => {
    const { port, asked } = await fake(({ body }, response) => {
      const calls = body as { readonly id: number; readonly params: readonly number[] }[];
      const answers = calls.map(({ id, params: [value = 0] }) =>
        value === 3
          ? { result: null, error: { code: -5, message: 'no' }, id }
          : { result: value * 10, error: null, id },
      );
      reply(response, 200, answers.reverse());
    });
    const calls = [1, 2, 3, 4, 5].map((value) => ({ method: 'm', params: [value] }));
    expect(await connect(port, { batchSize: 2 }).batch(calls)).toEqual([
      { result: 10 },
      { result: 20 },
      { error: { code: -5, message: 'no' } },
      { result: 40 },
      { result: 50 },
    ]);
    expect(asked).toHaveLength(3);
  });

  test('sends no request without calls', async () => {
    const { port, asked } = await fake((_, response) => reply(response, 200, []));
    expect(await connect(port).batch([])).toEqual([]);
    expect(asked).toHaveLength(0);
  });

  test('repeats a single error for each call', async () => {
    const error = { code: -32600, message: 'Invalid Request' };
    const { port } = await fake((_, response) =>
      reply(response, 400, { result: null, error, id: null }),
    );
    const client = connect(port);
    expect(await client.batch([{ method: 'a' }, { method: 'b' }])).toEqual([{ error }, { error }]);
  });
});

describe('a node that is not ready', () => {
  test('is asked again while it starts, is busy or hangs up', async () => {
    const { port, asked } = await fake((_, response, count) => {
      if (count === 1) {
        reply(response, 500, { result: null, error: { code: -28, message: 'Loading…' }, id: 0 });
      } else if (count === 2) reply(response, 503, 'Work queue depth exceeded');
      else if (count === 3) response.destroy();
      else reply(response, 200, ok(7));
    });
    expect(await connect(port).call('getblockcount')).toBe(7);
    expect(asked).toHaveLength(4);
  });

  test('is not asked without end', async () => {
    const { port, asked } = await fake((_, response) => reply(response, 503, ''));
    await expect(connect(port, { retries: 2 }).call('getblockcount')).rejects.toThrow(
      `127.0.0.1:${port}: the node is too busy. Try again`,
    );
    expect(asked).toHaveLength(3);
  });

  test('reports that the node cannot be reached', async () => {
    const { port } = await fake(() => undefined);
    for (const end of endings.splice(0)) end();
    await expect(connect(port, { retries: 1 }).call('getblockcount')).rejects.toThrow(
      'ECONNREFUSED',
    );
  });

  test('that does not answer in time is reported', async () => {
    const { port, asked } = await fake(() => undefined);
    await expect(connect(port, { timeout: 50 }).call('getblockcount')).rejects.toThrow(
      'no answer in 0.05 s',
    );
    expect(asked).toHaveLength(1);
  });

  test('is probed by one call, while the others fail at once', async () => {
    let time = 0;
    let there = false;
    const { port, asked } = await fake((_, response) =>
      there ? reply(response, 200, ok(7)) : response.destroy(),
    );
    const presence = createPresence(() => time);
    const client = connect(port, { presence });
    const fails = async (calls: number) => {
      const answers = await Promise.allSettled(
        Array.from({ length: calls }, () => client.call('getblockcount')),
      );
      for (const answer of answers) {
        if (answer.status === 'fulfilled') throw new Error('nobody is there');
        expect(String(answer.reason)).toContain('socket hang up');
      }
      return asked.length;
    };
    expect(await fails(1)).toBe(5);
    expect(await fails(100)).toBe(5);
    time += 1000;
    expect(await fails(100)).toBe(6);
    time += 1000;
    expect(await fails(100)).toBe(6);
    time += 1000;
    expect(await fails(100)).toBe(7);
    there = true;
    time += 4000;
    expect(await client.call('getblockcount')).toBe(7);
    expect(await client.call('getblockcount')).toBe(7);
  });

  test('counts as reachable if it refuses a password', async () => {
    const { port, asked } = await fake((_, response, count) =>
      count === 1 ? reply(response, 401, '') : reply(response, 200, ok(7)),
    );
    const client = connect(port);
    await expect(client.call('getblockcount')).rejects.toThrow(
      'user or password is wrong. Check -nodeuser and -nodepassword, or -nodecookiefile',
    );
    expect(await client.call('getblockcount')).toBe(7);
    expect(asked).toHaveLength(2);
  });

  test('is not retried long if it was unreachable at the start', async () => {
    const { port, asked } = await fake((_, response) => response.destroy());
    const login = { user: 'u', password: 'p' };
    const opened = openNodeChain({ url: `http://127.0.0.1:${port}`, login }, 'regtest');
    endings.push(() => opened.close());
    expect(await opened.check()).toBeUndefined();
    await expect(opened.source.tip()).rejects.toThrow('socket hang up');
    expect(asked).toHaveLength(1);
  });

  test('does not delay the end: waiting calls are given up', async () => {
    let ask = () => {};
    const received = new Promise<void>((done) => {
      ask = done;
    });
    const { port } = await fake(() => ask());
    const login = { user: 'u', password: 'p' };
    const opened = openNodeChain({ url: `http://127.0.0.1:${port}`, login }, 'regtest');
    endings.push(() => opened.close());
    const tip = opened.source.tip();
    const refused = expect(tip).rejects.toThrow('the connection was closed');
    await received;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    opened.interrupt();
    vi.advanceTimersByTime(3000);
    vi.useRealTimers();
    await refused;
  });

  test('closing ends running calls', async () => {
    const { port } = await fake(() => undefined);
    const client = connect(port);
    const call = client.call('getblockcount');
    setTimeout(() => client.close(), 20);
    await expect(call).rejects.toThrow('the connection was closed');
  });
});

test('many concurrent requests cause no leak warning of Node.js', async () => {
  const warnings: string[] = [];
  const listen = ({ name }: Error) => warnings.push(name);
  process.on('warning', listen);
  endings.push(() => process.off('warning', listen));
  const { port } = await fake((_, response) => reply(response, 200, { result: 7, error: null }));
  const client = connect(port);
  const calls = Array.from({ length: 30 }, () => client.call('getblockcount'));
  expect(await Promise.all(calls)).toEqual(new Array(30).fill(7));
  expect(warnings).toEqual([]);
});

describe('the login', () => {
  test('reports a wrong password immediately and does not retry', async () => {
    const { port, asked } = await fake((_, response) => reply(response, 401, ''));
    const failure = connect(port).call('getblockcount');
    await expect(failure).rejects.toThrow(
      'user or password is wrong. Check -nodeuser and -nodepassword, or -nodecookiefile',
    );
    await failure.catch((error) => expect(String(error)).not.toContain('u:p'));
    expect(asked).toHaveLength(1);
    const forbidden = await fake((_, response) => reply(response, 403, ''));
    await expect(connect(forbidden.port).call('stop')).rejects.toThrow(
      'access is forbidden. Allow this machine in the node (rpcallowip)',
    );
  });

  test('a cookie is read again when the node has a new one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'coldsign-cookie-'));
    endings.push(() => rmSync(folder, { recursive: true }));
    const cookieFile = join(folder, '.cookie');
    writeFileSync(cookieFile, '__cookie__:old\n');
    const { port, asked } = await fake(({ authorization }, response) => {
      if (authorization === '__cookie__:new') return reply(response, 200, ok(1));
      writeFileSync(cookieFile, '__cookie__:new');
      return reply(response, 401, '');
    });
    expect(await connect(port, {}, { cookieFile }).call('getblockcount')).toBe(1);
    expect(asked.map(({ authorization }) => authorization)).toEqual([
      '__cookie__:old',
      '__cookie__:new',
    ]);
  });

  test('reports the refusal of the node if there is no cookie', async () => {
    const { port, asked } = await fake((_, response) => reply(response, 401, ''));
    const client = connect(port, { retries: 1 }, { cookieFile: '/nowhere/.cookie' });
    await expect(client.call('getblockcount')).rejects.toThrow(
      'user or password is wrong. Check -nodeuser and -nodepassword, or -nodecookiefile',
    );
    expect(asked.map(({ authorization }) => authorization)).toEqual(['', '']);
  });
});

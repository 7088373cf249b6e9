import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchange, header, openRaw } from '../../support/nodes/raw-http.ts';
import {
  authorization,
  basicAuth,
  type RunningServer,
  startServer,
} from '../../support/nodes/server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const body = '{"method":"uptime","id":7}';
const host = 'Host: localhost';
const auth = `${host}\r\nAuthorization: ${basicAuth}`;
const answer = /^\{"result":\d+,"error":null,"id":7\}\n$/;

const lines = (...parts: readonly string[]) => parts.map((part) => `${part}\r\n`).join('');
const post = (...headers: readonly string[]) =>
  lines('POST / HTTP/1.1', auth, ...headers, '') + body;
const length = `Content-Length: ${body.length}`;

test.each([
  ['no version', lines('GET / ', '')],
  ['no version, long enough', lines('GET /aaaaaaaaaaaaaa', '')],
  ['version 9.9', lines('GET / HTTP/9.9', '')],
  ['version 0.9', lines('GET / HTTP/0.9', '')],
  ['version 2.0', lines('GET / HTTP/2.0', '')],
  ['version in words', lines('GET / HTTP/INVALID', '')],
  ['two digits', lines('GET / HTTP/1.11', '')],
  ['another protocol', lines('GET / NOTHTTP/1.1', host, '')],
  ['HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['TLS', Buffer.from('160301020001000001fc0303', 'hex').toString('latin1') + '\n'.repeat(3)],
  ['four words', lines('GET / / HTTP/1.1', host, '')],
  ['NUL in the target', lines('GET /safe\0/../etc/passwd HTTP/1.1', host, '')],
  ['header without colon', post('Nonsense', length)],
  ['header without name', post(': value', length)],
  ['space before the colon', post('Some : value', length)],
  ['folded header', post('Some: value', ' more', length)],
  ['NUL in a header', post('Some: va\0lue', length)],
  ['bare CR in a header', post('Some: va\rlue', length)],
  ['differing lengths', post(length, 'Content-Length: 999')],
  ['length in words', post('Content-Length: many')],
  ['negative length', post('Content-Length: -1')],
  ['length with a sign', post('Content-Length: +5')],
  ['bad chunk length', lines('POST / HTTP/1.1', auth, 'Transfer-Encoding: chunked', '', 'zz', '')],
  [
    'chunk longer than said',
    lines('POST / HTTP/1.1', auth, 'Transfer-Encoding: chunked', '', '2', 'abcd', '0', ''),
  ],
  ['long target', lines(`GET /${'x'.repeat(8192)} HTTP/1.1`, host, '')],
  ['very long target', lines(`GET /${'x'.repeat(100_000)} HTTP/1.1`, host, '')],
  ['long header', post(`Some: ${'x'.repeat(8192)}`, length)],
  ['many headers', post(...Array<string>(600).fill('Name: some value'), length)],
  [
    'space before a chunk extension',
    lines('POST / HTTP/1.1', auth, 'Transfer-Encoding: chunked', '', '2 ;a=b', 'ab', '0', ''),
  ],
  ['equal repeated lengths', post(length, length)],
  ['version 1.2', `${lines('POST / HTTP/1.2', auth, length, '')}${body}`],
  ['bare line feeds', `POST / HTTP/1.1\n${auth.replace('\r', '')}\n${length}\n\n${body}`],
  ['a control character in a header', post('Some: va\x01lue', length)],
  ['an odd header name', post('So(me: value', length)],
  ['an encoding that is not chunked', post('Transfer-Encoding: identity', length)],
  ['no host', lines('POST / HTTP/1.1', `Authorization: ${basicAuth}`, length, '') + body],
  ['a port above 65535', post('Host: localhost:99999999', length).replace(`${host}\r\n`, '')],
  ['a port in words', post('Host: localhost:web', length).replace(`${host}\r\n`, '')],
  ['an address without brackets', post('Host: ::1', length).replace(`${host}\r\n`, '')],
  [
    'chunks and a length',
    lines(
      'POST / HTTP/1.1',
      auth,
      'Content-Length: 4',
      'Transfer-Encoding: chunked',
      '',
      body.length.toString(16),
      body,
      '0',
      '',
    ),
  ],
])('%s: the answer is 400 and the connection ends', async (_, bytes) => {
  const connection = openRaw(server.port);
  connection.send(Buffer.from(bytes, 'latin1'));
  const reply = await connection.receive();
  expect(reply?.status).toBe(400);
  expect(reply?.version).toBe('HTTP/1.1');
  expect(reply?.body.length).toBe(0);
  expect(reply?.headers.map(([name]) => name)).toEqual([
    'Cache-Control',
    'Date',
    'Content-Length',
    'Content-Type',
  ]);
  await connection.closed;
});

test.each([
  ['target near the limit', lines(`GET /${'x'.repeat(8100)} HTTP/1.1`, host, ''), 404],
  ['headers near the limit', lines('GET /x HTTP/1.1', host, `Some: ${'x'.repeat(8100)}`, ''), 404],
  ['path traversal', lines('GET /../etc/passwd HTTP/1.1', host, ''), 404],
  ['encoded path traversal', lines('GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1', host, ''), 404],
  ['absolute target', lines('POST http://127.0.0.1/ HTTP/1.1', auth, ''), 404],
  ['asterisk target', lines('POST * HTTP/1.1', auth, ''), 404],
  ['CONNECT', lines('CONNECT example.com:80 HTTP/1.1', host, ''), 405],
  ['TRACE', lines('TRACE / HTTP/1.1', host, ''), 405],
  ['M-SEARCH', lines('M-SEARCH / HTTP/1.1', host, ''), 405],
  ['a verb of our own', lines('CALL / HTTP/1.1', host, ''), 405],
  ['an unknown verb on an unknown path', lines('CALL /x HTTP/1.1', host, ''), 405],
  ['an odd verb', lines('PO(ST / HTTP/1.1', host, ''), 405],
])('%s: %s', async (_, bytes, status) => {
  expect((await exchange(server.port, bytes))?.status).toBe(status);
});

test.each([
  ['no Host', post(length)],
  ['a lower-case header name', post(length.toLowerCase())],
  [
    'chunk extensions and a trailer',
    lines(
      'POST / HTTP/1.1',
      auth,
      'Transfer-Encoding: Chunked',
      '',
      `${body.length.toString(16)};name=value`,
      body,
      '0',
      'Trailer: x',
      '',
    ),
  ],
  ['Upgrade', post('Connection: Upgrade', 'Upgrade: h2c', length)],
  ['an unknown expectation', post('Expect: miracles', length)],
])('%s: the request is answered', async (_, bytes) => {
  const reply = await exchange(server.port, Buffer.from(bytes, 'latin1'));
  expect(reply?.status).toBe(200);
  expect(reply?.body.toString()).toMatch(answer);
});

test('HTTP/1.1 keeps the connection, and its headers are the node’s', async () => {
  const connection = openRaw(server.port);
  for (let i = 0; i < 3; i++) {
    connection.send(post(length));
    const reply = await connection.receive();
    expect(reply?.reason).toBe('OK');
    expect(reply?.headers.map(([name]) => name)).toEqual([
      'Content-Type',
      'Date',
      'Content-Length',
    ]);
  }
  connection.send(post('Connection: Close', length));
  const last = await connection.receive();
  expect(last?.headers.map(([name]) => name).at(-1)).toBe('Connection');
  await connection.closed;
});

test('HTTP/1.0 ends with the answer, which has no length', async () => {
  const connection = openRaw(server.port);
  connection.send(post(length).replace('HTTP/1.1', 'HTTP/1.0'));
  const reply = await connection.receive();
  expect(reply?.version).toBe('HTTP/1.0');
  expect(reply?.headers).toEqual([['Content-Type', 'application/json']]);
  expect(reply?.body.toString()).toMatch(answer);
  await connection.closed;
});

test('HTTP/1.0 keeps the connection when asked to', async () => {
  const connection = openRaw(server.port);
  for (let i = 0; i < 2; i++) {
    connection.send(post('Connection: keep-alive', length).replace('HTTP/1.1', 'HTTP/1.0'));
    const reply = await connection.receive();
    expect(reply?.headers.map(([name]) => name)).toEqual([
      'Content-Type',
      'Connection',
      'Content-Length',
    ]);
    expect(reply?.body.toString()).toMatch(answer);
  }
  connection.end();
});

test('a notification is 204 with nothing but a date', async () => {
  const call = '{"jsonrpc":"2.0","method":"uptime"}';
  const reply = await exchange(
    server.port,
    lines('POST / HTTP/1.1', auth, `Content-Length: ${call.length}`, '') + call,
  );
  expect(reply?.status).toBe(204);
  expect(reply?.headers.map(([name]) => name)).toEqual(['Date']);
});

test('a verb that is not POST keeps the connection', async () => {
  const connection = openRaw(server.port);
  for (const verb of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
    connection.send(`${lines(`${verb} / HTTP/1.1`, host, 'Content-Length: 4', '')}abcd`);
    const reply = await connection.receive();
    expect(reply?.status).toBe(405);
    const known = ['GET', 'PUT'].includes(verb);
    expect(reply?.body.length).toBe(known ? 41 : 0);
    expect(header(reply, 'cache-control')).toBe(known ? undefined : 'no-store');
  }
  connection.send(post(length));
  expect((await connection.receive())?.status).toBe(200);
  connection.end();
});

test.each([
  ['words', 'garbage garbage garbage\r\n\r\n'],
  ['more of the body than declared', '}'],
  ['a request and words', `${post(length)}garbage`],
])('a call is executed once if %s follow in the same packet', async (_, rest) => {
  const connection = openRaw(server.port);
  connection.send(post(length) + rest);
  const statuses: (number | undefined)[] = [];
  for (const _call of rest.startsWith('POST') ? [1, 2] : [1]) {
    const reply = await connection.receive();
    expect(reply?.body.toString()).toMatch(answer);
    statuses.push(reply?.status);
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await connection.receive())?.status).toBe(400);
  await connection.closed;
});

test('requests sent ahead are answered in order, also one that is refused', async () => {
  const connection = openRaw(server.port);
  const calls = Array.from({ length: 50 }, (_, i) => `{"method":"uptime","id":${i}}`);
  connection.send(
    calls
      .map((call) => lines('POST / HTTP/1.1', auth, `Content-Length: ${call.length}`, '') + call)
      .join(''),
  );
  connection.send(lines('GET /x HTTP/3.7', ''));
  for (const i of calls.keys()) {
    const reply = await connection.receive();
    expect(reply?.body.toString()).toContain(`"id":${i}}`);
  }
  expect((await connection.receive())?.status).toBe(400);
  await connection.closed;
});

test('a body over 32 MiB is refused by its length, before the login', async () => {
  const connection = openRaw(server.port);
  connection.send(lines('POST / HTTP/1.1', host, 'Content-Length: 33554433', ''));
  const reply = await connection.receive();
  expect([reply?.status, reply?.reason]).toEqual([413, 'Content too large']);
  await connection.closed;
});

test('a body over 32 MiB in chunks is refused at the limit', async () => {
  const connection = openRaw(server.port);
  connection.send(lines('POST / HTTP/1.1', auth, 'Transfer-Encoding: chunked', ''));
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000, 0x30)]);
  for (let i = 0; i < 33; i++) connection.send(Buffer.concat([chunk, Buffer.from('\r\n')]));
  const reply = await connection.receive();
  expect(reply?.status).toBe(413);
  await connection.closed;
});

test('a body of just 32 MiB is read', async () => {
  const start = '{"id":1,"method":"uptime","params":[], "x":"';
  const big = Buffer.alloc(33_554_432, 0x30);
  big.write(start);
  big.write('"}', big.length - 2);
  const head = lines('POST / HTTP/1.1', auth, `Content-Length: ${big.length}`, '');
  const reply = await exchange(server.port, Buffer.concat([Buffer.from(head), big]));
  expect(reply?.status).toBe(200);
});

describe('a client that waits to be asked for its body', () => {
  const head = (authorization: string, size: number) =>
    lines(
      'POST / HTTP/1.1',
      host,
      authorization,
      'Expect: 100-continue',
      `Content-Length: ${size}`,
    );

  test('is asked after its password was checked', async () => {
    const connection = openRaw(server.port);
    connection.send(`${head(`Authorization: ${basicAuth}`, body.length)}\r\n`);
    expect((await connection.receive())?.status).toBe(100);
    connection.send(body);
    const reply = await connection.receive();
    expect(reply?.status).toBe(200);
    expect(reply?.body.toString()).toMatch(answer);
    connection.end();
  });

  test.each([
    ['a wrong password', `Authorization: ${authorization('u', 'wrong')}`, 32 * 2 ** 20, 401],
    ['no password', 'X: y', 100, 401],
    ['an origin', `Authorization: ${basicAuth}\r\nOrigin: https://example.com`, 100, 403],
    ['a body that is too large', `Authorization: ${basicAuth}`, 32 * 2 ** 20 + 1, 413],
  ])('is not asked with %s', async (_, given, size, status) => {
    const connection = openRaw(server.port);
    connection.send(`${head(given, size)}\r\n`);
    expect((await connection.receive())?.status).toBe(status);
    expect(await connection.receive()).toBeUndefined();
    await connection.closed;
  });
});

test('no header allows a web page to read anything', async () => {
  const reply = await exchange(server.port, post(length));
  expect(reply?.headers.filter(([name]) => /^access-control/i.test(name))).toEqual([]);
});

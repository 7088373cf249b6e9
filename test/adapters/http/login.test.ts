import { createHmac } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { header, openRaw } from '../../support/nodes/raw-http.ts';
import {
  authorization,
  basicAuth,
  freePort,
  password,
  post,
  type RunningServer,
  spawnServer,
  startServer,
  unstarted,
  until,
} from '../../support/nodes/server.ts';

let server: RunningServer | undefined;
afterEach(() => server?.close());

const call = '{"method":"uptime","id":1}';
const rpcauth = (user: string, secret: string, salt = 'f0f0') =>
  `-rpcauth=${user}:${salt}$${createHmac('sha256', salt).update(secret).digest('hex')}`;

async function statusFor(auth: string, body = call): Promise<number> {
  if (server === undefined) throw new Error('no server');
  return (await post(server, body, { auth })).status;
}

async function failure(...options: readonly string[]): Promise<string> {
  server = await spawnServer(options, { login: false, port: await freePort() });
  expect(await server.ended).toBe(1);
  return server.errors();
}

/** Returns the failure of a server that reports it only in its log. */
async function loggedFailure(...options: readonly string[]): Promise<string> {
  expect(await failure(...options)).toBe(unstarted);
  return server?.output() ?? '';
}

describe('the cookie', () => {
  test('is created, works, is private, and is removed with the server', async () => {
    server = await startServer([], { login: false });
    const path = join(server.dataDirectory, 'regtest', '.cookie');
    const cookie = readFileSync(path, 'latin1');
    expect(cookie).toMatch(/^__cookie__:[0-9a-f]{64}$/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(existsSync(`${path}.tmp`)).toBe(false);
    const secret = cookie.slice(cookie.indexOf(':') + 1);
    expect(await statusFor(authorization('__cookie__', secret))).toBe(200);
    expect(await statusFor(authorization('__cookie__', `${secret}0`))).toBe(401);
    server.signal('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(existsSync(path)).toBe(false);
    expect(server.output()).not.toContain(secret);
  });

  test.each([
    ['group', 0o640],
    ['all', 0o644],
  ])('may be readable by %s', async (readableBy, mode) => {
    server = await startServer(['-rpccookiefile=x.cookie', `-rpccookieperms=${readableBy}`], {
      login: false,
    });
    const path = join(server.dataDirectory, 'regtest', 'x.cookie');
    expect(statSync(path).mode & 0o777).toBe(mode);
  });

  test('is not made when there is a password, or with -norpccookiefile', async () => {
    server = await startServer();
    expect(existsSync(join(server.dataDirectory, 'regtest'))).toBe(false);
    await server.close();
    server = await startServer(['-norpccookiefile', rpcauth('rt', 'secret')], { login: false });
    expect(existsSync(join(server.dataDirectory, 'regtest'))).toBe(false);
    expect(await statusFor(authorization('rt', 'secret'))).toBe(200);
  });

  test('ends the start if it cannot be written', async () => {
    expect(await loggedFailure('-rpccookieperms=nobody')).toContain(
      'Invalid -rpccookieperms=nobody',
    );
    expect(await loggedFailure('-rpccookiefile=/proc/x/.cookie')).toContain(
      'Unable to write the cookie authentication file /proc/x/.cookie',
    );
  });

  test.each(['', '.tmp'])('never replaces another file: NAME%s', async (ending) => {
    const folder = mkdtempSync(join(tmpdir(), 'coldsign-cookie-'));
    const path = join(folder, 'words.txt');
    writeFileSync(path + ending, 'legal winner');
    const output = await loggedFailure(`-rpccookiefile=${path}`);
    expect(output).toContain(`${path}${ending} exists and is not a cookie file`);
    expect(readFileSync(path + ending, 'utf8')).toBe('legal winner');
    expect(readdirSync(folder)).toHaveLength(1);
    rmSync(folder, { recursive: true });
  });

  test('replaces the cookie of a server that was killed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'coldsign-cookie-'));
    const path = join(folder, 'x.cookie');
    const old = `__cookie__:${'00'.repeat(32)}`;
    for (const name of [path, `${path}.tmp`]) writeFileSync(name, old);
    server = await startServer([`-rpccookiefile=${path}`], { login: false });
    expect(readFileSync(path, 'latin1')).toMatch(/^__cookie__:[0-9a-f]{64}$/);
    expect(readFileSync(path, 'latin1')).not.toBe(old);
    rmSync(folder, { recursive: true });
  });

  test('is left alone by a second server on the same port', async () => {
    server = await startServer([], { login: false });
    const path = join(server.dataDirectory, 'regtest', '.cookie');
    const before = readFileSync(path, 'latin1');
    const second = await spawnServer([`-datadir=${server.dataDirectory}`], {
      login: false,
      port: server.port,
    });
    expect(await second.ended).toBe(1);
    await second.close();
    expect(readFileSync(path, 'latin1')).toBe(before);
  });
});

describe('users', () => {
  test('log in by -rpcauth as well as by -rpcuser', async () => {
    server = await startServer([
      rpcauth('rt', 'se:cret'),
      rpcauth('rt', 'another', 'salt2'),
      rpcauth('nutzer💻', 'schlüssel🔑'),
    ]);
    for (const [name, secret] of [
      ['rt', 'se:cret'],
      ['rt', 'another'],
      ['nutzer💻', 'schlüssel🔑'],
      ['u', password],
    ] as const)
      expect(await statusFor(authorization(name, secret))).toBe(200);
    for (const [name, secret] of [
      ['rt', 'se:cretx'],
      ['rt', ''],
      ['rtx', 'another'],
      ['', ''],
      ['u', 'another'],
    ] as const)
      expect(await statusFor(authorization(name, secret))).toBe(401);
    expect(server.output()).toContain('incorrect password attempt from 127.0.0.1:');
    expect(server.output() + server.errors()).not.toMatch(/se:cret|another|p-w:rd|schlüssel/);
  });

  test('a failed login takes a quarter of a second at least', async () => {
    server = await startServer();
    const start = performance.now();
    expect(await statusFor(authorization('u', 'x'))).toBe(401);
    expect(performance.now() - start).toBeGreaterThanOrEqual(249);
  });

  test('failed logins do not delay others, nor requests without a password', async () => {
    server = await startServer();
    let failed = 0;
    const guesses = Array.from({ length: 20 }, async () => {
      expect(await statusFor(authorization('u', 'x'))).toBe(401);
      failed++;
    });
    expect(await statusFor(basicAuth)).toBe(200);
    expect(await statusFor('')).toBe(401);
    expect(failed).toBeLessThan(20);
    await Promise.all(guesses);
  });

  test.each(['', '""', 'foo', 'foo:bar', 'foo:bar:baz', 'foo$bar:baz', 'foo$bar$baz', 'a:b$c$d'])(
    '-rpcauth=%s ends the start, without repeating it',
    async (value) => {
      const log = await loggedFailure(`-rpcauth=${value}`);
      expect(log).toMatch(/^\S+ Error: Invalid -rpcauth argument\.\n$/);
    },
  );

  test('a private key in the wrong place is not repeated', async () => {
    const key = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
    for (const option of [key, `-rpcbind=127.0.0.1:${key}`]) {
      const text = await failure(option);
      expect(text).toMatch(/^Error: .*\[redacted\]/m);
      expect(text).not.toContain(key);
      await server?.close();
    }
    const text = await failure(`-rpccookieperms=${key}`);
    expect(text).toMatch(/^Warning: You typed a private key/);
    expect(text.endsWith(`\n${unstarted}`)).toBe(true);
    const log = server?.output() ?? '';
    expect(log).toMatch(/^\S+ Error: .*\[redacted\]/m);
    expect(log).not.toContain(key);
  });

  test('-norpcauth clears earlier values', async () => {
    server = await startServer([rpcauth('rt', 'secret'), '-norpcauth']);
    expect(await statusFor(authorization('rt', 'secret'))).toBe(401);
  });

  test('log in by the config file', async () => {
    server = await spawnServer([], { login: false, port: await freePort() });
    const { dataDirectory } = server;
    await server.close();
    mkdirSync(dataDirectory);
    writeFileSync(
      join(dataDirectory, 'bitcoin.conf'),
      'server=1\nrpcuser=rpcuser💻\nrpcpassword=rpcpassword🔑\n',
    );
    server = await startServer([`-datadir=${dataDirectory}`], { login: false });
    expect(await statusFor(authorization('rpcuser💻', 'rpcpassword🔑'))).toBe(200);
    expect(server.output()).not.toContain('🔑');
  });
});

describe('-rpcwhitelist', () => {
  const batch = `[${call},{"method":"help","id":2}]`;
  const auths = { a: authorization('a', '1'), b: authorization('b', '2') };
  const users = [rpcauth('a', '1'), rpcauth('b', '2')];

  test('lets a user call listed methods, and others none', async () => {
    server = await startServer([...users, '-rpcwhitelist=a:uptime, stop']);
    expect(await statusFor(auths.a)).toBe(200);
    expect(await statusFor(auths.a, '{"method":"help","id":2}')).toBe(403);
    expect(await statusFor(auths.a, batch)).toBe(403);
    expect(await statusFor(auths.a, '{"jsonrpc":"2.0","method":"help","id":2}')).toBe(403);
    expect(await statusFor(auths.a, '[1]')).toBe(400);
    expect(await statusFor(auths.a, '[{}]')).toBe(500);
    expect(await statusFor(auths.b)).toBe(403);
    expect(await statusFor(auths.b, '5')).toBe(403);
    expect(await statusFor(auths.b, '{')).toBe(500);
  });

  test('lets others call everything with -rpcwhitelistdefault=0', async () => {
    server = await startServer([...users, '-rpcwhitelist=a:uptime', '-rpcwhitelistdefault=0']);
    expect(await statusFor(auths.b, batch)).toBe(200);
    expect(await statusFor(auths.a, batch)).toBe(403);
  });

  test('several lists of one user are intersected', async () => {
    server = await startServer([...users, '-rpcwhitelist=a:uptime,help', '-rpcwhitelist=a:uptime']);
    expect(await statusFor(auths.a)).toBe(200);
    expect(await statusFor(auths.a, batch)).toBe(403);
  });

  test('also applies in the threads for long calls', async () => {
    server = await startServer([...users, '-rpcwhitelist=a:uptime']);
    const long = (method: string) => `{"method":"${method}","id":1,"x":"${'x'.repeat(20_000)}"}`;
    expect(await statusFor(auths.a, long('uptime'))).toBe(200);
    expect(await statusFor(auths.a, long('createrawtransaction'))).toBe(403);
  });
});

describe('a large body', () => {
  const head = (...headers: readonly string[]) =>
    ['POST / HTTP/1.1', 'Host: localhost', ...headers, '', ''].join('\r\n');
  const length = 'Content-Length: 33554432';

  test.each([
    ['no password', 401, [length]],
    ['a wrong password', 401, [length, `Authorization: ${authorization('u', 'x')}`]],
    ['an origin', 403, [length, `Authorization: ${basicAuth}`, 'Origin: https://a']],
    ['a strange path', 404, [length, `Authorization: ${basicAuth}`]],
  ])('with %s is answered after the headers', async (what, status, headers) => {
    server = await startServer();
    const connection = openRaw(server.port);
    const text = head(...headers);
    connection.send(what === 'a strange path' ? text.replace('/', '/x') : text);
    const reply = await connection.receive();
    expect(reply?.status).toBe(status);
    expect(header(reply, 'connection')).toBe('close');
    await connection.closed;
  });

  test('ends the connection when it grows in chunks without a password', async () => {
    server = await startServer();
    const connection = openRaw(server.port);
    connection.send(head('Transfer-Encoding: chunked'));
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    for (let i = 0; i < 5; i++) connection.send(chunk);
    expect((await connection.receive())?.status).toBe(401);
    await connection.closed;
  });

  test('leaves the connection open if it is small', async () => {
    server = await startServer();
    const connection = openRaw(server.port);
    for (const auth of [
      [],
      [`Authorization: ${authorization('u', 'x')}`],
      [`Authorization: ${basicAuth}`],
    ])
      connection.send(head(...auth, `Content-Length: ${call.length}`) + call);
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await connection.receive())?.status);
    expect(statuses).toEqual([401, 401, 200]);
    connection.end();
  });
});

test('the cookie and a logged-in connection work while the password is guessed from many connections', async () => {
  server = await startServer([rpcauth('a', 'chosen')], { login: false });
  const { port, dataDirectory } = server;
  const cookie = readFileSync(join(dataDirectory, 'regtest', '.cookie'), 'latin1');
  const request = (auth: string) =>
    `POST / HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${auth}\r\nContent-Length: ${call.length}\r\n\r\n${call}`;
  const known = openRaw(port);
  known.send(request(authorization('a', 'chosen')));
  expect((await known.receive())?.status).toBe(200);
  let answered = 0;
  const guesses = Array.from({ length: 400 }, () => {
    const connection = openRaw(port);
    connection.send(request(authorization('a', 'wrong')));
    connection.receive().then((reply) => {
      if (reply !== undefined) answered++;
    });
    return connection;
  });
  await until(() => answered >= 128);
  known.send(request(authorization('a', 'chosen')));
  expect((await known.receive())?.status).toBe(200);
  expect(await statusFor(`Basic ${Buffer.from(cookie, 'latin1').toString('base64')}`)).toBe(200);
  expect(answered).toBeLessThan(400);
  for (const connection of [known, ...guesses]) connection.end();
});

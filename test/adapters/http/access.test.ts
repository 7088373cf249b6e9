import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import { createAllowList } from '../../../src/adapters/http/access/allow-list.ts';
import { isTrustedProvenance } from '../../../src/adapters/http/calls/handler.ts';
import { splitHostPort } from '../../../src/adapters/http/endpoints.ts';
import { openRaw } from '../../support/nodes/raw-http.ts';
import {
  basicAuth,
  freePort,
  post,
  type RunningServer,
  spawnServer,
  startServer,
  unstarted,
} from '../../support/nodes/server.ts';

let server: RunningServer | undefined;
afterEach(() => server?.close());

const call = '{"method":"uptime","id":1}';
const bound = ({ output }: RunningServer) =>
  [...output().matchAll(/Binding RPC on address (\S+) port (\d+)\n/g)].map(
    ([, host, port]) => `${host} ${port}`,
  );

/** Returns the status of a call to this address, or `refused`. */
async function statusAt(host: string, port: number): Promise<number | 'refused'> {
  const connection = openRaw(port, host);
  connection.send(
    `POST / HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${basicAuth}\r\nContent-Length: ${call.length}\r\n\r\n${call}`,
  );
  const reply = await connection.receive();
  connection.end();
  return reply?.status ?? 'refused';
}

/** An address of this machine that is not loopback, if there is one. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((entry) => entry?.family === 'IPv4' && !entry.internal)?.address;

describe('binding', () => {
  test('uses both loopback addresses', async () => {
    server = await startServer();
    expect(bound(server)).toEqual([`::1 ${server.port}`, `127.0.0.1 ${server.port}`]);
    if (outside !== undefined) expect(await statusAt(outside, server.port)).toBe('refused');
  });

  test('elsewhere needs -rpcallowip', async () => {
    server = await startServer(['-rpcbind=0.0.0.0']);
    expect(server.output()).toContain(
      'Option -rpcbind was ignored because -rpcallowip was not specified',
    );
    expect(bound(server)).toEqual([`::1 ${server.port}`, `127.0.0.1 ${server.port}`]);
  });

  test('-rpcallowip alone changes nothing', async () => {
    server = await startServer(['-rpcallowip=0.0.0.0/0']);
    expect(server.output()).toContain('-rpcallowip was specified without -rpcbind');
    expect(bound(server)).toEqual([`::1 ${server.port}`, `127.0.0.1 ${server.port}`]);
  });

  test('listens on several addresses and ports', async () => {
    const other = await freePort();
    server = await startServer([
      '-rpcallowip=127.0.0.1',
      '-rpcbind=127.0.0.1',
      `-rpcbind=127.0.0.2:${other}`,
    ]);
    expect(await statusAt('127.0.0.1', server.port)).toBe(200);
    expect(await statusAt('127.0.0.2', other)).toBe(200);
    expect(await statusAt('127.0.0.2', server.port)).toBe('refused');
  });

  test.skipIf(outside === undefined)(
    'answers allowed addresses when it listens publicly',
    async () => {
      const address = outside ?? '';
      const options = [`-rpcbind=${address}`, '-rpcbind=127.0.0.1'];
      server = await startServer([...options, `-rpcallowip=${address}/32`]);
      expect(await statusAt(address, server.port)).toBe(200);
      await server.close();
      server = await startServer([...options, '-rpcallowip=1.1.1.1']);
      expect(await statusAt(address, server.port)).toBe('refused');
      expect(await statusAt('127.0.0.1', server.port)).toBe(200);
    },
  );

  test.each([
    ['-rpcbind=127.0.0.1:notaport', "Invalid port specified in -rpcbind: '127.0.0.1:notaport'"],
    ['-rpcbind=127.0.0.1:0', "Invalid port specified in -rpcbind: '127.0.0.1:0'"],
    ['-rpcbind=127.0.0.1:65536', "Invalid port specified in -rpcbind: '127.0.0.1:65536'"],
    ['-rpcbind=[::1]:-18443', "Invalid port specified in -rpcbind: '[::1]:-18443'"],
    ['-rpcport=0', "Invalid port specified in -rpcport: '0'"],
    ['-rpcport=x', "Invalid port specified in -rpcport: 'x'"],
    ['-rpcallowip=moon', 'Invalid -rpcallowip subnet specification: moon.'],
    ['-rpcallowip=1.2.3.256', 'Invalid -rpcallowip subnet specification: 1.2.3.256.'],
    ['-rpcallowip=1.2.3.4/33', 'Invalid -rpcallowip subnet specification: 1.2.3.4/33.'],
    ['word', "Command line contains unexpected token 'word'"],
  ])('%s ends the start', async (option, message) => {
    server = await spawnServer([option], { port: await freePort() });
    expect(await server.ended).toBe(1);
    expect(server.errors()).toContain(`Error: ${message}`);
  });

  test('does not start if it can bind to none of the names', async () => {
    server = await spawnServer(['-rpcallowip=127.0.0.1', '-rpcbind=example.com'], {
      port: await freePort(),
    });
    expect(await server.ended).toBe(1);
    expect(server.errors()).toBe(unstarted);
    expect(server.output()).toContain('Error: Unable to bind any endpoint for RPC server');
  });
});

test.each([
  ['1.2.3.4', ['1.2.3.4', '::ffff:1.2.3.4'], ['1.2.3.5']],
  ['10.0.0.0/8', ['10.255.0.1'], ['11.0.0.1']],
  ['10.1.2.3/255.255.0.0', ['10.1.9.9'], ['10.2.0.0']],
  ['0.0.0.0/0', ['8.8.8.8'], ['2001:db8::1']],
  ['::/0', ['2001:db8::1'], ['8.8.8.8']],
  ['[2001:db8::]/32', ['2001:db8:1::'], ['2001:db9::']],
  ['1.2.3', ['1.2.0.3'], ['1.2.3.0']],
  ['1.2.3.4/255.0', ['1.9.9.9'], ['2.2.3.4']],
  ['1.2.3.4/0008', ['1.9.9.9'], ['2.2.3.4']],
  ['2001:db8::/ffff:ffff::', ['2001:db8:1::'], ['2001:db9::']],
  ['2001:db8::1/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', ['2001:db8::1'], ['2001:db8::2']],
  ['0x0a.010/16', ['10.0.9.9'], ['10.8.0.1']],
  ['3232235777', ['192.168.1.1'], ['192.168.1.2']],
])('-rpcallowip=%s', (entry, allowed, refused) => {
  const allows = createAllowList([entry]);
  if (typeof allows === 'object') throw new Error(allows.error);
  for (const address of [...allowed, '127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
    expect(allows(address)).toBe(true);
  for (const address of [...refused, '', 'moon']) expect(allows(address)).toBe(false);
});

test.each([
  '',
  'moon',
  '1.2.3.',
  '1.2.3.256',
  '1.2.3.4.5',
  '08.1.1.1',
  '4294967296',
  '1.2.3.4/255.255',
  '1.2.3.4/+8',
  '1.2.3.4/0x8',
  '1.2.3.4/ffff::',
  '1.2.3.4/',
  '1.2.3.4/33',
  '1.2.3.4/255.0.255.0',
  '::1/129',
  '::1/ffff::1',
  '::1/255.0.0.0',
  '1.2.3.4/-1',
])('-rpcallowip=%s is refused', (entry) =>
  expect(createAllowList([entry])).toEqual({ error: entry }),
);

test.each([
  ['1.2.3.4', '1.2.3.4', 9],
  ['1.2.3.4:7', '1.2.3.4', 7],
  ['[::1]', '::1', 9],
  ['[::1]:7', '::1', 7],
  ['::1', '::1', 9],
  ['name:7', 'name', 7],
])('%s is split into host and port', (text, host, port) => {
  expect(splitHostPort(text, 9)).toEqual({ host, port });
});

describe('web pages', () => {
  const ask = async (...headers: readonly string[]) => {
    if (server === undefined) throw new Error('no server');
    return (await post(server, call, { headers })).status;
  };

  test('are refused, and names that are not loopback', async () => {
    server = await startServer();
    for (const header of [
      'Origin: https://example.com',
      'Origin: null',
      'Origin: http://127.0.0.1',
      'Host: example.com',
      'Host: localhost.example.com',
      'Host: 127.0.0.1.example.com:8332',
      'Host: 10.0.0.1',
      'Host: ',
    ])
      expect([header, await ask(header)]).toEqual([header, 403]);
    for (const site of ['cross-site', 'same-site', 'same-origin', 'none'])
      expect(await ask(`Sec-Fetch-Site: ${site}`)).toBe(403);
    for (const header of [
      'Host: localhost',
      'Host: LOCALHOST:1',
      'Host: [::1]:7',
      'Host: 127.1.2.3:8',
    ])
      expect([header, await ask(header)]).toEqual([header, 200]);
  });

  test('are refused when they name two hosts, even if one is right', async () => {
    server = await startServer();
    for (const hosts of [
      ['Host: 127.0.0.1', 'Host: example.com'],
      ['Host: example.com', 'hOST: 127.0.0.1'],
      ['Host: localhost', 'Host: localhost'],
    ])
      expect([hosts, await ask(...hosts)]).toEqual([hosts, 400]);
    // `node:http` refuses a head with both lengths, and it is parsed again by the node's rules.
    const lengths = [`Content-Length: ${call.length}`, 'Host: a', 'Host: b'];
    expect(await ask(...lengths)).toBe(400);
  });

  test('are refused before the login is checked', async () => {
    server = await startServer();
    const reply = await post(server, call, { auth: '', headers: ['Origin: https://a'] });
    expect(reply).toEqual({ status: 403, text: '' });
  });

  test('are answered when allowed by name', async () => {
    server = await startServer([
      '-rpcalloworigin=https://wallet.example',
      '-rpcallowhost=Node.example',
      '-rpcallowhost=other.example:80',
    ]);
    expect(await ask('Origin: https://wallet.example')).toBe(200);
    expect(await ask('Origin: https://wallet.example.com')).toBe(403);
    expect(await ask('Origin: https://wallet.example', 'Sec-Fetch-Site: cross-site')).toBe(200);
    expect(await ask('Origin: https://other.example', 'Sec-Fetch-Site: same-site')).toBe(403);
    expect(await ask('Host: node.example:123')).toBe(200);
    expect(await ask('Host: other.example:80')).toBe(200);
    expect(await ask('Host: other.example:81')).toBe(403);
  });

  test('accepts any Host on an address that is not loopback', () => {
    const request = {
      origin: undefined,
      site: undefined,
      host: 'example.com',
      localAddress: '10.0.0.1',
    };
    expect(isTrustedProvenance(request, [], [])).toBe(true);
    expect(isTrustedProvenance({ ...request, origin: 'https://a' }, [], [])).toBe(false);
    expect(isTrustedProvenance({ ...request, site: 'cross-site' }, [], [])).toBe(false);
  });
});

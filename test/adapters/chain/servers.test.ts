import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { parseElectrumAddress } from '../../../src/adapters/chain/electrum/electrum-address.ts';
import { socketTransport } from '../../../src/adapters/chain/electrum/socket.ts';
import { parseEsploraUrl } from '../../../src/adapters/chain/esplora/esplora-url.ts';
import { limitedFetch } from '../../../src/adapters/chain/esplora/fetch.ts';
import { createElectrumSource } from '../../../src/servers/electrum.ts';

describe('an address of an Electrum server', () => {
  test.each([
    ['ssl://electrum.example:50002', { host: 'electrum.example', port: 50002, tls: true }],
    ['tls://electrum.example:50002', { host: 'electrum.example', port: 50002, tls: true }],
    ['electrum.example:50002:s', { host: 'electrum.example', port: 50002, tls: true }],
    ['127.0.0.1:50001', { host: '127.0.0.1', port: 50001, tls: false }],
    ['tcp://192.168.1.5:50001', { host: '192.168.1.5', port: 50001, tls: false }],
    ['[::1]:50001:t', { host: '::1', port: 50001, tls: false }],
    ['umbrel.local:50001', { host: 'umbrel.local', port: 50001, tls: false }],
  ])('%s is read', (text, address) => {
    expect(parseElectrumAddress(text)).toEqual(address);
  });

  test.each(['electrum.example:50002', 'tcp://8.8.8.8:50001', '172.32.0.1:50001:t'])(
    'without TLS is refused where others are on the way: %s',
    (text) => {
      expect(parseElectrumAddress(text)).toMatchObject({
        error: expect.stringContaining('Write ssl://'),
      });
    },
  );

  test.each(['', 'electrum.example', 'http://x:1', 'x:99999', 'x:50002:q', 'a b:1'])(
    'that is none is refused: "%s"',
    (text) => {
      expect(parseElectrumAddress(text)).toMatchObject({ error: expect.stringContaining('host') });
    },
  );
});

describe('an address of an Esplora server', () => {
  test.each([
    ['https://blockstream.info/api/', 'https://blockstream.info/api'],
    ['mempool.space/api', 'https://mempool.space/api'],
    ['http://127.0.0.1:3002', 'http://127.0.0.1:3002'],
    ['http://10.0.0.2/esplora', 'http://10.0.0.2/esplora'],
  ])('%s is read', (text, url) => {
    expect(parseEsploraUrl(text)).toEqual({ url });
  });

  test('refuses plain HTTP unless the server is private', () => {
    expect(parseEsploraUrl('http://mempool.space/api')).toMatchObject({
      error: expect.stringContaining('Write https://mempool.space'),
    });
  });

  test.each(['', 'ftp://x', 'https://', 'https://user:secret@ x'])(
    'that is none is refused, and not repeated: "%s"',
    (text) => {
      const refused = parseEsploraUrl(text);
      expect(refused).toEqual({ error: expect.stringContaining('Invalid URL in -esplora') });
      expect(JSON.stringify(refused)).not.toContain('secret');
    },
  );
});

const servers: { close(): void }[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

describe('answers of a server over HTTP', () => {
  const serve = async (statuses: number[], body = 'ok') => {
    let asked = 0;
    const port = await listen(
      createServer((_, response) => {
        response.writeHead(statuses[asked++] ?? 200).end(body);
      }),
    );
    return { url: `http://127.0.0.1:${port}/x`, asked: () => asked };
  };

  test('are requested again while the server is busy', async () => {
    const { url, asked } = await serve([429, 503]);
    const answer = await limitedFetch({ retryDelay: 1 })(url, { method: 'GET' });
    expect([answer.status, await answer.text(), asked()]).toEqual([200, 'ok', 3]);
  });

  test('are not requested without end', async () => {
    const { url, asked } = await serve(Array.from({ length: 20 }, () => 429));
    const answer = await limitedFetch({ retries: 2, retryDelay: 1 })(url, { method: 'GET' });
    expect([answer.status, asked()]).toEqual([429, 3]);
  });

  test('a posted transaction is not retried, since it may have been sent', async () => {
    const { url, asked } = await serve([503]);
    const answer = await limitedFetch({ retryDelay: 1 })(url, { method: 'POST', body: '00' });
    expect([answer.status, asked()]).toEqual([503, 1]);
  });

  test('are given up when too long', async () => {
    const { url } = await serve([200], 'x'.repeat(10_000));
    const asked = limitedFetch({ maxLength: 9999 })(url, { method: 'GET' });
    await expect(asked).rejects.toMatchObject({ code: 'SOURCE_TOO_LARGE' });
  });

  test('are given up after a time limit', async () => {
    const port = await listen(createServer(() => {}));
    const asked = limitedFetch({ timeout: 50 })(`http://127.0.0.1:${port}/`, { method: 'GET' });
    await expect(asked).rejects.toMatchObject({ code: 'SOURCE_TIMEOUT' });
  });
});

describe('an Electrum server over a socket', () => {
  const ask = async (answer: (line: string) => string) => {
    const port = await listen(
      createTcpServer((socket) => {
        socket.on('data', (chunk) => socket.write(answer(chunk.toString())));
        socket.on('error', () => {});
      }),
    );
    const source = createElectrumSource({
      network: 'regtest',
      transport: socketTransport({ host: '127.0.0.1', port, tls: false }),
    });
    const failure = await source.tip().catch((error: unknown) => error);
    source.close();
    return failure;
  };

  test('that sends a line without an end is given up', async () => {
    expect(await ask(() => 'a'.repeat(20_000_002))).toMatchObject({ code: 'SOURCE_TOO_LARGE' });
  });

  test('reports a server with another protocol', async () => {
    expect(await ask(() => 'HTTP/1.1 400 Bad Request\r\n\r\n')).toMatchObject({
      code: 'SOURCE_NONSENSE',
    });
  });

  test('reports a server that cannot be reached', async () => {
    const server = createTcpServer();
    const port = await listen(server);
    server.close();
    const source = createElectrumSource({
      network: 'regtest',
      transport: socketTransport({ host: '127.0.0.1', port, tls: false }),
    });
    await expect(source.tip()).rejects.toMatchObject({
      code: 'SOURCE_UNREACHABLE',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  test('reports plain TCP on the port for TLS', async () => {
    const port = await listen(createTcpServer((socket) => void socket.end('hello\n')));
    const source = createElectrumSource({
      network: 'regtest',
      transport: socketTransport({ host: '127.0.0.1', port, tls: true }),
    });
    await expect(source.tip()).rejects.toMatchObject({ code: 'SOURCE_UNREACHABLE' });
  });
});

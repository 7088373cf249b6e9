import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createServer as createTlsServer } from 'node:tls';
import type { NodeClient } from '../../../src/adapters/chain/node/client.ts';
import { type IndexedChain, indexChain } from '../chains/indexed-chain.ts';
import { createElectrumPeer, type ElectrumBacking, type ElectrumPeer } from './electrum-bridge.ts';
import { createEsploraBridge, type EsploraBacking } from './esplora-bridge.ts';

/** Indexes all blocks and the mempool of a real node, and again after a change. */
export function indexNode(client: NodeClient): EsploraBacking & ElectrumBacking {
  let known: { readonly key: string; readonly chain: IndexedChain } | undefined;
  const blocks = new Map<string, string>();
  const textOf = async (method: string, ...params: unknown[]) =>
    String(await client.call(method, ...params));
  const estimate = async (target: number) => {
    const { feerate } = (await client.call('estimatesmartfee', target)) as { feerate?: number };
    return feerate;
  };
  return {
    async chain() {
      const waiting = (await client.call('getrawmempool', true)) as {
        [txid: string]: { ancestorcount: number };
      };
      const ids = Object.keys(waiting).sort(
        (a, b) => (waiting[a]?.ancestorcount ?? 0) - (waiting[b]?.ancestorcount ?? 0),
      );
      const height = Number(await client.call('getblockcount'));
      const key = [await textOf('getbestblockhash'), ...ids].join();
      if (known?.key === key) return known.chain;
      const hexes: string[] = [];
      for (let at = 0; at <= height; at++) {
        const hash = await textOf('getblockhash', at);
        const hex = blocks.get(hash) ?? (await textOf('getblock', hash, 0));
        blocks.set(hash, hex);
        hexes.push(hex);
      }
      const pool: string[] = [];
      for (const txid of ids) pool.push(await textOf('getrawtransaction', txid));
      known = { key, chain: indexChain(hexes, pool) };
      return known.chain;
    },
    async feeRates() {
      const rates: { [blocks: number]: number } = {};
      for (const target of [2, 6, 144]) {
        const rate = await estimate(target);
        if (rate !== undefined) rates[target] = Math.round(rate * 1e8) / 1000;
      }
      return rates;
    },
    estimateFee: async (target) => (await estimate(target)) ?? -1,
    async broadcast(hex) {
      const answer = await client.ask('sendrawtransaction', hex);
      if ('result' in answer) return String(answer.result);
      throw new Error(JSON.stringify(answer.error));
    },
  };
}

export type CoinServer = {
  readonly port: number;
  /** Notifies clients of changes. */
  notify(): Promise<void>;
  close(): Promise<void>;
};

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

/** Serves Esplora's API over HTTP, under `/api`. */
export async function serveEsplora(backing: EsploraBacking): Promise<CoinServer> {
  const bridge = createEsploraBridge(backing);
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const path = (request.url ?? '').replace(/^\/api/, '');
      const body = Buffer.concat(chunks).toString();
      const answer = await bridge(request.method ?? '', path, body);
      response.writeHead(answer.status, { 'content-type': 'text/plain' }).end(answer.body);
    });
  });
  const port = await listen(server);
  return {
    port,
    notify: async () => {},
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Makes a key and a self-signed certificate. */
export function selfSigned(): { readonly key: Buffer; readonly cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'coldsign-cert-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const out = ['-keyout', key, '-out', cert, '-days', '3650'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...name, ...out], { stdio: 'ignore' });
  const made = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true, force: true });
  return made;
}

/** Serves Electrum's protocol over TCP, or over TLS with such a certificate. */
export async function serveElectrum(
  backing: ElectrumBacking,
  tls?: ReturnType<typeof selfSigned>,
): Promise<CoinServer> {
  const peers = new Map<Socket, ElectrumPeer>();
  const serve = (socket: Socket) => {
    const peer = createElectrumPeer(backing, (message) => socket.write(`${message}\n`));
    peers.set(socket, peer);
    createInterface(socket).on('line', (line) => void peer.onMessage(line));
    socket.on('close', () => peers.delete(socket));
    socket.on('error', () => peers.delete(socket));
  };
  const server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  const port = await listen(server);
  return {
    port,
    async notify() {
      for (const peer of peers.values()) await peer.notify();
    },
    async close() {
      for (const socket of peers.keys()) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

import { createServer } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { followWallets } from '../../../src/adapters/http/follow-wallets.ts';
import type { ChainSource } from '../../../src/chain/source.ts';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { invariant } from '../../../src/encoding/invariant.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { Context } from '../../../src/rpc/context.ts';
import { decodeAddress } from '../../../src/script/address.ts';
import { outPointKey, type Transaction } from '../../../src/transaction/transaction.ts';
import { transactionId } from '../../../src/transaction/txid.ts';
import { createMemoryHost } from '../../../src/wallet-host/memory-host.ts';
import { createPayingChain } from '../../support/chains/paying-chain.ts';
import { createRandom } from '../../support/generate/random.ts';
import { harness } from '../../support/harness.ts';
import {
  freePort,
  post,
  type RunningServer,
  spawnServer,
  startServer,
  until,
} from '../../support/nodes/server.ts';

const sink = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Creates a wallet and a chain with coins of other owners, and functions to call them. */
function start() {
  const chain = createPayingChain({ blocks: 3, payments: 2, descriptors: 1 }, kernelSecp256k1);
  const asked = { tips: 0, away: false, patience: 0 };
  const source: ChainSource = {
    ...chain.source,
    waitForTip: () => chain.source.tip(),
    async tip() {
      asked.tips++;
      if (asked.away) {
        await new Promise((resolve) => setTimeout(resolve, asked.patience));
        throw new Error('nobody is there');
      }
      return chain.source.tip();
    },
  };
  const host = createMemoryHost({ keypoolSize: 5 });
  const context: Context = {
    network: networks.regtest,
    profile: 'core',
    secp256k1: kernelSecp256k1,
    chain: source,
    wallets: host,
    now: () => 1_700_000_000,
    random: createRandom(1).bytes,
  };
  const { ask } = harness(context);
  const lines: string[] = [];
  const follow = () => {
    const stop = followWallets(context, { log: (line) => lines.push(line), interval: 1 });
    ends.push(stop);
    return stop;
  };
  return { chain, host, asked, ask, lines, follow };
}

/** Spends the first coin of the chain. */
async function payment(source: ChainSource, address: string, value: bigint): Promise<Transaction> {
  const [block] = await source.blocks(1, 1);
  const [transaction] = block?.transactions ?? [];
  const scriptPubKey = decodeAddress(address, networks.regtest);
  invariant(transaction !== undefined && !('error' in scriptPubKey), 'made by this test');
  const prevout = { txid: transactionId(transaction), vout: 0 };
  expect((await source.findCoins([prevout])).has(outPointKey(prevout))).toBe(true);
  const input = { prevout, scriptSig: new Uint8Array(0), sequence: 0xfffffffd, witness: [] };
  return { version: 2, locktime: 0, inputs: [input], outputs: [{ value, scriptPubKey }] };
}

describe('wallets that follow a chain', () => {
  test('know a payment that was replaced before the first call', async () => {
    const { chain, host, ask, follow } = start();
    await ask('createwallet', ['w']);
    const { result: address } = await ask('getnewaddress');
    follow();
    const first = await payment(chain.source, address, 900n);
    chain.submit(first);
    const txid = transactionId(first);
    await until(() => host.get('w')?.value.ledger.transactions.has(txid) === true);
    const second = await payment(chain.source, sink, 800n);
    chain.submit(second);
    const { result } = await ask('gettransaction', [txid]);
    expect(result).toMatchObject({
      confirmations: 0,
      mempoolconflicts: [transactionId(second)],
      details: [{ address, amount: 0.000009 }],
    });
  });

  test('wait for an unreachable node, and report it once', async () => {
    const { chain, host, asked, ask, lines, follow } = start();
    await ask('createwallet', ['w']);
    const { result: address } = await ask('getnewaddress');
    asked.away = true;
    follow();
    const from = asked.tips;
    await until(() => asked.tips > from + 3);
    expect(lines).toEqual(['Wallets do not follow: The chain cannot be asked: nobody is there']);
    const first = await payment(chain.source, address, 900n);
    chain.submit(first);
    asked.away = false;
    await until(() => host.get('w')?.value.ledger.transactions.has(transactionId(first)) === true);
    await until(() => lines.length > 1);
    expect(lines.slice(1)).toEqual(['Wallets follow the chain again']);
  });

  test('send no request without wallets, and none after unloading', async () => {
    const { asked, ask, follow } = start();
    const stop = follow();
    await new Promise((done) => setTimeout(done, 30));
    expect(asked.tips).toBe(0);
    await ask('createwallet', ['w']);
    const created = asked.tips;
    await until(() => asked.tips > created);
    stop();
    await new Promise((done) => setTimeout(done, 10));
    const last = asked.tips;
    await new Promise((done) => setTimeout(done, 30));
    expect(asked.tips).toBe(last);
  });
});

test('a node that stays unreachable is probed at the same interval', async () => {
  const { ask, asked, follow } = start();
  await ask('createwallet', ['w', true]);
  Object.assign(asked, { tips: 0, away: true, patience: 4000 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    follow();
    await vi.advanceTimersByTimeAsync(4010);
    expect(asked.tips).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test('a server stops while its node does not answer', async () => {
  const genesis = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';
  let silent = 0;
  const node = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method } = JSON.parse(body);
      if (method === 'getblockhash') response.end(JSON.stringify({ result: genesis, error: null }));
      else silent++;
    });
  });
  const port = await freePort();
  await new Promise<void>((done) => node.listen(port, '127.0.0.1', done));
  const { dataDirectory, close } = await withWallet('w');
  const options = [`-node=http://u:p@127.0.0.1:${port}`, `-datadir=${dataDirectory}`, '-wallet=w'];
  const server = await spawnServer(options, { port: await freePort() });
  try {
    // The wallet queries the chain without a call.
    await until(() => silent > 0);
    server.signal('SIGTERM');
    expect(await server.ended).toBe(0);
  } finally {
    await server.close();
    await close();
    node.closeAllConnections();
    node.close();
  }
});

/** Returns a server that has ended, with a wallet in its data directory. */
async function withWallet(name: string): Promise<RunningServer> {
  const server = await startServer(['-keypool=2']);
  await post(server, JSON.stringify({ method: 'createwallet', params: [name] }));
  server.signal('SIGTERM');
  await server.ended;
  return server;
}

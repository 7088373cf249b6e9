import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { callNode } from '../support/nodes/node-client.ts';
import { freePort, type RunningServer, spawnServer, until } from '../support/nodes/server.ts';
import { type Ran, run } from '../support/run.ts';

/** Runs Bitcoin's own client against our server with wallet files, beside the real node. */
let server: RunningServer;
const sink = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';

async function start(dataDirectory?: string): Promise<RunningServer> {
  const data = dataDirectory === undefined ? [] : [`-datadir=${dataDirectory}`, '-wallet=w'];
  const options = ['-profile=core', `-node=${inject('nodeUrl')}`, ...data];
  const started = await spawnServer(options, { login: false, port: await freePort() });
  await until(() => started.output().includes(' serves '));
  return started;
}

beforeAll(async () => {
  server = await start();
});
afterAll(() => server.close());

const cliOf = (running: RunningServer, data: string, words: readonly string[]): Promise<Ran> =>
  run(join(inject('nodeDir'), 'bitcoin-cli'), [
    `-datadir=${data}`,
    '-regtest',
    `-rpcport=${running.port}`,
    ...words,
  ]);

async function cli(...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await cliOf(server, server.dataDirectory, words);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.trim();
}

const json = async (...words: readonly string[]) => JSON.parse(await cli(...words));
const mine = (blocks: number, address = sink) => callNode('generatetoaddress', [blocks, address]);

async function pay(address: string, amount: number): Promise<string> {
  const txid = await callNode('sendtoaddress', [address, amount], '/wallet/payer');
  return String(txid);
}

/** Returns the first coin that a transaction spends. */
async function spentBy(txid: string): Promise<{ readonly txid: string; readonly vout: number }> {
  const raw = await callNode('getrawtransaction', [txid, true]);
  const { vin } = raw as { vin: readonly { txid: string; vout: number }[] };
  const [first] = vin;
  if (first === undefined) throw new Error('it spends nothing');
  return { txid: first.txid, vout: first.vout };
}

describe('a wallet next to a real node', () => {
  beforeAll(async () => {
    await callNode('createwallet', ['payer']);
    await mine(101, String(await callNode('getnewaddress', [], '/wallet/payer')));
    await json('createwallet', 'w');
    await json('createwallet', 'other name');
  });

  test('has the addresses that the node finds in its descriptors', async () => {
    const { descriptors } = await json('-rpcwallet=w', 'listdescriptors', 'true');
    await callNode('createwallet', ['copy', false, true]);
    const requests = descriptors.map(
      ({ desc, active, internal }: { desc: string; active: boolean; internal: boolean }) => ({
        desc,
        active,
        internal,
        timestamp: 'now',
      }),
    );
    await callNode('importdescriptors', [requests], '/wallet/copy');
    for (const type of ['legacy', 'p2sh-segwit', 'bech32', 'bech32m']) {
      const ours = await cli('-rpcwallet=w', 'getnewaddress', '', type);
      expect(ours).toBe(await callNode('getnewaddress', ['', type], '/wallet/copy'));
      const change = await cli('-rpcwallet=w', 'getrawchangeaddress', type);
      expect(change).toBe(await callNode('getrawchangeaddress', [type], '/wallet/copy'));
    }
  });

  test('follows blocks, the mempool and another branch', async () => {
    const address = await cli('-rpcwallet=w', 'getnewaddress', 'rent');
    const txid = await pay(address, 1.5);
    const balances = () => json('-rpcwallet=w', 'getbalances');
    expect((await balances()).mine).toMatchObject({ trusted: 0, untrusted_pending: 1.5 });
    const [block] = (await mine(1)) as string[];
    expect((await balances()).mine).toMatchObject({ trusted: 1.5, untrusted_pending: 0 });
    await callNode('invalidateblock', [block]);
    const height = (await callNode('getblockcount')) as number;
    await callNode('generateblock', [sink, []]);
    await callNode('generateblock', [sink, []]);
    expect(await callNode('getblockcount')).toBe(height + 2);
    expect((await balances()).mine).toMatchObject({ trusted: 0, untrusted_pending: 1.5 });
    await mine(1);
    const [coin] = await json('-rpcwallet=w', 'listunspent');
    expect(coin).toMatchObject({ txid, address, label: 'rent', confirmations: 1, amount: 1.5 });
  });

  test('knows a payment that was replaced before the first call', async () => {
    const address = await cli('-rpcwallet=w', 'getnewaddress', 'fleeting');
    const file = join(server.dataDirectory, 'regtest', 'wallets', 'w.wallet');
    const before = await readFile(file);
    const txid = await pay(address, 0.5);
    // Watches the wallet file: a method call would itself sync the wallet.
    await expect.poll(() => readFile(file), { timeout: 20_000 }).not.toEqual(before);
    const inputs = [await spentBy(txid)];
    const options = { add_inputs: true, fee_rate: 100 };
    const send = [[{ [sink]: 0.1 }], null, 'unset', null, { ...options, inputs }];
    const other = (await callNode('send', send, '/wallet/payer')) as { txid: string };
    expect(await json('-rpcwallet=w', 'gettransaction', txid)).toMatchObject({
      confirmations: 0,
      mempoolconflicts: [other.txid],
      details: [{ address, category: 'receive', amount: 0.5 }],
    });
    await mine(1);
    expect(await json('-rpcwallet=w', 'gettransaction', txid)).toMatchObject({ confirmations: -1 });
  });

  test('signs transactions that the node accepts', async () => {
    const [coin] = await json('-rpcwallet=w', 'listunspent');
    const inputs = JSON.stringify([{ txid: coin.txid, vout: coin.vout }]);
    const raw = await cli('createrawtransaction', inputs, JSON.stringify([{ [sink]: 1.4999 }]));
    const signed = await json('-rpcwallet=w', 'signrawtransactionwithwallet', raw);
    expect(signed.complete).toBe(true);
    const txid = await callNode('sendrawtransaction', [signed.hex]);
    await mine(1);
    expect(await json('-rpcwallet=w', 'gettransaction', String(txid))).toMatchObject({
      confirmations: 1,
      amount: -1.4999,
      fee: -0.0001,
    });
    expect(await json('-rpcwallet=w', 'listunspent')).toEqual([]);
  });

  test('is unchanged after the server was killed, and catches up', async () => {
    const address = await cli('-rpcwallet=w', 'getnewaddress', 'late');
    const before = await json('-rpcwallet=w', 'listtransactions', '*', '100');
    const { dataDirectory } = server;
    server.signal('SIGKILL');
    await server.ended;
    await pay(address, 0.25);
    await mine(2);
    const next = await start(dataDirectory);
    const ask = async (...words: readonly string[]) => {
      const { stdout, stderr } = await cliOf(next, dataDirectory, ['-rpcwallet=w', ...words]);
      expect(stderr).toBe('');
      return JSON.parse(stdout);
    };
    const after = await ask('listtransactions', '*', '100');
    expect(after.map(({ txid }: { txid: string }) => txid)).toEqual([
      ...before.map(({ txid }: { txid: string }) => txid),
      after.at(-1).txid,
    ]);
    expect(after.at(-1)).toMatchObject({ address, label: 'late', amount: 0.25, confirmations: 2 });
    next.signal('SIGTERM');
    expect(await next.ended).toBe(0);
    await next.close();
  });
});

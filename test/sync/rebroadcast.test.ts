import { expect, test } from 'vitest';
import type { ChainSource } from '../../src/chain/source.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { networks } from '../../src/encoding/network.ts';
import type { Context } from '../../src/rpc/context.ts';
import { forgetRebroadcast } from '../../src/sync/sync-state.ts';
import { outboxOf } from '../../src/wallet/ledger/outbox.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { createPayingChain, paidDescriptor } from '../support/chains/paying-chain.ts';
import { createRandom } from '../support/generate/random.ts';
import { TEST_XPRV } from '../support/generate/wallet.ts';
import { harness } from '../support/harness.ts';

const recipient = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';

function start() {
  const size = { blocks: 120, payments: 4, descriptors: 1 };
  const chain = createPayingChain(size, kernelSecp256k1);
  const host = createMemoryHost({ keypoolSize: 10, fallbackFeeRate: 1 });
  const asked: string[] = [];
  const clock = { now: 1_700_000_000 };
  /** The transactions that the mempool lost, and how often that changed it. */
  const lost = { txids: new Set<string>(), changes: 0, nodeStart: 1_600_000_000 };
  const mempool = async () => {
    const seen = await chain.source.mempool();
    const entries = seen.entries.filter(({ txid }) => !lost.txids.has(txid));
    return { ...seen, entries, updates: seen.updates + lost.changes };
  };
  const mempoolUpdates = async () => (await chain.source.mempoolUpdates()) + lost.changes;
  const attach = (broadcast: ChainSource['broadcast']) => {
    const context: Context = {
      network: networks.regtest,
      profile: 'core',
      secp256k1: kernelSecp256k1,
      chain: {
        ...chain.source,
        mempool,
        mempoolUpdates,
        startedAt: async () => lost.nodeStart,
        broadcast: (transaction, options) => {
          asked.push(String(transaction.locktime));
          return broadcast(transaction, options);
        },
      },
      wallets: host,
      now: () => clock.now,
      random: createRandom(1).bytes,
    };
    return harness(context).call;
  };
  return { chain, host, attach, asked, clock, lost };
}

async function withCoins(call: ReturnType<ReturnType<typeof start>['attach']>): Promise<void> {
  await call('createwallet', ['w', false, true]);
  const desc = addChecksum(paidDescriptor(0, TEST_XPRV));
  const change = addChecksum(`wpkh(${TEST_XPRV}/77/*)`);
  await call('importdescriptors', [
    [
      { desc, timestamp: 0 },
      { desc: change, timestamp: 'now', active: true, internal: true },
    ],
  ]);
}

test('sends offline transactions once a chain accepts them', async () => {
  const { chain, host, attach, asked } = start();
  const offline = attach(async () => ({ message: 'no network', offline: true }));
  await withCoins(offline);
  const { txid } = await offline('send', send);
  const { txid: second } = await offline('send', send);
  const waiting = () => outboxOf(host.get('w')?.value ?? fail()).map((known) => known.txid);
  expect(waiting()).toEqual([txid, second]);
  // Once for each tip and set of transactions, regardless of the number of calls.
  asked.length = 0;
  await offline('getbalances');
  await offline('getbalances');
  expect(asked.length).toBe(1);

  const refusing = attach(async () => ({
    code: -26,
    message: 'min relay fee not met',
    settled: true,
  }));
  forgetRebroadcast(host.get('w') ?? fail());
  await refusing('getbalances');
  expect(waiting()).toEqual([txid, second]);

  const online = attach(chain.source.broadcast);
  forgetRebroadcast(host.get('w') ?? fail());
  await online('getbalances');
  expect(waiting()).toEqual([]);
  const { entries } = await chain.source.mempool();
  expect(entries.map((entry) => entry.txid)).toEqual([txid, second]);
  asked.length = 0;
  await online('getbalances');
  expect(asked).toEqual([]);
});

const HOUR = 60 * 60;
const send = { outputs: [{ [recipient]: 0.00002 }], fee_rate: 1 };

test('retries refused transactions after half a day to a day and a half, or after an absence', async () => {
  const { chain, host, attach, asked, clock } = start();
  const answer = { message: '', isAway: false };
  const call = attach(async (transaction, options) => {
    if (answer.isAway) throw new Error('the cable was pulled');
    if (answer.message !== '') return { code: -26, message: answer.message, settled: true };
    return chain.source.broadcast(transaction, options);
  });
  await withCoins(call);
  answer.message = 'non-final';
  const { txid } = await call('send', send);
  asked.length = 0;
  const grow = async () => {
    const { hash, time, bits } = await chain.source.tip();
    const header = { version: 4, previousBlockHash: hash, merkleRoot: '00'.repeat(32), bits };
    chain.connect({ header: { ...header, time: time + 600, nonce: 0 }, transactions: [] });
    await call('getbalances');
    return asked.length;
  };
  expect(await grow()).toBe(0);
  clock.now += 12 * HOUR - 1;
  expect(await grow()).toBe(0);
  clock.now += 24 * HOUR + 1;
  expect(await grow()).toBe(1);
  expect(await grow()).toBe(1);
  // A restart of the program loads the wallet again.
  await call('unloadwallet', ['w']);
  await call('loadwallet', ['w']);
  expect(await grow()).toBe(2);
  answer.isAway = true;
  forgetRebroadcast(host.get('w') ?? fail());
  await expect(grow()).rejects.toThrow();
  Object.assign(answer, { isAway: false, message: '' });
  await call('getbalances');
  const { entries } = await chain.source.mempool();
  expect(entries.map((entry) => entry.txid)).toEqual([txid]);
});

test('a transaction that the mempool dropped can be abandoned before it is sent again', async () => {
  const { chain, host, attach, asked, clock, lost } = start();
  const call = attach(chain.source.broadcast);
  await withCoins(call);
  const { txid } = await call('send', send);
  const { txid: second } = await call('send', send);
  asked.length = 0;
  lost.txids = new Set([txid, second]);
  lost.changes++;
  const listed = await call('listoutbox');
  expect(listed).toMatchObject([{ txid }, { txid: second }]);
  expect(asked).toEqual([]);
  await call('abandontransaction', [txid]);
  clock.now += 36 * HOUR;
  await call('getbalances');
  expect(asked.length).toBe(1);
  expect(outboxOf(host.get('w')?.value ?? fail())).toEqual([]);
});

test('a transaction that the node lost is sent again after the node restarts', async () => {
  const { chain, attach, asked, lost } = start();
  const call = attach(chain.source.broadcast);
  await withCoins(call);
  const { txid } = await call('send', send);
  // Its mempool looks as at the last request.
  lost.txids = new Set([txid]);
  lost.changes = -1;
  expect(await call('gettransaction', [txid])).toMatchObject({ trusted: false });
  expect(await call('listoutbox')).toMatchObject([{ txid }]);
  expect(asked.length).toBe(1);
  // It was restarted, and Core's wallets are loaded with it.
  lost.nodeStart += 60;
  await call('getbalances');
  expect(asked.length).toBe(2);
});

function fail(): never {
  throw new Error('the wallet is loaded');
}

import { describe, expect, test } from 'vitest';
import type { MempoolEntry } from '../../src/chain/source.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { createPayingChain } from '../support/chains/paying-chain.ts';
import {
  besideChain,
  blockOnTop,
  coinbaseTo,
  mempoolEntry,
  payTo,
} from '../support/chains/wallet-beside-chain.ts';
import { TEST_XPRV, TEST_XPUB } from '../support/generate/wallet.ts';

/**
 * Cases in which random actions on a node's own wallet and on ours ended in different answers. The
 * node's are expected.
 */
function start() {
  const chain = createPayingChain({ blocks: 3, payments: 2, descriptors: 1 }, kernelSecp256k1);
  return { ...chain, ...besideChain(chain.source) };
}

const external = addChecksum(`wpkh(${TEST_XPRV}/70/*)`);
const watched = addChecksum(`wpkh(${TEST_XPUB}/72/*)`);
const changeDescriptor = addChecksum(`wpkh(${TEST_XPRV}/71/*)`);

describe('facts of a wallet', () => {
  test('an immature block reward counts as nothing', async () => {
    const { source, connect, call } = start();
    await call('createwallet', ['w']);
    const reward = coinbaseTo(await call('getnewaddress'), 5_000_000_000n, 1);
    connect(await blockOnTop(source, [reward]));
    const told = await call('gettransaction', [transactionId(reward)]);
    expect(told).toMatchObject({
      amount: 0,
      generated: true,
      details: [{ category: 'immature', amount: 50 }],
    });
  });

  test('decoded transactions mark change outputs', async () => {
    const { source, connect, call } = start();
    await call('createwallet', ['w']);
    const change = await call('getrawchangeaddress');
    const paid = payTo(await call('getnewaddress'), 1000n, 0);
    const outputs = [...paid.outputs, ...payTo(change, 2000n, 0).outputs];
    connect(await blockOnTop(source, [{ ...paid, outputs }]));
    const txid = transactionId({ ...paid, outputs });
    const { decoded } = await call('gettransaction', [txid, true, true]);
    expect(decoded.vout.map((each: { ischange?: boolean }) => each.ischange)).toEqual([
      undefined,
      true,
    ]);
    expect(Object.keys(decoded.vout[1])).toEqual(['value', 'n', 'scriptPubKey', 'ischange']);
  });

  test('advance addresses start again after every paid address, and at loading', async () => {
    const { source, connect, call } = start();
    await call('createwallet', ['w', false, true]);
    const request = { desc: external, active: true, range: [0, 4], timestamp: 'now' };
    await call('importdescriptors', [[request]]);
    const first = await call('getnewaddress');
    const range = async () => (await call('listdescriptors')).descriptors[0].range;
    expect(await range()).toEqual([0, 4]);
    connect(await blockOnTop(source, [payTo(first, 1000n, 0)]));
    expect(await range()).toEqual([0, 5]);
    await call('getnewaddress');
    expect(await range()).toEqual([0, 5]);
    for (const method of ['unloadwallet', 'loadwallet']) await call(method, ['w']);
    expect(await range()).toEqual([0, 6]);
  });

  test('advance addresses stay while a payment waits in the mempool', async () => {
    const { source } = start();
    const pool: MempoolEntry[] = [];
    const { call } = besideChain({
      ...source,
      mempoolUpdates: async () => pool.length,
      mempool: async () => ({
        tipHash: (await source.tip()).hash,
        entries: pool,
        updates: pool.length,
        scriptsVerified: true,
      }),
    });
    await call('createwallet', ['w', false, true]);
    const request = { desc: external, active: true, range: [0, 4], timestamp: 'now' };
    await call('importdescriptors', [[request]]);
    const range = async () => (await call('listdescriptors')).descriptors[0].range;
    pool.push(mempoolEntry(payTo(await call('getnewaddress'), 1000n, 0)));
    expect(await range()).toEqual([0, 5]);
    await call('getnewaddress');
    pool.push(mempoolEntry(payTo('bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202', 1000n, 1)));
    expect(await range()).toEqual([0, 5]);
    // It was paid beyond the range. The range grows, but earlier blocks are not scanned again.
    const { descriptor } = await call('getdescriptorinfo', [external]);
    const [later] = await call('deriveaddresses', [descriptor, [6, 6]]);
    pool.push(mempoolEntry(payTo(later, 1000n, 2)));
    expect(await call('listunspent', [0])).toHaveLength(1);
    await call('getnewaddress');
    pool.push(mempoolEntry(payTo(await call('getnewaddress'), 1000n, 3)));
    expect(await call('getaddressinfo', [later])).toMatchObject({ ismine: true });
    expect(await call('listunspent', [0])).toHaveLength(2);
    await call('rescanblockchain');
    expect(await call('listunspent', [0])).toHaveLength(3);
  });

  test('positions before a range hold until the wallet is loaded again', async () => {
    const { source, connect, call } = start();
    await call('createwallet', ['w', false, true]);
    await call('importdescriptors', [[{ desc: external, range: [4, 9], timestamp: 'now' }]]);
    const { descriptor } = await call('getdescriptorinfo', [external]);
    const addresses = await call('deriveaddresses', [descriptor, [0, 9]]);
    const own = async () => {
      const infos = [];
      for (const address of addresses) infos.push(await call('getaddressinfo', [address]));
      return infos.flatMap(({ ismine }, position) => (ismine ? [position] : []));
    };
    expect(await own()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    connect(
      await blockOnTop(source, [payTo(addresses[2], 1000n, 0), payTo(addresses[5], 1000n, 1)]),
    );
    expect(await call('listunspent')).toHaveLength(2);
    for (const method of ['unloadwallet', 'loadwallet']) await call(method, ['w']);
    expect(await own()).toEqual([4, 5, 6, 7, 8, 9]);
    expect(await call('listunspent')).toHaveLength(1);
  });

  test('the birth time is never raised, nor lowered by inactive descriptors', async () => {
    const { call } = start();
    await call('createwallet', ['w', false, true]);
    const birthtime = async () => (await call('getwalletinfo')).birthtime;
    const importAt = (desc: string, timestamp: number, active: boolean) =>
      call('importdescriptors', [[{ desc, timestamp, active }]]);
    expect(await birthtime()).toBe(undefined);
    await importAt(external, 1_500_000_000, true);
    await importAt(changeDescriptor, 1_400_000_000, false);
    expect(await birthtime()).toBe(1_400_000_000);
    await importAt(changeDescriptor, 1_450_000_000, false);
    await importAt(changeDescriptor, 1_300_000_000, false);
    expect(await birthtime()).toBe(1_400_000_000);
    await importAt(external, 1_350_000_000, true);
    expect(await birthtime()).toBe(1_350_000_000);
    for (const method of ['unloadwallet', 'loadwallet']) await call(method, ['w']);
    expect(await birthtime()).toBe(1_300_000_000);
    await importAt(external, 1_200_000_000, false);
    expect(await birthtime()).toBe(1_200_000_000);
  });

  test.each([
    ['9007199254740993', ['9007199254740993']],
    ['9223372036854775807', []],
  ])('the birth time is exact, or absent if it is unknown: %s', async (time, birth) => {
    const { post, call } = start();
    await call('createwallet', ['w', true, true]);
    const request = `{"desc":"${watched}","timestamp":${time},"active":true}`;
    expect(await post(`{"method":"importdescriptors","params":[[${request}]]}`)).toContain(
      '"success":true',
    );
    const numbers = async (method: string, name: string) => {
      const text = await post(JSON.stringify({ method, params: [] }));
      return [...text.matchAll(new RegExp(`"${name}":(\\d+)`, 'g'))].map(([, number]) => number);
    };
    const told = [
      await numbers('getwalletinfo', 'birthtime'),
      await numbers('listdescriptors', 'timestamp'),
    ];
    expect(told).toEqual([birth, [time]]);
    for (const method of ['unloadwallet', 'loadwallet']) await call(method, ['w']);
    expect(await numbers('getwalletinfo', 'birthtime')).toEqual(birth);
    expect(await numbers('listdescriptors', 'timestamp')).toEqual([time]);
  });

  test('a moved descriptor has its new side', async () => {
    const { ask, call } = start();
    await call('createwallet', ['w', true, true]);
    const importAs = (internal: boolean) =>
      call('importdescriptors', [[{ desc: watched, timestamp: 'now', active: true, internal }]]);
    const gives = async (method: string) => {
      const params = method === 'getnewaddress' ? ['', 'bech32'] : ['bech32'];
      const { result, error } = await ask(method, params);
      return result ?? error;
    };
    const none = { code: -4, message: 'Error: This wallet has no available keys' };
    await importAs(true);
    expect(await gives('getnewaddress')).toEqual(none);
    expect(await gives('getrawchangeaddress')).toBe('bcrt1qle78wdvx75pc5qk27ktfwem45dkk6hlnphtrdu');
    await importAs(false);
    expect(await gives('getnewaddress')).toBe('bcrt1qle78wdvx75pc5qk27ktfwem45dkk6hlnphtrdu');
    expect(await gives('getrawchangeaddress')).toEqual(none);
    for (const method of ['unloadwallet', 'loadwallet']) await call(method, ['w']);
    // The node includes it again here.
    expect(await gives('getnewaddress')).toBe('bcrt1qef45ydwvdaqztmvx6zhgcjw0f9l45hnewuwqaz');
    expect(await gives('getrawchangeaddress')).toEqual(none);
    await call('unloadwallet', ['w']);
    await call('createwallet', ['v', true, true]);
    await importAs(false);
    await importAs(true);
    for (const method of ['unloadwallet', 'loadwallet']) await call(method, ['v']);
    expect(await gives('getnewaddress')).toEqual(none);
    expect(await gives('getrawchangeaddress')).toBe('bcrt1qle78wdvx75pc5qk27ktfwem45dkk6hlnphtrdu');
  });

  test('the time of a payment found by a rescan is the latest up to its block', async () => {
    const { source, connect, call } = start();
    await call('createwallet', ['w', false, true]);
    const { descriptor } = await call('getdescriptorinfo', [external]);
    const [address] = await call('deriveaddresses', [descriptor, [0, 0]]);
    const ahead = 1_700_005_000;
    connect(await blockOnTop(source, [], ahead));
    connect(await blockOnTop(source, [payTo(address, 1000n, 0)], 1_650_000_000));
    await call('importdescriptors', [[{ desc: external, timestamp: 0 }]]);
    const [row] = await call('listtransactions');
    expect(row).toMatchObject({
      time: ahead,
      timereceived: 1_700_000_000,
      blocktime: 1_650_000_000,
    });
  });

  test('the time of a payment in a new block is its own, but not before earlier ones', async () => {
    const { source, connect, call, clock } = start();
    await call('createwallet', ['w']);
    const address = await call('getnewaddress');
    const come = async (number: number, blockTime: number) => {
      connect(await blockOnTop(source, [payTo(address, 1000n, number)], blockTime));
      return (await call('listtransactions')).at(-1).time;
    };
    expect(await come(0, 1_699_999_000)).toBe(1_699_999_000);
    expect(await come(1, 1_699_998_000)).toBe(1_699_999_000);
    expect(await come(2, 1_700_000_500)).toBe(1_700_000_000);
    clock.now -= 300;
    expect(await come(3, 1_699_998_000)).toBe(1_700_000_000);
    // The clock was set back by more than the tolerance.
    clock.now -= 400;
    expect(await come(4, 1_699_998_000)).toBe(1_699_999_000);
  });

  test('the first descriptor decides how an address is spent', async () => {
    const { call } = start();
    await call('createwallet', ['w', true, true]);
    const { descriptor } = await call('getdescriptorinfo', [external]);
    const [address] = await call('deriveaddresses', [descriptor, [0, 0]]);
    const desc = addChecksum(`addr(${address})`);
    for (const each of [descriptor, desc]) {
      await call('importdescriptors', [[{ desc: each, timestamp: 'now' }]]);
    }
    expect(await call('getaddressinfo', [address])).toMatchObject({ solvable: true });
    await call('createwallet', ['v', true, true]);
    await call('unloadwallet', ['w']);
    for (const each of [desc, descriptor]) {
      await call('importdescriptors', [[{ desc: each, timestamp: 'now' }]]);
    }
    expect(await call('getaddressinfo', [address])).toMatchObject({ solvable: false });
  });
});

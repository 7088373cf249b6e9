import { beforeAll, describe, expect, test } from 'vitest';
import { networks } from '../../src/encoding/network.ts';
import { createWallet } from '../../src/wallet/wallet.ts';
import { type Harness, harness } from '../support/harness.ts';
import { readTranscript } from '../support/vectors/transcript.ts';
import { startWalletNode } from '../support/vectors/wallet-node.ts';

// In addition to Core's recordings: methods that no transcript calls, on the recorded chain with a
// recorded descriptor.
describe('a wallet on the recorded chain', () => {
  let call: Harness['call'];
  let refusal: Harness['refusal'];

  beforeAll(async () => {
    const node = startWalletNode('import');
    const { height, hash } = node.world.file.tip;
    await node.host.create(
      createWallet({ name: 'w', network: networks.regtest, lastBlock: { height, hash } }),
    );
    ({ call, refusal } = harness({ ...node.context, walletName: 'w' }));
    const transcript = readTranscript('importdescriptors.json');
    const recorded = transcript.cases.find(({ id }) => id === 'importdescriptors.rescan.0001');
    const [requests] = JSON.parse(recorded?.steps[0]?.params ?? '[]');
    expect(await call('importdescriptors', [requests])).toEqual([{ success: true }]);
  });

  test('lists its transactions, and each of them by itself', async () => {
    const entries = await call('listtransactions', ['*', 100]);
    expect(entries.length).toBeGreaterThan(4);
    const categories = new Set(entries.map((entry: { category: string }) => entry.category));
    expect(categories).toContain('receive');
    expect(categories).toContain('immature');
    for (const { txid, amount, vout } of entries) {
      const single = await call('gettransaction', [txid, null, true]);
      expect(single.decoded.txid).toBe(txid);
      expect(single.decoded.vout[vout].value).toBe(Math.abs(amount));
      expect(single.confirmations).toBeGreaterThan(0);
    }
    expect(await call('listtransactions', ['*', 1, 1])).toEqual([entries.at(-2)]);
    expect(await refusal('gettransaction', ['00'.repeat(32)])).toMatchObject({ code: -5 });
  });

  test('locks outputs, which are then not listed as unspent', async () => {
    const before = await call('listunspent');
    const [{ txid, vout }] = before;
    expect(await call('lockunspent', [false, [{ txid, vout }]])).toBe(true);
    expect(await call('listlockunspent')).toEqual([{ txid, vout }]);
    expect((await call('listunspent')).length).toBe(before.length - 1);
    expect(await refusal('lockunspent', [false, [{ txid, vout }]])).toMatchObject({
      code: -8,
      message: 'Invalid parameter, output already locked',
    });
    expect(await call('lockunspent', [true])).toBe(true);
    expect(await call('listlockunspent')).toEqual([]);
    expect(await refusal('lockunspent', [true, [{ txid, vout }]])).toMatchObject({
      message: 'Invalid parameter, expected locked output',
    });
  });

  test('finds nothing new on a second rescan, and reports its range', async () => {
    const before = await call('getbalances');
    expect(await call('rescanblockchain', [10, 20])).toEqual({ start_height: 10, stop_height: 20 });
    expect(await call('rescanblockchain')).toMatchObject({ start_height: 0, stop_height: 133 });
    expect(await call('getbalances')).toEqual(before);
    expect(await call('abortrescan')).toBe(false);
    expect(await refusal('rescanblockchain', [20, 10])).toMatchObject({
      message: 'stop_height must be greater than start_height',
    });
  });

  test('labels own and foreign addresses', async () => {
    const address = await call('getnewaddress', ['first']);
    expect(await call('getaddressinfo', [address])).toMatchObject({ labels: ['first'] });
    expect(await call('setlabel', [address, 'second'])).toBe(null);
    expect(await call('getaddressinfo', [address])).toMatchObject({ labels: ['second'] });
    expect(await refusal('setlabel', ['nonsense', 'x'])).toMatchObject({ code: -5 });
    expect(await refusal('setlabel', [address, '*'])).toMatchObject({ code: -11 });
  });
});

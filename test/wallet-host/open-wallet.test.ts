import { expect, test } from 'vitest';
import { networks } from '../../src/encoding/network.ts';
import { createWallet, type Wallet } from '../../src/wallet/wallet.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { holdWallet } from '../../src/wallet-host/open-wallet.ts';
import { opened } from '../support/opened.ts';

const blank = (name: string) => createWallet({ name, network: networks.regtest });
const prevout = { txid: '11'.repeat(32), vout: 0 };
const input = { prevout, scriptSig: new Uint8Array(), sequence: 0, witness: [] };

/** Creates a promise, and the function that resolves it. */
function gate() {
  let release = () => {};
  const opens = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { opens, release };
}

test('a reloaded wallet has no unlock time, reservation or rescan left over', async () => {
  const host = createMemoryHost();
  await host.create(blank('w'));
  const before = opened(host, 'w');
  const { opens, release } = gate();
  before.unlockUntil({ time: 100, uptime: undefined });
  const reserving = before.reserving(async (reserve) => {
    reserve([input]);
    await opens;
  });
  const rescanning = before.rescanAlone(5, async () => opens);
  expect(before).toMatchObject({ isNew: true, rescan: { startedAt: 5, progress: 0 } });
  expect(before.reserved.size).toBe(1);

  await host.unload('w');
  await host.load('w');
  const after = opened(host, 'w');
  expect(after).not.toBe(before);
  expect(after).toMatchObject({ isNew: false, isClosed: false });
  expect([after.unlockedUntil, after.rescan, after.reserved.size]).toEqual([
    undefined,
    undefined,
    0,
  ]);
  expect([before.isClosed, before.unlockedUntil]).toEqual([true, undefined]);
  release();
  await Promise.all([reserving, rescanning]);
  expect([after.rescan, before.rescan, before.reserved.size]).toEqual([undefined, undefined, 0]);
});

test('stores requests made before the end, and none after it', async () => {
  const stored: boolean[] = [];
  const { opens, release } = gate();
  const { open, close } = holdWallet({
    wallet: blank('w'),
    options: createMemoryHost().options,
    isNew: false,
    prove: (wallet: Wallet) => wallet,
    async save(wallet) {
      await opens;
      stored.push(wallet.blank);
    },
  });
  const set = (isBlank: boolean) =>
    open.update((wallet) => ({ wallet: { ...wallet, blank: isBlank }, value: isBlank }));
  const first = set(false);
  const second = set(true);
  const closing = close();
  await expect(set(false)).rejects.toMatchObject({ reason: { error: 'unloaded' } });
  release();
  await closing;
  expect(stored).toEqual([false, true]);
  expect([await first, await second]).toEqual([false, true]);
  expect(open.value.blank).toBe(true);
});

test('a later reservation of a call replaces its earlier one, and a coin stays with its first call', async () => {
  const host = createMemoryHost();
  await host.create(blank('w'));
  const open = opened(host, 'w');
  const other = { ...input, prevout: { ...prevout, vout: 1 } };
  const keys = () => [...open.reserved].map((key) => key.slice(-1)).sort();
  await open.reserving(async (reserve) => {
    reserve([input]);
    await open.reserving(async (reserveToo) => {
      reserveToo([input, other]);
      expect(keys()).toHaveLength(2);
      reserve([]);
      expect(keys()).toHaveLength(1);
      reserve([input]);
    });
    expect(keys()).toHaveLength(1);
  });
  expect(keys()).toEqual([]);
});

test('only one rescan of a wallet runs at a time, and is asked to end once', async () => {
  const host = createMemoryHost();
  await host.create(blank('w'));
  const open = opened(host, 'w');
  expect(open.abortRescan()).toBe(false);
  const result = await open.rescanAlone(7, async (running) => {
    expect(await open.rescanAlone(8, async () => 'never')).toBeUndefined();
    running.report(0.5);
    expect(open.rescan).toEqual({ startedAt: 7, progress: 0.5 });
    expect([running.isAborted(), open.abortRescan(), open.abortRescan()]).toEqual([
      false,
      true,
      false,
    ]);
    return running.isAborted();
  });
  expect(result).toEqual({ value: true });
  expect(open.rescan).toBeUndefined();
  await expect(open.rescanAlone(9, () => Promise.reject(new Error('no block')))).rejects.toThrow(
    'no block',
  );
  expect(open.rescan).toBeUndefined();
});

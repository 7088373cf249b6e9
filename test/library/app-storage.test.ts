import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import * as files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { client } from '../../src/public/rpc.ts';
import { createFileStorage, createWallets } from '../../src/public/wallet.ts';
import { countedBytes } from '../support/counted-bytes.ts';

const folder = mkdtempSync(join(tmpdir(), 'coldsign-storage-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a storage of files', () => {
  test('keeps a wallet that another program opens again', async () => {
    const open = () => {
      const wallets = createWallets(createFileStorage(files, join(folder, 'wallets')), {
        network: 'regtest',
        keypoolSize: 2,
      });
      return client({
        network: 'regtest',
        wallets,
        now: () => 1,
        random: countedBytes,
      });
    };
    await open().createwallet({ wallet_name: 'savings' });
    const again = open();
    await again.loadwallet({ filename: 'savings' });
    expect((await again.getwalletinfo()).walletname).toBe('savings');
  });

  test('keeps any name inside its folder, and leaves nothing half written', async () => {
    const storage = createFileStorage(files, join(folder, 'odd'));
    const names = ['../../etc/passwd', 'a/b', 'Größe', 'con', '.'];
    for (const name of names) await storage.write(name, Uint8Array.of(1, 2, 3));
    await storage.write('a/b', Uint8Array.of(4), Uint8Array.of(1, 2, 3));
    expect([...(await storage.names())].sort()).toEqual([...names].sort());
    expect(await storage.read('a/b')).toEqual(Uint8Array.of(4));
    expect(await storage.read('none')).toBeUndefined();
    expect(readdirSync(join(folder, 'odd')).every((file) => /^[0-9a-f]+\.wallet$/.test(file))).toBe(
      true,
    );
  });

  test.each([
    ['was changed', Uint8Array.of(1), Uint8Array.of(9), /was changed meanwhile/],
    ['was deleted', Uint8Array.of(1), undefined, /was deleted meanwhile/],
    ['was made', undefined, Uint8Array.of(9), /is stored already/],
  ])('refuses to replace a wallet that %s by another program', async (_, known, stored, says) => {
    const home = join(folder, `other-${String(says)}`.replace(/\W/g, ''));
    const mine = createFileStorage(files, home);
    if (stored !== undefined) await createFileStorage(files, home).write('a', stored);
    const change = mine.write('a', Uint8Array.of(2), known);
    await expect(change).rejects.toMatchObject({ code: 'STORAGE_CHANGED' });
    await expect(change).rejects.toThrow(says);
    expect(await mine.read('a')).toEqual(stored);
    expect(readdirSync(home)).toHaveLength(stored === undefined ? 0 : 1);
  });

  test('two programs that have a wallet open do not overwrite each other', async () => {
    const open = () => {
      const wallets = createWallets(createFileStorage(files, join(folder, 'both')), {
        network: 'regtest',
        keypoolSize: 2,
      });
      return client({ network: 'regtest', wallets, now: () => 1, random: countedBytes });
    };
    const [one, two] = [open(), open()];
    await one.createwallet({ wallet_name: 'w' });
    await two.loadwallet({ filename: 'w' });
    const first = await one.getnewaddress({ label: 'rent' });
    await expect(two.getnewaddress({ label: 'food' })).rejects.toMatchObject({
      code: -4,
      cause: { code: 'STORAGE_CHANGED' },
    });
    await two.unloadwallet({ wallet_name: 'w' });
    await two.loadwallet({ filename: 'w' });
    expect(Object.keys(await two.getaddressesbylabel({ label: 'rent' }))).toEqual([first]);
    expect(await two.getnewaddress({ label: 'food' })).not.toBe(first);
  });

  test('reports a failure with its cause, and keeps the old file', async () => {
    const cause = new Error('no space left');
    const full = { ...files, rename: () => Promise.reject(cause) };
    const good = createFileStorage(files, join(folder, 'full'));
    await good.write('a', Uint8Array.of(1));
    const storage = createFileStorage(full, join(folder, 'full'));
    await expect(storage.write('a', Uint8Array.of(2), Uint8Array.of(1))).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      cause,
    });
    expect(await storage.read('a')).toEqual(Uint8Array.of(1));
  });
});

import {
  closeSync,
  existsSync,
  linkSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createFileHost } from '../../../src/adapters/files/file-host.ts';
import { acquireLock } from '../../../src/adapters/files/lock-file.ts';
import { createStartupWallets } from '../../../src/adapters/files/startup-wallets.ts';
import { wasmSecp256k1 } from '../../../src/crypto/wasm.ts';
import { networks } from '../../../src/encoding/network.ts';
import { encryptKeyring, unlockKeyring } from '../../../src/wallet/encryption.ts';
import { defaultWalletOptions, type WalletHost } from '../../../src/wallet/host.ts';
import { keysOf } from '../../../src/wallet/keyring.ts';
import { createWallet, type Wallet } from '../../../src/wallet/wallet.ts';
import { someWallet } from '../../support/generate/wallet.ts';
import { createRandom } from '../../support/random.ts';
import { run } from '../../support/run.ts';

const COST = { n: 2, r: 1, p: 1 };
const folders: string[] = [];
const hosts: { close(): Promise<void> }[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'coldsign-files-'));
  folders.push(folder);
  return folder;
}

function hostIn(folder: string, network = networks.regtest) {
  const host = createFileHost({
    folder: join(folder, 'wallets'),
    context: { network, secp256k1: wasmSecp256k1 },
    options: { ...defaultWalletOptions, scryptCost: COST },
    startup: createStartupWallets(join(folder, 'settings.json')),
  });
  hosts.push(host);
  return host;
}

const blank = (name: string) => createWallet({ name, network: networks.regtest });
const ok = { ok: true, warnings: [] };
const setLabel = (host: WalletHost, name: string, label: string) =>
  host.update(name, (wallet) => ({
    wallet: { ...wallet, labels: new Map(wallet.labels).set('00', { label, purpose: 'send' }) },
    value: label,
  }));
const labelOf = (host: WalletHost, name: string) => host.get(name)?.labels.get('00')?.label;

afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('wallets in files', () => {
  test('are there again in another process', async () => {
    const folder = newFolder();
    const host = hostIn(folder);
    const wallet: Wallet = {
      ...someWallet({ secp256k1: wasmSecp256k1, random: createRandom(3) }),
      name: 'sub/w',
    };
    expect(await host.create(wallet)).toEqual(ok);
    expect(await setLabel(host, 'sub/w', 'x')).toBe('x');
    const path = join(folder, 'wallets', 'sub', 'w.wallet');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'wallets')).mode & 0o777).toBe(0o700);
    await host.close();
    expect(readdirSync(join(folder, 'wallets', 'sub'))).toEqual(['w.wallet']);
    const other = hostIn(folder);
    expect(await other.list()).toEqual(['sub/w']);
    expect(await other.load('sub/w')).toEqual(ok);
    expect(other.get('sub/w')?.ledger).toEqual(wallet.ledger);
    expect(labelOf(other, 'sub/w')).toBe('x');
  });

  test('change one after another, and not at all when a change throws', async () => {
    const host = hostIn(newFolder());
    await host.create(blank('w'));
    const changes = Array.from({ length: 20 }, (_, i) =>
      host.update('w', (wallet) => {
        if (i === 7) throw new Error('no');
        const before = wallet.labels.get('00')?.label ?? '';
        const label = `${before}${i},`;
        return {
          wallet: { ...wallet, labels: new Map([['00', { label, purpose: undefined }]]) },
          value: undefined,
        };
      }),
    );
    const ends = await Promise.allSettled(changes);
    expect(ends.map(({ status }) => status).indexOf('rejected')).toBe(7);
    expect(labelOf(host, 'w')).toBe('0,1,2,3,4,5,6,8,9,10,11,12,13,14,15,16,17,18,19,');
  });

  test('belong to one process at a time', async () => {
    const folder = newFolder();
    const host = hostIn(folder);
    const other = hostIn(folder);
    await host.create(blank('w'));
    expect(await other.load('w')).toMatchObject({
      code: -4,
      error: expect.stringMatching(/exclusive lock on .*is it being used by another instance/),
    });
    await host.unload('w');
    expect(await other.load('w')).toEqual(ok);
    rmSync(join(folder, 'wallets', 'w.wallet.lock'));
    await expect(setLabel(other, 'w', 'y')).rejects.toThrow(
      'Error: The wallet could not be stored: another process took the lock of the wallet file',
    );
    expect(labelOf(other, 'w')).toBeUndefined();
  });

  test('open after the process that had them died', async () => {
    const folder = newFolder();
    const host = hostIn(folder);
    await host.create(blank('w'));
    await host.close();
    const lock = join(folder, 'wallets', 'w.wallet.lock');
    const dead = await run(process.execPath, ['-e', 'console.log(process.pid)']);
    const written = acquireLock(join(folder, 'model'));
    const owner = JSON.parse(readFileSync(join(folder, 'model.lock'), 'utf8'));
    written?.release();
    for (const stale of [
      { ...owner, pid: Number(dead.stdout) },
      { ...owner, pid: process.ppid, start: 'another boot 1' },
      { ...owner, nonce: 'of a process before us with our number' },
    ]) {
      writeFileSync(lock, JSON.stringify(stale));
      expect(await host.load('w')).toEqual(ok);
      await host.unload('w');
      expect(existsSync(lock)).toBe(false);
    }
    for (const live of [
      { ...owner, pid: process.ppid, start: '' },
      { ...owner, pid: 2 ** 22 + 1, host: 'elsewhere' },
    ]) {
      writeFileSync(lock, JSON.stringify(live));
      expect(await host.load('w')).toMatchObject({ ok: false });
      expect(JSON.parse(readFileSync(lock, 'utf8'))).toEqual(live);
    }
  });

  test('say what is wrong with a file, and leave it as it is', async () => {
    const folder = newFolder();
    const host = hostIn(folder);
    await host.create(blank('w'));
    await host.close();
    const path = join(folder, 'wallets', 'w.wallet');
    const good = readFileSync(path);
    const spoil = async (change: (bytes: Buffer) => Buffer, name = 'w') => {
      const bad = change(Buffer.from(good));
      writeFileSync(path, bad);
      const outcome = await host.load(name);
      expect(readFileSync(path)).toEqual(bad);
      return outcome;
    };
    const flip = (at: number) => (bytes: Buffer) => {
      bytes[at] = (bytes[at] ?? 0) ^ 4;
      return bytes;
    };
    expect(await spoil((bytes) => bytes.subarray(0, -1))).toEqual({
      ok: false,
      code: -4,
      error: `Wallet loading failed. Error loading ${path}: Wallet corrupted (the end of the file is missing)`,
    });
    expect(await spoil(flip(good.length - 3))).toEqual({
      ok: false,
      code: -4,
      error: `Wallet loading failed. Error loading ${path}: Wallet corrupted (its digest does not match)`,
    });
    expect(await spoil(flip(16))).toMatchObject({
      code: -4,
      error: expect.stringContaining('Wallet requires newer version of coldsign'),
    });
    expect(await spoil(() => Buffer.from('SQLite format 3\0 and much more'))).toMatchObject({
      code: -18,
      error: expect.stringContaining('Data is not in recognized format.'),
    });
    writeFileSync(path, good);
    expect(await hostIn(folder, networks.main).load('w')).toMatchObject({
      code: -4,
      error: expect.stringContaining('is for chain regtest, not for main'),
    });
    expect(await host.load('other')).toEqual({
      ok: false,
      code: -18,
      error: `Wallet file verification failed. Failed to load database path '${join(folder, 'wallets', 'other')}'. Path does not exist.`,
    });
    expect(await host.create(blank('w'))).toMatchObject({ code: -4 });
    expect(readFileSync(path)).toEqual(good);
    for (const name of ['../w', 'a/../w', '/', 'w/', './w']) {
      expect(await host.create(blank(name))).toMatchObject({ code: -4 });
    }
  });

  test('that get a passphrase have no trace of the keys on the disk', async () => {
    const folder = newFolder();
    const host = hostIn(folder);
    const wallet = {
      ...someWallet({ secp256k1: wasmSecp256k1, random: createRandom(12) }),
      name: 'w',
    };
    const keys = keysOf(wallet.keyring) ?? new Map();
    const secrets = [...keys.values()].flatMap((table) =>
      [...table.values()].map((key) => Buffer.from(key.reveal())),
    );
    expect(secrets.length).toBeGreaterThan(0);
    await host.create(wallet);
    const path = join(folder, 'wallets', 'w.wallet');
    expect(secrets.every((secret) => readFileSync(path).includes(secret))).toBe(true);
    const old = openSync(path, 'r');
    const keyring = encryptKeyring(keys, 'p', COST, createRandom(4).bytes);
    const encrypt = (current: Wallet) => ({ wallet: { ...current, keyring }, value: undefined });
    await host.update('w', encrypt);
    expect(readFileSync(old).every((byte) => byte === 0)).toBe(true);
    closeSync(old);
    // A second name for the file keeps the old bytes: that is its owner's will.
    await host.create({ ...wallet, name: 'linked' });
    linkSync(join(folder, 'wallets', 'linked.wallet'), join(folder, 'kept'));
    await host.update('linked', encrypt);
    expect(secrets.some((secret) => readFileSync(path).includes(secret))).toBe(false);
    expect(secrets.every((secret) => readFileSync(join(folder, 'kept')).includes(secret))).toBe(
      true,
    );
  });

  test('lock at once, also while a change is being stored', async () => {
    const host = hostIn(newFolder());
    const { sealed } = encryptKeyring(new Map(), 'p', COST, createRandom(4).bytes);
    await host.create({ ...blank('w'), keyring: { kind: 'locked', sealed } });
    const unlocking = unlockKeyring(sealed, 'p');
    if (unlocking.kind !== 'unlocked') throw new Error(unlocking.kind);
    const { keyring } = unlocking;
    await host.update('w', (wallet) => ({ wallet: { ...wallet, keyring }, value: undefined }));
    expect(host.get('w')?.keyring.kind).toBe('unlocked');
    const stored = setLabel(host, 'w', 'late');
    await Promise.resolve();
    host.lock('w');
    expect(host.get('w')?.keyring.kind).toBe('locked');
    await stored;
    expect(host.get('w')?.keyring.kind).toBe('locked');
    expect(labelOf(host, 'w')).toBe('late');
  });

  test('are copied and brought back', async () => {
    const folder = newFolder();
    const host = hostIn(folder);
    await host.create(blank('w'));
    await setLabel(host, 'w', 'kept');
    const backup = join(folder, 'backup.file');
    expect(await host.backup('w', backup)).toEqual(ok);
    expect(await host.backup('w', backup)).toEqual(ok);
    expect(await host.backup('w', folder)).toEqual(ok);
    expect(readFileSync(join(folder, 'w.wallet'))).toEqual(readFileSync(backup));
    const refused = { ok: false, code: -4, error: 'Error: Wallet backup failed!' };
    writeFileSync(join(folder, 'letter'), 'dear');
    for (const bad of [
      join(folder, 'wallets', 'w.wallet'),
      join(folder, 'wallets'),
      join(folder, 'letter'),
      join(folder, 'no', 'such', 'folder'),
    ]) {
      expect(await host.backup('w', bad)).toEqual(refused);
    }
    expect(readFileSync(join(folder, 'letter'), 'utf8')).toBe('dear');
    expect(await host.restore('again', backup)).toEqual(ok);
    expect(labelOf(host, 'again')).toBe('kept');
    expect(host.get('again')?.name).toBe('again');
    expect(await host.restore('again', backup)).toMatchObject({ code: -36 });
    expect(await host.restore('x', join(folder, 'none'))).toEqual({
      ok: false,
      code: -8,
      error: 'Backup file does not exist',
    });
    expect(await host.restore('x', join(folder, 'letter'))).toMatchObject({ code: -18 });
    expect(await host.list()).toEqual(['again', 'w']);
    expect(readdirSync(join(folder, 'wallets')).sort()).toEqual([
      'again.wallet',
      'again.wallet.lock',
      'w.wallet',
      'w.wallet.lock',
    ]);
  });

  test('stay behind a symbolic link', async () => {
    const folder = newFolder();
    const host = hostIn(folder);
    await host.create(blank('w'));
    await host.unload('w');
    const link = join(folder, 'wallets', 'linked.wallet');
    symlinkSync(join(folder, 'wallets', 'w.wallet'), link);
    await host.load('linked');
    await setLabel(host, 'linked', 'through the link');
    await host.unload('linked');
    await host.load('w');
    expect(labelOf(host, 'w')).toBe('through the link');
  });

  test('are noted for the next start', async () => {
    const folder = newFolder();
    const settings = join(folder, 'settings.json');
    const startup = createStartupWallets(settings);
    writeFileSync(settings, '{"other": 1}');
    const host = hostIn(folder);
    expect(await host.loadOnStartup('a', true)).toBe(true);
    expect(await host.loadOnStartup('b', true)).toBe(true);
    expect(await host.loadOnStartup('a', false)).toBe(true);
    expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual({ other: 1, wallet: ['b'] });
    expect(startup.names()).toEqual(['b']);
    writeFileSync(settings, 'not ours');
    expect(await host.loadOnStartup('a', true)).toBe(false);
    expect(readFileSync(settings, 'utf8')).toBe('not ours');
  });
});

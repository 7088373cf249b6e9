import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  linkSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createFileHost } from '../../../src/adapters/files/file-host.ts';
import { acquireLock } from '../../../src/adapters/files/lock-file.ts';
import { createStartupWallets } from '../../../src/adapters/files/startup-wallets.ts';
import type { WalletLayout } from '../../../src/adapters/files/wallet-path.ts';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { decodeSections, digestSection, encodeSections } from '../../../src/crypto/section-file.ts';
import { concatBytes } from '../../../src/encoding/bytes.ts';
import { networks } from '../../../src/encoding/network.ts';
import { decodeWallet, walletFile } from '../../../src/wallet/codec/codec.ts';
import { Kind } from '../../../src/wallet/codec/sections.ts';
import { emptyKeyring, keysOf } from '../../../src/wallet/keys/keyring.ts';
import { encryptWallet, unlockWallet } from '../../../src/wallet/keys/unlock.ts';
import { defaultWalletOptions } from '../../../src/wallet/options.ts';
import { createWallet, type Wallet } from '../../../src/wallet/wallet.ts';
import type { WalletHost } from '../../../src/wallet-host/host.ts';
import { createRandom } from '../../support/generate/random.ts';
import {
  someWallet,
  TEST_XPRV,
  withDescriptorText,
  withTransactions,
} from '../../support/generate/wallet.ts';
import { opened } from '../../support/opened.ts';
import { passphraseKey } from '../../support/passphrase-key.ts';
import { run } from '../../support/run.ts';
import { withWords } from '../../support/vectors/host-words.ts';

const COST = { n: 2, r: 1, p: 1 };
const folders: string[] = [];
const hosts: { close(): Promise<void> }[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'coldsign-files-'));
  folders.push(folder);
  return folder;
}

function hostIn(folder: string, network = networks.regtest, layout: WalletLayout = 'file') {
  const host = createFileHost({
    folder: join(folder, 'wallets'),
    layout,
    context: { network, secp256k1: kernelSecp256k1 },
    options: { ...defaultWalletOptions, scryptCost: COST },
    startup: createStartupWallets(join(folder, 'settings.json')),
  });
  hosts.push(host);
  return withWords(host);
}

const environment = () => ({ secp256k1: kernelSecp256k1, random: createRandom(4).bytes });
const blank = (name: string) => createWallet({ name, network: networks.regtest });
const ok = { ok: true, warnings: [] };
const backupFailed = { ok: false, code: -4, error: 'Error: Wallet backup failed!' };
const matching = (words: string | RegExp) =>
  typeof words === 'string' ? words : expect.stringMatching(words);
/** Makes a wallet that has only its own keys. */
const small = (name: string, path: number): Wallet =>
  withDescriptorText(blank(name), `wpkh(${TEST_XPRV}/${path}/*)`, {
    secp256k1: kernelSecp256k1,
    random: createRandom(1),
    keypoolSize: 2,
  });
const idsIn = (path: string, network = networks.regtest) => {
  const read = decodeWallet(readFileSync(path), 'x', { network, secp256k1: kernelSecp256k1 });
  if ('error' in read) throw new Error(read.error);
  return [...read.descriptors.keys()];
};
const idsOf = (wallet: Wallet) => [...wallet.descriptors.keys()];
const setLabel = (host: WalletHost, name: string, label: string) =>
  opened(host, name).update((wallet) => ({
    wallet: { ...wallet, labels: new Map(wallet.labels).set('00', { label, purpose: 'send' }) },
    value: label,
  }));
const labelOf = (host: WalletHost, name: string) => host.get(name)?.value.labels.get('00')?.label;

afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('wallets in files', () => {
  test('are available in another process', async () => {
    const folder = newFolder();
    const host = hostIn(folder);
    const wallet: Wallet = {
      ...someWallet({ secp256k1: kernelSecp256k1, random: createRandom(3) }),
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
    expect(other.get('sub/w')?.value.ledger).toEqual(wallet.ledger);
    expect(labelOf(other, 'sub/w')).toBe('x');
  });

  test('change in turn, and not at all if a change throws', async () => {
    const host = hostIn(newFolder());
    await host.create(blank('w'));
    const changes = Array.from({ length: 20 }, (_, i) =>
      opened(host, 'w').update((wallet) => {
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

  test('refuses a wallet whose coin amount was changed and leaves the file as it is', async () => {
    const folder = newFolder();
    const host = hostIn(folder);
    const coin = { transactions: 1, coinsEach: 1 };
    const wallet = withTransactions(small('w', 1), coin, createRandom(2));
    await host.create(encryptWallet(wallet, passphraseKey('p'), environment()));
    await host.unload('w');
    const path = join(folder, 'wallets', 'w.wallet');
    const frame = decodeSections(new Uint8Array(readFileSync(path)), walletFile);
    if ('error' in frame) throw new Error(frame.error);
    const [output] = wallet.ledger.outputs.values();
    const value = Buffer.alloc(8);
    value.writeBigUInt64LE(output?.output.value ?? 0n);
    const changed = frame.sections.map(({ kind, bytes }) => {
      const copy = Buffer.from(bytes);
      if (kind === Kind.TRANSACTIONS) copy.writeBigUInt64LE(1n, copy.indexOf(value));
      return digestSection(kind, new Uint8Array(copy));
    });
    const forged = concatBytes(...encodeSections(walletFile, changed));
    writeFileSync(path, forged);
    expect(await host.load('w')).toMatchObject({
      code: -4,
      error: expect.stringContaining('Wallet corrupted'),
    });
    expect(new Uint8Array(readFileSync(path))).toEqual(forged);
    writeFileSync(path, concatBytes(...encodeSections(walletFile, frame.sections)));
    expect(await host.load('w')).toEqual(ok);
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
      'the wallet could not be stored: another process took the lock of the wallet file',
    );
    expect(labelOf(other, 'w')).toBeUndefined();
  });

  test('open after the death of their process', async () => {
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

  test.runIf(existsSync('/proc/self/stat'))(
    'open after their process was killed and became a zombie',
    async () => {
      const folder = newFolder();
      const host = hostIn(folder);
      await host.create(blank('w'));
      await host.close();
      const written = acquireLock(join(folder, 'model'));
      const owner = JSON.parse(readFileSync(join(folder, 'model.lock'), 'utf8'));
      written?.release();
      const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600']);
      try {
        const [line] = await once(parent.stdout, 'data');
        const pid = Number(line);
        const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
        const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
        const lock = join(folder, 'wallets', 'w.wallet.lock');
        writeFileSync(lock, JSON.stringify({ ...owner, pid, start: `${boot} ${stat()[21]}` }));
        expect(await host.load('w')).toMatchObject({ ok: false });
        process.kill(pid, 'SIGKILL');
        while (stat()[2] !== 'Z') await setImmediate();
        expect(await host.load('w')).toEqual(ok);
      } finally {
        parent.kill();
      }
    },
  );

  test('report a faulty file, and leave it unchanged', async () => {
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
    // Every digest is right, but the content differs from what was written.
    expect(await spoil((bytes) => Buffer.concat([bytes, Buffer.of(0)]))).toMatchObject({
      code: -4,
      error: expect.stringContaining(
        'its digests match, but this version cannot read its contents',
      ),
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
      code: -18,
      error: expect.stringContaining('is for chain regtest, not for main'),
    });
    expect(await hostIn(folder, networks.main).restore('r', path)).toMatchObject({
      code: -18,
      error: expect.stringContaining(`'${path}' is for chain regtest, not for main`),
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

  test('leave no trace of the keys on the disk after encryption', async () => {
    const folder = newFolder();
    const host = hostIn(folder);
    const wallet = {
      ...someWallet({ secp256k1: kernelSecp256k1, random: createRandom(12) }),
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
    const encrypt = (current: Wallet) => ({
      wallet: encryptWallet(current, passphraseKey('p'), environment()),
      value: undefined,
    });
    await opened(host, 'w').update(encrypt);
    expect(readFileSync(old).every((byte) => byte === 0)).toBe(true);
    closeSync(old);
    // A second name for the file keeps the old bytes, as its owner intended.
    await host.create({ ...wallet, name: 'linked' });
    linkSync(join(folder, 'wallets', 'linked.wallet'), join(folder, 'kept'));
    await opened(host, 'linked').update(encrypt);
    expect(secrets.some((secret) => readFileSync(path).includes(secret))).toBe(false);
    expect(secrets.every((secret) => readFileSync(join(folder, 'kept')).includes(secret))).toBe(
      true,
    );
  });

  test('lock at once, also while a change is being stored', async () => {
    const host = hostIn(newFolder());
    await host.create(encryptWallet(blank('w'), passphraseKey('p'), environment()));
    await opened(host, 'w').update((current) => {
      const options = { ...environment(), labelsNeedPassphrase: true };
      const unlocking = unlockWallet(current, passphraseKey('p'), options);
      if ('error' in unlocking) throw new Error(unlocking.error);
      return { wallet: unlocking, value: undefined };
    });
    expect(host.get('w')?.value.keyring.kind).toBe('unlocked');
    const stored = setLabel(host, 'w', 'late');
    await Promise.resolve();
    opened(host, 'w').lock();
    expect(host.get('w')?.value.keyring.kind).toBe('locked');
    await stored;
    expect(host.get('w')?.value.keyring.kind).toBe('locked');
    expect(labelOf(host, 'w')).toBe('late');
  });

  test('are backed up and restored', async () => {
    const folder = newFolder();
    const host = hostIn(folder);
    await host.create(blank('w'));
    await setLabel(host, 'w', 'kept');
    const backup = join(folder, 'backup.file');
    expect(await host.backup('w', backup)).toEqual(ok);
    expect(await host.backup('w', backup)).toEqual(ok);
    expect(await host.backup('w', folder)).toEqual(ok);
    expect(readFileSync(join(folder, 'w.wallet'))).toEqual(readFileSync(backup));
    writeFileSync(join(folder, 'letter'), 'dear');
    const own = join(folder, 'wallets', 'w.wallet');
    for (const [bad, hint] of [
      [own, `${own} is the wallet itself. Choose another name`],
      [join(folder, 'wallets'), `${own} is the wallet itself. Choose another name`],
      [join(folder, 'letter'), /letter exists and is not a wallet of this chain/],
      [
        join(folder, 'no', 'such', 'folder'),
        /no such file or folder \(ENOENT\): .*\/no\/such\/folder$/,
      ],
    ] as const) {
      expect(await host.backup('w', bad)).toEqual({ ...backupFailed, hint: matching(hint) });
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

  test('never take the place of the backup of another wallet', async () => {
    const folder = newFolder();
    const host = hostIn(folder);
    const [alice, bob] = [small('alice/main', 1), small('bob/main', 2)];
    for (const wallet of [alice, bob]) await host.create(wallet);
    const target = join(folder, 'main.wallet');
    expect(await host.backup('alice/main', folder)).toEqual(ok);
    expect(await host.backup('bob/main', folder)).toEqual({
      ...backupFailed,
      hint: `${target} exists and has data that this wallet lacks. Choose another name`,
    });
    expect(idsIn(target)).toEqual(idsOf(alice));
    // The same wallet with more content replaces it; an earlier state does not.
    const earlier = join(folder, 'earlier');
    expect(await host.backup('alice/main', earlier)).toEqual(ok);
    await setLabel(host, 'alice/main', 'x');
    expect(await host.backup('alice/main', folder)).toEqual(ok);
    expect(await host.restore('alice/old', earlier)).toEqual(ok);
    expect(await host.backup('alice/old', target)).toMatchObject(backupFailed);
    // Neither does an empty wallet, or one without the private keys.
    await host.create(blank('blank'));
    const watching = { ...alice, name: 'watching', keyring: emptyKeyring };
    await host.create({ ...watching, flags: { ...alice.flags, disablePrivateKeys: true } });
    for (const name of ['blank', 'watching']) {
      expect(await host.backup(name, earlier)).toMatchObject(backupFailed);
    }
    expect(await host.backup('blank', join(folder, 'empty'))).toEqual(ok);
    expect(await host.backup('alice/main', join(folder, 'empty'))).toMatchObject(backupFailed);
    expect(idsIn(target)).toEqual(idsOf(alice));
    expect(readdirSync(folder).sort()).toEqual(['earlier', 'empty', 'main.wallet', 'wallets']);
  });

  test('leave other files beside a backup alone', async () => {
    const folder = newFolder();
    const host = hostIn(folder);
    await host.create(small('w', 1));
    const beside = ['notes.new', 'notes.0123456789abcdef.new', 'notes.wallet'];
    for (const name of beside) writeFileSync(join(folder, name), 'of somebody else');
    expect(await host.backup('w', join(folder, 'notes'))).toEqual(ok);
    expect(readdirSync(folder).sort()).toEqual(['notes', 'wallets', ...beside].sort());
    // Another program's lock delays the backup, and is not removed.
    for (const text of ['', '{"lockfileVersion": 1}', '{"pid": 1}']) {
      writeFileSync(join(folder, 'yarn.lock'), text);
      expect(await host.backup('w', join(folder, 'yarn'))).toEqual({
        ...backupFailed,
        hint: `${join(folder, 'yarn')} is in use by the process in ${join(folder, 'yarn.lock')}. Wait for it, or choose another name`,
      });
      expect(readFileSync(join(folder, 'yarn.lock'), 'utf8')).toBe(text);
    }
  });

  test('that are backed up to one path at once agree with the answers', async () => {
    const folder = newFolder();
    const host = hostIn(folder);
    const wallets = [1, 2, 3].map((path) => small(`w${path}`, path));
    for (const wallet of wallets) await host.create(wallet);
    for (let round = 0; round < 25; round++) {
      const target = join(folder, `backup${round}`);
      const outcomes = await Promise.all(wallets.map(({ name }) => host.backup(name, target)));
      const stored = wallets.filter((_, i) => outcomes[i]?.ok);
      expect(stored.map(idsOf)).toEqual([idsIn(target)]);
    }
    expect(readdirSync(folder)).toHaveLength(26);
  });

  test('that are made, restored and loaded under one name at once agree with the answers', async () => {
    const folder = newFolder();
    const host = hostIn(folder);
    const backup = join(folder, 'backup');
    const [created, restored] = [small('made', 1), small('restored', 2)];
    await host.create(restored);
    await host.backup('restored', backup);
    for (let round = 0; round < 25; round++) {
      const name = `n${round}`;
      const acts = [
        () => host.create({ ...created, name }),
        () => host.restore(name, backup),
        () => host.load(name),
        () => host.unload(name),
      ];
      // Try all orders.
      const order = [...acts.slice(round % 4), ...acts.slice(0, round % 4)];
      const outcomes = await Promise.all(order.map((act) => act()));
      const [isCreated, isRestored] = acts.map((act) => outcomes[order.indexOf(act)]?.ok);
      expect([isCreated, isRestored].filter(Boolean)).toHaveLength(1);
      const ids = idsIn(join(folder, 'wallets', `${name}.wallet`));
      expect(ids).toEqual(idsOf(isCreated ? created : restored));
    }
  });

  test('are cleaned up after a process was killed while writing', async () => {
    const folder = newFolder();
    const host = hostIn(folder);
    await host.create(small('w', 1));
    await host.unload('w');
    const wallets = join(folder, 'wallets');
    const random = '0123456789abcdef0123456789abcdef';
    const dead = await run(process.execPath, ['-e', 'console.log(process.pid)']);
    const written = acquireLock(join(folder, 'model'));
    const owner = JSON.parse(readFileSync(join(folder, 'model.lock'), 'utf8'));
    written?.release();
    const gone = JSON.stringify({ ...owner, pid: Number(dead.stdout) });
    const left = [
      [`w.wallet.${random}.new`, 'half a wallet'],
      [`w.wallet.lock.${random}`, gone],
      [`w.wallet.lock.${random.replace('0', '1')}`, '{"pid"'],
      ['w.wallet.lock.stale', gone],
      ['w.wallet.lock', gone],
    ] as const;
    const others = [
      ['w.wallet.new', 'somebody else'],
      [`w.wallet.lock.${random.replace('0', '2')}`, JSON.stringify({ ...owner, start: '' })],
      [`v.wallet.${random}.new`, 'of another wallet, which may be written now'],
    ] as const;
    for (const [name, text] of [...left, ...others]) writeFileSync(join(wallets, name), text);
    expect(await host.load('w')).toEqual(ok);
    await host.unload('w');
    expect(readdirSync(wallets).sort()).toEqual(['w.wallet', ...others.map(([n]) => n)].sort());
  });

  test('are regular files, and a pipe is not waited for', async () => {
    const folder = newFolder();
    const host = hostIn(folder);
    await host.create(small('w', 1));
    const pipe = join(folder, 'wallets', 'pipe.wallet');
    execFileSync('mkfifo', [pipe]);
    expect(await host.list()).toEqual(['w']);
    expect(await host.load('pipe')).toMatchObject({ ok: false, error: matching(/ENOTFILE/) });
    expect(await host.restore('x', pipe)).toMatchObject({
      ok: false,
      error: matching(/it is not a file/),
    });
    expect(await host.backup('w', pipe)).toMatchObject({
      ...backupFailed,
      hint: matching(/it is not a file/),
    });
  });

  test('keep a symbolic link in place', async () => {
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

  test('are recorded for the next start', async () => {
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

test('moves a wallet into the folder of the unnamed one and leaves a file of Core unchanged', async () => {
  const folder = newFolder();
  const host = hostIn(folder, networks.regtest, 'folder');
  const at = (...names: string[]) => join(folder, 'wallets', ...names);
  expect(await host.create(blank('a/b'))).toEqual(ok);
  expect(await host.list()).toEqual(['a/b']);
  await host.unload('a/b');
  expect(readdirSync(at('a', 'b'))).toEqual(['wallet.dat']);
  renameSync(at('a', 'b', 'wallet.dat'), at('wallet.dat'));
  expect(await host.list()).toEqual(['']);
  expect(await host.load('')).toEqual(ok);
  expect(await host.load('a/b')).toMatchObject({ ok: false, code: -18 });
  const cores = Buffer.from('SQLite format 3\0 and much more');
  writeFileSync(at('a', 'b', 'wallet.dat'), cores);
  expect(await host.create(blank('a/b'))).toMatchObject({ ok: false, code: -4 });
  expect(await host.load('a/b')).toMatchObject({
    ok: false,
    code: -18,
    error: expect.stringContaining('Data is not in recognized format.'),
  });
  expect(readFileSync(at('a', 'b', 'wallet.dat'))).toEqual(cores);
  // Neither layout sees the wallets of the other.
  expect(await hostIn(folder).list()).toEqual([]);
});

test.each(['file', 'folder'] as const)(
  'a backup that is not a wallet creates no file and no folder (%s)',
  async (layout) => {
    const folder = newFolder();
    const host = hostIn(folder, networks.regtest, layout);
    writeFileSync(join(folder, 'letter'), 'dear');
    expect(await host.restore('x/y', join(folder, 'letter'))).toMatchObject({ code: -18 });
    expect(readdirSync(folder)).toEqual(['letter']);
  },
);

test.each(['file', 'folder'] as const)(
  'a backup is not written into a folder of wallets, where it would be loaded as another one (%s)',
  async (layout) => {
    const folder = newFolder();
    const host = hostIn(folder, networks.regtest, layout);
    await host.create(blank('a/b'));
    const wallets = join(folder, 'wallets');
    const before = readdirSync(wallets, { recursive: true });
    const own = layout === 'file' ? join(wallets, 'a') : join(wallets, 'a', 'b');
    for (const place of [wallets, `${wallets}/.`, own]) {
      expect(await host.backup('a/b', place)).toMatchObject({ ok: false, code: -4 });
    }
    expect(readdirSync(wallets, { recursive: true })).toEqual(before);
    expect(await host.backup('a/b', folder)).toEqual(ok);
  },
);

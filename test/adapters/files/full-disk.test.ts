import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFileHost } from '../../../src/adapters/files/file-host.ts';
import { createStartupWallets } from '../../../src/adapters/files/startup-wallets.ts';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { networks } from '../../../src/encoding/network.ts';
import { defaultWalletOptions } from '../../../src/wallet/options.ts';
import { createWallet } from '../../../src/wallet/wallet.ts';
import type { WalletHost } from '../../../src/wallet-host/host.ts';
import { createRandom } from '../../support/generate/random.ts';
import { TEST_XPRV, withDescriptorText } from '../../support/generate/wallet.ts';
import { opened } from '../../support/opened.ts';
import { withWords } from '../../support/vectors/host-words.ts';

/** Makes the disk full at one step of writing, counted from 0, and frees it at the next. */
const disk = vi.hoisted(() => ({ step: 0, fullAt: -1, hasLinks: true }));

/** Simulates a file system without links, as on many USB sticks. */
const needLinks = vi.hoisted(() => () => {
  if (!disk.hasLinks) throw Object.assign(new Error('no links'), { code: 'EPERM' });
});

const takeStep = vi.hoisted(() => () => {
  if (disk.step++ === disk.fullAt) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
});

vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof import('node:fs/promises')>();
  const before =
    <A extends readonly unknown[], R>(act: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      takeStep();
      return act(...args);
    };
  /** Limits all operations that need room on a disk. */
  const limited = (file: FileHandle): FileHandle =>
    new Proxy(file, {
      get(target, name) {
        const member = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        const act = member.bind(target);
        return ['write', 'writev', 'sync'].includes(String(name)) ? before(act) : act;
      },
    });
  return {
    ...real,
    mkdir: before(real.mkdir),
    rename: before(real.rename),
    link: before(async (...args: Parameters<typeof real.link>) => {
      needLinks();
      return real.link(...args);
    }),
    async open(...args: Parameters<typeof real.open>) {
      if (args[1] === 'wx') takeStep();
      return limited(await real.open(...args));
    },
  };
});

vi.mock('node:fs', async (load) => {
  const real = await load<typeof import('node:fs')>();
  const before =
    <A extends readonly unknown[], R>(act: (...args: A) => R) =>
    (...args: A): R => {
      takeStep();
      return act(...args);
    };
  return {
    ...real,
    writeFileSync: before(real.writeFileSync),
    fsyncSync: before(real.fsyncSync),
    linkSync: before((...args: Parameters<typeof real.linkSync>) => {
      needLinks();
      return real.linkSync(...args);
    }),
    openSync: (...args: Parameters<typeof real.openSync>) => {
      if (args[1] === 'wx') takeStep();
      return real.openSync(...args);
    },
  };
});

let folder = '';
const [wallets, backup] = [() => join(folder, 'wallets'), () => join(folder, 'backup')];
const ok = { ok: true, warnings: [] };

function newHost() {
  const host = createFileHost({
    folder: wallets(),
    context: { network: networks.regtest, secp256k1: kernelSecp256k1 },
    options: { ...defaultWalletOptions, keypoolSize: 2, scryptCost: { n: 2, r: 1, p: 1 } },
    startup: createStartupWallets(join(folder, 'settings.json')),
  });
  return withWords(host);
}

function walletOf(name: string) {
  const blank = createWallet({ name, network: networks.regtest });
  const options = { secp256k1: kernelSecp256k1, random: createRandom(1), keypoolSize: 2 };
  return withDescriptorText(blank, `wpkh(${TEST_XPRV}/0/*)`, options);
}

const label = (host: WalletHost, text: string) =>
  opened(host, 'w').update((wallet) => ({
    wallet: { ...wallet, labels: new Map([['00', { label: text, purpose: 'send' }]]) },
    value: undefined,
  }));

async function labelInFile(): Promise<string | undefined> {
  const host = newHost();
  expect(await host.load('w')).toEqual(ok);
  const found = host.get('w')?.value.labels.get('00')?.label;
  await host.close();
  return found;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coldsign-full-'));
});

afterEach(() => {
  disk.fullAt = -1;
  disk.hasLinks = true;
  rmSync(folder, { recursive: true });
});

/** Repeats a round for every step at which the disk can be full. Returns the number of steps. */
async function fillAtEach(round: (fail: () => void) => Promise<void>): Promise<number> {
  for (let at = 0; ; at++) {
    disk.fullAt = -1;
    await round(() => {
      disk.step = 0;
      disk.fullAt = at;
    });
    if (disk.step <= at) return at;
    disk.fullAt = -1;
  }
}

test('a change on a full disk is refused, and the file keeps the acknowledged state', async () => {
  const host = newHost();
  await host.create(walletOf('w'));
  await host.close();
  let count = 0;
  const steps = await fillAtEach(async (fail) => {
    const open = newHost();
    await open.load('w');
    const before = `before ${count}`;
    const after = `after ${count++}`;
    await label(open, before);
    fail();
    const stored = await label(open, after).then(
      () => true,
      (error) => {
        expect(error.message).toContain('could not be stored: the disk is full (ENOSPC)');
        return false;
      },
    );
    const { step } = disk;
    disk.fullAt = -1;
    await open.close();
    disk.step = step;
    const found = await labelInFile();
    // After the last step, when the name points to the new file, only a power failure could undo
    // it.
    if (stored) expect(found).toBe(after);
    else expect([before, after]).toContain(found);
    expect(readdirSync(wallets())).toEqual(['w.wallet']);
    disk.step = step;
  });
  expect(steps).toBeGreaterThan(4);
});

test.each(['create', 'restore', 'backup'] as const)(
  '%s on a full disk leaves nothing behind, says why, and works once there is room',
  async (act) => {
    const host = newHost();
    await host.create(walletOf('source'));
    expect(await host.backup('source', backup())).toEqual(ok);
    let count = 0;
    const steps = await fillAtEach(async (fail) => {
      const name = `w${count++}`;
      const target = join(folder, name);
      const run = () => {
        if (act === 'create') return host.create(walletOf(name));
        return act === 'restore' ? host.restore(name, backup()) : host.backup('source', target);
      };
      const before = readdirSync(folder).concat(readdirSync(wallets())).sort();
      fail();
      const outcome = await run();
      disk.fullAt = -1;
      const { step } = disk;
      if (!outcome.ok) {
        expect(JSON.stringify(outcome)).toContain('the disk is full (ENOSPC)');
        expect(readdirSync(folder).concat(readdirSync(wallets())).sort()).toEqual(before);
        expect(await run()).toEqual(ok);
      }
      const path = act === 'backup' ? target : join(wallets(), `${name}.wallet`);
      expect(readFileSync(path).length).toBe(readFileSync(backup()).length);
      disk.step = step;
    });
    expect(steps).toBeGreaterThan(7);
    await host.close();
    expect(readdirSync(wallets()).filter((name) => !name.endsWith('.wallet'))).toEqual([]);
  },
);

test('a failure to record a wallet for the next start is reported, and the others stay recorded', async () => {
  const startup = createStartupWallets(join(folder, 'settings.json'));
  expect(await startup.set('kept', true)).toBe(true);
  let count = 0;
  const steps = await fillAtEach(async (fail) => {
    const name = `w${count++}`;
    const before = startup.names();
    fail();
    const noted = await startup.set(name, true);
    disk.fullAt = -1;
    const { step } = disk;
    if (noted) expect(startup.names()).toEqual([...before, name]);
    else expect([before, [...before, name]]).toContainEqual(startup.names());
    expect(readdirSync(folder)).toEqual(['settings.json']);
    disk.step = step;
  });
  expect(steps).toBeGreaterThan(5);
});

test('makes, restores and backs up wallets without links and replaces no file', async () => {
  disk.hasLinks = false;
  const host = newHost();
  const made = await Promise.all([host.create(walletOf('w')), host.create(walletOf('w'))]);
  expect(made.map(({ ok: isMade }) => isMade)).toEqual([true, false]);
  expect(await host.backup('w', backup())).toEqual(ok);
  expect(await host.restore('w', backup())).toMatchObject({ code: -36 });
  expect(await host.restore('again', backup())).toEqual(ok);
  expect(await newHost().load('w')).toMatchObject({ ok: false });
  await host.close();
  expect(readdirSync(wallets())).toEqual(['again.wallet', 'w.wallet']);
  // A truncated lock of a killed writer is taken over after a while.
  const lock = join(wallets(), 'w.wallet.lock');
  writeFileSync(lock, '{"pid":12');
  utimesSync(lock, 1, 1);
  expect(await host.load('w')).toEqual(ok);
  await host.close();
  expect(readdirSync(folder).sort()).toEqual(['backup', 'wallets']);
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { PrivateKey } from '../../src/crypto/private-key.ts';
import { encodeWif } from '../../src/crypto/wif.ts';
import { networks } from '../../src/encoding/network.ts';
import { execute } from '../../src/library/call.ts';
import { createWallets } from '../../src/library/create-wallets.ts';
import { openSnapshot, type SnapshotOptions } from '../../src/library/open-app-snapshot.ts';
import type { WalletStorage } from '../../src/library/wallet-storage.ts';
import { RpcError } from '../../src/rpc/error.ts';
import { signSnapshot } from '../../src/snapshot/snapshot-codec.ts';
import { createRandom } from '../support/generate/random.ts';
import { vectorPath } from '../support/paths.ts';

const snapshot = new Uint8Array(readFileSync(vectorPath('example/chain.snapshot')));
const requests = JSON.parse(readFileSync(vectorPath('example/descriptors.json'), 'utf8'));

/** Half an hour after the snapshot's tip, so that it is not old. */
const NOW = 1_795_239_000;

function memory() {
  const kept = new Map<string, Uint8Array>();
  const state = { full: false };
  const storage: WalletStorage = {
    read: async (name) => kept.get(name)?.slice(),
    async write(name, bytes) {
      if (state.full) throw new Error('the quota is used up');
      kept.set(name, bytes.slice());
    },
    names: async () => [...kept.keys()],
  };
  return { kept, state, storage };
}

/** Starts a process of the app: its memory is lost at the end, its storage remains. */
function start(storage: WalletStorage) {
  const options = {
    network: 'regtest',
    profile: 'core',
    wallets: createWallets(storage, {
      network: 'regtest',
      keypoolSize: 5,
      scryptCost: { n: 2, r: 1, p: 1 },
    }),
    chain: openSnapshot(snapshot, 'regtest'),
    now: () => NOW,
    random: createRandom(5).bytes,
  } as const;
  return (method: string, params: Parameters<typeof execute>[1] = []) =>
    execute(method, params as [], options);
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    ({ code, message }) => `${code} ${message}`,
  );

describe('wallets of an app', () => {
  test('are stored with every answer, and available after a restart', async () => {
    const { storage } = memory();
    const call = start(storage);
    await call('createwallet', { wallet_name: 'w', blank: true });
    expect(await call('importdescriptors', { requests })).toEqual([{ success: true }]);
    const address = await call('getnewaddress', ['me']);
    const again = start(storage);
    expect(await again('listwallets')).toEqual([]);
    await again('loadwallet', ['w']);
    expect(await again('getaddressinfo', [address as string])).toMatchObject({ labels: ['me'] });
    expect(await again('getbalances')).toMatchObject({ mine: { trusted: 0.75 } });
  });

  test('send coins of the snapshot, signed', async () => {
    const call = start(memory().storage);
    await call('createwallet', { wallet_name: 'w', blank: true });
    await call('importdescriptors', { requests });
    const outputs = { bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080: 0.6 };
    const sent = await call('send', { outputs, fee_rate: 2 });
    expect(sent).toMatchObject({ complete: true });
    const { txid } = sent as { txid: string };
    expect(await call('listoutbox')).toMatchObject([{ txid }]);
  });

  test('keys sign for coins that only the snapshot knows', async () => {
    const { storage } = memory();
    const call = start(storage);
    const txid = '674661d47852e218f86435c9ddf05a8c029a8b739eb3738706574e7d2858598b';
    const inputs = [0, 1].map((vout) => ({ txid, vout }));
    const hex = await call('createrawtransaction', { inputs, outputs: [{ data: '00' }] });
    const signed = await call('signrawtransactionwithkey', [hex as string, []]);
    const { errors } = signed as { errors: { error: string }[] };
    // One of the two is not an output of the wallet, so the snapshot does not have it.
    expect(new Set(errors.map(({ error }) => error))).toEqual(
      new Set(['Input not found or already spent', 'Witness program hash mismatch']),
    );
  });

  test('are stored unencrypted without a passphrase, encrypted with one', async () => {
    const { kept, storage } = memory();
    const call = start(storage);
    const secret = Buffer.alloc(32, 9);
    const key = PrivateKey.from(secret, true);
    const wif = key && encodeWif(key, networks.regtest);
    const info = await call('getdescriptorinfo', [`wpkh(${wif})`]);
    const { checksum } = info as { checksum: string };
    await call('createwallet', { wallet_name: 'w', blank: true });
    await call('importdescriptors', [[{ desc: `wpkh(${wif})#${checksum}`, timestamp: 'now' }]]);
    const holds = () => Buffer.from(kept.get('w') ?? []).includes(secret);
    expect(holds()).toBe(true);
    await call('encryptwallet', ['secret']);
    expect(holds()).toBe(false);
    await call('walletpassphrase', ['secret', 100]);
    await call('setlabel', ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'x']);
    expect(holds()).toBe(false);
  });

  test('are unchanged if they cannot be stored', async () => {
    const { state, storage } = memory();
    const call = start(storage);
    await call('createwallet', { wallet_name: 'w', blank: true });
    await call('importdescriptors', { requests });
    state.full = true;
    expect(await failure(call('getnewaddress'))).toBe(
      '-4 Error: The wallet could not be stored: the quota is used up',
    );
    state.full = false;
    const first = await call('getnewaddress');
    expect(await call('getaddressinfo', [first as string])).toMatchObject({
      hdkeypath: 'm/84h/1h/0h/0/2',
    });
  });

  test('are backed up and restored under other names, and nothing is overwritten', async () => {
    const { kept, storage } = memory();
    const call = start(storage);
    await call('createwallet', { wallet_name: 'w', blank: true });
    await call('importdescriptors', { requests });
    await call('backupwallet', ['copy']);
    expect(await failure(call('backupwallet', ['copy']))).toBe('-4 Error: Wallet backup failed!');
    expect(await failure(call('restorewallet', ['w', 'copy']))).toMatch(/^-36 /);
    expect(await failure(call('restorewallet', ['v', 'none']))).toBe(
      '-8 Backup file does not exist',
    );
    kept.set('torn', (kept.get('copy') ?? snapshot).slice(0, -1));
    expect(await failure(call('restorewallet', ['v', 'torn']))).toMatch(/^-4 .*corrupted/);
    expect(await call('restorewallet', ['v', 'copy'])).toEqual({ name: 'v' });
    expect([...kept.keys()]).toEqual(['w', 'copy', 'torn', 'v']);
  });

  test('are refused if kind, chain or version differs', async () => {
    const { kept, storage } = memory();
    const call = start(storage);
    await call('createwallet', { wallet_name: 'w' });
    const wallets = createWallets(storage, { network: 'main' });
    expect(await wallets.load('w')).toEqual({
      ok: false,
      error: { error: 'other network', network: 'regtest', expected: 'main', path: 'w' },
    });
    kept.set('s', snapshot);
    expect(await failure(call('loadwallet', ['s']))).toMatch(/^-18 .*not in recognized format/);
    expect(await failure(call('loadwallet', ['none']))).toMatch(/^-18 .*does not exist/);
  });
});

test('an invalid snapshot is refused with the reason', () => {
  const words = (bytes: Uint8Array, network: 'main' | 'regtest' = 'regtest') => {
    try {
      openSnapshot(bytes, network);
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
    return 'opened';
  };
  const bent = snapshot.slice();
  bent[5000] = (bent[5000] ?? 0) ^ 1;
  expect(words(snapshot)).toBe('opened');
  expect(words(snapshot, 'main')).toBe('The snapshot is of chain regtest, not of main');
  expect(words(bent)).toMatch(/^The snapshot is damaged/);
  expect(words(snapshot.slice(0, -1))).toMatch(/^The snapshot is cut off/);
  expect(words(Uint8Array.of(1, 2, 3))).toBe('The snapshot is not a snapshot');
});

describe('a snapshot whose signer an app trusts', () => {
  const signedBy = (byte: number, now: number) => {
    const privateKey = new Uint8Array(32).fill(byte);
    const signed = signSnapshot(snapshot, { privateKey, now, secp256k1: nobleSecp256k1 });
    if (!(signed instanceof Uint8Array)) throw new Error('it was not signed');
    return signed;
  };
  const own = signedBy(1, NOW);
  const publicKey = openSnapshot(own, 'regtest').provenance?.signer?.publicKey ?? '';
  const trusted = [{ publicKey, name: 'watcher', newest: { signedAt: NOW, height: 0 } }];
  const open = (bytes: Uint8Array, options?: SnapshotOptions) => {
    try {
      return openSnapshot(bytes, 'regtest', options).provenance?.notices.join() ?? '';
    } catch (error) {
      return error instanceof RpcError ? `${error.code} ${error.message}` : 'thrown';
    }
  };

  test('is opened, and says who signed it; an older one says so', () => {
    expect(open(own, { trusted })).toBe('');
    expect(open(own, { trusted: [{ publicKey: publicKey.toUpperCase() }] })).toBe('');
    expect(openSnapshot(own, 'regtest', { trusted }).provenance).toMatchObject({
      trusted: true,
      signer: { name: 'watcher', signedAt: NOW },
    });
    expect(open(signedBy(1, NOW - 1), { trusted })).toMatch(/^The snapshot is older than one/);
  });

  test('is the only one accepted, unless an option names another', () => {
    expect(open(snapshot, { trusted })).toMatch(/^-4 The snapshot is not signed, and only what w/);
    expect(open(signedBy(2, NOW), { trusted })).toMatch(/^-4 The snapshot is signed by .* trusted/);
    expect(() => openSnapshot(snapshot, 'regtest', { trusted })).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('With { anyway: true }') }),
    );
    expect(open(snapshot, { trusted, anyway: true })).toMatch(/^The snapshot is not signed\. /);
    expect(open(snapshot)).toMatch(/^The snapshot is not signed\. /);
    expect(open(signedBy(2, NOW), { trusted: [] })).toMatch(/who is not trusted here/);
    const bent = own.slice();
    bent[own.length - 1] = (bent[own.length - 1] ?? 0) ^ 1;
    expect(open(bent, { trusted, anyway: true })).toMatch(/^-4 The snapshot is damaged/);
  });

  test('is identified only by its public key', () => {
    const fingerprint = openSnapshot(own, 'regtest').provenance?.signer?.fingerprint ?? '';
    for (const wrong of ['', fingerprint, `02${publicKey}`, undefined, 7]) {
      const given = { trusted: [{ publicKey: wrong }] } as unknown as SnapshotOptions;
      expect(open(own, given)).toMatch(/^-3 The option trusted must be a list/);
    }
    for (const wrong of [publicKey, [publicKey], [null], null, { publicKey }]) {
      const given = { trusted: wrong } as unknown as SnapshotOptions;
      expect(open(own, given)).toMatch(/^-3 The option trusted must be a list/);
    }
  });

  test('appears in getwalletinfo, but not with -profile=core', async () => {
    const { storage } = memory();
    const wallets = createWallets(storage, { network: 'regtest', keypoolSize: 5 });
    const chain = openSnapshot(own, 'regtest', { trusted });
    const told: string[] = [];
    const notify = (notice: string) => void told.push(notice);
    const options = { network: 'regtest', wallets, now: () => NOW, notify } as const;
    await execute('createwallet', { wallet_name: 'w', disable_private_keys: true }, options);
    const infoOf = (more: object) => execute('getwalletinfo', [], { ...options, ...more });
    const { fingerprint } = chain.provenance?.signer ?? {};
    expect(await infoOf({ chain })).toMatchObject({
      snapshot: { trusted: true, fingerprint, name: 'watcher', signed_at: NOW },
    });
    expect(told).toEqual([]);
    const unsigned = openSnapshot(snapshot, 'regtest');
    expect(await infoOf({ chain: unsigned })).toMatchObject({ snapshot: { trusted: false } });
    expect(told).toEqual([expect.stringMatching(/^The snapshot is not signed/)]);
    expect(await infoOf({ chain, profile: 'core' })).not.toHaveProperty('snapshot');
    expect(await infoOf({})).not.toHaveProperty('snapshot');
  });
});

describe('concurrent calls', () => {
  /** Answers one event loop later, like IndexedDB. */
  const slow = (storage: WalletStorage): WalletStorage => {
    const pause = () => new Promise((resolve) => setTimeout(resolve, 1));
    return {
      read: async (name) => {
        await pause();
        return storage.read(name);
      },
      write: async (name, bytes) => {
        await pause();
        await storage.write(name, bytes);
      },
      names: storage.names,
    };
  };

  test('make a wallet once', async () => {
    const { kept, storage } = memory();
    const call = start(slow(storage));
    const made = await Promise.all([1, 2, 3].map(() => failure(call('createwallet', ['w']))));
    expect(made.filter((outcome) => outcome === 'no error')).toHaveLength(1);
    expect(made.filter((outcome) => /^-4 /.test(outcome))).toHaveLength(2);
    const address = await call('getnewaddress');
    const again = start(storage);
    await again('loadwallet', ['w']);
    expect(await again('getaddressinfo', [address as string])).toMatchObject({ ismine: true });
    expect([...kept.keys()]).toEqual(['w']);
  });

  test('load a wallet once, and not before it is unloaded', async () => {
    const { storage } = memory();
    await start(storage)('createwallet', ['w']);
    const call = start(slow(storage));
    const loaded = await Promise.all([1, 2].map(() => failure(call('loadwallet', ['w']))));
    expect(loaded.sort()).toEqual(['-4 Wallet already loading.', 'no error']);
    const addresses = [call('getnewaddress', ['a']), call('getnewaddress', ['b'])];
    const [address] = await Promise.all(addresses.slice(0, 1));
    const unloaded = call('unloadwallet', ['w']);
    const reloaded = call('loadwallet', ['w']);
    const late = await failure(addresses[1] ?? unloaded);
    await Promise.all([unloaded, reloaded]);
    expect(['no error', '-18 The wallet was unloaded meanwhile']).toContain(late);
    expect(await call('getaddressinfo', [address as string])).toMatchObject({ labels: ['a'] });
  });

  test('hand out a separate address to every caller', async () => {
    const call = start(slow(memory().storage));
    await call('createwallet', ['w']);
    const given = await Promise.all(Array.from({ length: 8 }, () => call('getnewaddress')));
    expect(new Set(given).size).toBe(8);
  });

  test('do not pay with the same coins', async () => {
    const call = start(slow(memory().storage));
    await call('createwallet', { wallet_name: 'w', blank: true });
    await call('importdescriptors', { requests });
    const outputs = { bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080: 0.2 };
    const sends = await Promise.allSettled(
      [1, 2, 3, 4, 5].map(() => call('send', { outputs, fee_rate: 2 })),
    );
    const sent = sends.filter(({ status }) => status === 'fulfilled').length;
    const box = (await call('listoutbox')) as { hex: string }[];
    expect(box).toHaveLength(sent);
    const spent: string[] = [];
    for (const { hex } of box) {
      const { vin } = (await call('decoderawtransaction', [hex])) as {
        vin: { txid: string; vout: number }[];
      };
      spent.push(...vin.map(({ txid, vout }) => `${txid}:${vout}`));
    }
    expect(new Set(spent).size).toBe(spent.length);
  });

  test('copy under one name once', async () => {
    const { storage } = memory();
    const call = start(slow(storage));
    await call('createwallet', ['w']);
    await call('createwallet', ['v']);
    const as = (name: string) =>
      createWallets(storage, { network: 'regtest' })
        .load(name)
        .then(({ ok }) => ok);
    expect(await as('w')).toBe(true);
    await call('unloadwallet', ['v']);
    const copies = await Promise.all([1, 2].map(() => failure(call('backupwallet', ['copy']))));
    expect(copies.sort()).toEqual(['-4 Error: Wallet backup failed!', 'no error']);
    const restored = await Promise.all(
      [1, 2].map(() => failure(call('restorewallet', ['x', 'copy']))),
    );
    expect(restored.filter((outcome) => outcome === 'no error')).toHaveLength(1);
  });
});

describe('a storage', () => {
  test('receives the bytes that each write replaces, as it stored them', async () => {
    const { kept, storage } = memory();
    const written: string[] = [];
    const compared: WalletStorage = {
      ...storage,
      async write(name, bytes, replaced) {
        expect(replaced).toEqual(kept.get(name));
        written.push(name);
        await storage.write(name, bytes);
      },
    };
    const call = start(compared);
    await call('createwallet', ['w']);
    await call('getnewaddress');
    await call('encryptwallet', ['secret']);
    await call('backupwallet', ['copy']);
    await call('unloadwallet', ['w']);
    await call('restorewallet', ['v', 'copy']);
    await call('getnewaddress');
    const again = start(compared);
    await again('loadwallet', ['w']);
    await again('getnewaddress');
    expect(new Set(written)).toEqual(new Set(['w', 'copy', 'v']));
    expect(written.length).toBeGreaterThan(6);
  });

  test('that another program changed keeps that change, until the wallet is loaded again', async () => {
    const { kept, storage } = memory();
    const { write } = storage;
    const compared: WalletStorage = {
      ...storage,
      async write(name, bytes, replaced) {
        const isSame = Buffer.from(kept.get(name) ?? []).equals(replaced ?? new Uint8Array());
        if (!isSame) throw new Error('another program changed it');
        await write(name, bytes);
      },
    };
    const [one, two] = [start(compared), start(compared)];
    await one('createwallet', ['w']);
    await two('loadwallet', ['w']);
    await two('getnewaddress', ['theirs']);
    const stored = kept.get('w');
    for (const label of ['a', 'b']) {
      expect(await failure(one('getnewaddress', [label]))).toBe(
        '-4 Error: The wallet could not be stored: another program changed it',
      );
    }
    expect(kept.get('w')).toEqual(stored);
    expect(await one('listlabels')).toEqual([]);
    await one('unloadwallet', ['w']);
    await one('loadwallet', ['w']);
    await one('getnewaddress', ['ours']);
    expect(await one('listlabels')).toEqual(['ours', 'theirs']);
  });

  test('may be an instance of a class', async () => {
    class Store {
      readonly #kept = new Map<string, Uint8Array>();
      async read(name: string) {
        return this.#kept.get(name);
      }
      async write(name: string, bytes: Uint8Array) {
        this.#kept.set(name, bytes);
      }
      async names() {
        return [...this.#kept.keys()];
      }
    }
    const call = start(new Store());
    await call('createwallet', ['w']);
    expect(await call('listwalletdir')).toEqual({ wallets: [{ name: 'w', warnings: [] }] });
  });

  test.each([
    [
      undefined,
      '-3 The storage of wallets needs the functions read, write and names, and has no read',
    ],
    [{ read: async () => undefined }, /^-3 .*, and has no write$/],
  ])('is refused if it is invalid', async (storage, words) => {
    const make = async () => createWallets(storage as unknown as WalletStorage);
    expect(await failure(make())).toMatch(words);
  });

  test('is the cause of the error when it throws any value', async () => {
    const { storage } = memory();
    for (const thrown of [new DOMException('full', 'QuotaExceededError'), { code: 22 }]) {
      const fail = () => Promise.reject(thrown);
      const calls = [
        start({ ...storage, read: fail })('loadwallet', ['w']),
        start({ ...storage, write: fail })('createwallet', ['w']),
        start({ ...storage, names: fail })('listwalletdir', []),
      ];
      for (const call of calls) {
        await expect(call).rejects.toSatisfy((error: Error) => error.cause === thrown);
      }
    }
  });

  test('is reported if it answers with an invalid value', async () => {
    const { storage } = memory();
    const odd = (answer: unknown) => start({ ...storage, read: async () => answer as Uint8Array });
    for (const answer of ['text', 5, {}, [1], new ArrayBuffer(8), Number.NaN]) {
      expect(await failure(odd(answer)('loadwallet', ['w']))).toMatch(
        /^-4 Error: The wallets could not be read: .*Uint8Array$/,
      );
    }
    expect(await failure(odd(null)('loadwallet', ['w']))).toMatch(/^-18 .*does not exist/);
    const names = start({ ...storage, names: async () => [5] as unknown as string[] });
    expect(await failure(names('listwalletdir'))).toMatch(/^-4 .*array of names$/);
  });
});

test('options that are undefined are left out, unknown networks are refused', async () => {
  const { storage } = memory();
  const wallets = createWallets(storage, { keypoolSize: undefined } as object);
  expect(wallets.options.keypoolSize).toBe(1000);
  expect(() => createWallets(storage, { network: 'mainnet' as 'main' })).toThrow(
    'Unknown chain mainnet',
  );
  expect(() => openSnapshot('text' as unknown as Uint8Array)).toThrow('a Uint8Array');
  expect(() => openSnapshot(snapshot, 'testnet' as 'test')).toThrow('Unknown chain testnet');
});

test('a snapshot older than the wallet is reported', async () => {
  const provenance = { trusted: true, signer: undefined, notices: [] };
  const chain = { ...openSnapshot(snapshot, 'regtest'), provenance };
  const tip = await chain.tip();
  const later = { ...tip, height: tip.height + 1, hash: 'ff'.repeat(32) };
  const told: string[] = [];
  const options = {
    network: 'regtest',
    wallets: createWallets(memory().storage, { network: 'regtest' }),
    now: () => NOW,
    notify: (notice: string) => void told.push(notice),
  } as const;
  const name = { wallet_name: 'w', blank: true };
  await execute('createwallet', name, { ...options, chain: { ...chain, tip: async () => later } });
  await execute('getbalances', [], { ...options, chain });
  expect(told).toEqual([expect.stringMatching(/^The snapshot ends at block \d+, but the wallet/)]);
  await execute('getbalances', [], { ...options, chain });
  expect(told).toHaveLength(1);
});

test('wallets and snapshots of one network are not used on another', async () => {
  const wallets = createWallets(memory().storage, { network: 'regtest' });
  const call = (options: object) => failure(execute('listwallets', [], options));
  expect(await call({ wallets })).toBe(
    '-8 The option wallets is of chain regtest, but the option network is main',
  );
  expect(await call({ network: 'signet', chain: openSnapshot(snapshot, 'regtest') })).toBe(
    '-8 The option chain is of chain regtest, but the option network is signet',
  );
});

import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { networks } from '../../../src/encoding/network.ts';
import { createWallets } from '../../../src/library/create-wallets.ts';
import type { WalletStorage } from '../../../src/library/wallet-storage.ts';
import type { Context } from '../../../src/rpc/context.ts';
import { createMemoryHost } from '../../../src/wallet-host/memory-host.ts';
import { isOver } from '../../../src/wallet-host/unlocked-until.ts';
import { createPayingChain } from '../../support/chains/paying-chain.ts';
import { besideChain } from '../../support/chains/wallet-beside-chain.ts';
import { createRandom } from '../../support/generate/random.ts';
import { harness } from '../../support/harness.ts';

const NEXT_STEPS =
  'wallet encrypted; The keypool has been flushed and a new HD seed was generated. You need to make a new backup with the backupwallet RPC.';

const small = { keypoolSize: 3, scryptCost: { n: 2, r: 1, p: 1 } };

function start(
  network = networks.regtest,
  profile: Context['profile'] = 'core',
  host = createMemoryHost(small),
) {
  const context: Context = {
    network,
    profile,
    secp256k1: kernelSecp256k1,
    wallets: host,
    now: () => 1_700_000_000,
    random: createRandom(5).bytes,
    reportBug: (error) => {
      throw error;
    },
  };
  return { host, ...harness(context) };
}

type Listed = {
  readonly descriptors: readonly {
    readonly desc: string;
    readonly active: boolean;
    readonly internal?: boolean;
    readonly range: readonly [number, number];
    readonly timestamp: number;
  }[];
};

describe('createwallet', () => {
  test.each(Object.values(networks))(
    'creates $name with eight descriptors of one fresh key',
    async (network) => {
      const { call } = start(network);
      expect(await call('createwallet', ['w'])).toEqual({ name: 'w' });
      // JSON of our own answer.
      const { descriptors } = (await call('listdescriptors', [true])) as Listed;
      const coin = network.name === 'main' ? 0 : 1;
      const shapes = descriptors.map(({ desc, internal }) => {
        const text = desc.replace(/#.*/, '').replace(/[xt]prv\w+/, 'K');
        return `${text} ${internal ? 'change' : 'receive'}`;
      });
      const both = (form: (path: string) => string) => [
        `${form('/0/*')} receive`,
        `${form('/1/*')} change`,
      ];
      expect(shapes.toSorted()).toEqual(
        [
          ...both((path) => `pkh(K/44h/${coin}h/0h${path})`),
          ...both((path) => `sh(wpkh(K/49h/${coin}h/0h${path}))`),
          ...both((path) => `tr(K/86h/${coin}h/0h${path})`),
          ...both((path) => `wpkh(K/84h/${coin}h/0h${path})`),
        ].toSorted(),
      );
      const keys = descriptors.map(({ desc }) => /[xt]prv\w+/.exec(desc)?.[0]);
      expect(new Set(keys).size).toBe(1);
      for (const { active, range, timestamp } of descriptors) {
        expect({ active, range, timestamp }).toEqual({
          active: true,
          range: [0, 2],
          timestamp: 1_700_000_000,
        });
      }
      expect(await call('getwalletinfo')).toMatchObject({ blank: false, keypoolsize: 12 });
      await call('createwallet', ['other']);
      const other = (await call('listdescriptors', [true], 'other')) as Listed;
      expect(other.descriptors[0]?.desc).not.toContain(keys[0]);
    },
  );

  test('makes blank and watch-only wallets', async () => {
    const { call } = start();
    await call('createwallet', ['blank', false, true]);
    await call('createwallet', { wallet_name: 'watch', disable_private_keys: true });
    expect(await call('listdescriptors', [], 'blank')).toMatchObject({ descriptors: [] });
    expect(await call('getwalletinfo', [], 'blank')).toMatchObject({
      blank: true,
      private_keys_enabled: true,
    });
    expect(await call('getwalletinfo', [], 'watch')).toMatchObject({
      blank: false,
      private_keys_enabled: false,
      keypoolsize: 0,
    });
    expect(await call('listwallets')).toEqual(['blank', 'watch']);
  });

  test('encrypts from the beginning', async () => {
    const { call, refusal } = start();
    await call('createwallet', ['w', false, false, 'secret', true]);
    expect(await call('getwalletinfo')).toMatchObject({ unlocked_until: 0, avoid_reuse: true });
    expect(await call('getnewaddress')).toMatch(/^bcrt1q/);
    expect(await refusal('listdescriptors', [true])).toMatchObject({ code: -13 });
    await call('walletpassphrase', ['secret', 10]);
    expect(await call('listdescriptors', [true])).toHaveProperty('descriptors.length', 8);
    expect(await refusal('encryptwallet', ['again'])).toEqual({
      code: -15,
      message: 'Error: running with an encrypted wallet, but encryptwallet was called.',
    });
  });

  test('refuses in the order of Core', async () => {
    const { call, refusal } = start();
    await call('createwallet', ['w']);
    const passphrase =
      'Passphrase provided but private keys are disabled. A passphrase is only used to encrypt private keys, so cannot be used for wallets with private keys disabled.';
    const cases: readonly (readonly [readonly unknown[], number, string])[] = [
      [[''], -8, 'Wallet name cannot be empty'],
      [
        ['', true, true, 'p', false, false],
        -4,
        'descriptors argument must be set to "true"; it is no longer possible to create a legacy wallet.',
      ],
      [['n', true, false, 'p'], -4, passphrase],
      [
        ['n', false, false, '', false, true, null, true],
        -4,
        'Private keys must be disabled when using an external signer',
      ],
      [
        ['n', true, false, null, false, true, null, true],
        -1,
        'restart bitcoind with -signer=<cmd>',
      ],
    ];
    for (const [params, code, message] of cases) {
      expect(await refusal('createwallet', params)).toEqual({ code, message });
    }
    expect(await refusal('createwallet', ['w'])).toMatchObject({ code: -4 });
    expect(await call('createwallet', ['e', false, false, ''])).toEqual({
      name: 'e',
      warnings: ['Empty string given as passphrase, wallet will not be encrypted.'],
    });
  });
});

/** Creates a wallet and a chain whose newest block has this age in seconds. */
async function besideOld(age: number, profile: Context['profile']) {
  const { source } = createPayingChain({ blocks: 1, payments: 1, descriptors: 1 }, kernelSecp256k1);
  const { time } = await source.tip();
  return besideChain(source, time + age, profile);
}

describe('a chain is available', () => {
  const MONTH = 30 * 86_400;

  test('createwallet warns of a clock a month ahead of the newest block, which would date the keys wrongly', async () => {
    const old = await besideOld(MONTH, 'default');
    const { warnings } = await old.call('createwallet', ['w']);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^By this machine's clock the keys are made at 2011-03-04 \d\d:\d\d UTC, 30 days after the newest block that is known\. If the clock is ahead, /,
      ),
    ]);
    expect(await old.call('createwallet', ['blank', false, true])).toEqual({ name: 'blank' });
    expect(await old.call('createwallet', ['watch', true])).toEqual({ name: 'watch' });
    const young = await besideOld(MONTH - 1, 'default');
    expect(await young.call('createwallet', ['w'])).toEqual({ name: 'w' });
    const core = await besideOld(MONTH, 'core');
    expect(await core.call('createwallet', ['w'])).toEqual({ name: 'w' });
  });

  test('marks addresses of a locked wallet as unchecked until its first unlock', async () => {
    const { call, told } = await besideOld(0, 'default');
    await call('createwallet', ['w', false, false, 'secret']);
    const address = await call('getnewaddress');
    const calls: readonly (readonly [string, readonly unknown[]])[] = [
      ['getnewaddress', []],
      ['getrawchangeaddress', []],
      ['getaddressinfo', [address]],
      ['listdescriptors', []],
    ];
    const saying = async () => {
      const said = [];
      for (const [method, params] of calls) {
        told.length = 0;
        await call(method, params);
        said.push(told.filter((notice) => notice.includes('could not be checked')).length);
      }
      return said;
    };
    expect(await saying()).toEqual([0, 0, 0, 0]);
    for (const method of ['unloadwallet', 'loadwallet']) await call(method, ['w']);
    expect(await saying()).toEqual([1, 1, 1, 1]);
    expect((await call('getwalletinfo')).authenticated).toBe(false);
    await call('walletpassphrase', ['secret', 10]);
    await call('walletlock');
    expect(await saying()).toEqual([0, 0, 0, 0]);
    expect((await call('getwalletinfo')).authenticated).toBe(true);
  });
});

describe('encryptwallet', () => {
  test('encrypts the keys and continues with a fresh one', async () => {
    const { call, host, refusal } = start();
    await call('createwallet', ['w']);
    const before = (await call('listdescriptors')) as Listed;
    const address = await call('getnewaddress');
    expect(await refusal('encryptwallet', [''])).toEqual({
      code: -8,
      message: 'passphrase cannot be empty',
    });
    expect(await call('encryptwallet', ['secret'])).toBe(NEXT_STEPS);
    expect(host.get('w')?.value.keyring.kind).toBe('locked');
    const after = (await call('listdescriptors')) as Listed;
    expect(after.descriptors.length).toBe(16);
    const old = after.descriptors.filter(({ active }) => !active).map(({ desc }) => desc);
    expect(old.toSorted()).toEqual(before.descriptors.map(({ desc }) => desc).toSorted());
    expect(await call('getaddressinfo', [address])).toMatchObject({ ismine: true });
    await call('walletpassphrase', ['secret', 10]);
    expect(await call('listdescriptors', [true])).toHaveProperty('descriptors.length', 16);
  });

  test('leaves a blank wallet blank, and refuses a watch-only one', async () => {
    const { call, refusal } = start();
    await call('createwallet', ['b', false, true]);
    await call('createwallet', ['w', true]);
    expect(await call('encryptwallet', ['secret'], 'b')).toBe(NEXT_STEPS);
    expect(await call('listdescriptors', [], 'b')).toMatchObject({ descriptors: [] });
    expect(await refusal('encryptwallet', ['secret'], 'w')).toEqual({
      code: -16,
      message: 'Error: wallet does not contain private keys, nothing to encrypt.',
    });
  });
});

describe('loading and unloading', () => {
  test('uses the wallet of the path or the named one', async () => {
    const { call, refusal } = start();
    await call('createwallet', ['a']);
    await call('createwallet', ['b']);
    expect(await refusal('getwalletinfo')).toMatchObject({ code: -19 });
    expect(await refusal('unloadwallet')).toEqual({
      code: -8,
      message: 'Either the RPC endpoint wallet or the wallet name parameter must be provided',
    });
    expect(await refusal('unloadwallet', ['a'], 'b')).toEqual({
      code: -8,
      message: 'The RPC endpoint wallet and the wallet name parameter specify different wallets',
    });
    expect(await call('unloadwallet', ['a'])).toEqual({});
    expect(await call('unloadwallet', [], 'b')).toEqual({});
    expect(await refusal('unloadwallet', ['a'])).toEqual({
      code: -18,
      message: 'Requested wallet does not exist or is not loaded',
    });
    expect(await refusal('getwalletinfo')).toMatchObject({ code: -18 });
    expect(await call('listwallets')).toEqual([]);
    expect(await call('listwalletdir')).toEqual({
      wallets: [
        { name: 'a', warnings: [] },
        { name: 'b', warnings: [] },
      ],
    });
    expect(await call('loadwallet', ['a'])).toEqual({ name: 'a' });
    expect(await refusal('loadwallet', ['a'])).toEqual({
      code: -35,
      message: 'Wallet "a" is already loaded.',
    });
    expect(await refusal('loadwallet', ['none'])).toMatchObject({ code: -18 });
    expect(await refusal('restorewallet', ['', 'x'])).toEqual({
      code: -8,
      message: 'Wallet name cannot be empty',
    });
  });

  test('waits for a rescan', async () => {
    const { call, host, refusal } = start();
    await call('createwallet', ['a']);
    void host.get('a')?.rescanAlone(0, () => new Promise(() => {}));
    expect(await refusal('unloadwallet', ['a'])).toEqual({
      code: -4,
      message: 'Wallet is currently rescanning. Abort existing rescan or wait.',
    });
  });
});

/**
 * Creates a host that stores bytes, which an attacker may change while the wallet is not loaded.
 */
function inBytes() {
  const files = new Map<string, Uint8Array>();
  const storage: WalletStorage = {
    read: async (name) => files.get(name),
    write: async (name, bytes) => void files.set(name, bytes.slice()),
    names: async () => [...files.keys()],
  };
  return createWallets(storage, { network: 'regtest', secp256k1: kernelSecp256k1, ...small });
}

describe('a wallet with a passphrase', () => {
  const until = (time: number, uptime: number) => ({ time, uptime });

  test('locks itself when either clock reaches the end', () => {
    const clocks = (now: number, uptime: number) => ({ now: () => now, uptime: () => uptime });
    expect(isOver(until(100, 10), clocks(99, 9))).toBe(false);
    expect(isOver(until(100, 10), clocks(100, 9))).toBe(true);
    // The clock was set back in the meantime.
    expect(isOver(until(100, 10), clocks(0, 10))).toBe(true);
    expect(isOver({ time: 100, uptime: undefined }, clocks(99, 1e9))).toBe(false);
  });

  test('does not open with a zero byte added or removed at its end', async () => {
    for (const [secret, wrong] of [
      ['secret', 'secret\0'],
      ['secret\0', 'secret'],
      ['a\0secret\0\0', 'a\0secret\0'],
    ] as const) {
      const { call, refusal } = start();
      await call('createwallet', ['w', false, false, secret]);
      expect(await refusal('walletpassphrase', [wrong, 10])).toMatchObject({ code: -14 });
      expect(await call('walletpassphrase', [secret, 10])).toBeNull();
    }
  });

  test('reports whether it was checked, and keeps its labels until then, except as Core', async () => {
    for (const profile of ['default', 'core'] as const) {
      const { call, refusal, host } = start(networks.regtest, profile, inBytes());
      await call('createwallet', ['w', false, false, 'secret']);
      const address = await call('getnewaddress', ['dad']);
      await host.unload('w');
      await call('loadwallet', ['w']);
      const told = async () =>
        (await call('getwalletinfo')) as { readonly authenticated?: boolean };
      const isDefault = profile === 'default';
      expect((await told()).authenticated).toBe(isDefault ? false : undefined);
      const labelling = isDefault ? refusal : call;
      expect(await labelling('setlabel', [address, 'mum'])).toEqual(
        isDefault ? expect.objectContaining({ code: -13 }) : null,
      );
      await call('walletpassphrase', ['secret', 10]);
      expect((await told()).authenticated).toBe(isDefault ? true : undefined);
      expect(await call('setlabel', [address, 'sis'])).toBeNull();
    }
  });
});

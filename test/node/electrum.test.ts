import { describe, expect, test } from 'vitest';
import { decodeBase58Check, encodeBase58Check } from '../../src/crypto/base58check.ts';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { derivePrivatePath } from '../../src/descriptor/derive.ts';
import { encodeExtendedPrivateKey } from '../../src/descriptor/extended-key.ts';
import { formatKeyPath } from '../../src/descriptor/key-path.ts';
import { encodeBase64 } from '../../src/encoding/base64.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { exportWallet } from '../../src/formats/export.ts';
import { importWallet } from '../../src/formats/import.ts';
import type { WalletLabel } from '../../src/formats/labels.ts';
import { formatAccountKey, wrapScript } from '../../src/formats/standard-wallet.ts';
import { readKeys } from '../../src/keys/read-keys.ts';
import { formatSlipKey, readSlipKey } from '../../src/keys/slip132.ts';
import { execute } from '../../src/library/call.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { createPsbt } from '../../src/psbt/psbt.ts';
import { decodeAddress } from '../../src/script/address.ts';
import {
  type AccountKind,
  deriveAccount,
  firstAddresses,
  masterFingerprint,
  standardAccounts,
} from '../../src/seed/accounts.ts';
import { english, wordsOfEntropy } from '../../src/seed/bip39.ts';
import { electrumAccounts, electrumRootKey, electrumSeed } from '../../src/seed/electrum.ts';
import { rootKeyOf } from '../../src/seed/root-key.ts';
import type { Transaction } from '../../src/transaction/transaction.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { accountKeys } from '../support/generate/account-keys.ts';
import { createRandom, seedOfRun } from '../support/generate/random.ts';
import { askElectrum, electrumFolder } from '../support/nodes/electrum.ts';

const network = networks.regtest;
const context = { network, secp256k1 };
const random = createRandom(seedOfRun());
const words = (): string[] => [...(wordsOfEntropy(random.bytes(16), english) ?? [])];

type Opened = { readonly addresses: readonly (readonly string[])[]; readonly labels?: object };
type Restored = Opened & { readonly words: string; readonly xpub: string; readonly file: string };

function rootOf(phrase: readonly string[], passphrase = '') {
  const root = rootKeyOf({ words: phrase }, passphrase);
  if (root === undefined) throw new Error('no key');
  return root;
}

function kindOf(name: string): AccountKind {
  const kind = standardAccounts(network, 0).find((each) => each.name === name);
  if (kind === undefined) throw new Error(name);
  return kind;
}

const xtypes = [
  ['BIP44', 'standard', 'any'],
  ['BIP49', 'p2wpkh-p2sh', 'sh(wpkh)'],
  ['BIP84', 'p2wpkh', 'wpkh'],
] as const;

/** Five receiving and five change addresses of a multipath descriptor. */
function ourAddresses(descriptor: string): readonly (readonly string[])[] {
  const [payload = ''] = descriptor.split('#');
  return ['0', '1'].map((branch) =>
    firstAddresses({ descriptor: payload.replace(/<0;1>/g, branch) }, 5, context),
  );
}

function imported(file: string, password?: string) {
  const wallet = importWallet(file, context, { password });
  if ('error' in wallet) throw new Error(wallet.error);
  return wallet;
}

describe.skipIf(electrumFolder === undefined)('a real Electrum', () => {
  test('phrases of BIP39, with and without a passphrase, give the same account keys', () => {
    const cases = xtypes.flatMap(([name, xtype, script]) =>
      ['', 'päss wörd'].map((passphrase) => ({ name, xtype, script, passphrase, phrase: words() })),
    );
    const answers = askElectrum<{ xpub: string }>(
      cases.map(({ name, xtype, passphrase, phrase }) => {
        const path = `m${formatKeyPath(kindOf(name).path, false)}`;
        return { op: 'bip39', words: phrase.join(' '), passphrase, path, xtype };
      }),
    );
    for (const [i, { name, script, passphrase, phrase }] of cases.entries()) {
      const account = deriveAccount(rootOf(phrase, passphrase), kindOf(name), context);
      expect(formatSlipKey(account.xpub, script)).toBe(answers[i]?.xpub);
    }
  });

  test('our keys restore the same addresses', () => {
    const cases = xtypes.map(([name, , script]) => {
      const account = deriveAccount(rootOf(words()), kindOf(name), context);
      return { account, key: formatSlipKey(account.xpub, script) };
    });
    const answers = askElectrum<Restored>(cases.map(({ key }) => ({ op: 'key', key })));
    for (const [i, { account }] of cases.entries()) {
      expect(answers[i]?.addresses).toEqual(ourAddresses(account.descriptor));
    }
  });

  test('seeds and files of Electrum, encrypted or not, give us its keys and addresses', () => {
    const calls = ['standard', 'segwit', 'standard', 'segwit'].map((type, i) => ({
      op: 'seed',
      type,
      ...(i > 1 && { password: 'correct horse' }),
    }));
    for (const { words: seed, addresses, xpub, file } of askElectrum<Restored>(calls)) {
      const kind = electrumSeed(seed);
      const root = electrumRootKey(seed, '');
      if ((kind !== 'standard' && kind !== 'segwit') || root === undefined) throw new Error(seed);
      const account = deriveAccount(root, electrumAccounts[kind], context);
      expect(readSlipKey(xpub)?.xpub).toBe(account.xpub);
      expect(ourAddresses(account.descriptor)).toEqual(addresses);
      const wallet = imported(file, 'correct horse');
      expect(ourAddresses(wallet.descriptors[0]?.descriptor ?? '')).toEqual(addresses);
      expect(JSON.stringify(wallet)).not.toMatch(new RegExp(`prv\\w{90}|${seed}`));
    }
  });

  test('seeds with a second factor and those from before 2014 give us its addresses', () => {
    const types = ['2fa', '2fa_segwit', 'old', 'old'];
    const seeds = askElectrum<{ words: string }>(types.map((type) => ({ op: 'words', type })));
    const made = askElectrum<Opened>(
      seeds.map(({ words: seed }, i) =>
        types[i] === 'old'
          ? { op: 'single', type: 'standard', keys: [{ words: seed }] }
          : { op: 'multisig', type: '2of3', words: seed },
      ),
    );
    for (const [i, { words: seed }] of seeds.entries()) {
      const ring = readKeys(seed, context);
      if ('error' in ring) throw new Error(ring.error);
      const texts = ring.descriptors.map(({ text }) => text);
      const [shared = ''] = texts;
      const half = texts.length / 2;
      const single = [0, half].map((first) =>
        texts.slice(first, first + 5).map((text) => ourAddresses(text)[0]?.[0]),
      );
      expect(texts.length === 1 ? ourAddresses(shared) : single).toEqual(made[i]?.addresses);
    }
  });

  test('multisigs of Electrum, with patches appended to the file, are read with their labels', () => {
    for (const [script, path] of [
      ['wsh', "48'/1'/0'/2'"],
      ['sh(wsh)', "48'/1'/0'/1'"],
      ['any', "45'"],
    ] as const) {
      const kind = {
        name: path,
        path: path.split('/').map((step) => Number.parseInt(step, 10) + 2 ** 31),
        wrap: (key: string) => `wpkh(${key})`,
      };
      const keys = [1, 2, 3].map(() =>
        formatSlipKey(deriveAccount(rootOf(words()), kind, context).xpub, script),
      );
      const [made] = askElectrum<Restored & { first: string }>([
        { op: 'multisig', type: '2of3', keys },
      ]);
      if (made === undefined) throw new Error('no answer');
      expect(made.file).toContain('"op"');
      const wallet = imported(made.file);
      expect(ourAddresses(wallet.descriptors[0]?.descriptor ?? '')).toEqual(made.addresses);
      expect(wallet.labels).toEqual([{ type: 'addr', ref: made.first, label: 'rent 2' }]);
    }
  });

  test('our files are opened by it, with the same addresses and labels', () => {
    const singles = xtypes.map(
      ([name]) => deriveAccount(rootOf(words()), kindOf(name), context).descriptor,
    );
    const multis = [
      'sh(sortedmulti(2,K))',
      'wsh(sortedmulti(1,K))',
      'sh(wsh(sortedmulti(3,K)))',
    ].map((text) => {
      const keys = [1, 2, 3].map(() => {
        const { descriptor } = deriveAccount(rootOf(words()), kindOf('BIP84'), context);
        return /\((.*)\)/.exec(descriptor)?.[1];
      });
      return text.replace('K', keys.join(','));
    });
    const written = [...singles, ...multis].map((descriptor) => {
      const [first = ''] = ourAddresses(descriptor)[0] ?? [];
      const labels = [{ type: 'addr', ref: first, label: 'hello' }] as const;
      const file = exportWallet({ descriptors: [descriptor], labels }, 'electrum', context);
      if ('error' in file) throw new Error(file.error);
      return { descriptor, first, file: file.text };
    });
    const opened = askElectrum<Opened>(written.map(({ file }) => ({ op: 'open', file })));
    for (const [i, { descriptor, first }] of written.entries()) {
      expect(opened[i]?.addresses).toEqual(ourAddresses(descriptor));
      expect(opened[i]?.labels).toEqual({ [first]: 'hello' });
    }
  });

  test.each(['main', 'test', 'regtest'] as const)(
    'keeps the fingerprint and path of each key of our files on %s, frozen coins and labels of coins too',
    (chain) => {
      const here = { network: networks[chain], secp256k1 };
      const paths = ['84h/1h/7h', '48h/0h/3h/2h', '5h', '44h/9', ''];
      const scripts = ['pkh', 'wpkh', 'sh(wpkh)', 'sh', 'wsh', 'sh(wsh)'] as const;
      const cases = paths.flatMap((path, i) =>
        scripts.map((script, j) => {
          const isSingle = script === 'pkh' || script.includes('wpkh');
          const keys = accountKeys(path, isSingle ? 1 : 2 + ((i + j) % 4), chain, 10 * i + j);
          const texts = keys.map((key) => `${formatAccountKey(key)}/<0;1>/*`).join(',');
          const inner = isSingle ? texts : `sortedmulti(${1 + (i % 2)},${texts})`;
          return { keys, descriptor: wrapScript(script, inner) };
        }),
      );
      const coins = [0, 1, 2, 3].map((vout) => `${encodeHex(random.bytes(32))}:${vout}`);
      const labels: readonly WalletLabel[] = coins.map((ref, i) => ({
        type: 'output',
        ref,
        ...(i !== 1 && { label: `coin ${i}` }),
        ...(i !== 3 && { spendable: i === 2 }),
      }));
      const files = cases.map(({ descriptor }) => {
        const file = exportWallet({ descriptors: [descriptor], labels }, 'electrum', here);
        if ('error' in file) throw new Error(file.error);
        expect(file.lost).toEqual(['that 1 coin may be spent']);
        return file.text;
      });
      type Kept = Opened & {
        readonly origins: readonly (readonly string[])[];
        readonly frozen: readonly (boolean | null)[];
        readonly coinLabels: readonly (string | null)[];
      };
      const opened = askElectrum<Kept>(
        files.map((file) => ({ op: 'open', file, coins })),
        chain,
      );
      for (const [i, { keys, descriptor }] of cases.entries()) {
        const origins = opened[i]?.origins.map(([fingerprint, path = '']) => [
          fingerprint,
          path.replace(/'/g, 'h'),
        ]);
        const ours = keys.map(({ fingerprint, path }) => [fingerprint, `m${path}`]);
        expect(origins, descriptor).toEqual(ours);
        expect(opened[i]?.frozen).toEqual([true, true, null, null]);
        expect(opened[i]?.coinLabels?.map((each) => each ?? '')).toEqual([
          'coin 0',
          '',
          'coin 2',
          'coin 3',
        ]);
      }
    },
  );

  test('signatures of Electrum and ours give the same bytes', async () => {
    for (const [name, , script] of xtypes) {
      const root = rootOf(words());
      const kind = kindOf(name);
      const account = deriveAccount(root, kind, context);
      const key = derivePrivatePath(root, kind.path, secp256k1);
      if (key === undefined) throw new Error('no key');
      const xprv = encodeExtendedPrivateKey(key, network);
      const origin = encodeHex(masterFingerprint(root, secp256k1)) + formatKeyPath(kind.path);
      const desc = kind.wrap(`[${origin}]${xprv}/0/*`);
      const [receiving = []] = ourAddresses(account.descriptor);
      const psbt = spending(receiving.slice(0, 3));
      const [theirs] = askElectrum<{ complete: boolean; psbt: string; tx: string }>([
        { op: 'sign', key: privateSlipKey(xprv, script), psbt },
      ]);
      expect(theirs?.complete).toBe(true);
      for (const text of [psbt, theirs?.psbt ?? '']) {
        const ours = await execute('descriptorprocesspsbt', [text, [{ desc, range: 10 }]], {
          network: 'regtest',
        });
        expect(ours).toMatchObject({ complete: true, hex: theirs?.tx });
      }
    }
  });
});

/** Makes a PSBT that spends a coin at each address. */
function spending(addresses: readonly string[]): string {
  const scripts = addresses.map((address) => {
    const script = decodeAddress(address, network);
    if ('error' in script) throw new Error(address);
    return script;
  });
  const inputOf = (txid: string, vout: number) => ({
    prevout: { txid, vout },
    sequence: 0xfffffffd,
    scriptSig: new Uint8Array(0),
    witness: [],
  });
  const previous: Transaction = {
    version: 2,
    inputs: [inputOf(encodeHex(random.bytes(32)), 0)],
    outputs: scripts.map((scriptPubKey, i) => ({ value: 100_000n + BigInt(i), scriptPubKey })),
    locktime: 0,
  };
  const inputs = scripts.map((_, vout) => inputOf(transactionId(previous), vout));
  const outputs = [{ value: 250_000n, scriptPubKey: scripts[0] ?? new Uint8Array(0) }];
  const blank = createPsbt({ version: 2, inputs, outputs, locktime: 0 }, 0);
  const filled = blank.inputs.map((each) => ({ ...each, nonWitnessUtxo: previous }));
  return encodeBase64(encodePsbt({ ...blank, inputs: filled }) ?? new Uint8Array(0));
}

/**
 * Encodes a test network's private key with the SLIP-132 version that tells Electrum the script
 * type.
 */
function privateSlipKey(xprv: string, script: 'any' | 'sh(wpkh)' | 'wpkh'): string {
  const versions = { any: 0x04358394, 'sh(wpkh)': 0x044a4e28, wpkh: 0x045f18bc };
  const payload = decodeBase58Check(xprv, 78) ?? new Uint8Array(78);
  new DataView(payload.buffer, payload.byteOffset).setUint32(0, versions[script]);
  return encodeBase58Check(payload);
}

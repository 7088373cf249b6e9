import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { base64 } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { WIF } from '@scure/btc-signer';
import { afterAll, describe, expect, test } from 'vitest';
import { createFileHost } from '../../src/adapters/files/file-host.ts';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { PrivateKey } from '../../src/crypto/private-key.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { formatSilentDescriptor } from '../../src/descriptor/silent-descriptor.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { execute } from '../../src/library/call.ts';
import type { CallOptions } from '../../src/library/complete-context.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { exportFormats } from '../../src/rpc/results/wallet-file-result.ts';
import { defaultWalletOptions } from '../../src/wallet/options.ts';
import { exampleOptions } from '../support/example-options.ts';
import { createRandom } from '../support/generate/random.ts';

// A wallet shows its private keys only where a caller asks with `private`. Everything else is
// searched for every key, and for every key that others derive from, in every usual encoding.

const folder = mkdtempSync(join(tmpdir(), 'coldsign-private-'));
afterAll(() => rmSync(folder, { recursive: true }));

const words = entropyToMnemonic(
  Uint8Array.from({ length: 16 }, (_, i) => i * 13 + 5),
  wordlist,
);
const versions = { private: 0x04358394, public: 0x043587cf };
const master = HDKey.fromMasterSeed(mnemonicToSeedSync(words), versions);
const derive = (path: string): HDKey => (path === '' ? master : master.derive(`m/${path}`));
const tprv = (path = ''): string => derive(path).privateExtendedKey;
const tpub = (path: string): string => derive(path).publicExtendedKey;
const wif = WIF({ bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef });
const single = Uint8Array.from({ length: 32 }, (_, i) => i * 7 + 3);
const SINGLE = wif.encode(single);
const other = '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5';

/** The keys that each descriptor contains, or derives its keys from. */
const PATHS = [
  '',
  ...["0'", "1'", "84'", "352'"],
  ...["84'/1'", "84'/1'/0'", "352'/1'", "352'/1'/0'", "352'/1'/0'/0'", "352'/1'/0'/0'/0"],
  ...["0'/0", "0'/1", "1'/0", '0', '0/0', '0/1', '0/2', '1', '1/0', '1/1', '5', '7/3'],
];
/** BIP392: the scan key finds payments, so a wallet that watches must show it. */
const SCAN_PATHS = ["0'/9", "352'/1'/0'/1'/0"];

const key = (bytes: Uint8Array): PrivateKey => {
  const made = PrivateKey.from(bytes, true);
  if (made === undefined) throw new Error('no key');
  return made;
};
const spend = key(single);
const silent = {
  scanKey: key(derive(SCAN_PATHS[0] ?? '').privateKey ?? single),
  spendKey: spend.publicKey(secp256k1),
  spendPrivateKey: spend,
};
const SPSPEND = formatSilentDescriptor(silent, { network: networks.regtest });
const scanWif = wif.encode(silent.scanKey.reveal());

/** Each kind of descriptor that a wallet takes with a private key. */
const DESCRIPTORS: readonly string[] = [
  `pk(${SINGLE})`,
  `pkh(${SINGLE})`,
  `wpkh(${SINGLE})`,
  `sh(wpkh(${SINGLE}))`,
  `tr(${SINGLE})`,
  `rawtr(${SINGLE})`,
  `combo(${SINGLE})`,
  `unused(${tprv()})`,
  `combo(${tprv()}/0/*)`,
  `pkh(${tprv()}/0'/*)`,
  `wpkh([d34db33f/84h/1h/0h]${tprv("84'/1'/0'")}/0/*)`,
  `wpkh(${tprv()}/84h/1h/0h/1/*h)`,
  `wpkh(${tprv()}/<0;1>/*)`,
  `sh(wpkh(${tprv("84'")}/1'/0'/0/*))`,
  `tr(${tprv()}/0/*)`,
  `rawtr(${tprv()}/1/*)`,
  `tr(${tpub('5')}/0/*,pk(${tprv('7')}/3/*))`,
  `tr(${other},{pk(${SINGLE}),and_v(v:pk(${tprv()}/5),older(10))})`,
  `sh(multi(1,${SINGLE},${other}))`,
  `sh(wsh(multi(1,${SINGLE},${other})))`,
  `wsh(sortedmulti(1,${tprv()}/0h/*,${tpub('5')}/*))`,
  `wsh(multi(2,${tprv('1')}/0/*,${tprv('0')}/2/*))`,
  `tr(${other},multi_a(1,${tprv()}/0/*,${tpub('5')}/*))`,
  `tr(musig(${tprv('5')},${tprv('7/3')})/0/*)`,
  `rawtr(musig(${SINGLE},${other}))`,
  `wsh(and_v(v:pk(${tprv()}/1h/*),or_d(pk(${tpub('5')}/*),older(100))))`,
  `wsh(thresh(1,pk(${tprv()}/0/*),s:pk(${SINGLE})))`,
  SPSPEND.replace(/#.*/, ''),
  `sp(${scanWif},${SINGLE})`,
  `sp(${tprv()}/0h/9,${SINGLE})`,
  `sp(${tprv()}/0h/9,${tprv()}/1h/0)`,
  `sp([d34db33f]${tprv()}/352h/1h/0h/1h/0,[d34db33f]${tprv()}/352h/1h/0h/0h/0)`,
  `sp([d34db33f/352h/1h/0h]${tprv("352'/1'/0'")}/1h/0,[d34db33f/352h/1h/0h]${tprv("352'/1'/0'")}/0h/0)`,
];

/** Every form in which a secret could be found, as bytes. */
type Form = { readonly what: string; readonly bytes: Buffer };

function formsOfKey(what: string, raw: Uint8Array): readonly Form[] {
  const text = (form: string, value: string): Form => ({
    what: `${what}, ${form}`,
    bytes: Buffer.from(value, 'latin1'),
  });
  // base64 has three forms, by the number of bytes before. The ends depend on the neighbours.
  const sixty4 = [0, 1, 2].map((before) =>
    base64
      .encode(Uint8Array.from([...new Uint8Array(before), ...raw]))
      .slice(before === 0 ? 0 : 4, 40),
  );
  const wifs = [0x80, 0xef].map((version) =>
    WIF({ bech32: 'x', pubKeyHash: 0, scriptHash: 5, wif: version }).encode(raw),
  );
  return [
    { what: `${what}, raw`, bytes: Buffer.from(raw) },
    { what: `${what}, reversed`, bytes: Buffer.from(raw).reverse() },
    text('hex', encodeHex(raw)),
    text('HEX', encodeHex(raw).toUpperCase()),
    ...sixty4.map((each) => text('base64', each)),
    ...wifs.map((each) => text('WIF', each)),
  ];
}

const EXTENDED = [0x0488ade4, 0x04358394, 0x049d7878, 0x04b2430c, 0x044a4e28, 0x045f18bc];

function formsOf(path: string): readonly Form[] {
  const { privateKey, chainCode, depth, index, parentFingerprint } = derive(path);
  if (privateKey === null || chainCode === null) throw new Error('no key');
  const extended = EXTENDED.map((version) => {
    const made = new HDKey({
      versions: { private: version, public: 1 },
      privateKey,
      chainCode,
      depth,
      index,
      parentFingerprint,
    });
    const bytes = Buffer.from(made.privateExtendedKey, 'latin1');
    return { what: `m/${path}, extended`, bytes };
  });
  return [...formsOfKey(`m/${path}`, privateKey), ...extended];
}

const FORMS: readonly Form[] = [
  ...PATHS.flatMap(formsOf),
  ...formsOfKey('the single key', single),
  ...['tspspend1', 'spspend1', words, words.split(' ').slice(0, 6).join(' ')].map((text) => ({
    what: text,
    bytes: Buffer.from(text, 'latin1'),
  })),
];

/** Lists the secrets that bytes contain. Base64 and hexadecimal in them are decoded, too. */
function secretsIn(bytes: Buffer): readonly string[] {
  const text = bytes.toString('latin1');
  const decoded = [
    ...(text.match(/[0-9A-Za-z+/]{40,}={0,2}/g) ?? []).map((run) => Buffer.from(run, 'base64')),
    ...(text.match(/(?:[0-9a-fA-F]{2}){32,}/g) ?? []).map((run) => Buffer.from(run, 'hex')),
  ];
  return FORMS.filter((form) => [bytes, ...decoded].some((each) => each.includes(form.bytes))).map(
    ({ what }) => what,
  );
}

/** Returns the content of every file in a folder. */
const filesOf = (path: string): readonly (readonly [string, Buffer])[] =>
  readdirSync(path).flatMap((name) => {
    const file = join(path, name);
    return statSync(file).isDirectory() ? filesOf(file) : [[file, readFileSync(file)] as const];
  });

const PASSPHRASE = 'a passphrase that is long enough';
let wallets = 0;

/** Creates an encrypted wallet with these descriptors, and locks it. */
async function encryptedWallet(descriptors: readonly string[]) {
  const at = join(folder, `${wallets++}`);
  const { chain, now } = exampleOptions();
  const host = createFileHost({
    folder: at,
    context: { network: networks.regtest, secp256k1 },
    options: { ...defaultWalletOptions, keypoolSize: 2, scryptCost: { n: 2, r: 1, p: 1 } },
  });
  const random = createRandom(9).bytes;
  const printed: string[] = [];
  const options: CallOptions = {
    network: 'regtest',
    secp256k1,
    chain,
    now,
    random,
    wallets: host,
    walletName: 'w',
    approve: async (review) => {
      printed.push(JSON.stringify(review, showBig));
      return true;
    },
    notify: (notice) => printed.push(JSON.stringify(notice, showBig)),
  };
  const call = (method: string, params: object = []): Promise<unknown> =>
    execute(method, params as never, options);
  await call('createwallet', { wallet_name: 'w', blank: true });
  const requests = descriptors.map((each) => ({
    desc: addChecksum(each),
    timestamp: 0,
    ...(each.includes('*') && { range: [0, 1] }),
  }));
  const answers = (await call('importdescriptors', [requests])) as { success: boolean }[];
  expect(answers.map((each, i) => (each.success ? true : [descriptors[i], each]))).toEqual(
    descriptors.map(() => true),
  );
  await call('encryptwallet', [PASSPHRASE]);
  return { at, call, printed, answers };
}

const showBig = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);

test('the search finds each form of a secret', () => {
  for (const { what, bytes } of FORMS) {
    expect(secretsIn(Buffer.concat([Buffer.from('x'), bytes, Buffer.from('y')]))).toContain(what);
  }
});

describe.each(DESCRIPTORS.map((each) => [each.replace(/[a-zA-Z0-9]{50,}/g, 'KEY'), each]))(
  'a wallet with %s',
  (_, text) => {
    test('keeps its private keys encrypted and to itself', async () => {
      const { at, call, printed } = await encryptedWallet([text]);
      const reply = async (method: string, params: object = []): Promise<unknown> =>
        call(method, params).catch((error: unknown) => `${error}`);
      const said: unknown[] = [await call('getdescriptorinfo', [addChecksum(text), true])];
      for (const pass of ['locked', 'unlocked']) {
        if (pass === 'unlocked') await call('walletpassphrase', [PASSPHRASE, 600]);
        said.push(await call('listdescriptors'), await call('getwalletinfo'));
        for (const format of exportFormats) said.push(await reply('exportwallet', [format]));
        for (const method of ['getnewaddress', 'gethdkeys', 'exportlabels', 'listunspent']) {
          said.push(await reply(method));
        }
        await call('backupwallet', [join(at, `${pass}.backup`)]);
        await reply('exportwatchonlywallet', [join(at, `${pass}.watching`)]);
      }
      said.push(...printed);
      for (const [file, bytes] of filesOf(at)) expect([file, secretsIn(bytes)]).toEqual([file, []]);
      expect(secretsIn(Buffer.from(JSON.stringify(said, showBig)))).toEqual([]);
    });
  },
);

/** Arguments by name, for each method that needs them. */
function argumentsFor(psbt: string, hex: string, address: string): { [name: string]: unknown } {
  const txid = '11'.repeat(32);
  const outputs = [{ bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080: 0.1 }];
  return {
    address,
    psbt,
    txid,
    outputs,
    hexstring: hex,
    label: '',
    hdkey: tpub(''),
    txs: [psbt],
    psbts: [psbt],
    rawtxs: [hex],
    transactions: [],
    inputs: [],
    descriptor: `wpkh(${tpub('')}/0/*)`,
    descriptors: [],
    requests: [],
    nblocks: 1,
    height: 1,
    nrequired: 1,
    keys: [other],
    conf_target: 6,
    amount: 0.1,
    range: 1,
    path: 'm/87h/0h/0h',
    message: 'hello',
    unlock: false,
    type: 'bech32',
    passphrase: PASSPHRASE,
    oldpassphrase: PASSPHRASE,
    newpassphrase: PASSPHRASE,
    timeout: 600,
    fee_rate: 2,
    recipients: outputs,
    amounts: outputs[0],
    dummy: '',
    flag: 'avoid_reuse',
    blockhash: txid,
    proof: '00',
    signature: '',
    data: hex,
    private: undefined,
    format: 'electrum',
    address_type: 'bech32',
    file: '{}',
    addresses: [address],
    command: 'help',
    timestamp: 0,
  };
}

/** Methods that end a wallet, or change how it opens. They are called last. */
const LAST = ['walletpassphrase', 'walletlock', 'walletpassphrasechange', 'unloadwallet'];

test('no method shows a private key without being asked for it', { timeout: 60_000 }, async () => {
  const { at, call, printed } = await encryptedWallet(DESCRIPTORS);
  const reply = async (method: string, params: object = {}): Promise<unknown> =>
    call(method, params).catch((error: unknown) => error);
  const coins = { inputs: [], outputs: [{ bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080: 0.1 }] };
  const hex = String(await call('createrawtransaction', coins));
  const psbt = String(await call('createpsbt', coins));
  const { address } = (await call('getaddressinfo', [
    ((await call('deriveaddresses', [addChecksum(`wpkh(${tpub('0')}/1)`)])) as string[])[0],
  ])) as { address: string };
  const known = argumentsFor(psbt, hex, address);
  const seen: { [pass: string]: string[] } = { locked: [], unlocked: [] };
  for (const pass of ['locked', 'unlocked']) {
    if (pass === 'unlocked') {
      await call('loadwallet', ['w']);
      await call('walletpassphrase', [PASSPHRASE, 600]);
    }
    const list = [...methods].sort((a, b) => LAST.indexOf(a.name) - LAST.indexOf(b.name));
    for (const { name, params } of list) {
      const args = Object.fromEntries(
        params
          .filter((each) => each.optional !== true)
          .map((each) => {
            const own = each.name.split('|')[0] ?? '';
            const file = join(at, `${pass}-${name}`);
            const value = /destination|backup_file/.test(own) ? file : known[own];
            return [own, own === 'wallet_name' ? `${pass}-${name}` : value];
          }),
      );
      const answer = await reply(name, args);
      if (!(answer instanceof Error)) seen[pass]?.push(name);
      const said = `${answer instanceof Error ? `${answer.message} ${answer.stack}` : ''}${JSON.stringify(answer, showBig)}`;
      expect([pass, name, secretsIn(Buffer.from(said))]).toEqual([pass, name, []]);
    }
  }
  const answered = expect.arrayContaining([
    ...['backupwallet', 'decodepsbt', 'derivehdkey', 'exportwatchonlywallet', 'getaddressinfo'],
    ...['getdescriptorinfo', 'gethdkeys', 'getwalletinfo', 'listdescriptors', 'walletprocesspsbt'],
  ]);
  expect(seen.unlocked).toEqual(answered);
  expect(seen.unlocked?.length).toBeGreaterThan(60);
  expect(secretsIn(Buffer.from(printed.join('')))).toEqual([]);
  for (const [file, bytes] of filesOf(at)) expect([file, secretsIn(bytes)]).toEqual([file, []]);
});

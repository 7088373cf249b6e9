import { describe, expect, test } from 'vitest';
import { decodeBase58Check } from '../../src/crypto/base58check.ts';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import type { ExportedKey } from '../../src/formats/cosigners.ts';
import { exportWallet } from '../../src/formats/export.ts';
import { importWallet } from '../../src/formats/import.ts';
import type { WalletLabel } from '../../src/formats/labels.ts';
import { wrapScript } from '../../src/formats/standard-wallet.ts';
import type { ExportFormat } from '../../src/formats/wallet-file.ts';
import type { WalletExport } from '../../src/formats/write-wallet.ts';
import { accountKeys } from '../support/generate/account-keys.ts';
import { casesOfRun } from '../support/generate/cases.ts';
import { createRandom, type Random, seedOfRun } from '../support/generate/random.ts';

const formats: readonly ExportFormat[] = [
  'descriptors',
  'core',
  'sparrow',
  'specter',
  'coldcard',
  'electrum',
  'caravan',
  'bsms',
  'policy',
  'ur',
  'slip132',
  'crypto-output',
  'output-descriptor',
  'crypto-account',
  'account-descriptor',
  'crypto-hdkey',
  'hdkey',
];
const chains = ['main', 'test', 'regtest'] as const;
const seed = seedOfRun();

type Chain = (typeof chains)[number];

function randomKey(random: Random, path: string, chain: Chain, from: number): string {
  const [key] = accountKeys(path, 1, chain, from);
  if (key === undefined) throw new Error('no key');
  return random.oneIn(8) ? key.xpub : `[${key.fingerprint}${key.path}]${key.xpub}`;
}

function randomDescriptor(random: Random, chain: Chain): string {
  const path = random.pick(['84h/0h/0h', '48h/1h/7h/2h', '9h', '']);
  const from = random.int(100);
  const key = (i: number) => `${randomKey(random, path, chain, from + i)}/<0;1>/*`;
  if (random.oneIn(2)) {
    return wrapScript(random.pick(['pkh', 'wpkh', 'sh(wpkh)', 'tr'] as const), key(0));
  }
  const keys = Array.from({ length: 2 + random.int(3) }, (_, i) => key(i));
  const kind = random.oneIn(4) ? 'multi' : 'sortedmulti';
  const inner = `${kind}(${1 + random.int(keys.length)},${keys.join(',')})`;
  return wrapScript(random.pick(['sh', 'wsh', 'sh(wsh)'] as const), inner);
}

function randomLabels(random: Random, address: string): readonly WalletLabel[] {
  const id = () => encodeHex(random.bytes(32));
  const text = () => random.pick(['rent', 'Mäx "2"', 'a\nb', '0']);
  const all: readonly (() => WalletLabel)[] = [
    () => ({ type: 'addr', ref: address, label: text() }),
    () => ({ type: 'tx', ref: id(), label: text() }),
    () => ({ type: 'tx', ref: id(), label: text(), origin: 'wpkh([d34db33f/84h/0h/0h])' }),
    () => ({ type: 'output', ref: `${id()}:${random.int(9)}`, label: text(), spendable: false }),
    () => ({ type: 'output', ref: `${id()}:0`, label: text() }),
    () => ({ type: 'output', ref: `${id()}:1`, spendable: random.oneIn(2) }),
    () => ({ type: 'input', ref: `${id()}:1`, label: text() }),
    () => ({ type: 'pubkey', ref: `02${id()}`, label: text() }),
    () => ({ type: 'xpub', ref: accountKeys('1h', 1, 'main')[0]?.xpub ?? '', label: text() }),
  ];
  return random.oneIn(3)
    ? []
    : random
        .shuffle(all)
        .slice(0, random.int(all.length))
        .map((make) => make());
}

function randomWallet(random: Random, chain: Chain): WalletExport {
  const descriptors = random.oneIn(6) ? [] : [randomDescriptor(random, chain)];
  const key = (): ExportedKey => ({
    key: randomKey(random, '48h/0h/0h/2h', chain, random.int(50)),
    ...(random.oneIn(3) ? {} : { script: random.pick(['sh', 'wsh', 'sh(wsh)'] as const) }),
  });
  const read = importWallet(descriptors.join('\n'), { network: networks[chain], secp256k1 });
  const address = 'error' in read ? undefined : read.descriptors[0]?.firstAddresses[1];
  return {
    descriptors,
    keys: descriptors.length === 0 || random.oneIn(5) ? [key()] : [],
    labels: address === undefined ? [] : randomLabels(random, address),
    ...(random.oneIn(2) && { name: random.pick(['savings', 'A name of many letters, ö', ' x ']) }),
    ...(random.oneIn(2) && { timestamp: 1_500_000_000 + random.int(1e8) }),
  };
}

const aspects = [
  'name',
  'timestamp',
  'frozen',
  'free',
  'texts',
  'origins',
  'places',
  'keys',
  'scripts',
] as const;
type Aspect = (typeof aspects)[number];

/**
 * A part that a sentence of `lost` names, and a check whether it differs in the wallet that was
 * read again.
 */
const named: { readonly [A in Aspect]: RegExp } = {
  name: /^its name/,
  timestamp: /^since when it is in use/,
  frozen: /^that \d+ coins? must not be spent/,
  free: /^that \d+ coins? may be spent/,
  texts: /^\d+ of its labels/,
  origins: /^which wallet each of its labels/,
  places: /^fingerprint and path of its keys/,
  keys: /^its keys for wallets with others/,
  scripts: /^which scripts/,
};

type Whole = Pick<WalletExport, 'name' | 'timestamp' | 'labels'> & {
  readonly descriptors: readonly string[];
  readonly keys: readonly ExportedKey[];
};

const KEY = /(\[[^\]]*\])?[xt]pub\w+/g;
/** Returns public key and chain code. */
const bare = (key: string) =>
  decodeBase58Check(key.replace(/\[.*\]/, ''), 78)
    ?.slice(-65)
    .join() ?? '';
const plain = (text: string) => text.replace(/#.*/, '').replace(/'/g, 'h').trim();

function aspectsOf(wallet: Whole): { readonly [A in Aspect]: readonly string[] } {
  const labels = wallet.labels ?? [];
  const sorted = (list: readonly unknown[]) =>
    [...new Set(list.map((each) => JSON.stringify(each)))].sort();
  const having = (member: 'label' | 'origin') =>
    sorted(labels.flatMap((each) => (each[member] ? [[each.type, each.ref, each[member]]] : [])));
  const marked = (is: boolean) =>
    sorted(labels.flatMap(({ ref, spendable }) => (spendable === is ? [ref] : [])));
  return {
    name: sorted(wallet.name === undefined ? [] : [wallet.name.trim()]),
    timestamp: sorted(wallet.timestamp === undefined ? [] : [wallet.timestamp]),
    frozen: marked(false),
    free: marked(true),
    texts: having('label'),
    origins: having('origin'),
    places: sorted(
      [...wallet.descriptors, ...wallet.keys.map(({ key }) => key)].flatMap(
        (each) => plain(each).match(KEY) ?? [],
      ),
    ),
    keys: sorted(wallet.keys.map(({ key }) => bare(plain(key)))),
    scripts: sorted([
      ...wallet.keys.map(({ key, script }) => [bare(plain(key)), script ?? 'any']),
      ...wallet.descriptors.map((each) => plain(each).replace(KEY, bare)),
    ]),
  };
}

describe.each(formats)('%s', (format) => {
  test('is read back as the wallet minus its reported losses', () => {
    const random = createRandom(seed + formats.indexOf(format));
    let written = 0;
    for (let i = 0; i < casesOfRun(40); i++) {
      const chain = random.pick(chains);
      const context = { network: networks[chain], secp256k1 };
      const wallet = randomWallet(random, chain);
      const file = exportWallet(wallet, format, context);
      if ('error' in file) continue;
      written += 1;
      const again = importWallet(file.text, context);
      if ('error' in again) throw new Error(again.error);
      const whole = {
        ...again,
        name: wallet.name?.trim() ? again.name : undefined,
        timestamp: again.descriptors[0]?.timestamp,
        descriptors: again.descriptors.map(({ descriptor }) => descriptor),
      };
      const keys = (wallet.keys ?? []).filter(({ key }) =>
        again.keys.some((one) => bare(plain(one.key)) === bare(plain(key))),
      );
      const given = {
        ...aspectsOf({ ...wallet, keys }),
        keys: aspectsOf({ ...wallet, keys: wallet.keys ?? [] }).keys,
      };
      const read = aspectsOf(whole);
      const missing = aspects.filter((each) =>
        given[each].some((one) => !read[each].includes(one)),
      );
      const said = aspects.filter((each) => file.lost.some((one) => named[each].test(one)));
      const note = JSON.stringify({ format, wallet, file }, undefined, 1);
      expect(said, note).toEqual(missing);
    }
    expect(written).toBeGreaterThan(0);
  });
});

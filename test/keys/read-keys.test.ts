import { HDKey } from '@scure/bip32';
import { entropyToMnemonic } from '@scure/bip39';
import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { encodeWif } from '../../src/crypto/wif.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { importWallet } from '../../src/formats/import.ts';
import { readKeys } from '../../src/keys/read-keys.ts';
import { sign } from '../../src/library/payment/sign.ts';
import { masterFingerprint } from '../../src/seed/accounts.ts';
import { wordLists } from '../../src/seed/bip39.ts';
import { rootKeyOf } from '../../src/seed/root-key.ts';
import { detect } from '../../src/transport/reader.ts';
import { keyOf } from '../support/signing.ts';
import { damaged, forms, psbt, reference, WORDS } from '../support/vectors/key-forms.ts';

const context = { network: networks.regtest, secp256k1 };
const TEST_VERSIONS = { private: 0x04358394, public: 0x043587cf };

function open(text: string, more = {}) {
  const ring = readKeys(text, { ...context, ...more });
  if ('error' in ring) throw new Error(ring.error);
  return ring;
}

const masterOf = (text: string, more = {}) =>
  encodeHex(open(text, more).masters[0]?.origin?.fingerprint ?? new Uint8Array(0));

test.each(forms)('reads %s and signs with it', async (_, text) => {
  const signed = await sign(psbt, { keys: open(text) });
  expect(signed.complete).toBe(true);
  const witness = signed.psbt.inputs[0]?.finalWitness ?? [];
  expect(encodeHex(witness[0] ?? new Uint8Array(0))).toBe(await reference());
});

test.each(forms.filter(([name, , kind]) => kind === 'private-key' && !/^(a list|what)/.test(name)))(
  'payment.sign takes %s as text',
  async (_, text) => expect((await sign(psbt, { keys: text })).complete).toBe(true),
);

test.each(forms)('a camera names %s as a secret and keeps nothing of it', (_, text, kind) => {
  const reading = detect(text.replace('\ufeff', ''), secp256k1);
  if (!('value' in reading)) throw new Error(reading.status);
  expect(reading.value.kind).toBe(kind);
  expect(JSON.stringify(reading)).not.toContain(text.slice(0, 20));
});

test.each(damaged)('refuses %s with the reason and without its text', (_, text, error) => {
  const read = readKeys(text, context);
  if (!('error' in read)) throw new Error('it was read');
  expect(read.error).toContain(error);
  for (const word of text.split(/\W+/)) {
    if (word.length > 8) expect(read.error).not.toContain(word);
  }
});

test.each(wordLists.map((list) => [list.language, list] as const))(
  'reads words of the list %s',
  (_, list) => {
    const words = entropyToMnemonic(new Uint8Array(16).fill(0x5a), [...list.words]);
    const root = rootKeyOf({ words: words.split(/[ \u3000]/) }, 'x');
    if (root === undefined) throw new Error('no key');
    const wanted = encodeHex(masterFingerprint(root, secp256k1));
    expect(masterOf(words, { passphrase: 'x' })).toBe(wanted);
  },
);

test('reads several keys of one text, and joins their rings', () => {
  expect(masterOf(WORDS)).toBe('73c5da0a');
  const ring = open(`${WORDS}\n${'zoo '.repeat(11)}wrong`);
  expect(ring.masters.length).toBe(2);
});

test('refuses a text, an address and a transaction', () => {
  for (const text of ['', 'hello', 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202', '0200000001']) {
    expect(readKeys(text, context)).toHaveProperty('error');
  }
});

test('takes descriptors that Core calls internal for change', () => {
  const text = JSON.stringify([
    { desc: forms.find(([name]) => name === 'a private descriptor')?.[1], internal: true },
  ]);
  expect(open(text).descriptors).toMatchObject([{ isChange: true }]);
});

describe('the range of a listed descriptor', () => {
  const desc = forms.find(([name]) => name === 'a private descriptor')?.[1];
  const reading = (range?: unknown) =>
    readKeys(JSON.stringify([{ desc, ...(range !== undefined && { range }) }]), context);
  const most = 2 ** 31 - 1;

  test.each([
    ['is optional', undefined, undefined],
    ['is its last position', 9, [0, 9]],
    ['is the first and the last position', [2, 7], [2, 7]],
    ['may be a single position', [5, 5], [5, 5]],
    ['may be far', [most - 1, most], [most - 1, most]],
    ['has a million positions at most', 999_999, [0, 999_999]],
  ])('%s', (_, range, wanted) => {
    const ring = reading(range);
    if ('error' in ring) throw new Error(ring.error);
    expect(ring.descriptors.map((each) => each.range)).toEqual([wanted]);
    expect(ring.descriptors[0]?.isChange).toBe(false);
  });

  test.each([
    ['more than a million positions', 1_000_000],
    ['a last position before the first one', [7, 2]],
    ['three positions', [0, 1, 2]],
    ['one position in a list', [3]],
    ['a text', '9'],
    ['a negative position', -1],
    ['a fraction', [0, 1.5]],
    ['a position of eleven digits', [99_999_999_999, 99_999_999_999]],
  ])('is not %s', (_, range) => {
    expect(reading(range)).toEqual({ error: 'The range of a descriptor is not [first, last]' });
  });
});

test.each([
  ['a list with a number', '[1, "cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA"]'],
  [
    'a list with an entry that is none',
    '[{"x":1},"cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA"]',
  ],
])('refuses %s', (_, text) => {
  expect(readKeys(text, context)).toEqual({
    error: 'This JSON lists neither descriptors nor keys',
  });
});

test('reads a single entry of a list, a list of texts, and a text in quotes', () => {
  const wif = encodeWif(keyOf(1), networks.regtest);
  for (const text of [
    JSON.stringify({ desc: `wpkh(${wif})`, internal: false }),
    JSON.stringify([wif]),
    JSON.stringify({ descriptors: [{ desc: `wpkh(${wif})` }] }),
    `"${wif}"`,
    `' ${wif} '`,
    `# a comment\n${wif}\n`,
  ]) {
    expect(open(text).canSign).toBe(true);
  }
});

test('reads the bytes of a CompactSeedQR in hexadecimal, of 16 to 32 bytes', () => {
  for (const bytes of [16, 20, 24, 28, 32]) {
    const entropy = new Uint8Array(bytes).fill(0xab);
    const words = entropyToMnemonic(entropy, [...(wordLists[0]?.words ?? [])]);
    expect(masterOf(encodeHex(entropy))).toBe(masterOf(words));
    expect(masterOf(encodeHex(entropy).toUpperCase())).toBe(masterOf(words));
    // 32 bytes may have been meant as a private key.
    expect(open(encodeHex(entropy)).notes.join()).toContain('If it is a private key');
    expect(open(words).notes).toEqual([]);
  }
  expect(readKeys('ab'.repeat(12), context)).toHaveProperty('error');
  expect(readKeys('ab'.repeat(36), context)).toHaveProperty('error');
});

// BIP38, test vectors, "No compression, no EC multiply".
test('names a private key that is encrypted (BIP38)', () => {
  expect(readKeys('6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg', context)).toEqual({
    error: expect.stringContaining('the form BIP38, which importWallet'),
  });
});

test('reports that a phrase is a seed of Electrum too, and uses it as BIP39', () => {
  // Electrum: calc_seed_type says segwit. About one phrase in 240 is both.
  const both = `abandon access calm ${'abandon '.repeat(8)}ability`;
  const ring = open(both);
  expect(ring.notes).toEqual([
    'these words are an Electrum seed (segwit) too, with other keys. Here they are used as BIP39',
  ]);
  expect(ring.masters[0]?.accounts.map(({ name }) => name)).toEqual([
    'BIP44',
    'BIP49',
    'BIP84',
    'BIP86',
  ]);
  expect(open(WORDS).notes).toEqual([]);
  expect(open(WORDS.toUpperCase()).notes).toHaveLength(1);
});

test('searches the standard accounts with the given number', () => {
  const pathsOf = (more = {}) => open(WORDS, more).masters[0]?.accounts.map(({ path }) => path[2]);
  expect(pathsOf()).toEqual(Array(4).fill(0x80000000));
  expect(pathsOf({ account: 7 })).toEqual(Array(4).fill(0x80000007));
});

test('refuses a single public key, a wallet without descriptors and an unknown text with different reasons', () => {
  const xpub = forms.find(([name]) => name === 'an account tprv')?.[1] ?? '';
  const read = (text: string, kind?: 'empty') =>
    readKeys(text, {
      ...context,
      ...(kind && { readWallet: () => ({ descriptors: [], lost: [], doubts: [] }) }),
    });
  const publicKey = new HDKey({
    publicKey: HDKey.fromExtendedKey(xpub, TEST_VERSIONS).publicKey as Uint8Array,
    chainCode: new Uint8Array(32),
    versions: TEST_VERSIONS,
  }).publicExtendedKey;
  expect(read(publicKey, 'empty')).toEqual({
    error: expect.stringContaining('This is a public key, which cannot sign'),
  });
  expect(read('{"label":"x","descriptor":1}', 'empty')).toEqual({
    error: expect.stringContaining('This holds keys for a wallet with others'),
  });
  expect(read('hello')).toEqual({ error: expect.stringContaining('This is not a descriptor') });
});

test('the notes of a wallet file contain its doubts and losses', () => {
  const wallet = {
    descriptors: [{ descriptor: 'pkh(x)' }],
    lost: ['labels'],
    doubts: ['same key'],
  };
  const ring = open('{"label":"x","descriptor":"pkh(x)"}', { readWallet: () => wallet });
  expect(ring).toEqual({
    masters: [],
    descriptors: [{ text: 'pkh(x)' }],
    canSign: false,
    hasWallet: true,
    notes: ['same key', 'not taken over: labels'],
  });
});

test('several public descriptors are a wallet, not one damaged descriptor', () => {
  const lines = ['pkh', 'wpkh'].map((name) => addChecksum(`${name}(${'02'.repeat(33)})`));
  for (const text of [lines.join('\n'), `# mine\n${lines.join('\r\n')}\n`]) {
    expect(detect(text, secp256k1)).toMatchObject({
      value: { kind: 'wallet-file', program: 'plain descriptors' },
    });
    const ring = open(text, { readWallet: (file: string) => importWallet(file, context) });
    expect(ring.descriptors.map((each) => each.text)).toEqual(lines);
  }
});

test('a list of keys with a damaged line gives no keys at all', () => {
  const words = `${'abandon '.repeat(11)}about`;
  const wif = encodeWif(keyOf(1), networks.regtest);
  expect(open(`${wif}\n${words}`).canSign).toBe(true);
  for (const list of [`${wif}\n${'abandon '.repeat(12)}`, `${'abandon '.repeat(12)}\n${wif}`]) {
    expect(readKeys(list, context)).toHaveProperty('error');
  }
});

test.each([`x${' '.repeat(200_000)}x`, `a${'\t '.repeat(100_000)}b`])(
  'a long text of white space is no key',
  (text) => {
    expect(readKeys(text, context)).toHaveProperty('error');
  },
);

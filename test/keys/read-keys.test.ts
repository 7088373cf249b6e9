import { entropyToMnemonic } from '@scure/bip39';
import { expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { encodeWif } from '../../src/crypto/wif.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { importWallet } from '../../src/formats/import.ts';
import { readKeys } from '../../src/keys/read-keys.ts';
import { openAccount } from '../../src/library/payment/account.ts';
import { sign } from '../../src/library/payment/sign.ts';
import { masterFingerprint } from '../../src/seed/accounts.ts';
import { wordLists } from '../../src/seed/bip39.ts';
import { electrumRootKey } from '../../src/seed/electrum.ts';
import { rootKeyOf } from '../../src/seed/root-key.ts';
import { detect } from '../../src/transport/reader.ts';
import { keyOf } from '../support/signing.ts';
import { damaged, forms, psbt, reference, WORDS } from '../support/vectors/key-forms.ts';

const context = { network: networks.regtest, secp256k1 };

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

test('reads a seed of Electrum with its extension, which is not BIP39', () => {
  // Electrum, tests/test_wallet_vertical.py.
  const seed = 'bitter grass shiver impose acquire brush forget axis eager alone wine silver';
  const root = electrumRootKey(seed, 'x');
  if (root === undefined) throw new Error('no key');
  expect(masterOf(seed, { passphrase: 'x' })).toBe(encodeHex(masterFingerprint(root, secp256k1)));
  expect(open(seed).masters[0]?.accounts.map(({ name }) => name)).toEqual(['Electrum segwit']);
});

// Electrum, tests/test_wallet_vertical.py: receiving, change.
test.each([
  [
    'from before 2014',
    'powerful random nobody notice nothing important anyway look away hidden message over',
    ['1FJEEB8ihPMbzs2SkLmr37dHyRFzakqUmo', '1KRW8pH6HFHZh889VDq6fEKvmrsmApwNfe'],
  ],
  [
    'with a second factor, legacy',
    'kiss live scene rude gate step hip quarter bunker oxygen motor glove',
    ['35L8XmCDoEBKeaWRjvmZvoZvhp8BXMMMPV', '3PeZEcumRqHSPNN43hd4yskGEBdzXgY8Cy'],
  ],
  [
    'with a second factor, segwit',
    'universe topic remind silver february ranch shine worth innocent cattle enhance wise',
    [
      'bc1qpmufh0zjp5prfsrk2yskcy82sa26srqkd97j0457andc6m0gh5asw7kqd2',
      'bc1qd4q50nft7kxm9yglfnpup9ed2ukj3tkxp793y0zya8dc9m39jcwq308dxz',
    ],
  ],
] as const)('reads a seed of Electrum %s', (_, seed, addresses) => {
  const main = { network: networks.main };
  const { descriptors, canSign } = open(seed, main);
  const sides = descriptors.flatMap(({ text, isChange }) => {
    const { address, changeAddress } = openAccount(text, { network: 'main' });
    return descriptors.length === 1
      ? [address(0), changeAddress(0)]
      : [`${isChange ? 'change' : 'receiving'} ${address(0)}`];
  });
  const first = (side: string) =>
    sides.find((each) => each.startsWith(side))?.slice(side.length + 1);
  expect(descriptors.length === 1 ? sides : [first('receiving'), first('change')]).toEqual(
    addresses,
  );
  expect(canSign).toBe(true);
  if (descriptors.length > 1) {
    expect(readKeys(seed, { ...context, passphrase: 'x' })).toEqual({
      error: 'This kind of Electrum seed has no passphrase. Leave it empty',
    });
  }
});

test('reads several keys of one text, and joins their rings', () => {
  expect(masterOf(WORDS)).toBe('73c5da0a');
  const ring = open(`${WORDS}\n${'zoo '.repeat(11)}wrong`);
  expect(ring.masters.length).toBe(2);
});

test('asks for nothing but what is a key: text, an address and a transaction are refused', () => {
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

import { HDKey } from '@scure/bip32';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { NETWORK, TEST_NETWORK, WIF } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { countWords, detectKeyText, isEntropyLength, isSecret } from '../../src/keys/key-text.ts';
import { readVector } from '../support/paths.ts';

const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(1));
const secret = root.privateKey as Uint8Array;
const wif = WIF(NETWORK).encode(secret);
const testWif = WIF(TEST_NETWORK).encode(secret);
const descriptor = `wpkh(${root.publicExtendedKey}/0/*)`;
const privateDescriptor = `wpkh(${root.privateExtendedKey}/0/*)`;
const phrase = (bytes: number, list = english) =>
  entropyToMnemonic(new Uint8Array(bytes).fill(0x5a), list);

/** A text like a key of the main network, with a wrong checksum. */
const mistyped = `${wif.slice(0, -1)}${wif.endsWith('1') ? '2' : '1'}`;

describe('seed words', () => {
  test.each([16, 20, 24, 28, 32])('counts the words of %d bytes of entropy', (bytes) => {
    const count = (bytes * 8 + bytes / 4) / 11;
    for (const list of [english, japanese]) {
      const words = phrase(bytes, list);
      expect(detectKeyText(words)).toEqual({ kind: 'words', count });
      expect(
        detectKeyText(
          words
            .split(/[ \u3000]/)
            .slice(1)
            .join(' '),
        ),
      ).toBeUndefined();
    }
    expect(isEntropyLength(bytes)).toBe(true);
    expect([bytes - 1, bytes + 1, bytes + 2].some(isEntropyLength)).toBe(false);
  });

  test('may be separated by commas, semicolons and wide spaces, or numbered', () => {
    const words = phrase(16).split(' ');
    for (const separator of [', ', ';', '\u3000', '\n']) {
      expect(countWords(words.join(separator))).toBe(12);
    }
    expect(countWords(words.map((word, i) => `${i + 1}. ${word}`).join('\n'))).toBe(12);
    // A part of a phrase may start at any number.
    expect(countWords(words.map((word, i) => `${i + 13}) ${word}`).join(' '))).toBe(12);
    expect(countWords(words.map((word, i) => `${2 * i} ${word}`).join(' '))).toBe(0);
  });

  test('have at most 12 letters and no digits', () => {
    const others = 'abandon '.repeat(11);
    expect(countWords(`${others}${'x'.repeat(12)}`)).toBe(12);
    expect(countWords(`${others}${'x'.repeat(13)}`)).toBe(0);
    expect(countWords(`${others}ab0ut`)).toBe(0);
    expect(countWords(`${others}a-bout`)).toBe(0);
  });

  test('are not searched in texts of more than 400 characters', () => {
    const words = phrase(16).split(' ');
    const length = words.join('').length;
    const spread = (gap: number) => [words[0], ' '.repeat(gap), words.slice(1).join(' ')].join('');
    const longest = spread(400 - length - 10);
    expect(longest).toHaveLength(400);
    expect(detectKeyText(`\n ${longest} `)).toEqual({ kind: 'words', count: 12 });
    expect(detectKeyText(longest.replace(' ', '  '))).toBeUndefined();
  });
});

describe('the digits of a SeedQR', () => {
  const vectors: readonly { digits: string }[] = JSON.parse(readVector('seed/seedqr.json'));
  const { digits } = vectors[3] ?? { digits: '' };

  test.each(vectors)('$digits are a seed', ({ digits: text }) => {
    expect(detectKeyText(text)).toEqual({ kind: 'seed-qr' });
    expect(detectKeyText(text.replace(/.{4}/g, '$& '))).toEqual({ kind: 'seed-qr' });
  });

  test('are four for each word, of which BIP39 has 2,048', () => {
    expect(detectKeyText(`${digits.slice(0, -4)}2047`)).toEqual({ kind: 'seed-qr' });
    for (const other of ['2048', '9999', '204', '20470', '']) {
      expect(detectKeyText(`${digits.slice(0, -4)}${other}`), other).toBeUndefined();
    }
    expect(detectKeyText(`2048${digits.slice(4)}`)).toBeUndefined();
    expect(detectKeyText(`${digits}0000`)).toBeUndefined();
    expect(detectKeyText(`${digits.slice(0, -4)}204x`)).toBeUndefined();
  });
});

describe('a private key', () => {
  test.each([
    ['compressed', wif],
    ['of a test network', testWif],
    ['with a wrong letter', mistyped],
    ['that is not compressed', '5KYZdUEo39z3FPrtuX2QbbwGnNP5zTd7yyr2SC1j299sBCnWjss'],
  ])('in WIF %s is a key', (_, text) => {
    expect(detectKeyText(` ${text}\n`)).toEqual({ kind: 'wif' });
  });

  test('makes a text of another kind private', () => {
    for (const key of [wif, testWif]) {
      expect(detectKeyText(`my key: ${key}`)).toEqual({ kind: 'private-text' });
      expect(detectKeyText(`{"key":"${key}"}`)).toEqual({ kind: 'private-text' });
      expect(detectKeyText(`wpkh(${key})`)).toEqual({ kind: 'descriptor', isPrivate: true });
    }
    expect(detectKeyText(`my key: ${root.privateExtendedKey}`)).toEqual({ kind: 'private-text' });
    expect(detectKeyText(`my key: ${mistyped}`)).toBeUndefined();
    expect(detectKeyText(`my key: ${root.publicExtendedKey}`)).toBeUndefined();
  });

  test('is found after up to 99 similar words', () => {
    const list = (count: number) => `${`${mistyped} `.repeat(count)}${wif}`;
    expect(detectKeyText(list(99))).toEqual({ kind: 'private-text' });
    expect(detectKeyText(list(100))).toBeUndefined();
  });
});

test.each([
  ['xprv', root.privateExtendedKey, 'private'],
  ['xpub', root.publicExtendedKey, 'public'],
  ['zprv', root.privateExtendedKey.replace('xprv', 'zprv'), 'private'],
  ['Vpub', root.publicExtendedKey.replace('xpub', 'Vpub'), 'public'],
  ['xprv with its origin', `[b8688df1/84h/0'/0H]${root.privateExtendedKey}`, 'private'],
  ['xpub with its fingerprint', `[b8688df1]${root.publicExtendedKey}`, 'public'],
])('an %s is an extended key', (_, text, side) => {
  expect(detectKeyText(text)).toEqual({ kind: `extended-${side}-key` });
});

test('a descriptor is private if it has a private key, and several are a wallet', () => {
  const file = { kind: 'wallet-file', program: 'plain descriptors' };
  for (const [text, isPrivate] of [
    [descriptor, false],
    [privateDescriptor, true],
    // A scan key by itself cannot spend (BIP392).
    [`sp(spscan1${'q'.repeat(90)})`, false],
    [`sp(spspend1${'q'.repeat(90)})`, true],
    [`sp(tspspend1${'q'.repeat(90)})`, true],
  ] as const) {
    expect(detectKeyText(text)).toEqual({ kind: 'descriptor', isPrivate });
    expect(detectKeyText(`# a comment\n\n${text}`)).not.toMatchObject(file);
    expect(detectKeyText(`# mine\r\n${descriptor}\r\n\r\n${text}\r\n`)).toEqual({
      ...file,
      isPrivate,
    });
  }
  expect(detectKeyText(`${descriptor}\nhello`)).toBeUndefined();
});

test.each([
  ['words', phrase(16), true],
  ['a SeedQR', '073318950739065415961602009907670428187212261116', true],
  ['a WIF key', wif, true],
  ['an xprv', root.privateExtendedKey, true],
  ['an xpub', root.publicExtendedKey, false],
  ['a private descriptor', privateDescriptor, true],
  ['a public descriptor', descriptor, false],
  ['a wallet with a private key', `${descriptor}\n${privateDescriptor}`, true],
  ['a wallet without private keys', `${descriptor}\n${descriptor}`, false],
  ['a text with a private key', `key ${wif}`, true],
])('%s: whether a screen may show it', (_, text, secretOne) => {
  const found = detectKeyText(text);
  expect(found && isSecret(found)).toBe(secretOne);
});

import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import type { KeyRing } from '../../src/keys/key-ring.ts';
import { readKeys } from '../../src/keys/read-keys.ts';
import { english, entropyOfWords, korean, wordsOfEntropy } from '../../src/seed/bip39.ts';

const PATTERN =
  /^these words are a known test seed, or follow a simple pattern \((a few words are repeated|their bytes (repeat|count up or down))\)\. /;

function open(text: string, network = networks.main): KeyRing {
  const ring = readKeys(text, { network, secp256k1 });
  if ('error' in ring) throw new Error(ring.error);
  return ring;
}

const fingerprints = (text: string): readonly string[] =>
  open(text).masters.map(({ origin }) => (origin ? encodeHex(origin.fingerprint) : ''));

const wordsAt = (seed: number, list = english): readonly string[] =>
  wordsOfEntropy(
    Uint8Array.from({ length: 32 }, (_, i) => (i * i * 7 + 3 + seed * (i + 1) * 13) & 255),
    list,
  ) ?? [];

const inLines = (words: readonly string[], size: number): string =>
  words.map((word, i) => word + ((i + 1) % size === 0 ? '\n' : ' ')).join('');

const isPhrase = (words: readonly string[]): boolean =>
  entropyOfWords(words, english) !== undefined;

describe('24 words are one phrase', () => {
  const words = wordsAt(1);

  test.each([1, 2, 3, 4, 6, 8, 12, 24])('are read in lines of %i', (size) => {
    expect(fingerprints(inLines(words, size))).toEqual(fingerprints(words.join(' ')));
    const numbered = words.map((word, i) => `${i + 1}. ${word}`);
    expect(fingerprints(inLines(numbered, size))).toEqual(fingerprints(words.join(' ')));
  });

  test('are read in two lines that are phrases by themselves, by chance', () => {
    const halves = (all: readonly string[]) => [all.slice(0, 12), all.slice(12)];
    const seed = Array.from({ length: 4000 }, (_, i) => i).find((i) =>
      halves(wordsAt(i)).every(isPhrase),
    );
    const both = wordsAt(seed ?? 0);
    expect(halves(both).every(isPhrase)).toBe(true);
    expect(fingerprints(inLines(both, 12))).toEqual(fingerprints(both.join(' ')));
  });

  test('counts the position of a wrong word from the first line', () => {
    const wrong = words.map((word, i) => (i === 14 ? 'bitcoin' : word));
    const ring = readKeys(inLines(wrong, 12), { network: networks.main, secp256k1 });
    expect('error' in ring && ring.error).toBe('Word 15 is not a BIP39 word');
  });

  test('reads two phrases of 12 words as two seeds', () => {
    const [a, b] = [2, 3].map((i) =>
      (wordsOfEntropy(new Uint8Array(16).fill(i), english) ?? []).join(' '),
    );
    expect(fingerprints(`${a}\n${b}`)).toHaveLength(2);
  });
});

describe('punctuation and numbers next to words', () => {
  const words = wordsAt(4).slice();
  const phrase = words.join(' ');

  test.each([
    ['a period at the end', `${phrase}.`],
    ['quotation marks', `“${phrase}”`],
    ['bars', words.join(' | ')],
    ['dashes', words.join(' - ')],
    ['brackets', words.map((word, i) => `(${i + 1}) ${word}`).join(' ')],
  ])('are left out: %s', (_, text) => {
    expect(fingerprints(text)).toEqual(fingerprints(phrase));
  });

  test('are ignored in Korean, whose words are long in NFKD', () => {
    const long = wordsAt(5, korean);
    const numbered = long.map((word, i) => `${i + 1}. ${word}`).join('\n');
    expect(fingerprints(numbered)).toEqual(fingerprints(long.join(' ')));
  });

  test('are ignored in seeds of Electrum', () => {
    // electrum/tests/test_wallet_vertical.py.
    const seed = 'bitter grass shiver impose acquire brush forget axis eager alone wine silver';
    const numbered = seed.split(' ').map((word, i) => `${i + 1}. ${word}`);
    expect(fingerprints(numbered.join('\n'))).toEqual(fingerprints(seed));
    expect(fingerprints(`${seed}.`)).toEqual(fingerprints(seed));
  });
});

describe('published words', () => {
  const known = {
    'zeros (BIP39)': `${'abandon '.repeat(11)}about`,
    'ones (BIP39)': `${'zoo '.repeat(11)}wrong`,
    '0x7f (BIP39)': 'legal winner thank year wave sausage worth useful legal winner thank yellow',
    '0x80 (BIP39)':
      'letter advice cage absurd amount doctor acoustic avoid letter advice cage above',
    "Trezor's emulator": 'all '.repeat(12).trim(),
    Hardhat: `${'test '.repeat(11)}junk`,
    'bytes that count up': (
      wordsOfEntropy(
        Uint8Array.from({ length: 16 }, (_, i) => i),
        english,
      ) ?? []
    ).join(' '),
    'four bytes again and again': (
      wordsOfEntropy(
        Uint8Array.from({ length: 32 }, (_, i) => [222, 173, 190, 239][i % 4] ?? 0),
        english,
      ) ?? []
    ).join(' '),
  };

  test.each(Object.entries(known))('are reported: %s', (_, text) => {
    expect(open(text).notes).toContainEqual(expect.stringMatching(PATTERN));
    // Test networks have no money.
    expect(open(text, networks.test).notes).toEqual([]);
  });

  test('are not found among 60 others', () => {
    const texts = Array.from({ length: 60 }, (_, i) => wordsAt(i + 1));
    const isFound = texts.filter((each) =>
      open(each.join(' ')).notes.some((note) => PATTERN.test(note)),
    );
    expect(isFound).toEqual([]);
  }, 60_000);
});

import { HDKey } from '@scure/bip32';
import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { encodeExtendedPrivateKey } from '../../src/descriptor/extended-key.ts';
import { decodeHex, encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { masterFingerprint } from '../../src/seed/accounts.ts';
import {
  entropyOfWords,
  seedOfWords,
  type WordList,
  wordLists,
  wordsOfEntropy,
} from '../../src/seed/bip39.ts';
import { readPhrase } from '../../src/seed/phrase.ts';
import { rootKeyOf } from '../../src/seed/root-key.ts';
import { sampleOf } from '../support/generate/sample.ts';
import { readVector } from '../support/paths.ts';

type Vector = readonly [entropy: string, words: string, seed: string, xprv: string];
const vectors: Record<string, readonly Vector[]> = JSON.parse(readVector('seed/bip39.json'));

function hex(text: string): Uint8Array {
  const bytes = decodeHex(text);
  if (bytes === undefined) throw new Error('the vector is no hexadecimal text');
  return bytes;
}

function expectVector([entropy, words, seed, xprv]: Vector, passphrase: string, list: WordList) {
  const made = wordsOfEntropy(hex(entropy), list) ?? [];
  expect(made.join(' ')).toBe(words.normalize('NFKD').replace(/\u3000/g, ' '));
  expect(encodeHex(entropyOfWords(made, list) ?? new Uint8Array())).toBe(entropy);
  expect(encodeHex(seedOfWords(made, passphrase))).toBe(seed);
  const read = readPhrase(words, wordLists);
  if ('error' in read) throw new Error(`not read: ${read.error.kind}`);
  expect(read.phrases.map((phrase) => phrase.list.language)).toContain(list.language);
  const root = rootKeyOf(read.phrases[0], passphrase);
  expect(root && encodeExtendedPrivateKey(root, networks.main)).toBe(xprv);
  const judge = HDKey.fromExtendedKey(xprv).fingerprint.toString(16).padStart(8, '0');
  expect(root && encodeHex(masterFingerprint(root, nobleSecp256k1))).toBe(judge);
}

describe.each(wordLists)('the published vectors in $language', (list) => {
  const rows = vectors[list.language] ?? [];
  test.each(sampleOf(rows))('%s', (...row) => expectVector(row, 'TREZOR', list));
  test('there are vectors', () => expect(rows.length).toBe(24));
});

describe('the Japanese vectors with a passphrase that NFKD changes', () => {
  const rows: readonly Record<string, string>[] = JSON.parse(
    readVector('seed/bip39-japanese.json'),
  );
  const japanese = wordLists.find(({ language }) => language === 'japanese');
  test.each(sampleOf(rows))('$entropy', ({ entropy, mnemonic, passphrase, seed, bip32_xprv }) => {
    if (!japanese || !entropy || !mnemonic || passphrase === undefined) throw new Error('no row');
    expectVector([entropy, mnemonic, seed ?? '', bip32_xprv ?? ''], passphrase, japanese);
  });
  test('there are vectors', () => expect(rows.length).toBe(24));
});

test('both Chinese lists share 1,275 words', () => {
  const words = (language: string) =>
    wordLists.find((list) => list.language === language)?.words ?? [];
  const traditional = new Set(words('chinese_traditional'));
  expect(words('chinese_simplified').filter((word) => traditional.has(word)).length).toBe(1275);
});

test('entropy of another length has no words', () => {
  for (const length of [0, 15, 17, 33, 64]) {
    expect(wordLists.map((list) => wordsOfEntropy(new Uint8Array(length), list))).toEqual(
      wordLists.map(() => undefined),
    );
  }
});

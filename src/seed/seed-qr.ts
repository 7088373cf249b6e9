import { checkArguments } from '../arguments/check-arguments.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { entropyOfWords, type WordList, wordListKinds, wordsOfEntropy } from './bip39.ts';
import { type Phrase, phraseMembers } from './phrase.ts';
import { phraseLengths } from './split-words.ts';

const DIGITS = 4;

/**
 * Returns the digits of a SeedQR: the index of each word in its list, from 0, as four digits.
 *
 * @param phrase - BIP39 words and their list.
 */
export function seedQrDigits(phrase: Phrase): string {
  checkArguments(
    'seedQrDigits',
    { phrase: [phrase, 'Phrase'] },
    { ...wordListKinds, Phrase: phraseMembers },
  );
  const { words, list } = phrase;
  return words.map((word) => `${list.words.indexOf(word)}`.padStart(DIGITS, '0')).join('');
}

/**
 * Reads a SeedQR's digits. Returns `undefined` if a number has no word, or the checksum is wrong.
 *
 * @param digits - Four digits per word.
 * @param list - The language of the words.
 */
export function readSeedQr(digits: string, list: WordList): Phrase | undefined {
  checkArguments(
    'readSeedQr',
    { digits: [digits, 'text'], list: [list, 'WordList'] },
    wordListKinds,
  );
  if (!/^\d+$/.test(digits) || !phraseLengths.includes(digits.length / DIGITS)) return undefined;
  const indices = (digits.match(/\d{4}/g) ?? []).map(Number);
  const words = indices.flatMap((index) => list.words[index] ?? []);
  if (words.length !== indices.length) return undefined;
  const entropy = entropyOfWords(words, list);
  entropy?.fill(0);
  return entropy && { words, list };
}

/**
 * Returns the bytes of a CompactSeedQR, which are the entropy without a checksum.
 *
 * @param phrase - BIP39 words and their list.
 */
export function compactSeedQr(phrase: Phrase): Bytes | undefined {
  checkArguments(
    'compactSeedQr',
    { phrase: [phrase, 'Phrase'] },
    { ...wordListKinds, Phrase: phraseMembers },
  );
  return entropyOfWords(phrase.words, phrase.list);
}

/**
 * Reads a CompactSeedQR's bytes; `undefined` for other lengths than 16, 20, 24, 28 and 32.
 *
 * @param bytes - The entropy.
 * @param list - The language of the words.
 */
export function readCompactSeedQr(bytes: Bytes, list: WordList): Phrase | undefined {
  checkArguments(
    'readCompactSeedQr',
    { bytes: [bytes, 'bytes'], list: [list, 'WordList'] },
    wordListKinds,
  );
  const words = wordsOfEntropy(bytes, list);
  return words && { words, list };
}

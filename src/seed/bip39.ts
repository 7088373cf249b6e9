import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist as czechWords } from '@scure/bip39/wordlists/czech.js';
import { wordlist as englishWords } from '@scure/bip39/wordlists/english.js';
import { wordlist as frenchWords } from '@scure/bip39/wordlists/french.js';
import { wordlist as italianWords } from '@scure/bip39/wordlists/italian.js';
import { wordlist as japaneseWords } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as koreanWords } from '@scure/bip39/wordlists/korean.js';
import { wordlist as portugueseWords } from '@scure/bip39/wordlists/portuguese.js';
import { wordlist as simplifiedWords } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanishWords } from '@scure/bip39/wordlists/spanish.js';
import { wordlist as traditionalWords } from '@scure/bip39/wordlists/traditional-chinese.js';
import type { Kinds, MembersOf } from '../arguments/basic-kinds.ts';
import { checkArguments } from '../arguments/check-arguments.ts';
import { sha256 } from '../crypto/hash.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { invariant } from '../encoding/invariant.ts';
import { phraseLengths } from './split-words.ts';

/** The lists of BIP39, named as in its repository. */
export type Language =
  | 'english'
  | 'japanese'
  | 'korean'
  | 'spanish'
  | 'chinese_simplified'
  | 'chinese_traditional'
  | 'french'
  | 'italian'
  | 'czech'
  | 'portuguese';

/** 2,048 words in the order of BIP39, in Unicode form NFKD. */
export type WordList = {
  /** Name of the language. */
  readonly language: Language;
  /** Words by index, from 0. */
  readonly words: readonly string[];
};

/** The checks of a list of words. */
export const wordListKinds = {
  wordList: {
    is: (value: unknown) =>
      Array.isArray(value) &&
      value.length === 2048 &&
      value.every((word) => typeof word === 'string'),
    words: 'an array of 2048 strings',
  },
  WordList: { language: 'text', words: 'wordList' },
} as const satisfies Kinds & { readonly WordList: MembersOf<WordList> };

// One constant per list, so that a bundle only contains the lists it uses.
/** BIP39's English words. */
export const english: WordList = { language: 'english', words: englishWords };
/** BIP39's Japanese words. */
const japanese: WordList = { language: 'japanese', words: japaneseWords };
/** BIP39's Korean words. */
export const korean: WordList = { language: 'korean', words: koreanWords };
/** BIP39's Spanish words. */
export const spanish: WordList = { language: 'spanish', words: spanishWords };
/** BIP39's words in simplified Chinese. */
export const simplifiedChinese: WordList = {
  language: 'chinese_simplified',
  words: simplifiedWords,
};
/** BIP39's words in traditional Chinese. */
export const traditionalChinese: WordList = {
  language: 'chinese_traditional',
  words: traditionalWords,
};
/** BIP39's French words. */
export const french: WordList = { language: 'french', words: frenchWords };
/** BIP39's Italian words. */
const italian: WordList = { language: 'italian', words: italianWords };
/** BIP39's Czech words. */
const czech: WordList = { language: 'czech', words: czechWords };
/** BIP39's Portuguese words. */
const portuguese: WordList = { language: 'portuguese', words: portugueseWords };

/** All lists of BIP39, in the order of BIP85's language codes. */
export const wordLists: readonly WordList[] = [
  english,
  japanese,
  korean,
  spanish,
  simplifiedChinese,
  traditionalChinese,
  french,
  italian,
  czech,
  portuguese,
];

/** Returns the entropy in bytes: 32 bits for every three words (BIP39). */
export const entropyBytes = (words: number): number => (words / 3) * 4;

/**
 * Returns the words of 16, 20, 24, 28 or 32 bytes; `undefined` for other lengths. The last word
 * contains the checksum.
 *
 * @param entropy - Random bytes.
 * @param list - The language of the words.
 */
export function wordsOfEntropy(entropy: Bytes, list: WordList): readonly string[] | undefined {
  checkArguments(
    'wordsOfEntropy',
    { entropy: [entropy, 'bytes'], list: [list, 'WordList'] },
    wordListKinds,
  );
  if (!phraseLengths.some((words) => entropyBytes(words) === entropy.length)) return undefined;
  return entropyToMnemonic(entropy, [...list.words]).split(/[ \u3000]/);
}

/**
 * Returns the entropy of words of this list. Returns `undefined` if their number or checksum is
 * wrong, or a word is not in the list.
 *
 * @param words - 12, 15, 18, 21 or 24 (BIP39).
 * @param list - A list such as `english`.
 */
export function entropyOfWords(words: readonly string[], list: WordList): Bytes | undefined {
  checkArguments(
    'entropyOfWords',
    { words: [words, 'text[]'], list: [list, 'WordList'] },
    wordListKinds,
  );
  try {
    return mnemonicToEntropy(words.join(' '), [...list.words]);
  } catch {
    // The package's error repeats a word.
    return undefined;
  }
}

/**
 * Checks the checksum of word indices with 11 bits each: "A checksum is generated by taking the
 * first ENT / 32 bits of its SHA256 hash. This checksum is appended to the end of the initial
 * entropy" (BIP39). It is fast enough for searches; the package would take minutes, because it
 * checks its complete list each time.
 */
export function hasChecksum(indices: readonly number[]): boolean {
  if (!phraseLengths.includes(indices.length)) return false;
  const bytes = new Uint8Array(entropyBytes(indices.length) + 1);
  indices.forEach((index, i) => {
    for (let bit = 0; bit < 11; bit++) {
      const at = i * 11 + bit;
      if ((index >> (10 - bit)) & 1) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (0x80 >> (at & 7));
    }
  });
  const length = indices.length / 3;
  const expected = (sha256(bytes.subarray(0, -1))[0] ?? 0) >> (8 - length);
  const found = (bytes[bytes.length - 1] ?? 0) >> (8 - length);
  bytes.fill(0);
  return found === expected;
}

/**
 * Derives the seed of 64 bytes (BIP39): "we use the PBKDF2 function with a mnemonic sentence (in
 * UTF-8 NFKD) used as the password and the string "mnemonic" + passphrase (again in UTF-8 NFKD)
 * used as the salt."
 */
export function seedOfWords(words: readonly string[], passphrase: string): Bytes {
  invariant(phraseLengths.includes(words.length), 'only whole phrases have a seed');
  return mnemonicToSeedSync(words.join(' '), passphrase);
}

import { describe, expect, test } from 'vitest';
import {
  english,
  entropyOfWords,
  french,
  simplifiedChinese,
  spanish,
  traditionalChinese,
  wordLists,
  wordsOfEntropy,
} from '../../src/seed/bip39.ts';
import { describePhraseFault } from '../../src/seed/fault-text.ts';
import { completeWord } from '../../src/seed/find-word.ts';
import {
  findWords,
  lastWords,
  type PhraseFault,
  type ReadPhrase,
  readPhrase,
} from '../../src/seed/phrase.ts';
import { passphraseWarnings } from '../../src/seed/root-key.ts';
import { splitWords } from '../../src/seed/split-words.ts';

const text = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const words = text.split(' ');

function right(given: string, lists = wordLists): ReadPhrase {
  const read = readPhrase(given, lists);
  if ('error' in read) throw new Error(JSON.stringify(read.error));
  return read;
}

function wrong(given: string, lists = wordLists): PhraseFault {
  const read = readPhrase(given, lists);
  if (!('error' in read)) throw new Error('it is a phrase');
  return read.error;
}

describe('reads careless input', () => {
  const numbered = words.map((word, i) => `${i + 1}. ${word}`);
  const columns = [0, 1, 2, 3, 4, 5].flatMap((row) => [numbered[row], numbered[row + 6]]);
  test.each([
    ['as it is', text, []],
    ['capitals', text.toUpperCase(), ['capitals']],
    ['double spaces', text.replace(/ /g, '  '), ['spaces']],
    ['spaces that do not break', text.replace(/ /g, '\u00a0'), ['spaces']],
    ['zero width', text.replace(/ /g, ' \u200b'), ['spaces']],
    ['line ends', `${words.join('\r\n')}\r\n`, []],
    ['commas', words.join(', '), ['punctuation']],
    ['numbers', numbered.join('\n'), ['punctuation', 'numbers']],
    ['numbers without spaces', words.map((word, i) => `${i + 1}.${word}`).join(' '), ['numbers']],
    ['two columns', columns.join('\n'), ['punctuation', 'numbers', 'reordered']],
    ['four letters', words.map((word) => word.slice(0, 4)).join(' '), ['abbreviated']],
  ])('%s', (_, given, irregularities) => {
    const read = right(given);
    expect(read.phrases[0].words).toEqual(words);
    expect(read.irregularities).toEqual(irregularities);
  });

  test('accepts missing accents, and composed ones', () => {
    const made = wordsOfEntropy(new Uint8Array(16), spanish) ?? [];
    const plain = made.join(' ').replace(/[\u0300-\u036f]/g, '');
    expect(plain).not.toBe(made.join(' '));
    expect(right(plain)).toMatchObject({ phrases: [{ words: made }], irregularities: ['accents'] });
    expect(right(made.join(' ').normalize('NFC'))).toMatchObject({ irregularities: [] });
  });
});

describe('reports faults by position', () => {
  test('a private key typed as a word is cut after four letters', () => {
    for (const list of wordLists) {
      for (const word of list.words) expect(word.normalize('NFKD').length).toBeLessThan(16);
    }
    const fault = wrong(`l4tqhmhytnzw5rjk ${words.slice(1).join(' ')}`);
    expect(fault).toMatchObject({ unknown: [{ position: 1, word: 'l4tq…' }] });
    expect(wrong(`wavez ${words.slice(1).join(' ')}`)).toMatchObject({
      unknown: [{ word: 'wavez' }],
    });
  });

  test('a mistyped word, with corrections of a valid checksum first', () => {
    const typo = words.map((word, i) => (i === 4 ? 'wvae' : word)).join(' ');
    const fault = wrong(typo);
    expect(fault).toMatchObject({ kind: 'unknown', language: 'english', count: 12 });
    expect(fault.kind === 'unknown' && fault.unknown[0]).toMatchObject({ position: 5 });
    expect(fault.kind === 'unknown' && fault.unknown[0]?.corrections[0]).toBe('wave');
  });

  test('a word of another list', () => {
    const mixed = words.map((word, i) => (i === 11 ? 'abaisser' : word)).join(' ');
    expect(wrong(mixed)).toMatchObject({
      kind: 'unknown',
      language: 'english',
      unknown: [{ position: 12, languages: ['french'] }],
    });
  });

  test('thirteen words, eleven and none', () => {
    expect(wrong(`${text} yellow`)).toEqual({ kind: 'count', count: 13 });
    expect(wrong(words.slice(1).join(' '))).toEqual({ kind: 'count', count: 11 });
    expect(wrong(' \n')).toEqual({ kind: 'empty' });
    expect(wrong('. , ;')).toEqual({ kind: 'empty' });
  });

  test('rejects exchanged words without guessing which ones', () => {
    const turned = [...words.slice(0, 6), words[7], words[6], ...words.slice(8)].join(' ');
    expect(wrong(turned)).toEqual({ kind: 'checksum', languages: ['english'] });
  });

  test('ignores numbers that count on from a later word', () => {
    const later = words.map((word, i) => `${i + 13}. ${word}`).join(' ');
    expect(readPhrase(later, wordLists)).toMatchObject({
      irregularities: ['punctuation', 'numbers'],
    });
    expect(splitWords('7 legal')).toMatchObject({ words: ['legal'] });
  });

  test('names the word that is in no list, and its correction, for the person who typed it', () => {
    const fault = wrong(words.map((word, i) => (i === 4 ? 'wvae' : word)).join(' '));
    expect(describePhraseFault(fault)).toBe('Word 5 is not a BIP39 word');
    expect(describePhraseFault(fault, { corrections: true })).toMatch(
      /^“wvae” \(word 5\) is not a BIP39 word. Did you mean wave/,
    );
  });

  test('refuses numbers that do not count the words', () => {
    const twice = words.map((word, i) => `${i === 3 ? 3 : i + 1} ${word}`).join(' ');
    expect(wrong(twice)).toEqual({ kind: 'numbering' });
    expect(wrong(`${text} 12`)).toEqual({ kind: 'numbering' });
  });

  test('digits are no words', () => {
    expect(wrong('0'.repeat(48))).toEqual({ kind: 'digits' });
  });

  test('the text of a fault contains no word of the phrase', () => {
    const faults = [
      wrong(`${text} yellow`),
      wrong(words.map((word, i) => (i === 4 ? 'wvae' : word)).join(' ')),
      wrong([...words.slice(1), words[0]].join(' ')),
      wrong(words.map((word, i) => (i === 11 ? 'abaisser' : word)).join(' ')),
    ];
    for (const fault of faults) {
      const said = describePhraseFault(fault).split(/[^a-z]+/);
      for (const word of [...words, 'wvae', 'abaisser']) expect(said).not.toContain(word);
    }
  });
});

describe('the language is detected', () => {
  test('reports both Chinese lists for words in both, with the same entropy', () => {
    const shared = simplifiedChinese.words.filter((word) =>
      traditionalChinese.words.includes(word),
    );
    const eleven = shared.slice(0, 11);
    const last = lastWords({ words: eleven, list: simplifiedChinese }) ?? [];
    const ends = last.filter((word) => shared.includes(word)).slice(0, 5);
    expect(ends.length).toBe(5);
    for (const end of ends) {
      const { phrases } = right([...eleven, end].join(' '));
      expect(phrases.map(({ list }) => list)).toEqual([simplifiedChinese, traditionalChinese]);
      const entropies = phrases.map((phrase) => entropyOfWords(phrase.words, phrase.list));
      expect(entropies[0]).toEqual(entropies[1]);
    }
  });

  test('one Chinese list if a word is only in that list', () => {
    for (const list of [simplifiedChinese, traditionalChinese]) {
      const made = wordsOfEntropy(new Uint8Array(32).fill(0x77), list) ?? [];
      expect(right(made.join(' ')).phrases.map((phrase) => phrase.list)).toEqual([list]);
    }
  });

  test('prefers a list with exactly these words to a list with similar words', () => {
    for (const list of [english, french, spanish]) {
      const made = wordsOfEntropy(new Uint8Array(32).fill(0x55), list) ?? [];
      expect(right(made.join(' ')).phrases.map((phrase) => phrase.list)).toEqual([list]);
    }
  });
});

test('the last words: 128 for eleven, 8 for twenty-three, and each makes a phrase', () => {
  for (const [count, made] of [
    [11, 128],
    [23, 8],
  ] as const) {
    const found = findWords(Array.from({ length: count }, () => 'zoo').join(' '), [english]);
    if ('error' in found) throw new Error(found.error.kind);
    const last = lastWords(found.candidates[0]) ?? [];
    expect(last.length).toBe(made);
    expect(last).toContain(count === 11 ? 'wrong' : 'vote');
    for (const word of last) {
      expect(entropyOfWords([...found.candidates[0].words, word], english)).toBeDefined();
    }
  }
  expect(lastWords({ words: ['zoo'], list: english })).toBeUndefined();
});

test('completes beginnings of words', () => {
  expect(completeWord('aba', english)).toEqual(['abandon']);
  expect(completeWord('Zo', english)).toEqual(['zone', 'zoo']);
  expect(completeWord('ábac', spanish)).toEqual(completeWord('abac', spanish));
});

test('warns of passphrases that are easy to mistype', () => {
  expect(passphraseWarnings('correct horse')).toEqual([]);
  expect(passphraseWarnings('correct horse ')).toEqual(['outer-space']);
  expect(passphraseWarnings('correct  horse')).toEqual(['double-space']);
  expect(passphraseWarnings('corr\u200bect\u00a0horse')).toEqual(['unseen', 'not-ascii']);
  expect(passphraseWarnings('x'.repeat(50))).toEqual([]);
  expect(passphraseWarnings('x'.repeat(51))).toEqual(['long']);
  // 17 letters with an accent: 51 bytes, as each is decomposed.
  expect(passphraseWarnings('é'.repeat(17))).toEqual(['not-ascii', 'long']);
  expect(passphraseWarnings('é'.repeat(16))).toEqual(['not-ascii']);
});

test('counts the words of a long text, and searches no corrections', () => {
  const long = 'some words in a line\n'.repeat(5_000);
  expect(wrong(long)).toEqual({ kind: 'count', count: 25_000 });
  expect(findWords(long, wordLists)).toEqual({ error: { kind: 'count', count: 25_000 } });
});

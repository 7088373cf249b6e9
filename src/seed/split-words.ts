/** Possible numbers of words. */
export const phraseLengths: readonly number[] = [12, 15, 18, 21, 24];

/** Irregularities ignored in the text of a phrase. */
export type TextIrregularity = 'capitals' | 'spaces' | 'punctuation' | 'numbers' | 'reordered';

export type SplitWords = {
  /** Words in NFKD and lower case. */
  readonly words: readonly string[];
  readonly irregularities: readonly TextIrregularity[];
};

/**
 * The reason why a text has no words. `digits`: it is the content of a SeedQR. `numbering`: its
 * numbers do not count the words.
 */
export type SplitFault = { readonly error: 'empty' | 'digits' | 'numbering' };

/** Joiners, direction marks and soft hyphens, which are copied along from web pages and chats. */
const UNSEEN = /[\u00ad\u200b-\u200f\u2060\ufeff]/;
/** Tabs, non-breaking spaces, and several spaces in a row. */
const ODD_SPACES = /[^\S \n\r\u3000]|[ \u3000]{2,}/;
/**
 * Spaces, commas and semicolons, including East Asian ones, most of which NFKD converts to ASCII.
 */
const SEPARATORS = /[\s,;\u3001]+/;
const NUMBER = /^\d{1,2}$/;
/** A numbered word, as on backup cards: `1.word`, `1)word`. */
const NUMBERED = /^(\d{1,2})[.:)\-#]*(\D+)$/;
/** Punctuation and symbols: ASCII, Latin, general, East Asian. */
const MARKS =
  '!-/:-@[-`{-~\\xa1-\\xbf\\xd7\\xf7\\u2010-\\u2bff\\u3001-\\u3004\\u3008-\\u3020\\u3030\\ufe10-\\ufe6f';
const PUNCTUATION = new RegExp(`^[${MARKS}]+|[${MARKS}]+$`, 'g');

type Numbered = { readonly word: string; readonly number: number | undefined };

/** Splits a phrase as people write and paste it: with numbers, capitals, commas, and any spaces. */
export function splitWords(text: string): SplitWords | SplitFault {
  const plain = text.normalize('NFKD').split(UNSEEN).join('');
  const small = plain.toLowerCase();
  if (/^[\d\s]{48,}$/.test(small)) return { error: 'digits' };
  const irregularities: TextIrregularity[] = [];
  if (small !== plain) irregularities.push('capitals');
  if (ODD_SPACES.test(text.trim()) || UNSEEN.test(text)) irregularities.push('spaces');
  const parts = small.split(SEPARATORS).map((part) => part.replace(PUNCTUATION, ''));
  if (parts.join('') !== small.replace(/\s+/g, '')) irregularities.push('punctuation');
  const entries = readNumbers(parts.filter((part) => part !== ''));
  if (entries === undefined) return { error: 'numbering' };
  if (entries.length === 0) return { error: 'empty' };
  return orderByNumbers(entries, irregularities);
}

/** Assigns each number to the word after it; `undefined` if a number has no word. */
function readNumbers(parts: readonly string[]): readonly Numbered[] | undefined {
  const entries: Numbered[] = [];
  let number: number | undefined;
  for (const part of parts) {
    if (NUMBER.test(part)) {
      if (number !== undefined) return undefined;
      number = Number(part);
      continue;
    }
    const [, digits, rest] = NUMBERED.exec(part) ?? [];
    if (digits !== undefined && number !== undefined) return undefined;
    entries.push({ word: rest ?? part, number: digits === undefined ? number : Number(digits) });
    number = undefined;
  }
  return number === undefined ? entries : undefined;
}

function orderByNumbers(
  entries: readonly Numbered[],
  irregularities: readonly TextIrregularity[],
): SplitWords | SplitFault {
  if (entries.every(({ number }) => number === undefined)) {
    return { words: entries.map(({ word }) => word), irregularities };
  }
  const ordered = entries
    .map(({ word, number }) => ({ word, number: number ?? 0 }))
    .sort((a, b) => a.number - b.number);
  // A part of a phrase may start at any number.
  const [{ number: first = 1 } = {}] = ordered;
  if (ordered.some(({ number }, i) => number !== first + i)) return { error: 'numbering' };
  const words = ordered.map(({ word }) => word);
  const moved = words.some((word, i) => word !== entries[i]?.word);
  return {
    words,
    irregularities: [...irregularities, 'numbers', ...(moved ? (['reordered'] as const) : [])],
  };
}

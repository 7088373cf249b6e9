/** Electrum's ranges of scripts that are written without spaces, by first and last code point. */
const unspaced: readonly (readonly [number, number])[] = [
  [0x1100, 0x11ff],
  [0x2e80, 0x2fdf],
  [0x2ff0, 0x2fff],
  [0x3040, 0x30ff],
  [0x3100, 0x312f],
  [0x3130, 0x318f],
  [0x3190, 0x31bf],
  [0x31c0, 0x31ef],
  [0x31f0, 0x31ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa4d0, 0xa4ff],
  [0xa960, 0xa97f],
  [0xac00, 0xd7ff],
  [0xf900, 0xfaff],
  [0xff00, 0xffef],
  [0x16f00, 0x16f9f],
  [0x1b000, 0x1b0ff],
  [0x20000, 0x2a6df],
  [0x2a700, 0x2b81f],
  [0x2f800, 0x2fa1d],
  [0xe0100, 0xe01ef],
];

function isUnspaced(character: string | undefined): boolean {
  const code = character?.codePointAt(0) ?? 0;
  return unspaced.some(([first, last]) => code >= first && code <= last);
}

const HIGHEST_CLASS = '\u0345';

/**
 * Returns true if a character has a combining class in Unicode. Electrum drops such characters, but
 * not other marks. JavaScript does not expose the class, but normalization sorts by it: such a
 * character moves before the character with the highest class.
 */
function isCombining(character: string): boolean {
  if (character === HIGHEST_CLASS) return true;
  const text = `a${HIGHEST_CLASS}${character}`;
  return text.normalize('NFD') !== text;
}

/** Characters at which Python's str.split() splits, but which JavaScript's \s does not match. */
const SPACE_CODES = new Set([0x1c, 0x1d, 0x1e, 0x1f, 0x85]);
const isSpace = (character: string): boolean =>
  SPACE_CODES.has(character.charCodeAt(0)) || (/\s/.test(character) && character !== '\ufeff');

/**
 * Normalizes a text as Electrum does before hashing seeds and their extensions (normalize_text).
 */
export function normalizeElectrum(text: string): string {
  const plain = [...text.normalize('NFKD').toLowerCase()].filter((each) => !isCombining(each));
  const spaced = plain.map((each) => (isSpace(each) ? ' ' : each)).join('');
  const characters = [...spaced.replace(/ +/g, ' ').replace(/^ | $/g, '')];
  return characters
    .filter(
      (each, i) =>
        each !== ' ' || !(isUnspaced(characters[i - 1]) && isUnspaced(characters[i + 1])),
    )
    .join('');
}

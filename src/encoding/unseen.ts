/**
 * Characters that a reader cannot see, as ranges of hexadecimal code points: Unicode's Cc, Cf, Zl,
 * Zp, Co and Default_Ignorable_Code_Point, the noncharacters, assigned blanks (U+2800, U+FFFC,
 * U+1D159), and the large unassigned parts behind U+10000, for which fonts have no shape. Not as
 * names of Unicode, because older phone engines do not know them.
 */
const RANGES = [
  '0-1f 7f-9f ad 34f 600-605 61c 6dd 70f 890-891 8e2 115f-1160 17b4-17b5 180b-180f 200b-200f',
  '2028-202e 2060-206f 2800 3164 e000-f8ff fdd0-fdef fe00-fe0f feff ffa0 fff0-fffc fffe-ffff',
  '101fe-1027f 10d90-10e5f 110bd 110cd 114da-1157f 11747-117ff 11dea-11edf 12544-12f8f 13430-1343f',
  '14647-160ff 1613a-167ff 16b90-16d3f 16d7a-16e3f 18df3-1afef 1b2fc-1bbff 1bca0-1cbff 1d159',
  '1d173-1d17a 1d379-1d3ff 1dab0-1deff 1df2b-1dfff 1e150-1e28f 1e300-1e4cf 1e4fa-1e5cf 1e600-1e6bf',
  '1e700-1e7df 1e960-1ec70 1ed3e-1edff 1eef2-1efff 1f266-1f2ff 1fbfb-1ffff 2ee5e-2f7ff 2fa1e-2ffff',
  '3347a-10ffff',
].join(' ');

/** Unicode's Zs except the space, which a reader takes for a space. */
const SPACES = 'a0 1680 2000-200a 202f 205f 3000';

/** Returns the source of a pattern that matches one character of the ranges, in UTF-16. */
function patternOf(ranges: string): string {
  const unit = (code: number) => `\\u${code.toString(16).padStart(4, '0')}`;
  const high = (code: number) => 0xd7c0 + (code >>> 10);
  const low = (code: number) => 0xdc00 + (code & 0x3ff);
  const pair = (from: number, to: number, first: number, last: number) =>
    `[${unit(from)}-${unit(to)}][${unit(first)}-${unit(last)}]`;
  let single = '';
  const pairs: string[] = [];
  for (const range of ranges.split(' ')) {
    const [from = 0, to = from] = range.split('-').map((code) => Number.parseInt(code, 16));
    if (to < 0x10000) single += `${unit(from)}-${unit(to)}`;
    else if (high(from) === high(to)) pairs.push(pair(high(from), high(to), low(from), low(to)));
    else {
      pairs.push(pair(high(from), high(from), low(from), 0xdfff));
      pairs.push(pair(high(to), high(to), 0xdc00, low(to)));
      if (high(from) + 1 < high(to)) pairs.push(pair(high(from) + 1, high(to) - 1, 0xdc00, 0xdfff));
    }
  }
  return [`[${single}]`, ...pairs].join('|');
}

/** Matches one or more of the characters that a reader cannot see. Spaces are not among them. */
export const UNSEEN = new RegExp(`(?:${patternOf(RANGES)})+`);

const EACH = new RegExp(patternOf(RANGES), 'g');
const EACH_OR_SPACE = new RegExp(patternOf(`${SPACES} ${RANGES}`), 'g');
const escaped = (characters: string): string =>
  characters
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/**
 * Returns foreign text on one line, with each unseen character, and each space that is not the
 * ordinary one, as `\uXXXX`.
 */
export const visible = (text: string): string => text.replace(EACH_OR_SPACE, escaped);

/**
 * Returns foreign text with unseen characters, except line ends and tabs, as `\uXXXX`. In JSON the
 * value stays the same.
 */
export const escapeUnseen = (text: string): string =>
  text.replace(EACH, (found) => (found === '\n' || found === '\t' ? found : escaped(found)));

/** Escapes every text in a value to be shown; bytes are unchanged. */
export function showable(value: unknown): unknown {
  if (typeof value === 'string') return escapeUnseen(value);
  if (Array.isArray(value)) return value.map(showable);
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, showable(one)]));
}

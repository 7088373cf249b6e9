/**
 * Characters that are invisible or change the writing direction: Unicode's Cc, Cf, Zl, Zp and
 * Default_Ignorable_Code_Point. As ranges of UTF-16, because older phone engines do not know these
 * names.
 */
const RANGES = [
  '[\\0-\\x1f\\x7f-\\x9f\\xad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2',
  '\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f',
  '\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb]',
  '|\\ud804[\\udcbd\\udccd]|\\ud80d[\\udc30-\\udc3f]|\\ud82f[\\udca0-\\udca3]',
  '|\\ud834[\\udd73-\\udd7a]|[\\udb40-\\udb43][\\udc00-\\udfff]',
].join('');

/** Matches one or more of these characters. */
export const UNSEEN = new RegExp(`(?:${RANGES})+`);

const EACH = new RegExp(RANGES, 'g');
const escaped = (characters: string): string =>
  characters
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** Returns foreign text on one line, with each unseen character as `\uXXXX`. */
export const visible = (text: string): string => text.replace(EACH, escaped);

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

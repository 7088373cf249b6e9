import { isJsonArray, isJsonNumber, type Json } from './json.ts';

/**
 * Prints JSON like UniValue's `write`: compact, or with `indent` spaces per level. Numbers keep
 * their spelling and members their order. Characters above ASCII are unchanged.
 */
export function printJson(value: Json, indent = 0): string {
  return append('', value, indent, '\n');
}

/**
 * Appends to `text`, which is faster than joining parts. `outer`: a line break and the spaces of
 * the surrounding level. With an indent, the brackets of an empty list are on separate lines.
 */
function append(text: string, value: Json, indent: number, outer: string): string {
  if (typeof value === 'string') return text + printString(value);
  if (typeof value === 'boolean') return text + (value ? 'true' : 'false');
  if (value === null) return `${text}null`;
  if (isJsonNumber(value)) return text + value.number;
  const [inner, end] = indent > 0 ? [outer + ' '.repeat(indent), outer] : ['', ''];
  let all = text;
  let before = inner;
  if (isJsonArray(value)) {
    all += '[';
    for (const item of value) {
      all = append(all + before, item, indent, inner);
      before = `,${inner}`;
    }
    return `${all}${end}]`;
  }
  all += '{';
  for (const [key, member] of value.members) {
    all += before + printString(key) + (indent > 0 ? ': ' : ':');
    all = append(all, member, indent, inner);
    before = `,${inner}`;
  }
  return `${all}${end}}`;
}

/**
 * Matches the characters that univalue_escapes.h escapes: below a space, the quote, the backslash
 * and delete.
 */
const NEEDS_ESCAPE = /[^ -!#-[\]-~\u0080-\uffff]/;
const ALL_TO_ESCAPE = new RegExp(NEEDS_ESCAPE, 'g');

const SHORT: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function printString(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return `"${text}"`;
  const escaped = text.replace(
    ALL_TO_ESCAPE,
    (character) =>
      SHORT.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `"${escaped}"`;
}

import { isJsonArray, isJsonNumber, isJsonObject, type Json } from './json.ts';

/**
 * As UniValue's `write`: compact, or with `indent` spaces a level. Numbers are printed as they were
 * spelt, members in their order, characters above ASCII as they are.
 */
export function printJson(value: Json, indent = 0): string {
  return printAt(value, indent, 1);
}

function printAt(value: Json, indent: number, level: number): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'string') return printString(value);
  if (isJsonNumber(value)) return value.number;
  if (isJsonArray(value)) {
    const items = value.map((item) => printAt(item, indent, level + 1));
    return printList('[', items, ']', indent, level);
  }
  if (!isJsonObject(value)) return 'null';
  const colon = indent > 0 ? ': ' : ':';
  const members = value.members.map(
    ([key, member]) => printString(key) + colon + printAt(member, indent, level + 1),
  );
  return printList('{', members, '}', indent, level);
}

/** An empty list is `[]` in a line, and with an indent the two brackets on lines of their own. */
function printList(
  open: string,
  items: readonly string[],
  close: string,
  indent: number,
  level: number,
): string {
  if (indent === 0) return open + items.join(',') + close;
  const inner = ' '.repeat(indent * level);
  const outer = ' '.repeat(indent * (level - 1));
  const lines = items.map((item) => inner + item).join(',\n');
  return `${open}\n${lines}${lines === '' ? '' : '\n'}${outer}${close}`;
}

/** univalue_escapes.h: all that stands below a space, the quote, the backslash and delete. */
const NEEDS_ESCAPE = /[^ -!#-[\]-~\u0080-\uffff]/g;

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
  const escaped = text.replace(
    NEEDS_ESCAPE,
    (character) =>
      SHORT.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `"${escaped}"`;
}

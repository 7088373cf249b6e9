import { isJsonArray, isJsonNumber, isJsonObject, type Json } from './json.ts';

/**
 * Prints as UniValue's `write`: compact, or with `indent` spaces a level. Numbers keep their
 * spelling, members their order, and characters above ASCII stay unchanged.
 */
export function printJson(value: Json, indent = 0): string {
  const pieces: string[] = [];
  printAt(value, indent, '\n', pieces);
  return pieces.join('');
}

/**
 * Appends to `pieces`. `outer`: a line break and the spaces of the surrounding level. With an
 * indent, the brackets of an empty list are on lines of their own.
 */
function printAt(value: Json, indent: number, outer: string, pieces: string[]): void {
  if (typeof value === 'string') pieces.push(printString(value));
  else if (typeof value === 'boolean') pieces.push(value ? 'true' : 'false');
  else if (isJsonNumber(value)) pieces.push(value.number);
  else if (isJsonArray(value)) {
    printList(['[', ']'], value, indent, outer, pieces, (item, inner) =>
      printAt(item, indent, inner, pieces),
    );
  } else if (isJsonObject(value)) {
    const colon = indent > 0 ? ': ' : ':';
    printList(['{', '}'], value.members, indent, outer, pieces, ([key, member], inner) => {
      pieces.push(printString(key), colon);
      printAt(member, indent, inner, pieces);
    });
  } else pieces.push('null');
}

function printList<Item>(
  [open, close]: readonly [string, string],
  items: readonly Item[],
  indent: number,
  outer: string,
  pieces: string[],
  print: (item: Item, inner: string) => void,
): void {
  const isWide = indent > 0;
  const inner = isWide ? outer + ' '.repeat(indent) : outer;
  pieces.push(open);
  for (let i = 0; i < items.length; i++) {
    if (i > 0) pieces.push(',');
    if (isWide) pieces.push(inner);
    const item = items[i];
    if (item !== undefined) print(item, inner);
  }
  pieces.push(isWide ? outer + close : close);
}

/**
 * Matches what univalue_escapes.h escapes: characters below a space, the quote, the backslash and
 * delete.
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

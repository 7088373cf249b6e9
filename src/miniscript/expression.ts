/** A position in an expression, which reading advances. Core: script/parsing.h. */
export type TextCursor = { readonly text: string; position: number };

/** Skips `word` if it is next. */
export function skipWord(cursor: TextCursor, word: string): boolean {
  if (!cursor.text.startsWith(word, cursor.position)) return false;
  cursor.position += word.length;
  return true;
}

/** Reads up to the comma or closing bracket that ends the current argument, or to the end. */
export function readExpression(cursor: TextCursor): string {
  const { text } = cursor;
  const start = cursor.position;
  let level = 0;
  for (; cursor.position < text.length; cursor.position++) {
    const char = text[cursor.position];
    if (char === '(' || char === '{') level++;
    else if (char === ')' || char === '}') {
      if (level === 0) break;
      level--;
    } else if (char === ',' && level === 0) break;
  }
  return text.slice(start, cursor.position);
}

/** Returns the text between the parentheses of `name(...)`. */
export function callArguments(text: string, name: string): string | undefined {
  return text.length >= name.length + 2 && text.startsWith(`${name}(`) && text.endsWith(')')
    ? text.slice(name.length + 1, -1)
    : undefined;
}

/**
 * Parses digits with an optional minus; `undefined` if they exceed 64 bits. Core:
 * ToIntegral<int64_t>.
 */
export function parseInt64(text: string): bigint | undefined {
  if (!/^-?[0-9]+$/.test(text)) return undefined;
  // More than 19 digits, without leading zeros, exceed 64 bits.
  if (text.replace(/^-?0*/, '').length > 19) return undefined;
  const value = BigInt(text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

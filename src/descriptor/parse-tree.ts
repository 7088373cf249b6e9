import { lastOf } from '../encoding/list.ts';
import { readExpression, skipWord, type TextCursor } from '../miniscript/expression.ts';
import type { Descriptor } from './descriptor.ts';
import { fail } from './key-path.ts';
import { parseKey } from './parse-key.ts';
import { alignAlternatives, longest, type Parser, type ParseScript } from './parser.ts';

/** Maximum path length in a control block (BIP341). */
const MAX_DEPTH = 128;

/** Parses the arguments of `tr(KEY)` or `tr(KEY,TREE)`. */
export function parseTree(
  args: string,
  parser: Parser,
  parseScript: ParseScript,
): Descriptor[] | undefined {
  const cursor: TextCursor = { text: args, position: 0 };
  const keys = parseKey(readExpression(cursor), 'tr', parser);
  if (keys === undefined) return fail(parser, `tr(): ${parser.error}`);
  const leaves = cursor.position < args.length ? parseLeaves(cursor, parser, parseScript) : [];
  if (leaves === undefined) return undefined;
  const lists = leaves.map(({ scripts }) => scripts);
  const ways = Math.max(keys.length, longest(lists));
  const aligned = alignAlternatives(lists, ways);
  if (aligned === undefined) {
    return fail(parser, 'tr(): Multipath subscripts have mismatched lengths');
  }
  const internalKeys = alignAlternatives([keys], ways);
  if (internalKeys === undefined) {
    return fail(parser, 'tr(): Multipath internal key mismatches multipath subscripts lengths');
  }
  return aligned.flatMap((scripts, way) => {
    const [key] = internalKeys[way] ?? [];
    const tree = scripts.map((script, i) => ({ depth: leaves[i]?.depth ?? 0, script }));
    return key ? [{ kind: 'tr', key, leaves: tree }] : [];
  });
}

/** A leaf with its alternatives. */
type Leaf = { readonly depth: number; readonly scripts: readonly Descriptor[] };

/** Parses a TREE expression (BIP386): a script expression, or `{TREE,TREE}`. */
function parseLeaves(
  cursor: TextCursor,
  parser: Parser,
  parseScript: ParseScript,
): Leaf[] | undefined {
  if (!skipWord(cursor, ',')) {
    return fail(parser, `tr: expected ',', got '${cursor.text[cursor.position]}'`);
  }
  const leaves: Leaf[] = [];
  // The side of each branch above the current leaf.
  const sides: ('left' | 'right')[] = [];
  do {
    while (skipWord(cursor, '{')) {
      sides.push('left');
      if (sides.length > MAX_DEPTH) {
        return fail(parser, `tr() supports at most ${MAX_DEPTH} nesting levels`);
      }
    }
    const text = readExpression(cursor);
    const scripts = parseScript({ text, position: 0 }, 'tr', parser);
    if (scripts === undefined) return undefined;
    leaves.push({ depth: sides.length, scripts });
    for (; lastOf(sides) === 'right'; sides.pop()) {
      if (!skipWord(cursor, '}')) {
        return fail(parser, "tr(): expected '}' after script expression");
      }
    }
    if (sides.length > 0 && !skipWord(cursor, ',')) {
      return fail(parser, "tr(): expected ',' after script expression");
    }
    if (sides.length > 0) sides[sides.length - 1] = 'right';
  } while (sides.length > 0);
  return cursor.position < cursor.text.length
    ? fail(parser, "tr(): expected ')' after script expression")
    : leaves;
}

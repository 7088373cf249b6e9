import { readExpression, skipWord, type TextCursor } from '../miniscript/expression.ts';
import {
  MAX_PUBKEYS_PER_MULTI_A,
  MAX_PUBKEYS_PER_MULTISIG,
  MAX_SCRIPT_ELEMENT_SIZE,
} from '../script/limits.ts';
import type { Descriptor } from './descriptor.ts';
import { type KeyExpression, keySize } from './key-expression.ts';
import { fail, parseUint32 } from './key-path.ts';
import { parseKey } from './parse-key.ts';
import { alignAlternatives, longest, type Parser, type ScriptContext } from './parser.ts';

type Kind = 'multi' | 'multi_a';

/** Parses `multi(k,KEY,...)` and its variants; `args` is the text between the parentheses. */
export function parseMulti(
  kind: Kind,
  sorted: boolean,
): (args: string, place: ScriptContext, parser: Parser) => Descriptor[] | undefined {
  return (args, place, parser) => {
    const cursor: TextCursor = { text: args, position: 0 };
    const word = readExpression(cursor);
    const threshold = parseUint32(word);
    if (threshold === undefined) return fail(parser, `Multi threshold '${word}' is not valid`);
    const lists = parseKeys(cursor, place, parser);
    if (lists === undefined) return undefined;
    const fault = countFault(kind, threshold, lists.length) ?? placeFault(place, lists);
    if (fault !== undefined) return fail(parser, fault);
    const aligned = alignAlternatives(lists, longest(lists));
    if (aligned === undefined) {
      return fail(parser, 'multi(): Multipath derivation paths have mismatched lengths');
    }
    return aligned.map((keys) => ({ kind, threshold, keys, sorted }));
  };
}

function parseKeys(
  cursor: TextCursor,
  place: ScriptContext,
  parser: Parser,
): KeyExpression[][] | undefined {
  const { text } = cursor;
  const lists: KeyExpression[][] = [];
  while (cursor.position < text.length) {
    if (!skipWord(cursor, ',')) {
      return fail(parser, `Multi: expected ',', got '${text[cursor.position]}'`);
    }
    const expression = readExpression(cursor);
    // Beyond the most that any script takes, keys are only counted.
    const isExcess = lists.length > MAX_PUBKEYS_PER_MULTI_A;
    const keys = isExcess ? [] : parseKey(expression, place, parser);
    if (keys === undefined) return fail(parser, `Multi: ${parser.error}`);
    lists.push(keys);
  }
  return lists;
}

function countFault(kind: Kind, threshold: number, count: number): string | undefined {
  const most = kind === 'multi' ? MAX_PUBKEYS_PER_MULTISIG : MAX_PUBKEYS_PER_MULTI_A;
  if (count === 0 || count > most) {
    const name = kind === 'multi' ? 'multisig' : 'multi_a';
    return `Cannot have ${count} keys in ${name}; must have between 1 and ${most} keys, inclusive`;
  }
  if (threshold < 1) return `Multisig threshold cannot be ${threshold}, must be at least 1`;
  return threshold > count
    ? `Multisig threshold cannot be larger than the number of keys; threshold is ${threshold} but only ${count} keys specified`
    : undefined;
}

function placeFault(
  place: ScriptContext,
  lists: readonly (readonly KeyExpression[])[],
): string | undefined {
  if (place === 'top' && lists.length > 3) {
    return `Cannot have ${lists.length} pubkeys in bare multisig; only at most 3 pubkeys`;
  }
  if (place !== 'sh') return undefined;
  const size = lists.reduce((sum, [key]) => sum + (key ? keySize(key) + 1 : 0), 3);
  return size > MAX_SCRIPT_ELEMENT_SIZE
    ? `P2SH script is too large, ${size} bytes is larger than ${MAX_SCRIPT_ELEMENT_SIZE} bytes`
    : undefined;
}

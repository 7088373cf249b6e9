import type { Bytes } from '../encoding/bytes.ts';
import { decodeHex } from '../encoding/hex.ts';
import { lastOf } from '../encoding/list.ts';
import { MAX_PUBKEYS_PER_MULTI_A, MAX_PUBKEYS_PER_MULTISIG } from '../script/limits.ts';
import {
  callArguments,
  parseInt64,
  readExpression,
  skipWord,
  type TextCursor,
} from './expression.ts';
import { createNode, type Node, type NodeParts, numberSize } from './node.ts';
import { maxScriptSize } from './sanity.ts';
import type { Fragment, HashFragment, MiniscriptContext } from './types.ts';
import { has, x } from './types.ts';

/**
 * Parses a miniscript, which may be ill-typed or insane. Returns `undefined` if the text is not
 * well-formed, is larger than a script may be, or `parseKey` refuses a key. Core:
 * miniscript::FromString.
 */
export function parseMiniscript<K>(
  text: string,
  context: MiniscriptContext,
  parseKey: (text: string) => K | undefined,
): Node<K> | undefined {
  const parser: Parser<K> = {
    cursor: { text, position: 0 },
    context,
    parseKey,
    steps: [readWrapped],
    built: [],
    size: 1,
  };
  const largest = maxScriptSize(context);
  for (let step = parser.steps.pop(); step !== undefined; step = parser.steps.pop()) {
    if (parser.size > largest || !step(parser)) return undefined;
  }
  return parser.cursor.position === text.length ? parser.built[0] : undefined;
}

type Parser<K> = {
  readonly cursor: TextCursor;
  readonly context: MiniscriptContext;
  readonly parseKey: (text: string) => K | undefined;
  /** Steps to parse or build; the last is next. */
  readonly steps: Step[];
  /** Trees that wait for their outer fragment. */
  readonly built: Node<K>[];
  /**
   * A lower bound of the script's size, which ends the parsing of texts that are too large. Each
   * leaf omits one byte, which is counted with the room for a subexpression.
   */
  size: number;
};

/** Returns false if the text is not well-formed. */
type Step = <K>(parser: Parser<K>) => boolean;

function add<K>(parser: Parser<K>, fragment: Fragment, parts: NodeParts<K>, size: number): true {
  parser.built.push(createNode(parser.context, fragment, parts));
  parser.size += size;
  return true;
}

/** Replaces the last `count` trees by a fragment, optionally with a constant as last child. */
function wrap(fragment: Fragment, count: number, constant?: '0' | '1'): Step {
  return (parser) => {
    const subs = parser.built.splice(parser.built.length - count, count);
    if (constant !== undefined) subs.push(createNode(parser.context, constant));
    return add(parser, fragment, { subs }, 0);
  };
}

const expect =
  (char: string): Step =>
  (parser) =>
    skipWord(parser.cursor, char);

const wrapVerify: Step = (parser) => {
  if (has(lastOf(parser.built)?.type ?? 0, x)) parser.size++;
  return wrap('v', 1)(parser);
};

type Wrapper = { readonly size: number; readonly step: Step };

const WRAPPERS: { readonly [letter: string]: Wrapper } = {
  a: { size: 2, step: wrap('a', 1) },
  s: { size: 1, step: wrap('s', 1) },
  c: { size: 1, step: wrap('c', 1) },
  d: { size: 3, step: wrap('d', 1) },
  j: { size: 4, step: wrap('j', 1) },
  n: { size: 1, step: wrap('n', 1) },
  v: { size: 0, step: wrapVerify },
  u: { size: 4, step: wrap('or_i', 1, '0') },
  t: { size: 1, step: wrap('and_v', 1, '1') },
  l: { size: 4, step: wrap('or_i', 2) },
};

/** Reads an expression with optional wrappers. */
const readWrapped: Step = (parser) => {
  const { cursor, steps } = parser;
  const letters = /[\0-\uffff][a-z]*:/y;
  letters.lastIndex = cursor.position;
  const match = letters.exec(cursor.text)?.[0];
  let before = '';
  for (const letter of match?.slice(0, -1) ?? '') {
    const wrapper = Object.keys(WRAPPERS).includes(letter) ? WRAPPERS[letter] : undefined;
    // "vv" is never valid, and would add no bytes to the script.
    if (wrapper === undefined || (letter === 'v' && before === 'v')) return false;
    if (parser.size > maxScriptSize(parser.context)) return false;
    // l:X is or_i(0,X), so add its first half now.
    if (letter === 'l') parser.built.push(createNode(parser.context, '0'));
    parser.size += wrapper.size;
    steps.push(wrapper.step);
    before = letter;
  }
  cursor.position += match?.length ?? 0;
  steps.push(readFragment);
  return true;
};

/** Fragments with only subexpressions as arguments, and their additional bytes. */
const COMBINATORS: readonly (readonly [name: string, count: number, size: number, build: Step])[] =
  [
    ['andor(', 3, 5, wrap('andor', 3)],
    ['and_n(', 2, 5, wrap('andor', 2, '0')],
    ['and_b(', 2, 2, wrap('and_b', 2)],
    ['and_v(', 2, 1, wrap('and_v', 2)],
    ['or_b(', 2, 2, wrap('or_b', 2)],
    ['or_c(', 2, 3, wrap('or_c', 2)],
    ['or_d(', 2, 4, wrap('or_d', 2)],
    ['or_i(', 2, 4, wrap('or_i', 2)],
  ];

const HASHES: readonly (readonly [HashFragment, length: number])[] = [
  ['sha256', 32],
  ['ripemd160', 20],
  ['hash256', 32],
  ['hash160', 20],
];

const readFragment: Step = (parser) => {
  const { cursor, steps } = parser;
  if (skipWord(cursor, '0')) return add(parser, '0', {}, 0);
  if (skipWord(cursor, '1')) return add(parser, '1', {}, 0);
  const leaf = readKeyFragment(parser) ?? readHash(parser) ?? readLock(parser);
  if (leaf !== undefined) return leaf;
  if (skipWord(cursor, 'multi(')) return readMulti(parser, 'multi');
  if (skipWord(cursor, 'multi_a(')) return readMulti(parser, 'multi_a');
  if (skipWord(cursor, 'thresh(')) return readThresh(parser);
  for (const [name, count, size, build] of COMBINATORS) {
    if (!skipWord(cursor, name)) continue;
    steps.push(build, expect(')'));
    for (let i = 1; i < count; i++) steps.push(readWrapped, expect(','));
    steps.push(readWrapped);
    parser.size += size;
    return true;
  }
  return false;
};

/** Returns the argument of `name(...)` if it is next; `null` if its brackets do not match. */
function readCall(cursor: TextCursor, name: string): string | null | undefined {
  if (!cursor.text.startsWith(`${name}(`, cursor.position)) return undefined;
  return callArguments(readExpression(cursor), name) ?? null;
}

/** Reads a key fragment; like the functions below, it returns `undefined` for other texts. */
function readKeyFragment<K>(parser: Parser<K>): boolean | undefined {
  const keySize = parser.context === 'tapscript' ? 32 : 33;
  for (const [name, fragment, size] of [
    ['pk', 'pk_k', keySize + 1],
    ['pkh', 'pk_h', 24],
    ['pk_k', 'pk_k', keySize],
    ['pk_h', 'pk_h', 23],
  ] as const) {
    const text = readCall(parser.cursor, name);
    if (text === undefined) continue;
    const key = text === null ? undefined : parser.parseKey(text);
    if (key === undefined) return false;
    add(parser, fragment, { keys: [key] }, size);
    return name === fragment || wrap('c', 1)(parser);
  }
  return undefined;
}

function readHash<K>(parser: Parser<K>): boolean | undefined {
  for (const [fragment, length] of HASHES) {
    const text = readCall(parser.cursor, fragment);
    if (text === undefined) continue;
    const data: Bytes | undefined = decodeHex(text ?? '');
    return data?.length === length && add(parser, fragment, { data }, length + 6);
  }
  return undefined;
}

function readLock<K>(parser: Parser<K>): boolean | undefined {
  for (const fragment of ['after', 'older'] as const) {
    const text = readCall(parser.cursor, fragment);
    if (text === undefined) continue;
    const value = Number(parseInt64(text ?? '') ?? 0);
    if (value < 1 || value >= 0x80000000) return false;
    return add(parser, fragment, { k: value }, numberSize(value));
  }
  return undefined;
}

/** Reads a threshold: at least one character, up to a comma, without a bracket. */
function readThreshold(cursor: TextCursor): number | undefined {
  const word = /[^,)]+(?=,)/y;
  word.lastIndex = cursor.position;
  const match = word.exec(cursor.text)?.[0];
  const value = match === undefined ? undefined : parseInt64(match);
  if (match === undefined || value === undefined) return undefined;
  cursor.position += match.length + 1;
  return Number(value);
}

function readMulti<K>(parser: Parser<K>, fragment: 'multi' | 'multi_a'): boolean {
  const { cursor, context } = parser;
  if ((fragment === 'multi') !== (context === 'p2wsh')) return false;
  const k = readThreshold(cursor);
  if (k === undefined) return false;
  const keys = readKeys(parser);
  const most = fragment === 'multi' ? MAX_PUBKEYS_PER_MULTISIG : MAX_PUBKEYS_PER_MULTI_A;
  if (keys === undefined || keys.length > most) return false;
  if (k < 1 || k > keys.length) return false;
  const counts = numberSize(k) + (fragment === 'multi' ? numberSize(keys.length) : 0);
  return add(parser, fragment, { k, keys }, 34 * keys.length + counts);
}

/** Reads keys up to and including the closing bracket. */
function readKeys<K>(parser: Parser<K>): K[] | undefined {
  const { cursor } = parser;
  const keys: K[] = [];
  for (;;) {
    const word = /[^,)]+[,)]/y;
    word.lastIndex = cursor.position;
    const match = word.exec(cursor.text)?.[0];
    const key = match === undefined ? undefined : parser.parseKey(match.slice(0, -1));
    if (match === undefined || key === undefined) return undefined;
    keys.push(key);
    cursor.position += match.length;
    if (match.endsWith(')')) return keys;
  }
}

function readThresh<K>(parser: Parser<K>): boolean {
  const k = readThreshold(parser.cursor);
  if (k === undefined || k < 1) return false;
  parser.steps.push(continueThresh(1, k), readWrapped);
  parser.size += 1 + numberSize(k);
  return true;
}

/** Continues after child number `count` of a thresh: another child, or the end. */
function continueThresh(count: number, k: number): Step {
  return (parser) => {
    if (skipWord(parser.cursor, ',')) {
      parser.steps.push(continueThresh(count + 1, k), readWrapped);
      parser.size += 2;
      return true;
    }
    if (!skipWord(parser.cursor, ')') || k > count) return false;
    const subs = parser.built.splice(parser.built.length - count, count);
    return add(parser, 'thresh', { k, subs }, 0);
  };
}

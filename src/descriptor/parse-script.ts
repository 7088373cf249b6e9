import { decodeHex } from '../encoding/hex.ts';
import { callArguments, readExpression, type TextCursor } from '../miniscript/expression.ts';
import { decodeAddress } from '../script/address.ts';
import type { Descriptor, SingleKeyKind } from './descriptor.ts';
import { isRangedKey } from './key-expression.ts';
import { fail } from './key-path.ts';
import { parseKey } from './parse-key.ts';
import { parseMiniscriptExpression } from './parse-miniscript.ts';
import { parseMulti } from './parse-multi.ts';
import { parseTree } from './parse-tree.ts';
import type { Parser, ParseScript, ScriptContext } from './parser.ts';

type Handler = (args: string, place: ScriptContext, parser: Parser) => Descriptor[] | undefined;

/**
 * A function of the descriptor language. In other places its name is an error, or is parsed as
 * something else.
 */
type Rule = {
  readonly name: string;
  readonly places: readonly ScriptContext[];
  readonly parse: Handler;
  readonly elsewhere?: string;
};

const cursorOf = (text: string): TextCursor => ({ text, position: 0 });

function single(kind: SingleKeyKind, keyPlace?: ScriptContext): Handler {
  return (args, place, parser) => {
    const keys = parseKey(args, keyPlace ?? place, parser);
    if (keys === undefined) return fail(parser, `${kind}(): ${parser.error}`);
    return keys.map((key) => ({ kind, key }));
  };
}

const parsePk: Handler = (args, place, parser) => {
  const keys = parseKey(args, place, parser);
  if (keys === undefined) return fail(parser, `pk(): ${parser.error}`);
  return keys.map((key) => ({ kind: 'pk', key, xOnly: place === 'tr' }));
};

function around(kind: 'sh' | 'wsh'): Handler {
  return (args, _place, parser) => {
    const cursor = cursorOf(args);
    const scripts = parseScriptExpression(cursor, kind, parser);
    if (cursor.position < args.length) return undefined;
    return scripts?.map((script) => ({ kind, script }));
  };
}

const parseAddr: Handler = (args, _place, parser) => {
  const script = decodeAddress(args, parser.context.network);
  return 'error' in script
    ? fail(parser, 'Address is not valid')
    : [{ kind: 'addr', scriptPubKey: script }];
};

const parseRaw: Handler = (args, _place, parser) => {
  const script = decodeHex(args);
  if (script === undefined || script.length === 0) return fail(parser, 'Raw script is not hex');
  return [{ kind: 'raw', scriptPubKey: script }];
};

/** Returns the only argument in the brackets; `undefined` if there are more. */
function onlyArgument(args: string): string | undefined {
  const cursor = cursorOf(args);
  const text = readExpression(cursor);
  return cursor.position < args.length ? undefined : text;
}

const parseRawtr: Handler = (args, _place, parser) => {
  const text = onlyArgument(args);
  if (text === undefined) return fail(parser, 'rawtr(): only one key expected.');
  const keys = parseKey(text, 'tr', parser);
  if (keys === undefined) return fail(parser, `rawtr(): ${parser.error}`);
  return keys.map((key) => ({ kind: 'rawtr', key }));
};

const parseUnused: Handler = (args, place, parser) => {
  const text = onlyArgument(args);
  if (text === undefined) return fail(parser, 'unused(): only one key expected');
  const keys = parseKey(text, place, parser);
  if (keys?.some(isRangedKey)) return fail(parser, 'unused(): key cannot be ranged');
  return keys?.map((key) => ({ kind: 'unused', key }));
};

const LEGACY_AND_WSH: readonly ScriptContext[] = ['top', 'sh', 'wsh'];
const LEGACY: readonly ScriptContext[] = ['top', 'sh'];
const TOP: readonly ScriptContext[] = ['top'];

const multi = (sorted: boolean): Rule => ({
  name: sorted ? 'sortedmulti' : 'multi',
  places: LEGACY_AND_WSH,
  parse: parseMulti('multi', sorted),
  elsewhere: 'Can only have multi/sortedmulti at top level, in sh(), or in wsh()',
});
const multiA = (sorted: boolean): Rule => ({
  name: sorted ? 'sortedmulti_a' : 'multi_a',
  places: ['tr'],
  parse: parseMulti('multi_a', sorted),
  elsewhere: 'Can only have multi_a/sortedmulti_a inside tr()',
});

/** Rules in Core's order, which decides between errors. */
const RULES: readonly Rule[] = [
  { name: 'pk', places: ['top', 'sh', 'wsh', 'tr'], parse: parsePk },
  { name: 'pkh', places: LEGACY_AND_WSH, parse: single('pkh') },
  {
    name: 'combo',
    places: TOP,
    parse: single('combo'),
    elsewhere: 'Can only have combo() at top level',
  },
  multi(false),
  multi(true),
  multiA(false),
  multiA(true),
  {
    name: 'wpkh',
    places: LEGACY,
    parse: single('wpkh', 'wpkh'),
    elsewhere: 'Can only have wpkh() at top level or inside sh()',
  },
  { name: 'sh', places: TOP, parse: around('sh'), elsewhere: 'Can only have sh() at top level' },
  {
    name: 'wsh',
    places: LEGACY,
    parse: around('wsh'),
    elsewhere: 'Can only have wsh() at top level or inside sh()',
  },
  { name: 'addr', places: TOP, parse: parseAddr, elsewhere: 'Can only have addr() at top level' },
  {
    name: 'tr',
    places: TOP,
    parse: (args, _place, parser) => parseTree(args, parser, parseScriptExpression),
    elsewhere: 'Can only have tr at top level',
  },
  { name: 'rawtr', places: TOP, parse: parseRawtr, elsewhere: 'Can only have rawtr at top level' },
  {
    name: 'unused',
    places: TOP,
    parse: parseUnused,
    elsewhere: 'Can only have unused at top level',
  },
  { name: 'raw', places: TOP, parse: parseRaw, elsewhere: 'Can only have raw() at top level' },
];

export const parseScriptExpression: ParseScript = (cursor, place, parser) => {
  const text = readExpression(cursor);
  for (const { name, places, parse, elsewhere } of RULES) {
    const args = callArguments(text, name);
    if (args === undefined) continue;
    if (places.includes(place)) return parse(args, place, parser);
    if (elsewhere !== undefined) return fail(parser, elsewhere);
  }
  const { read, descriptors } = parseMiniscriptExpression(text, place, parser);
  if (read) return descriptors;
  if (place === 'sh') return fail(parser, 'A function is needed within P2SH');
  if (place === 'wsh') return fail(parser, 'A function is needed within P2WSH');
  return fail(parser, `'${text}' is not a valid descriptor function`);
};

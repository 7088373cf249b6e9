import {
  callArguments,
  readExpression,
  skipWord,
  type TextCursor,
} from '../miniscript/expression.ts';
import {
  isExtended,
  isRangedKey,
  type KeyExpression,
  type MusigExpression,
} from './key-expression.ts';
import { fail, parseKeyPath, takeWildcard } from './key-path.ts';
import { alignAlternatives, longest, type Parser, type ScriptContext } from './parser.ts';

type ParseKey = (text: string, place: ScriptContext, parser: Parser) => KeyExpression[] | undefined;

/** Parses `musig(KEY,KEY,...)` with an optional derivation path (BIP390). */
export function parseMusig(
  text: string,
  parser: Parser,
  parseKey: ParseKey,
): MusigExpression[] | undefined {
  const [call = '', behind, ...more] = splitBehindBrackets(text);
  if (more.length > 0) return fail(parser, "Too many ')' in musig() expression");
  const list = callArguments(call, 'musig');
  if (list === undefined) return fail(parser, 'Invalid musig() expression');
  const participants = parseParticipants(list, parser, parseKey);
  if (participants === undefined) return undefined;
  const derivation = parseDerivation(behind ?? '', participants, parser);
  if (derivation === undefined) return undefined;
  const { paths, wildcard } = derivation;
  const ways = longest(participants);
  if (ways > 1 && paths.length > 1) {
    return fail(
      parser,
      'musig(): Cannot have multipath participant keys if musig() is also multipath',
    );
  }
  const aligned = alignAlternatives(participants, Math.max(ways, paths.length));
  if (aligned === undefined) {
    return fail(parser, 'musig(): Multipath derivation paths have mismatched lengths');
  }
  const index = parser.keyIndex++;
  return aligned.map((keys, way) => {
    const path = paths[paths.length === 1 ? 0 : way] ?? [];
    return { kind: 'musig', index, participants: keys, path, wildcard };
  });
}

/** Splits after brackets, which stay at the ends of the parts. */
function splitBehindBrackets(text: string): string[] {
  const parts = text.split(')');
  return parts.map((part, index) => (index < parts.length - 1 ? `${part})` : part));
}

function parseParticipants(
  list: string,
  parser: Parser,
  parseKey: ParseKey,
): KeyExpression[][] | undefined {
  const cursor: TextCursor = { text: list, position: 0 };
  const participants: KeyExpression[][] = [];
  while (cursor.position < list.length) {
    if (participants.length > 0 && !skipWord(cursor, ',')) {
      return fail(parser, `musig(): expected ',', got '${list[cursor.position]}'`);
    }
    const keys = parseKey(readExpression(cursor), 'musig', parser);
    if (keys === undefined) return fail(parser, `musig(): ${parser.error}`);
    participants.push(keys);
  }
  if (participants.length === 0) return fail(parser, 'musig(): Must contain key expressions');
  return participants;
}

type Derivation = { readonly paths: number[][]; readonly wildcard: 'none' | 'unhardened' };

/** Parses the path after the bracket. Ignores anything else, as Core does. */
function parseDerivation(
  behind: string,
  participants: readonly (readonly KeyExpression[])[],
  parser: Parser,
): Derivation | undefined {
  if (!behind.startsWith('/')) return { paths: [[]], wildcard: 'none' };
  // The alternatives of one key differ only in their paths.
  const keys = participants.flatMap((ways) => ways.slice(0, 1));
  if (!keys.every(isExtended)) {
    return fail(parser, 'musig(): derivation requires all participants to be xpubs or xprvs');
  }
  if (keys.some(isRangedKey)) {
    return fail(
      parser,
      'musig(): Cannot have ranged participant keys if musig() also has derivation',
    );
  }
  const notes = { error: '', apostrophe: false, hasHardened: false };
  const { steps, wildcard } = takeWildcard(behind.slice(1).split('/'), notes);
  if (wildcard === 'hardened') {
    return fail(parser, 'musig(): Cannot have hardened child derivation');
  }
  const paths = parseKeyPath(steps, notes, { multipath: true });
  if (paths === undefined) return fail(parser, `musig(): ${notes.error}`);
  if (notes.hasHardened) {
    return fail(parser, 'musig(): cannot have hardened derivation steps');
  }
  return { paths, wildcard };
}

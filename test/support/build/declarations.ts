import { posix } from 'node:path';

/** A type that an app can meet: exported by an entry, or mentioned by one that it can meet. */
export type MetType = {
  readonly name: string;
  readonly file: string;
  readonly exported: boolean;
  /** Its members that no comment stands above. */
  readonly silent: readonly string[];
  /** Its members that are amounts, sizes, heights, times or hashes, and whose comment names no unit. */
  readonly unitless: readonly string[];
};

type Declarations = {
  /** By the name that a whole module has here: its file. */
  readonly spaces: ReadonlyMap<string, string>;
  /** By its name here: where a name comes from, and what it is called there. */
  readonly imports: ReadonlyMap<string, readonly [file: string, name: string]>;
  /** The text of each declaration with the comments inside it. */
  readonly own: ReadonlyMap<string, string>;
  /** The comment above each. */
  readonly said: ReadonlyMap<string, string>;
  /** Names that the file hands on, or declares and exports. */
  readonly exported: readonly string[];
};

/**
 * All types that the entries lead to. `read` gives the text of a declaration file as the compiler writes it: what is at the top
 * level begins its line, and each member has a line of its own. Into types in `closed` nobody need look.
 */
export function metTypes(
  entries: readonly string[],
  read: (file: string) => string,
  closed: ReadonlySet<string> = new Set(),
): MetType[] {
  const files = new Map<string, Declarations>();
  const load = (file: string): Declarations => {
    const known = files.get(file) ?? parse(read(file), file);
    files.set(file, known);
    return known;
  };
  const find = (file: string, name: string): string | undefined => {
    if (load(file).own.has(name)) return `${file} ${name}`;
    const from = load(file).imports.get(name);
    return from && find(...from);
  };
  const roots = entries.flatMap((file) => load(file).exported.map((name) => find(file, name)));
  const exported = new Set(roots.filter((id) => id !== undefined));
  const met = new Set(exported);
  for (const id of met) {
    const [file = '', name = ''] = id.split(' ');
    if (closed.has(name)) continue;
    for (const mentioned of mentions(load(file).own.get(name) ?? '')) {
      const found = find(file, mentioned);
      if (found !== undefined) met.add(found);
    }
  }
  return [...met].sort().map((id) => {
    const [file = '', name = ''] = id.split(' ');
    const text = closed.has(name) ? '' : (load(file).own.get(name) ?? '');
    const [silent, unitless] = [silentMembers(text), unitlessMembers(text)];
    return { name, file, exported: exported.has(id), silent, unitless };
  });
}

/** By name: the comment right before the declaration that an entry exports, which editors show. */
export function commentsOf(
  entry: string,
  read: (file: string) => string,
): ReadonlyMap<string, string | undefined> {
  const find = (file: string, name: string): string | undefined => {
    const { own, said, imports } = parse(read(file), file);
    const from = imports.get(name);
    return own.has(name) || from === undefined ? said.get(name) : find(...from);
  };
  return new Map(parse(read(entry), entry).exported.map((name) => [name, find(entry, name)]));
}

/** By name: the declaration of each name that an entry exports, with its comments, as an app may write it down. */
export function declarationsOf(
  entry: string,
  read: (file: string) => string,
): ReadonlyMap<string, string> {
  const find = (file: string, name: string): string => {
    const { own, said, imports, spaces } = parse(read(file), file);
    const text = own.get(name);
    if (text === undefined) {
      const from = imports.get(name);
      if (from === undefined) throw new Error(`${name} is not declared in ${file}`);
      return find(...from).replace(new RegExp(`\\b${from[1]}\\b`, 'g'), name);
    }
    // Where arguments are only checked: the function that is called.
    const [, space = '', inner = ''] = /: typeof (\w+)\.(\w+);$/.exec(text.trim()) ?? [];
    const called = spaces.get(space);
    const comment = said.get(name);
    if (called === undefined) return (comment ?? '') + text;
    const declared = find(called, inner);
    // Its own comment, if it has one, is the one that editors show.
    return comment === undefined
      ? declared
      : comment + declared.replace(/^\/\*\*[\s\S]*?\*\/\n/, '');
  };
  const plain = (text: string) =>
    text
      .trim()
      .replace(/^export (?:declare )?/gm, '')
      .replace(/^(?: {4})+/gm, (indent) => ' '.repeat(indent.length / 2))
      .replace(/ +$/gm, '')
      // Members of a union with comments between them begin at the margin.
      .replace(/(?<=^type \w+ =\n)[\s\S]*$/m, (members) => members.replace(/^ ?(?=\S)/gm, '  '));
  const { exported } = parse(read(entry), entry);
  return new Map(exported.map((name) => [name, plain(find(entry, name))]));
}

function parse(text: string, file: string): Declarations {
  const sourceOf = (from: string) =>
    posix.join(posix.dirname(file), from.replace(/\.[jt]s$/, '.d.ts'));
  const whole = [...text.matchAll(/^import (?:type )?\* as (\w+) from '(\.[^']+)';/gm)];
  const lists = [...text.matchAll(/^(import|export)(?: type)? \{([^}]*)\} from '(\.[^']+)';/gm)];
  const names = lists.flatMap(([, what, inside = '', from = '']) => {
    const source = sourceOf(from);
    const parts = inside.split(',').map((part) => part.trim().replace(/^type /, ''));
    return parts.filter(Boolean).map((part) => {
      const [there = '', here = there] = part.split(' as ');
      return { what, here, from: [source, there] as const };
    });
  });
  const start = /^(export )?(?:declare )?(?:type|function|const|class) (\w+)/;
  // A comment at the margin belongs to the statement behind it, or stands between members of a union.
  const statement = '(?:export|declare|import|type |class |function )';
  const begin = new RegExp(`^(?=(?:/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/\\n)?${statement})`, 'm');
  const chunks = text
    .split(begin)
    .flatMap((chunk) =>
      chunk.split(new RegExp(`(?<=^/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/\\n)(?=${statement})`)),
    );
  const own = chunks.filter((chunk) => start.test(chunk));
  const named = new Map<string, string>();
  const said = new Map<string, string>();
  for (const [i, chunk] of chunks.entries()) {
    const name = start.exec(chunk)?.[2];
    if (name === undefined) continue;
    named.set(name, (named.get(name) ?? '') + chunk);
    if (chunks[i - 1]?.startsWith('/**') === true) said.set(name, chunks[i - 1] ?? '');
  }
  const declared = own.filter((chunk) => chunk.startsWith('export '));
  return {
    imports: new Map(names.map(({ here, from }) => [here, from])),
    own: named,
    said,
    spaces: new Map(whole.map(([, name = '', from = '']) => [name, sourceOf(from)])),
    exported: [
      ...names.filter(({ what }) => what === 'export').map(({ here }) => here),
      ...(lists.some(([, what]) => what === 'export')
        ? []
        : declared.map((chunk) => start.exec(chunk)?.[2] ?? '')),
    ],
  };
}

/** Names in a declaration that types may have: they begin with a capital. */
function mentions(text: string): Set<string> {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/'[^'\n]*'/g, '');
  return new Set(code.match(/\b[A-Z]\w*/g) ?? []);
}

/**
 * Of types alone: a function's own comment tells of what stands in its line, and constants go by the name that the protocol gives
 * them. `kind` tells members of a union apart and says itself what it means. Elements of a tuple have names, and no comments.
 */
function silentMembers(text: string): string[] {
  if (!/^(?:export )?(?:declare )?(?:type|class) /.test(text)) return [];
  const lines = text.split('\n').map((line) => line.trim());
  const member = /^(?:static |readonly )*'?(\w+)'?\??(?:<.*>)?[(:]/;
  return lines.flatMap((line, i) => {
    const name = member.exec(line)?.[1];
    if (i === 0 || name === undefined || name === 'constructor') return [];
    const isSaid = lines[i - 1]?.endsWith('*/') || /^readonly kind: /.test(line);
    return isSaid || !/[;{[(|&]$/.test(line) ? [] : [name];
  });
}

type Quantity = {
  readonly names: RegExp;
  readonly types: RegExp;
  /** One of these has to stand in the comment. */
  readonly units: RegExp;
};

const NUMBER = /\b(number|bigint)\b/;
/** What is measured, known by the name of a member and its type: a type of its own (`Satoshis`, `Txid`) says it itself. */
const quantities: readonly Quantity[] = [
  {
    names: /(amount|fees?|value|balance|reward|rate)$/i,
    types: NUMBER,
    units: /satoshi|sat\/|BTC/i,
  },
  {
    names: /(size|weight|bytes|length)$/i,
    types: NUMBER,
    units: /byte|weight|letters|characters|points|digits|elements|addresses|positions|keys/i,
  },
  {
    names: /(height|blocks|confirmations|depth)$/i,
    types: NUMBER,
    units: /block|confirmation|height|elements|steps|rows|deep in the tree/i,
  },
  {
    names: /([tT]ime|timestamp|[uU]ntil|expires|timeout|delay|[a-z]At|Age|^age)$/,
    types: NUMBER,
    units: /second|1970|block|height|hour|minute|day/i,
  },
  {
    names: /(txid|hash|digest|fingerprint|merkle_?root)$/i,
    types: /^(string|Bytes|Uint8Array)\b/,
    units: /hex|byte|wire|explorer|display|SHA256/i,
  },
];

/** Members of types, each in a line of its own, that hold a quantity without saying what it is counted in. */
function unitlessMembers(text: string): string[] {
  if (!/^(?:export )?(?:declare )?(?:type|class) /.test(text)) return [];
  const lines = text.split('\n').map((line) => line.trim());
  return lines.flatMap((line, i) => {
    const [, name, type = ''] = /^(?:static |readonly )*(\w+)\??: (.*)$/.exec(line) ?? [];
    if (name === undefined || type.includes('=>')) return [];
    const begin = lines.slice(0, i).findLastIndex((above) => above.startsWith('/**'));
    const said = lines[i - 1]?.endsWith('*/') ? lines.slice(begin, i).join(' ') : '';
    const isMet = ({ names, types, units }: Quantity) =>
      names.test(name) && types.test(type) && !units.test(said);
    return quantities.some(isMet) ? [name] : [];
  });
}

import { type Declarations, parseDeclarations } from '../../../.ci/declared.ts';

/** A public type: an entry exports it, or another public type mentions it. */
export type MetType = {
  readonly name: string;
  readonly file: string;
  readonly exported: boolean;
  /** The declaration, as the compiler writes it. */
  readonly text: string;
  /** Members without a comment. */
  readonly silent: readonly string[];
  /** Members that are amounts, sizes, heights, times or hashes and whose comment names no unit. */
  readonly unitless: readonly string[];
};

/**
 * Types that apps receive from one function and pass to another: they can be named, but not
 * constructed.
 */
export const closedTypes: ReadonlySet<string> = new Set([
  // From `createWallets` or `createMemoryHost`.
  'WalletHost',
  // Miniscript parsed by `parseDescriptor`; `formatDescriptor` prints it.
  'Node',
  // Starts as `{ updates: 0 }`, and is filled by `getblocktemplate`.
  'TemplateCache',
  // The network's, unless an app's tests need others.
  'ConsensusParams',
]);

/**
 * Returns all types that the entries lead to. `read` returns a declaration file as the compiler
 * writes it: the top level begins its line, and each member has a separate line. Types in `closed`
 * are not searched.
 */
export function metTypes(
  entries: readonly string[],
  read: (file: string) => string,
  closed: ReadonlySet<string> = new Set(),
): MetType[] {
  const files = new Map<string, Declarations>();
  const load = (file: string): Declarations => {
    const known = files.get(file) ?? parseDeclarations(read(file), file);
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
  const search = (id: string): void => {
    const [file = '', name = ''] = id.split(' ');
    if (closed.has(name)) return;
    const text = load(file).own.get(name) ?? '';
    for (const mentioned of mentions(text)) {
      const found = find(file, mentioned);
      if (found !== undefined) met.add(found);
    }
    // A function whose arguments alone are checked has the types of the called one.
    const [, space = '', inner = ''] = /: typeof (\w+)\.(\w+);$/.exec(text.trim()) ?? [];
    const called = load(file).spaces.get(space);
    const there = called && find(called, inner);
    if (there !== undefined) search(there);
  };
  for (const id of met) search(id);
  return [...met].sort().map((id) => {
    const [file = '', name = ''] = id.split(' ');
    const text = closed.has(name) ? '' : (load(file).own.get(name) ?? '');
    const [silent, unitless] = [silentMembers(text), unitlessMembers(text)];
    return { name, file, exported: exported.has(id), text, silent, unitless };
  });
}

/** Returns the names in a declaration that may be types, because they begin with a capital. */
function mentions(text: string): Set<string> {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/'[^'\n]*'/g, '');
  return new Set(code.match(/\b[A-Z]\w*/g) ?? []);
}

/**
 * Returns members without a comment, for types only: a function's own comment covers its line, and
 * constants have the protocol's names. `kind`, which distinguishes members of a union, needs none.
 * Elements of a tuple have names, and no comments.
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
  /** The comment must contain one of these. */
  readonly units: RegExp;
};

const NUMBER = /\b(number|bigint)\b/;
/**
 * Quantities, recognized by a member's name and type. Dedicated types (`Satoshis`, `Txid`) need no
 * unit.
 */
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

/** Returns members of types that hold a quantity without naming its unit. */
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

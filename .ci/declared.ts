// Reads the compiler's declaration files.
import { posix } from 'node:path';

export type Declarations = {
  /** Files of complete modules by their local name. */
  readonly spaces: ReadonlyMap<string, string>;
  /** File and original name of imports by their local name. */
  readonly imports: ReadonlyMap<string, readonly [file: string, name: string]>;
  /** The text of each declaration, with the comments inside it. */
  readonly own: ReadonlyMap<string, string>;
  /** The comment above each declaration. */
  readonly said: ReadonlyMap<string, string>;
  /** Names that the file re-exports, or declares and exports. */
  readonly exported: readonly string[];
};

/** Returns the comment of each name that an entry exports, which editors show. */
export function commentsOf(
  entry: string,
  read: (file: string) => string,
): ReadonlyMap<string, string | undefined> {
  const find = (file: string, name: string): string | undefined => {
    const { own, said, imports } = parseDeclarations(read(file), file);
    const from = imports.get(name);
    return own.has(name) || from === undefined ? said.get(name) : find(...from);
  };
  return new Map(
    parseDeclarations(read(entry), entry).exported.map((name) => [name, find(entry, name)]),
  );
}

/**
 * Returns the declaration of each name that an entry exports, with its comments, as an app could
 * write it.
 */
export function declarationsOf(
  entry: string,
  read: (file: string) => string,
): ReadonlyMap<string, string> {
  const find = (file: string, name: string): string => {
    const { own, said, imports, spaces } = parseDeclarations(read(file), file);
    const text = own.get(name);
    if (text === undefined) {
      const from = imports.get(name);
      if (from === undefined) throw new Error(`${name} is not declared in ${file}`);
      return find(...from).replace(new RegExp(`\\b${from[1]}\\b`, 'g'), name);
    }
    // If only arguments are checked, use the called function.
    const [, space = '', inner = ''] = /: typeof (\w+)\.(\w+);$/.exec(text.trim()) ?? [];
    const called = spaces.get(space);
    const comment = said.get(name);
    if (called === undefined) return (comment ?? '') + text;
    const declared = find(called, inner);
    // Editors show its own comment, if it has one.
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
  const { exported } = parseDeclarations(read(entry), entry);
  return new Map(exported.map((name) => [name, plain(find(entry, name))]));
}

export function parseDeclarations(text: string, file: string): Declarations {
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
  // A comment at the margin belongs to the next statement, or is between members of a union.
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

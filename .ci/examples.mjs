// Completes the comments of public functions in declarations: with the lines that many of them
// share, and with the example in docs/examples/ENTRY/NAME.ts.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { entriesOf } from './entries.mjs';

/** Entries whose functions have errors of their own. */
const OTHER_ERRORS = ['coldsign', 'coldsign/rpc', 'coldsign/wallet', 'coldsign/workers'];
/** Added to a comment without `@throws` in all other entries. */
const THROWS = '@throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.';
/** Added if the last argument is an optional curve, which the comment does not describe. */
const CURVE =
  '@param secp256k1 - Default: the curve in pure JavaScript; `coldsign/kernel` has a faster one.';

/** Returns every example, with the entry and the name that it belongs to. */
export function readExamples(root) {
  const folder = join(root, 'docs/examples');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'))
    .sort()
    .map((path) => {
      const [entry, name] = path.slice(0, -'.ts'.length).split('/');
      const specifier = entry === 'coldsign' ? entry : `coldsign/${entry}`;
      return { path, specifier, name, code: readFileSync(join(folder, path), 'utf8') };
    });
}

/**
 * Returns a function that reads declaration files with complete comments. `read` returns the text
 * that the compiler made of a file, by its path under `src`.
 */
export function completeComments(root, read) {
  const entries = entriesOf(root);
  const placed = new Map();
  for (const { path, specifier, name, code } of readExamples(root)) {
    const place = placeOf(`${entries[specifier]}.d.ts`, name, read);
    if (place === undefined)
      throw new Error(`docs/examples/${path} belongs to no name that ${specifier} exports`);
    if (code.includes('*/')) throw new Error(`docs/examples/${path} contains the end of a comment`);
    const throws = OTHER_ERRORS.includes(specifier) ? [] : [THROWS];
    placed.set(place.file, [...(placed.get(place.file) ?? []), { name: place.name, code, throws }]);
  }
  return (file) => (placed.get(file) ?? []).reduce(complete, read(file));
}

/** Returns the file and the name of the declaration whose comment editors show for a name. */
function placeOf(file, name, read) {
  const text = read(file);
  const from = (path) => posix.join(posix.dirname(file), path.replace(/\.[jt]s$/, '.d.ts'));
  const found = declaration(name).exec(text);
  if (found !== null) {
    const [, comment, space, inner] = found;
    if (comment !== undefined || space === undefined) return { file, name };
    // If only arguments are checked, the called function has the comment.
    const path = new RegExp(`^import \\* as ${space} from '([^']+)';`, 'm').exec(text)?.[1];
    return path === undefined ? undefined : placeOf(from(path), inner, read);
  }
  for (const [, inside, path] of text.matchAll(
    /^(?:im|ex)port (?:\{([^}]*)\}|\*) from '(\.[^']+)';/gm,
  )) {
    const part = inside?.split(',').find((each) => new RegExp(`\\b${name}\\s*$`).test(each));
    if (inside !== undefined && part === undefined) continue;
    const place = placeOf(from(path), /^\s*(\w+) as /.exec(part)?.[1] ?? name, read);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** Matches a declaration of a function with its comment, and the function whose type it has. */
const declaration = (name) =>
  new RegExp(
    `(/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/\\n)?^export declare (?:function|const) ${name}\\b(?:: typeof (\\w+)\\.(\\w+);)?`,
    'm',
  );

/** Completes the comment of the first declaration of a name. */
function complete(text, { name, code, throws }) {
  return text.replace(declaration(name), (whole, comment, _space, _inner, at) => {
    if (comment === undefined) throw new Error(`${name} has an example, and no comment`);
    const [type] = text.slice(at + comment.length).split(/;$/m, 1);
    const lines = [
      ...withShared(linesOf(comment), type, throws),
      '',
      '@example',
      ...code.trimEnd().split('\n'),
    ];
    const inside = lines.map((line) => ` * ${line}`.trimEnd()).join('\n');
    return `/**\n${inside}\n */\n${whole.slice(comment.length)}`;
  });
}

const linesOf = (comment) =>
  comment
    .replace(/^\/\*\*\s+(\* )?|\s*\*\/\n$/g, '')
    .split('\n')
    .map((line) => line.replace(/^ \* ?/, ''));

/** Adds the shared lines that a comment lacks. */
function withShared(lines, type, throws) {
  const has = (tag) => lines.some((line) => line.startsWith(tag));
  const isCurveLast = /[(,]\s*secp256k1\?: Secp256k1\)/.test(type);
  const params = isCurveLast && !has('@param secp256k1') ? [CURVE] : [];
  const errors = has('@throws') ? [] : throws;
  const found = lines.findIndex((line) => /^@(returns|throws)/.test(line));
  const end = found < 0 ? lines.length : found;
  const gap = has('@') || params.length + errors.length === 0 ? [] : [''];
  return [...lines.slice(0, end), ...gap, ...params, ...lines.slice(end), ...errors];
}

// Reads docs/examples/ENTRY/NAME.ts, and adds each to the comment of its function in declarations.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { entriesOf } from './entries.mjs';

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
 * Returns a function that reads declaration files with their examples. `read` returns the text of a
 * file without examples by its path under `src`.
 */
export function withExamples(root, read) {
  const entries = entriesOf(root);
  const placed = new Map();
  for (const { path, specifier, name, code } of readExamples(root)) {
    const place = placeOf(`${entries[specifier]}.d.ts`, name, read);
    if (place === undefined)
      throw new Error(`docs/examples/${path} belongs to no name that ${specifier} exports`);
    if (code.includes('*/')) throw new Error(`docs/examples/${path} contains the end of a comment`);
    placed.set(place.file, [...(placed.get(place.file) ?? []), { name: place.name, code }]);
  }
  return (file) =>
    (placed.get(file) ?? []).reduce(
      (text, { name, code }) => addExample(text, name, code),
      read(file),
    );
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

/** Matches a declaration of a value with its comment, and the function whose type it has. */
const declaration = (name) =>
  new RegExp(
    `(/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/\\n)?^export declare (?:function|const|class) ${name}\\b(?:: typeof (\\w+)\\.(\\w+);)?`,
    'm',
  );

/** Adds an example to the comment of the first declaration of a name. */
function addExample(text, name, code) {
  const example = `@example\n${code}`
    .replace(/^/gm, ' * ')
    .replace(/ +$/gm, '')
    .slice(0, -' *'.length);
  return text.replace(declaration(name), (whole, comment) => {
    if (comment === undefined) throw new Error(`${name} has an example, and no comment`);
    const said = comment
      .replace(/^\/\*\* (.*) \*\/\n$/, '/**\n * $1\n */\n')
      .slice(0, -' */\n'.length);
    return `${said} *\n${example} */\n${whole.slice(comment.length)}`;
  });
}

import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { entriesOf } from './entries.mjs';

/** Programs of .ci and tests run in the root folder. */
const root = process.cwd();

type PublicName = {
  readonly name: string;
  readonly kind: string;
  /** First sentence of its description. */
  readonly meaning: string;
};

export type PublicEntry = {
  /** The specifier of an import, such as `coldsign/script`. */
  readonly specifier: string;
  /** The declaration file, relative to `src`. */
  readonly types: string;
  readonly names: readonly PublicName[];
};

/**
 * Returns the entries of the package, each with the sorted names that its list in `src` exports.
 */
export function publicEntries(): PublicEntry[] {
  return Object.entries(entriesOf(root)).map(([specifier, module]) => {
    return { specifier, types: `${module}.d.ts`, names: namesOf(`src/${module}.ts`) };
  });
}

/** Returns the entries' exports in bundles for browsers, where they differ. */
export function browserEntries(): PublicEntry[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const all = Object.entries(exports as Record<string, { types?: { browser?: string } }>);
  return all.flatMap(([key, { types: { browser } = {} }]) => {
    if (browser === undefined) return [];
    const types = browser.replace('./dist/esm/', '');
    const names = namesOf(`src/${types.replace(/\.d\.ts$/, '.ts')}`);
    return [{ specifier: `${posix.join('coldsign', key)} in browsers`, types, names }];
  });
}

function namesOf(list: string): PublicName[] {
  const text = readFileSync(join(root, list), 'utf8');
  if (list !== 'src/index.ts' && !list.startsWith('src/public/')) return ownNames(list, text);
  const statements = text.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)';/gm);
  const names = [...statements].flatMap(([, inside = '', from = '']) => {
    const file = posix.join(posix.dirname(list), from);
    return inside
      .split(',')
      .map((part) => part.trim().replace(/^type /, ''))
      .filter((part) => part !== '')
      .map((part) => {
        const [inner = '', name = inner] = part.split(' as ');
        return { name, ...declaration(sourceOf(file, inner), inner) };
      });
  });
  const stars = text.matchAll(/^export (?:type )?\* from '([^']+)';/gm);
  const whole = [...stars].flatMap(([, from = '']) =>
    namesOf(posix.join(posix.dirname(list), from)),
  );
  // A name of the list itself has priority over the same name of another list.
  const all = new Map([...whole, ...names].map((each) => [each.name, each]));
  return [...all.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Returns the text of the file that documents a name. If only arguments are checked, it is the file
 * of the called function.
 */
function sourceOf(file: string, name: string): string {
  const text = readFileSync(join(root, file), 'utf8');
  const [, space] =
    new RegExp(`^export const ${name}: typeof (\\w+)\\.${name} =`, 'm').exec(text) ?? [];
  const from = new RegExp(`^import \\* as ${space} from '([^']+)';`, 'm').exec(text)?.[1];
  if (from === undefined) return text;
  return readFileSync(join(root, posix.dirname(file), from), 'utf8');
}

/** Returns the exports of a file that is not a list. */
function ownNames(file: string, text: string): PublicName[] {
  const names = [...text.matchAll(/^export (?:async )?(?:function|const|type|class) (\w+)/gm)];
  return names
    .map(([, name = '']) => ({ name, ...declaration(sourceOf(file, name), name) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function declaration(source: string, name: string): { kind: string; meaning: string } {
  const found = new RegExp(
    `(?:/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\n)?^export (?:async )?(function|const|type|class) ${name}\\b`,
    'm',
  ).exec(source);
  const words = (found?.[1] ?? '').replace(/^\s*\* ?/gm, ' ').replace(/\s+/g, ' ');
  const sentence = /^(.*?\.)(\s|$)/.exec(words.trim())?.[1] ?? words.trim();
  return { kind: found?.[2] ?? 'unknown', meaning: sentence.replaceAll('|', '\\|') };
}

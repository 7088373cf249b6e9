import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { parseAst } from 'vitest/node';
import { packTables } from '../../.ci/tables.mjs';
import { engineTexts } from '../../src/adapters/page/engine-messages.ts';
import {
  engineText,
  languages,
  readTables,
  setLanguage,
} from '../../src/adapters/page/language.ts';
import { english } from '../../src/adapters/page/strings.ts';
import { root } from '../support/paths.ts';

/** A text in a module: a literal, with `{0}` and so on for its values. */
type Written = { readonly file: string; readonly text: string };

/** Calls whose texts are for programmers or for the command line, not for the page. */
const NOT_SHOWN = /^(argumentError|invariant|Error|TypeError|RangeError|checked)$/;

type Module = {
  readonly texts: readonly string[];
  /** The texts outside calls of `failure`. */
  readonly kept: readonly string[];
  readonly imports: readonly string[];
};

/** Lists the texts of a module that have words, and the modules that it imports. */
function readModule(path: string): Module {
  const texts: string[] = [];
  const refusals: string[] = [];
  const imports: string[] = [];
  const visit = (given: unknown): void => {
    if (Array.isArray(given)) for (const each of given) visit(each);
    if (typeof given !== 'object' || given === null) return;
    const node = given as { readonly [name: string]: unknown };
    const { type, source, callee, quasis, value } = node;
    if (/^(Import|ExportAll|ExportNamed)Declaration$/.test(String(type)) && source) {
      const isType = node.importKind === 'type' || node.exportKind === 'type';
      const from: unknown = Reflect.get(Object(source), 'value');
      if (!isType && typeof from === 'string' && from.startsWith('.')) {
        imports.push(resolve(dirname(path), from));
      }
      return;
    }
    if (/^TS(Literal|TemplateLiteral)/.test(String(type))) return;
    const name = String(Reflect.get(Object(callee), 'name'));
    if (NOT_SHOWN.test(name)) return;
    const before = texts.length;
    if (type === 'Literal' && typeof value === 'string') texts.push(value);
    if (Array.isArray(quasis)) {
      const parts = quasis.map(({ value: part }) => String(Reflect.get(Object(part), 'cooked')));
      texts.push(parts.reduce((text, part, i) => `${text}{${i - 1}}${part}`));
    }
    Object.values(node).forEach(visit);
    if (name === 'failure') refusals.push(...texts.slice(before));
  };
  visit(parseAst(readFileSync(path, 'utf8'), { lang: 'ts' }, path));
  return { texts, kept: texts.filter((text) => !refusals.includes(text)), imports };
}

const src = join(root, 'src');
const worker = join(src, 'adapters/page/worker');

/** Every module of the engine in the page, with its texts. */
const modules = new Map<string, Module>();
const waiting = [join(worker, 'main.ts')];
for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
  if (modules.has(path)) continue;
  const module = readModule(path);
  modules.set(path, module);
  waiting.push(...module.imports);
}

/** Modules that write for the people who read the page: its own, and those that explain input. */
const isForPeople = (path: string): boolean =>
  ['adapters/page/worker', 'keys', 'seed'].includes(relative(src, dirname(path))) ||
  /^(explain-.*|text-bytes|fault-text)\.ts$/.test(basename(path));

const isOfPage = (path: string): boolean => dirname(path) === worker;

/** Leaves out lists of words, what is for the command line, and keys of the page's own tables. */
const isSentence = (text: string, path: string): boolean =>
  /\w+ \w+ \w/.test(text) &&
  text.length < 400 &&
  !/(^|[ (])-\w+=|as readWallet/.test(text) &&
  !(isOfPage(path) ? /^[^.?{]+$/ : /^[a-z0-9 ]+$/).test(text);

/** Modules that warn about a wallet or a snapshot, or say what was not taken from a file. */
const isWarning = (path: string): boolean =>
  (relative(src, dirname(path)) === 'formats' && !/^(labels|policy)\.ts$/.test(basename(path))) ||
  /^(snapshot-(source|trust)|descriptor)\.ts$/.test(basename(path));

/** Modules of old wallet files. The page also shows why they refuse a file. */
const isOldWallet = (path: string): boolean =>
  ['formats/wallet-dat', 'formats/old'].includes(relative(src, dirname(path)));

/** Reasons why a file is refused, and names. The page shows none of them as a warning. */
const NO_WARNINGS =
  /^(this (Electrum wallet was|is a Sparrow wallet|JSON is)|a descriptor in it is of silent payments|(the|a) .* this Coldcard file|this Coldcard file has|its (change )?addresses (have|are not)|its taproot output has|it is neither a wallet|a key of it is not|the file names a network|(plain descriptors|any script|a (UR of|multisig|test network|wallet policy).*)$)/;

/** What only the command line does, and a signer that is trusted, of which the page has none. */
const NOT_ON_PAGE =
  /snapshot has no network|-nosignkey|clock says .* is of |is signed by \{0\}, \{1\}|used before: |Its coins may be spent|and only what|labels: export them apart|that \{0\} (must not|may) be spent|which wallet each|UTC at block|scripts its keys for|is older than|ends at a lower|that it is not signed/;

/** Leaves out texts that are written into files: these begin with a capital letter, or have lines. */
const isWarningText = (text: string, path: string): boolean =>
  /\w+ \w/.test(text) &&
  !/\n|^#/.test(text) &&
  (/^[a-z{]/.test(text) || /snapshot/.test(path)) &&
  !NO_WARNINGS.test(text) &&
  !NOT_ON_PAGE.test(text);

const written: readonly Written[] = [...modules].flatMap(([path, { texts, kept }]) => {
  const file = relative(src, path);
  const all = isForPeople(path)
    ? texts.filter((text) => isSentence(text, path))
    : isWarning(path) || isOldWallet(path)
      ? (isOldWallet(path) ? texts : kept).filter((text) => isWarningText(text, path))
      : [];
  return [...new Set(all)].map((text) => ({ file, text }));
});

/** Texts between values, with at least two words, in small letters. */
const partsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/\{\d\}|(?<=[.?]) /)
    .map((part) => part.trim())
    .filter((part) => /\w+ \w/.test(part));

test('every sentence of the engine that the page shows is in the list of translated texts', () => {
  expect(written.length).toBeGreaterThan(150);
  const known = Object.values(engineTexts).flatMap(partsOf);
  const forms = Object.values(engineTexts).map((text) => {
    const [first = '', ...more] = text.replace(/[.?()[\]*+/|]/g, '\\$&').split(/\{\d\}/);
    return new RegExp(`^${[first, ...more].join('.+')}$`, 'i');
  });
  const isKnown = (part: string) =>
    known.some((each) => each.includes(part)) ||
    forms.some((form) => form.test(part) || form.test(`${part}.`));
  const missing = written.filter(
    ({ text }) => !forms.some((form) => form.test(text)) && !partsOf(text).every(isKnown),
  );
  expect(missing).toEqual([]);
});

test('the engine still has each text that is translated', () => {
  const all = [...modules]
    .flatMap(([, { texts }]) => texts.map((text) => text.toLowerCase()))
    .join('\n');
  // Words between values, marks and inserted parts.
  const made =
    /\{\d\}|12, 15, 18, 21 or 24|a letter in it .*|this key\.|one of these keys\.|[^\w ’-]+/;
  const parts = Object.values(engineTexts).flatMap((text) =>
    text
      .toLowerCase()
      .replace(/^(this( psbt| text)?|the snapshot) (?=has|says|was|is|begins|contains)/, '')
      .split(made)
      .map((part) => part.trim()),
  );
  expect([...new Set(parts.filter((part) => !all.includes(part)))]).toEqual([]);
});

const tags = Object.keys(languages).filter((tag) => tag !== 'en' && tag !== 'pseudo');

test.each(tags)('%s has each of these texts, and the page finds it in the English one', (tag) => {
  vi.stubGlobal('document', { documentElement: {} });
  const read = (each: string): object =>
    JSON.parse(readFileSync(join(src, `adapters/page/languages/${each}.json`), 'utf8'));
  const tables = Object.fromEntries(tags.map((each) => [each, read(each)]));
  readTables(packTables({ words: english, engine: engineTexts }, tables));
  setLanguage(tag as keyof typeof languages);
  const { engine } = Object(read(tag)) as { readonly engine: { readonly [id: string]: string } };
  const wrong = Object.entries(engineTexts).filter(([id, text]) => {
    const given = text.replace(/\{(\d)\}/g, 'value$1');
    const wanted = engine[id]?.replace(/\{(\d)\}/g, 'value$1');
    return wanted === undefined || engineText(given) !== engineText(wanted);
  });
  expect(wrong).toEqual([]);
  vi.unstubAllGlobals();
});

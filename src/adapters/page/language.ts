import type { OutcomeMessage } from '../../psbt/outcome-messages.ts';
import type { english } from './strings.ts';
import type { FindingView } from './worker/view-review.ts';

type Value = string | number;
type Values<Text> = Text extends `${string}{2}${string}`
  ? [Value, Value, Value]
  : Text extends `${string}{1}${string}`
    ? [Value, Value]
    : [Value];

/** A text for the views: a function if it has values, else a string. */
type Usable<Texts> = Texts extends `${string}{0}${string}` | `${string}|${string}`
  ? (...values: Values<Texts>) => string
  : Texts extends string
    ? string
    : { readonly [name in keyof Texts]: Usable<Texts[name]> };

type Strings = Usable<typeof english>;

/** The texts of a language's table. */
type Texts = string | readonly Texts[] | { readonly [name: string]: Texts };

/**
 * A language's table: the page's texts, and message and advice of each finding. The English ones
 * are the engine's.
 */
type Table = {
  readonly words: Texts;
  readonly findings: { readonly [id: string]: readonly [message: string, advice: string] };
  /** Steps that fix a finding, in Sparrow, Electrum and Bitcoin Core. */
  readonly fixes: { readonly [problem: string]: readonly string[] };
  /** Messages about outcomes, by id. */
  readonly outcomes: { readonly [id: string]: string };
  readonly engine: { readonly [id: string]: string };
};

/**
 * Languages by their BCP 47 tag. `pseudo` shows what a translation has missed, and reads from right
 * to left.
 */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  ja: '日本語',
  pseudo: '[pseudo]',
} as const;

export type Language = keyof typeof languages;

export const isLanguage = (tag: string): tag is Language => tag in languages;

/** Changes each text. */
function eachText(texts: Texts, change: (text: string) => unknown): unknown {
  if (typeof texts === 'string') return change(texts);
  if (Array.isArray(texts)) return texts.map((each) => eachText(each, change));
  return Object.fromEntries(
    Object.entries(texts).map(([name, each]) => [name, eachText(each, change)]),
  );
}

/** Numbers such as `200,000`, which some languages would read as a decimal fraction. */
const GROUPED = /(?<![\w.,])\d{1,3}(?:,\d{3})+(?![\w,]|\.\d{3})/g;

/** Numbers such as `7.09 sat/vB` and `1.66 %`. Amounts have a point, as programs and devices do. */
const FRACTION = /(\d)\.(\d+)(?=\s?(?:%|sat\/vB))/g;

/** Separates the fraction of a number in the language that was chosen. */
let point = '.';

/**
 * Separates thousands by a narrow space, which every language reads alike (SI, ISO 31-0), and the
 * fractions of rates and shares as the language does.
 */
export const spaceDigits = (text: string): string =>
  text
    .replace(GROUPED, (number) => number.replace(/,/g, '\u202f'))
    .replace(FRACTION, `$1${point}$2`);

/** Returns a function for a text with values, and any other text as it is. */
function usable(given: string, rules: Intl.PluralRules) {
  const text = spaceDigits(given);
  if (!/\{0\}|\|/.test(text)) return text;
  const [one = '', many = one] = text.split('|');
  return (...values: readonly Value[]) => {
    const form = rules.select(Number(values[0])) === 'one' ? one : many;
    return filled(form, values);
  };
}

/** Puts values into a text. */
const filled = (text: string, values: readonly unknown[]): string =>
  text.replace(/\{(\d)\}/g, (_, at) => String(values[Number(at)]));

/** A text that looks foreign, is a third longer, and reads from right to left. */
const pseudo = (text: string): string =>
  text
    .split('|')
    .map((form) => `\u202e${form.replace(/[aeiou]/g, (vowel) => `${vowel}\u0308`)} ·····\u202c`)
    .join('|');

/** A text of the manual, or an element: its name, then its contents. */
export type ManualNode = string | readonly ManualNode[];

/** The tables that .ci/tables.mjs packs. */
type Tables = {
  readonly english: Pick<Table, 'words' | 'engine'> & { readonly manual: readonly ManualNode[] };
  /** The findings, fixes and outcomes of other languages, with empty texts. */
  readonly names: { readonly findings: Texts; readonly fixes: Texts; readonly outcomes: Texts };
  /** Texts of each other language in the order of the names, a line each. */
  readonly others: { readonly [tag: string]: string };
};
let tables: Tables;
let patterns: readonly (readonly [id: string, pattern: RegExp])[] = [];

/** Takes the texts of all languages, as JSON. */
export function readTables(json: string): void {
  tables = JSON.parse(json) as Tables;
  // The longest first, because a sentence may begin with another.
  patterns = Object.entries(tables.english.engine)
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([id, text]) => [id, patternOf(text)]);
}

/** Returns docs/page.md, which is in English. */
export const manual = (): readonly ManualNode[] => tables.english.manual;

function tableOf(tag: string): Table {
  const { english, names, others } = tables;
  const lines = others[tag]?.split('\n').values();
  if (lines === undefined) return { findings: {}, fixes: {}, outcomes: {}, ...english };
  const shape = { words: english.words, ...names, engine: english.engine };
  // The cast: a test compares each table with the English one, name by name.
  return eachText(shape, () => lines.next().value) as Table;
}

/** Texts of the language that was chosen. */
export let strings: Strings;
let table: Table = { words: {}, findings: {}, fixes: {}, outcomes: {}, engine: {} };
let chosen: Language = 'en';
export const chosenLanguage = (): Language => chosen;

/** Chooses the language of all texts from now on. */
export function setLanguage(language: Language): void {
  chosen = language;
  const isPseudo = language === 'pseudo';
  const tag = isPseudo ? 'en' : language;
  table = tableOf(tag);
  const rules = new Intl.PluralRules(tag);
  point = new Intl.NumberFormat(tag).format(0.5).charAt(1);
  // The cast: a test compares each table with the English one, name by name and value by value.
  strings = eachText(table.words, (text) => {
    return usable(isPseudo ? pseudo(text) : text, rules);
  }) as Strings;
  document.documentElement.lang = tag;
  document.documentElement.dir = isPseudo ? 'rtl' : 'ltr';
}

/** Finds a text of the engine: a sentence anywhere, any other as the last one of a line. */
function patternOf(text: string): RegExp {
  const escaped = text
    .replace(/[.?()[\]*+/|]/g, '\\$&')
    .replace(/\{\d\}/g, '((?:(?!\\. ).)+?)')
    .replace(/^[a-z]/i, (first) => `[${first.toUpperCase()}${first.toLowerCase()}]`);
  return new RegExp(text.endsWith('.') ? `${escaped}(?=\\s|$)` : `(?<=^|\\. )${escaped}$`, 'gm');
}

/** Returns a text of the engine in the language that was chosen, or in English if it has none. */
export const engineText = (text: string): string => spaceDigits(translated(text));

function translated(text: string): string {
  if (chosen === 'pseudo') return pseudo(text);
  if (chosen === 'en') return text;
  return patterns.reduce(
    (done, [id, pattern]) =>
      done.replace(pattern, (found, ...values) =>
        (table.engine[id] ?? found).replace(/\{(\d)\}/g, (_, at) => {
          const value: unknown = values[Number(at)];
          return typeof value === 'string' ? translated(value) : '';
        }),
      ),
    text,
  );
}

/** Returns messages about an outcome in the language that was chosen. */
export const outcomeText = (messages: readonly OutcomeMessage[]): string =>
  messages
    .map(({ id, values, text }) => {
      if (chosen === 'pseudo') return pseudo(text);
      return filled(table.outcomes[id] ?? text, values);
    })
    .join(' ');

/**
 * Returns a refusal of the engine. If its first sentence stays English in the language that was
 * chosen, a sentence before it says what that means.
 */
export function refusalText(text: string): string {
  const first = (each: string) => each.split('. ')[0];
  const isKnown = chosen === 'en' || first(engineText(text)) !== first(spaceDigits(text));
  return isKnown ? text : `${strings.intake.inEnglish} ${text}`;
}

/** Returns a finding in the language that was chosen. Rare details of it stay English. */
export function findingTexts(finding: FindingView): Pick<FindingView, 'text' | 'advice' | 'fix'> {
  const { id, text, detail, advice, fix, problem } = finding;
  if (chosen === 'pseudo')
    return { text: pseudo(spaceDigits(text)), advice: pseudo(advice), fix: fix.map(pseudo) };
  const [message = text, ownAdvice = advice] = table.findings[id] ?? [];
  const ways = table.fixes[problem ?? ''];
  return {
    text: spaceDigits(message === text ? text : `${message} ${engineText(detail)}`.trim()),
    advice: spaceDigits(ownAdvice),
    fix: fix.map((line, i) => {
      const way = ways?.[i];
      return way === undefined ? line : `${line.split(':')[0]}: ${way}`;
    }),
  };
}

/** Returns a text of the picture, as in `↗ 12 × Payment`, in the language that was chosen. */
export function pictureText(given: string): string {
  const text = spaceDigits(given);
  if (chosen === 'en') return text;
  const names = new Map(Object.entries(strings.picture));
  // The longest first, because a name may begin with another.
  const listed = [...names.keys()].sort((a, b) => b.length - a.length).join('|');
  const pattern = new RegExp(`(^| )(${listed.replace(/[()]/g, '\\$&')})(?=$|[:;. ])`, 'g');
  return text.replace(
    pattern,
    (_, before: string, name: string) => before + (names.get(name) ?? name),
  );
}

/** Returns the language that the address asks for (#language=de) or that the browser prefers. */
export function preferredLanguage(): Language {
  const asked = /[#&]language=([\w-]+)/.exec(location.hash)?.[1];
  const tags = asked === undefined ? navigator.languages : [asked, ...navigator.languages];
  return tags.map((tag) => tag.split('-')[0] ?? '').find(isLanguage) ?? 'en';
}

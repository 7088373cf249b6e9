import { unpack } from './unpack.ts';
import { english } from './words.ts';
import type { FindingView } from './worker/sign.ts';

/** Texts of the other languages as JSON, packed by the build. */
declare const LANGUAGES: string;

type Value = string | number;
type Values<Text> = Text extends `${string}{2}${string}`
  ? [Value, Value, Value]
  : Text extends `${string}{1}${string}`
    ? [Value, Value]
    : [Value];

/** Texts as the views use them: a text with values is a function of these. */
type Usable<Texts> = Texts extends `${string}{0}${string}` | `${string}|${string}`
  ? (...values: Values<Texts>) => string
  : Texts extends string
    ? string
    : { readonly [name in keyof Texts]: Usable<Texts[name]> };

type Words = Usable<typeof english>;

/** Texts as a table of a language has them. */
type Texts = string | readonly Texts[] | { readonly [name: string]: Texts };

/** A table of a language: the page's texts, and message and advice of each finding. */
type Table = {
  readonly words: Texts;
  readonly findings: { readonly [id: string]: readonly [message: string, advice: string] };
};

/** Languages by their BCP 47 tag. `pseudo` shows what a translation has missed and reads from right to left. */
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

/** Returns the texts in which a text with values is a function. */
function usable(texts: Texts, rules: Intl.PluralRules): unknown {
  if (typeof texts === 'string') return /\{0\}|\|/.test(texts) ? filler(texts, rules) : texts;
  if (Array.isArray(texts)) return texts.map((each) => usable(each, rules));
  return Object.fromEntries(
    Object.entries(texts).map(([name, each]) => [name, usable(each, rules)]),
  );
}

function filler(text: string, rules: Intl.PluralRules): (...values: readonly Value[]) => string {
  const [one = '', many = one] = text.split('|');
  return (...values) => {
    const form = rules.select(Number(values[0])) === 'one' ? one : many;
    return form.replace(/\{(\d)\}/g, (_, at) => String(values[Number(at)]));
  };
}

/** A text that looks foreign, is a third longer, and reads from right to left. */
const pseudo = (text: string): string =>
  text
    .split('|')
    .map((form) => `\u202e${form.replace(/[aeiou]/g, (vowel) => `${vowel}\u0308`)} ·····\u202c`)
    .join('|');

function eachText(texts: Texts, change: (text: string) => string): Texts {
  if (typeof texts === 'string') return change(texts);
  if (Array.isArray(texts)) return texts.map((each) => eachText(each, change));
  return Object.fromEntries(
    Object.entries(texts).map(([name, each]) => [name, eachText(each, change)]),
  );
}

let unpacked: { readonly [language: string]: Table } | undefined;

function tableOf(language: Language): Table {
  if (language === 'en') return { words: english, findings: {} };
  if (language === 'pseudo') return { words: eachText(english, pseudo), findings: {} };
  unpacked ??= JSON.parse(new TextDecoder().decode(unpack(LANGUAGES)));
  return unpacked?.[language] ?? tableOf('en');
}

/** Texts of the language that was chosen. */
export let words: Words;
let findings: Table['findings'] = {};
let chosen: Language = 'en';
export const chosenLanguage = (): Language => chosen;

/** Chooses the language of all texts from now on. */
export function setLanguage(language: Language): void {
  chosen = language;
  const table = tableOf(language);
  const tag = language === 'pseudo' ? 'en' : language;
  // The cast: a test compares each table with the English one, name by name and value by value.
  words = usable(table.words, new Intl.PluralRules(tag)) as Words;
  findings = table.findings;
  document.documentElement.lang = tag;
  document.documentElement.dir = language === 'pseudo' ? 'rtl' : 'ltr';
}

/** Returns text and advice of a finding, in English if the language does not have them. */
export function findingWords({ id, text, detail, advice }: FindingView): readonly [string, string] {
  if (chosen === 'pseudo') return [pseudo(text), pseudo(advice)];
  const [message, translated] = findings[id] ?? [];
  if (message === undefined || translated === undefined) return [text, advice];
  return [`${message} ${detail}`.trim(), translated];
}

/** Returns the language that the address asks for (#language=de) or that the browser prefers. */
export function preferredLanguage(): Language {
  const asked = /[#&]language=([\w-]+)/.exec(location.hash)?.[1];
  const tags = asked === undefined ? navigator.languages : [asked, ...navigator.languages];
  return tags.map((tag) => tag.split('-')[0] ?? '').find(isLanguage) ?? 'en';
}

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { methods } from '../../src/rpc/methods/index.ts';
import { profileRules } from '../../src/rpc/profile.ts';
import { vectorPath } from '../support/paths.ts';

/** Pages in plain English. Add each page that is rewritten; none is removed. */
const held = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/architecture.md',
  'docs/fees.md',
  'docs/formats.md',
  'docs/functional-tests.md',
  'docs/glossary.md',
  'docs/guide.md',
  'docs/keys.md',
  'docs/library.md',
  'docs/live-image.md',
  'docs/library-psbts.md',
  'docs/library-wallets.md',
  'docs/names.md',
  'docs/offline.md',
  'docs/page.md',
  'docs/profiles.md',
  'docs/promises-input.md',
  'docs/promises-signing.md',
  'docs/receiving-silent-payments.md',
  'docs/review-details.md',
  'docs/seeds-and-devices.md',
  'docs/server.md',
  'docs/signing-with-others.md',
  'docs/signing.md',
  'docs/silent-payments.md',
  'docs/snapshot-file.md',
  'docs/sources.md',
  'docs/speed.md',
  'docs/verify.md',
  'docs/wallet-file.md',
  'docs/wallets.md',
  'docs/watching.md',
  ...['guide', 'decisions'].flatMap((folder) =>
    readdirSync(vectorPath(`../docs/${folder}`)).map((name) => `docs/${folder}/${name}`),
  ),
];

const read = (page: string): string => readFileSync(vectorPath(`../${page}`), 'utf8');

/** Retired words, each with its replacement. */
const retired: readonly (readonly [RegExp, string])[] = [
  [/\b(told|tells|telling|is said of)\b/i, 'reports, specifies, is given'],
  [/\b(nobody|nothing|whoever)\b/i, 'not, no … is, an attacker, the user'],
  [/\b(anew|begun|thereof|hereby|whereof)\b/i, 'again, started'],
  [/\bbut for\b/i, 'except'],
  [/\b(alone|whole)\b/i, 'only, complete'],
  [/\b(mend|mends|mended|heal|heals)\b/i, 'fix'],
  [/\b(carry|carries|carried|carrying)\b/i, 'move, import, contain'],
  [/\b(stand|stands|lie|lies) (in|for|beside|behind|below|above|there)\b/i, 'is in, represents'],
  [/\b(odd|oddity|oddities|untidy)\b/i, 'warning, unusual'],
  [/\ba (yes|no)\b(?! )/i, 'success, refusal'],
  [/\b(the one that|one that|those that|those of whom|of which)\b/i, 'repeat the noun'],
  [/\b(reckon|reckons|look whether|see to it|looks whether)\b/i, 'expect, check'],
  [/\b(takes|make|makes|made) (away|out) of\b/i, 'from'],
  [/\bno (file|text|key) that can be\b/i, 'cannot read'],
  [/\bof (yours|mine|ours|one's own)\b/i, 'your, our'],
  [/^(Of|Those|Who|Whether)\b(?!.*\?$)/, 'begin with the subject'],
];

/** Sentences of more words should be split. */
const MOST_WORDS = 34;

/** Returns the text that people read on a page: no code, no comments, links as their text. */
function proseOf(text: string): string {
  return text
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/^ {4}.*$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`[^`]*`/g, 'code');
}

/** Splits paragraphs, list items and cells into sentences, each on one line. */
function sentencesOf(text: string): string[] {
  const lines = proseOf(text)
    .replace(/^\|?[-:| ]+\|$/gm, '')
    .replace(/^#.*$/gm, '')
    .replace(/\n(?!\n|\s*([-*]|\d+\.) |\|)/g, ' ')
    .split('\n');
  const parts = lines.flatMap((line) => (line.startsWith('|') ? line.split('|') : [line]));
  return parts.flatMap((part) => part.split(/(?<=[.!?:;])["”)*]*\s+/)).map((each) => each.trim());
}

function faultsOf(text: string): string[] {
  const found = retired.flatMap(([pattern, better]) => {
    const hit = sentencesOf(text).find((sentence) => pattern.test(sentence));
    return hit === undefined ? [] : [`${better}: ${hit}`];
  });
  const words = (each: string) => each.match(/[\w’'-]+/g) ?? [];
  // A list of names is not a sentence.
  const isLong = (each: string) => words(each).filter((w) => !w.includes('_')).length > MOST_WORDS;
  return [...found, ...sentencesOf(text).filter(isLong)];
}

describe.each(held)('%s', (page) => {
  const text = read(page);

  test('uses no retired word and no long sentence', () => {
    expect(faultsOf(text)).toEqual([]);
  });

  test('wraps its prose at 100 columns', () => {
    const prose = text.replace(/^```[\s\S]*?^```$/gm, '').split('\n');
    const long = prose.filter((line) => line.length > 100 && !/^\||^ {4}/.test(line));
    expect(long).toEqual([]);
  });
});

test.each(held.slice(1).filter((name) => !/decisions\/\d|^CHANGELOG/.test(name)))(
  '%s begins with its task or says what it explains, without a formula',
  (page) => {
    const [, first = ''] = read(page).split(/\n\s*\n/);
    expect(first).toMatch(/^(This page explains |[A-Z][a-z]+,? )/);
    expect(first).not.toMatch(/^After |\bthis page you\b/i);
  },
);

/** Words retired in comments. In code, words such as "nothing" or "whole" have plain uses. */
const retiredWords = [
  /\b(told|tells|telling|is said of)\b/i,
  /\b(nobody|whoever|somebody|nowhere)\b/i,
  /\b(anew|begun|thereof|hereby|whereof|thereby)\b/i,
  /\bbut for\b/i,
  /\b(mend|mends|mended|heal|heals)\b/i,
  /\b(stands?|lies?) (in|for|beside|behind|below|above|there)\b|\bstands\b/i,
  /\b(the one that|one that|those that|those of whom)\b/i,
  /\b(reckon|reckons|look whether|looks whether|see to it)\b/i,
  /\b(takes|make|makes|made) (away|out) of\b/i,
  /\bno (file|text|key) that can be\b/i,
  /\bof (yours|mine|ours|one's own)\b/i,
  /\b(what|who) (came|comes|is|was|are) (of|to be)\b/i,
  /`undefined` when\b|\b(be|was|were) had\b/i,
];

/** Beginnings of a doc comment that depend on the name below it. */
const leaning = [
  /^(Of|By|In(?! Core,)|As|From|With|Without|To|For|On|At|Into|Under|Over|Up|Out|Beside|Like)\b/,
  /^(Those|Whether|Who|Whose|Whom|What|Which|Where|How|The same|Such|Same|Another|Told)\b/,
  /^(Its|Their|It|They|That|This|Here|There|Also|But|Else|Because|So|Or|And|Than)\b/,
  /^(Not|Nor|Neither|Does|Do(?! not))\b/,
];

/** Such beginnings of any other comment, which may begin with "In" or "If". */
const leaningNotes = [
  /^(Of|By|As|Those|Whether|Who|Whose|Whom|Which|The same|Such|Same|Told)\b/,
  /^(So|Nor|Than|Does|Do(?! not))\b/,
];

type Comment = { readonly text: string; readonly isDoc: boolean };

/** Returns the comments of a source, each on one line. */
function commentsOf(source: string): Comment[] {
  const blocks = source.match(/\/\*\*?\s[\s\S]*?\*\/|(^[ \t]*\/\/.*\n)+/gm) ?? [];
  return blocks.map((block) => ({
    isDoc: block.startsWith('/*'),
    // Names of arguments are code.
    text: block
      .replace(/@param \w+/g, '')
      .replace(/^\s*(\/\*\*?|\*\/|\*(?!\/)|\/\/)/gm, '')
      .replace(/\*\/$/, '')
      .replace(/\s+/g, ' ')
      .trim(),
  }));
}

const isRetired = ({ text, isDoc }: Comment): boolean =>
  [...retiredWords, ...(isDoc ? leaning : leaningNotes)].some((pattern) => pattern.test(text));

/** Generated from the help of methods, whose strings are checked below. */
const generated = 'library/method-types.ts';

/** All sources, each with its path below src. */
const sources = readdirSync(vectorPath('../src'), { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && file !== generated,
);

/** All programs of .ci. */
const programs = readdirSync(vectorPath('../.ci'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(mjs|mts|ts)$/.test(file))
  .map((file) => `../.ci/${file}`);

test('comments are in plain English', () => {
  const found = [...sources, ...programs].flatMap((file) =>
    commentsOf(readFileSync(vectorPath(`../src/${file}`), 'utf8'))
      .filter(isRetired)
      .map(({ text }) => `${file}: ${text}`),
  );
  expect(sources.length).toBeGreaterThan(800);
  expect(programs.length).toBeGreaterThan(25);
  expect(found).toEqual([]);
});

test.each([
  '/** Of a key. */',
  '/** Whether it is known. */',
  '/** In satoshi. */',
  '/** What came of it. */',
  '/** A signature, where one can be had. */',
  '/** The key; `undefined` when it is unknown. */',
  '// Told what was thrown.\n',
  '/**\n * The keys; nobody knows\n * more. */',
  '// The byte stands for its length.\n',
])('the old style is found in a comment: %j', (comment) => {
  expect(commentsOf(comment).some(isRetired)).toBe(true);
});

/** Words retired in every message, help text and label of src. */
const retiredInStrings = new RegExp(
  '\\b(told|tells|telling|nobody|whoever|somebody|anew|begun|thereof|but for|mends?|mended|heals?|' +
    'reckons?|look whether)\\b|\\b(stands?|lies?) (in|for|beside|behind|below|above|there)\\b|' +
    '\\bof (yours|mine|ours)\\b|\\b(what|who) (came|comes|is|was) (of|to be)\\b',
  'i',
);

/** Returns strings of three words or more, on one line, without comments. */
function sentencesIn(source: string): string[] {
  const code = source.replace(/\/\*\*?\s[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
  return [...code.matchAll(/(['"`])((?:\\.|(?!\1)[^\n\\])*)\1/g)]
    .map(([, , text = '']) => text)
    .filter((text) => text.split(/\s+/).length >= 3);
}

test('messages, help and labels are in plain English', () => {
  const files = readdirSync(vectorPath('../src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file),
  );
  const found = files.flatMap((file) =>
    sentencesIn(readFileSync(vectorPath(`../src/${file}`), 'utf8'))
      .filter((text) => retiredInStrings.test(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

/** Beginnings of a help text that are fragments, after a note in parentheses. */
const leaningHelp =
  /^(\([^)]*\) )?(What|Whether|Of|How|Who|Whose|Whom|Which|Those|Where|Why|As|By|Its?|Their|They|Told|In order)\b/;

type Row = { readonly name: string; readonly help: string; readonly fields?: readonly Row[] };

/** Returns help texts of rows, and of the rows inside them. */
const helpOf = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ name, help, fields }) => [`${name}: ${help}`, ...helpOf(fields ?? [])]);

const isLeaningHelp = (row: string): boolean => leaningHelp.test(row.slice(row.indexOf(': ') + 2));

test('help texts of methods begin with a verb or a noun phrase', () => {
  const texts = methods.flatMap(({ name, summary, params, result }) => [
    `${name}: ${summary}`,
    ...helpOf([...params, ...[result].flat()]),
  ]);
  expect(texts.length).toBeGreaterThan(1500);
  expect(texts.filter(isLeaningHelp)).toEqual([]);
});

test('help texts of options begin with a verb or a noun phrase', () => {
  const texts = sources
    .filter((file) => file.startsWith('adapters/'))
    .flatMap((file) => [
      ...readFileSync(vectorPath(`../src/${file}`), 'utf8').matchAll(
        /\boption\(\s*'([^']+)',\s*['"`]([^\n]+)/g,
      ),
    ])
    .map(([, name = '', help = '']) => `${name}: ${help}`);
  expect(texts.length).toBeGreaterThan(80);
  expect(texts.filter(isLeaningHelp)).toEqual([]);
});

test.each([
  'complete: Whether every input is signed',
  'amount: What it pays',
  'fingerprint: Of its master key',
  'redeemScript: (required for P2SH) Which script it is',
])('the old style is found in a help text: %s', (row) => {
  expect(isLeaningHelp(row)).toBe(true);
});

/** Beginnings of a test name that depend on another sentence. */
const leaningNames = new RegExp(
  '^(and|or|but|of|by|in|as|at|for|from|to|with|without|on|under|over|beside|behind|into|nor|' +
    'neither|so|such|those|what|which|whose|who|whoever|whom|whether|where|how|it|its|they|their|' +
    'else|than|then|the same)\\b',
  'i',
);

const oddInNames =
  /\b(told|tells|nobody|whoever|somebody|anew|begun|thereof|but for|mends?|mended|stands?|lies|reckons?)\b/i;

const isOddName = (name: string): boolean => leaningNames.test(name) || oddInNames.test(name);

/** Returns names of tests and groups in a source, if they are literals. */
function namesOf(source: string): string[] {
  const call =
    /\b(?:test|it|describe)(?:\.\w+)*(?:\((?:[^()'"`]|\([^()]*\))*\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g;
  return [...source.matchAll(call)].map(([, , name = '']) => name);
}

test('names of tests are statements', () => {
  const files = readdirSync(vectorPath('../test'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.test.ts'),
  );
  const names = files.flatMap((file) =>
    namesOf(readFileSync(vectorPath(`../test/${file}`), 'utf8')).map((name) => ({ file, name })),
  );
  expect(names.length).toBeGreaterThan(2000);
  expect(names.filter(({ name }) => isOddName(name))).toEqual([]);
});

test.each([
  'and not of one that it does not meet',
  'what is written is read',
  'a file that nobody signed',
])('the old style is found in a test name: %s', (name) => {
  expect(isOddName(name)).toBe(true);
});

test('the README has at most 150 lines of 100 columns', () => {
  const lines = read('README.md').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(150);
  expect(lines.filter((line) => line.length > 100)).toEqual([]);
});

test('docs/profiles.md has a row for each rule in which the profiles differ', () => {
  const named = new Set(
    [...read('docs/profiles.md').matchAll(/\| `(\w+)` \|$/gm)].map(([, rule = '']) => rule),
  );
  expect([...named].sort()).toEqual(Object.keys(profileRules('default')).sort());
});

test.each([
  'What a transaction spends is told by the caller.',
  'Sign it only if nobody tells another amount.',
  'Whoever can write to the file can change it.',
  'The address is derived anew.',
  'The same but for what one table lists.',
  'Every file is read as a whole.',
  'What stands below forbids it.',
  'Mend it where it was made.',
  'The transaction lies in the outbox.',
  'This is one that a device has signed.',
  'This is no file that can be read.',
  'It asks a node of yours.',
  'Of such a PSBT no signature is taken.',
  `This is a sentence ${'of many words '.repeat(12)}.`,
])('the old style is found: %s', (sentence) => {
  expect(faultsOf(sentence)).not.toEqual([]);
});

test('code, comments and addresses of links are not judged', () => {
  const text = '<!-- nobody -->\n\n```sh\necho nobody\n```\n\nSee [here](nobody.md) and `nobody`.';
  expect(faultsOf(text)).toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { profileRules } from '../../src/rpc/profile.ts';
import { vectorPath } from '../support/paths.ts';

/** Pages in plain English. Add each page that is rewritten; none leaves. */
const held = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/architecture.md',
  'docs/formats.md',
  'docs/functional-tests.md',
  'docs/glossary.md',
  'docs/guide.md',
  'docs/library.md',
  'docs/page.md',
  'docs/profiles.md',
  'docs/snapshot-file.md',
  'docs/sources.md',
  'docs/speed.md',
  'docs/verify.md',
  'docs/wallet-file.md',
  'docs/wallets.md',
  ...readdirSync(vectorPath('../docs/guide')).map((name) => `docs/guide/${name}`),
];

const read = (page: string): string => readFileSync(vectorPath(`../${page}`), 'utf8');

/** Retired words, each with what to write instead. */
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

/** Sentences of more words than this want to be two. */
const MOST_WORDS = 34;

/** What people read of a page: no code, no comments, links as their text. */
function proseOf(text: string): string {
  return text
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/^ {4}.*$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`[^`]*`/g, 'code');
}

/** Paragraphs, points and cells, each on one line, in sentences. */
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
  // A list of names is no sentence.
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

test.each(held.slice(1))('%s begins with what its reader can do', (page) => {
  expect(read(page).split(/\n\s*\n/)[1]).toMatch(/\byou can\b|\byou (know|have)\b/);
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

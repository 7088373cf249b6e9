import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { engineText, refusalText, setLanguage, strings } from '../../src/adapters/page/language.ts';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { encodeFrames } from '../../src/transport/writer.ts';
import { readVector } from '../support/paths.ts';
import { otherLanguages, readLanguages } from '../support/screens/page-languages.ts';
import { journeys } from '../support/vectors/journeys.ts';

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} });
  readLanguages();
});
afterAll(() => vi.unstubAllGlobals());

/** Files of other programs, as these wrote them. */
const files: { readonly [name: string]: string } = JSON.parse(readVector('formats/files.json'));
const smallFiles = Object.entries(files).filter(([, text]) => text.length < 6000);

/** A file of JSON without each of its first members, and with a number in place of each. */
function* changedJson(text: string): Iterable<string> {
  for (const [whole, before = ''] of [...text.matchAll(/("\w+": ?)("[^"]*"|\d+)/g)].slice(0, 12)) {
    yield text.replace(whole, `${before}77`);
    yield text.replace(new RegExp(`${whole.replace(/[^\w" :]/g, '.')}\\s*,`), '');
  }
}

function* changed(text: string): Iterable<string> {
  yield text.slice(0, text.length / 2);
  yield text.slice(text.length / 2);
  yield text.replace(/[xyzZt]pub.{20}/, (key) => `${key.slice(0, -3)}zzz`);
  yield text.replace(/[xyzZt]pub\w+/, '');
  const lines = text.split('\n');
  for (const i of lines.keys()) if (i < 6) yield lines.filter((_, at) => at !== i).join('\n');
  yield* changedJson(text);
}

/** Opens a text as a person does who wants to use its keys, and returns why it was refused. */
async function refusalOf(text: string): Promise<string | undefined> {
  const engine = createEngine(() => undefined);
  const seen = engine.takeText(text);
  if (seen.status === 'refused') return seen.message;
  if (seen.status !== 'done') return undefined;
  return engine.openPayload('').then(
    () => undefined,
    (error: Error) => error.message,
  );
}

/** Scans codes one after the other, and returns every refusal. */
function refusalsOf(codes: readonly string[]): readonly string[] {
  const engine = createEngine(() => undefined);
  return codes.flatMap((text) => {
    const seen = engine.takeCode({ text, bytes: undefined });
    return seen.status === 'refused' ? [seen.message] : [];
  });
}

const psbts = journeys.slice(0, 3).map(({ psbt }) => psbt);

function scanned(): readonly string[] {
  const dialects = ['ur', 'bbqr', 'specter'] as const;
  return dialects.flatMap((as) => {
    const [first = [], second = []] = psbts.map((bytes) => {
      const made = encodeFrames({ kind: 'psbt', bytes }, { as, maxLength: 150 });
      if ('error' in made) throw new Error(made.error);
      return Array.from({ length: made.count }, (_, i) => made.at(i));
    });
    const [one = '', two = ''] = first;
    return [
      [one, two.slice(0, -9)],
      [one.slice(0, -9), two],
      [one, two.replace(/.$/, '!')],
      [one, two.replace(/\d/, '9')],
      [one.toUpperCase().replace('PSBT', 'BOOK'), two],
      [one, second[1] ?? ''],
      [one, 'p1of3 AAAA', 'B$HP0100AA', 'ur:bytes/1-3/aeae'],
      first.map((text, i) => (i === 1 ? (second[1] ?? '') : text)),
      ...[
        'B$HX0100AA',
        'B$QP0100AA',
        'B$ZP0100AAAAAAAA',
        'ur:bytes/2of3/qqqq',
        'ur:crypto-psbt/aa',
      ].map((text) => [text]),
    ].flatMap(refusalsOf);
  });
}

let met: readonly string[] = [];
beforeAll(async () => {
  const texts = smallFiles.flatMap(([, text]) => [...changed(text)]);
  const refusals = await Promise.all([...new Set(texts)].map(refusalOf));
  met = [...new Set([...refusals, ...scanned()])].flatMap((text) => text ?? []);
});

test('names no option of the command line, and no value of the program', () => {
  expect(met.length).toBeGreaterThan(45);
  for (const text of met) {
    expect(text).not.toMatch(/-chain|-keys|\bundefined\b|\bNaN\b|\[object/);
    expect(text).toMatch(/^[A-Z“"]/);
  }
});

test('is as the engine wrote it in English', () => {
  setLanguage('en');
  for (const text of met) expect(refusalText(text)).toBe(text);
});

/** Advice that many refusals end with. */
const ADVICE =
  /\. (Export it again|Do not use it, and ask for the file again|Export the wallet’s descriptor)$/;

test.each(otherLanguages)('begins with a sentence in the language of the reader: %s', (tag) => {
  setLanguage(tag);
  const lead = strings.intake.inEnglish;
  let [led, advised] = [0, 0];
  for (const text of met) {
    const shown = engineText(refusalText(text));
    const [first = ''] = text.split('. ');
    if (shown.startsWith(lead)) {
      led += 1;
      expect(shown).toContain(first.slice(0, 30));
    } else expect(shown.startsWith(first)).toBe(false);
    if (!ADVICE.test(text)) continue;
    advised += 1;
    expect(shown).not.toMatch(ADVICE);
  }
  expect(led).toBeGreaterThan(20);
  expect(advised).toBeGreaterThan(5);
});

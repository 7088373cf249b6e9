import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { outcomeText, setLanguage } from '../../src/adapters/page/language.ts';
import {
  doneMessage,
  faultMessage,
  faultTexts,
  inEnglish,
  needTexts,
  outcomeMessage,
  outcomeTexts,
} from '../../src/psbt/outcome-messages.ts';
import { root } from '../support/paths.ts';
import { otherLanguages, readLanguages } from '../support/screens/page-languages.ts';

vi.stubGlobal('document', { documentElement: {} });
afterAll(() => void vi.unstubAllGlobals());
readLanguages();

const texts: { readonly [id: string]: string } = { ...outcomeTexts, ...needTexts, ...faultTexts };
const valuesIn = (text: string) => [...new Set(text.match(/\{\d\}/g))].sort();

test('no two kinds of messages about outcomes share an id', () => {
  const lists = [outcomeTexts, needTexts, faultTexts].map((each) => Object.keys(each));
  expect(Object.keys(texts)).toHaveLength(lists.flat().length);
});

describe.each(otherLanguages)('the language %s has messages about outcomes', (tag) => {
  const path = join(root, 'src/adapters/page/languages', `${tag}.json`);
  const { outcomes }: { readonly outcomes: { readonly [id: string]: string } } = JSON.parse(
    readFileSync(path, 'utf8'),
  );

  test('the page has each message about an outcome, with the same values', () => {
    expect(Object.keys(outcomes).sort()).toEqual(Object.keys(texts).sort());
    for (const [id, text] of Object.entries(texts)) {
      expect([id, valuesIn(outcomes[id] ?? '')]).toEqual([id, valuesIn(text)]);
    }
  });

  test('the page finds a message by its id, whatever its English text is', () => {
    setLanguage(tag);
    const given = { ...faultMessage('bad-signature', '3045', 7), text: 'Another text.' };
    const shown = outcomeText([outcomeMessage('input', 2), given]);
    expect(shown).toContain('3045');
    expect(shown).toContain('7');
    expect(shown).not.toContain('Another text');
    expect(shown).not.toContain('{');
  });
});

test('a message without a translation, and each one in English, is the text of the engine', () => {
  setLanguage('de');
  expect(outcomeText([doneMessage('combined')])).toBe('Combined.');
  setLanguage('en');
  const message = outcomeMessage('input', 2);
  expect(outcomeText([message])).toBe('Input 2:');
  expect(inEnglish([message, outcomeMessage('incomplete')])).toBe('Input 2: It is not complete.');
});

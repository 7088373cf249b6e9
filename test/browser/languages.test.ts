import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { packTables } from '../../.ci/tables.mjs';
import { engineTexts } from '../../src/adapters/page/engine-messages.ts';
import { engineText, readTables, setLanguage } from '../../src/adapters/page/language.ts';
import { english } from '../../src/adapters/page/strings.ts';
import { faultTexts, needTexts, outcomeTexts } from '../../src/psbt/outcome-messages.ts';
import { catalogEntry, findingIds } from '../../src/review/catalog.ts';
import { FIXES } from '../../src/review/fix.ts';
import { root } from '../support/paths.ts';
import { faultsOf, openSigningPage, takePicture } from '../support/screens/signing-page.ts';
import { reviewOf, reviewVectors } from '../support/vectors/review-vectors.ts';

/**
 * Sentences of the English tables that are long enough not to appear in another language by chance.
 */
const sentences = [
  ...textsIn([english, FIXES]).flatMap((text) => text.split(/\||\{\d\}/)),
  ...findingIds.flatMap((id) => [catalogEntry(id).text, catalogEntry(id).advice]),
].filter((text) => text.length > 15 && text.includes(' '));

function textsIn(texts: unknown): readonly string[] {
  if (typeof texts === 'string') return [texts];
  return typeof texts === 'object' && texts !== null ? Object.values(texts).flatMap(textsIn) : [];
}

/** Details of findings, in the vectors that have any. */
const details = reviewVectors
  .filter(({ has }) => has)
  .flatMap((vector) => reviewOf(vector).findings)
  .map(({ id, text }) => text.slice(catalogEntry(id).text.length).trim())
  .filter((detail) => detail !== '');

/** Returns texts that are visible or read by a screen reader. */
const visibleTexts = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const labels = [...document.querySelectorAll('[aria-label]')].map((element) =>
      element.getAttribute('aria-label'),
    );
    return [document.title, document.body.innerText, ...labels].join('\n');
  });

/** Every screen without keys, by the position of its buttons, because their names differ. */
const screens: readonly (readonly [name: string, go: (page: Page) => Promise<unknown>])[] = [
  ['start', (page) => page.locator('.ways').waitFor()],
  [
    'new',
    async (page) => {
      await page.locator('.way').nth(2).click();
      await page.locator('#rolls').waitFor();
    },
  ],
  ['keys', (page) => page.locator('.steps button').first().click()],
  ['wallet', (page) => openToolAt(page, 1)],
  ['message', (page) => openToolAt(page, 2)],
  ['verify', (page) => page.locator('.tabs button').nth(1).click()],
  ['pay', (page) => openToolAt(page, 3)],
  ['sweep', (page) => openToolAt(page, 4)],
  ['check', (page) => openToolAt(page, 5)],
  ['check-signer', (page) => page.locator('.way').nth(1).click()],
  ['read', (page) => openToolAt(page, 6)],
  ['help', (page) => openToolAt(page, 7)],
  [
    'samples',
    async (page) => {
      await openToolAt(page, 0);
      await page.locator('.practise button').click();
      await page.locator('.banner').waitFor();
    },
  ],
  [
    'theft',
    async (page) => {
      await page.locator('.way').nth(1).click();
      await page.locator('.finding.stop').first().waitFor();
    },
  ],
  [
    'signed',
    async (page) => {
      await page.locator('.steps button').nth(1).click();
      await page.locator('main button.quiet, main button').last().waitFor();
      await page.reload();
      await page.locator('.practise button').click();
      await page.locator('.banner').waitFor();
      await page.locator('.way').first().click();
      await page.locator('.match').click();
      await page.locator('.bar .main:not(.match)').click();
      await page.locator('#program').waitFor();
    },
  ],
];

async function openToolAt(page: Page, at: number): Promise<void> {
  await page.locator('.menu > button').click();
  await page.locator('.menu .items button').nth(at).click();
}

const tags = ['de', 'es', 'fr', 'ja', 'pt'] as const;

/** Lists names of all texts with the values that each has, and lengths of lists. */
function shapeOf(texts: unknown, path = ''): readonly string[] {
  if (typeof texts === 'string')
    return [`${path} ${[...new Set(texts.match(/\{\d\}/g))].sort().join('')}`];
  if (typeof texts !== 'object' || texts === null) throw new Error(path);
  return Object.entries(texts).flatMap(([name, each]) => shapeOf(each, `${path}.${name}`));
}

test.each(tags)('the table of %s has every text, with the values of English', (tag) => {
  const path = join(root, 'src/adapters/page/languages', `${tag}.json`);
  const table: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const findings = Object.fromEntries(
    findingIds.map((id) => [id, [catalogEntry(id).text, catalogEntry(id).advice]]),
  );
  const fixes = Object.fromEntries(Object.entries(FIXES));
  const outcomes = { ...outcomeTexts, ...needTexts, ...faultTexts };
  const expected = shapeOf({ words: english, findings, fixes, outcomes, engine: engineTexts });
  expect([...shapeOf(table)].sort()).toEqual([...expected].sort());
  expect(textsIn(table).filter((text) => text.trim() === '')).toEqual([]);
  // A plural has at most two forms, and the form for many contains the number.
  const plurals = textsIn(table).filter((text) => text.includes('|'));
  expect(plurals.filter((text) => !/^[^|]+\|[^|]*\{0\}[^|]*$/.test(text))).toEqual([]);
});

test.each(tags)('every detail of a finding is in %s too', (tag) => {
  vi.stubGlobal('document', { documentElement: {} });
  const tables = Object.fromEntries(
    tags.map((each) => [
      each,
      JSON.parse(readFileSync(join(root, 'src/adapters/page/languages', `${each}.json`), 'utf8')),
    ]),
  );
  readTables(packTables({ words: english, engine: engineTexts }, tables));
  setLanguage(tag);
  expect(details.length).toBeGreaterThan(100);
  const left = details.flatMap((detail) => {
    const shown = engineText(detail);
    // German also has "Output"; a name is the same in all languages.
    const isSame = (sentence: string) => tag === 'de' && /^Output \d+: \S+\.$/.test(sentence);
    const sentences = detail.split(/(?<=\.) /).filter((sentence) => !isSame(sentence));
    return sentences.filter((sentence) => shown.includes(sentence));
  });
  expect(left).toEqual([]);
  vi.unstubAllGlobals();
});

test('a mistyped word and a short phrase are explained in German', async () => {
  const { page, close } = await openSigningPage([], '#language=de');
  await page.locator('.steps button').first().click();
  await page.locator('#word').fill('abandom');
  await page.locator('#word').press('Enter');
  const alert = page.getByRole('alert');
  await alert.getByText('„abandom“ ist kein BIP39-Wort. Meinten Sie').waitFor();
  await page.locator('#word').fill(`${'abandon '.repeat(12)}`);
  await alert
    .getByText('Jedes Wort steht in der Liste, aber die Prüfsumme stimmt nicht.')
    .waitFor();
  await page.locator('#keys-paste').fill('abandon '.repeat(11).trim());
  await page.locator('.intake > button').click();
  await page.locator('#passphrase').or(alert.getByText('11 Wörter')).first().waitFor();
  await page.getByText('11 Wörter: Ein Seed hat 12, 15, 18, 21 oder 24').waitFor();
  for (const [pasted, says] of [
    ['cHNidP8BAJoCAAAAAnEHflRZ', 'Diese PSBT ist abgeschnitten oder beschädigt.'],
    [
      'wpkh(02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5)#aaaaaaaa',
      'Dieser Deskriptor ist abgeschnitten oder beschädigt.',
    ],
  ] as const) {
    await page.locator('#keys-paste').fill(pasted);
    await page.locator('.intake > button').click();
    await alert.getByText(says).waitFor();
  }
  // An encrypted private key (BIP38) asks for its password.
  await page
    .locator('#keys-paste')
    .fill('6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg');
  await page.locator('.intake > button').click();
  await page.locator('#password').fill('falsch');
  await page.locator('#password').press('Enter');
  await alert.getByText('Passwort').waitFor();
  await close();
});

test.each([...tags, 'pseudo'])(
  'the page speaks %s on every screen, fits it and passes axe',
  async (language) => {
    const { page, close, complaints } = await openSigningPage([], `#language=${language}`);
    for (const [name, go] of screens) {
      await go(page);
      const shown = await visibleTexts(page);
      const left = sentences.filter((text) => shown.includes(text));
      expect({ name, left }).toEqual({ name, left: [] });
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await takePicture(page, `${language}-${name}-${width}`);
        expect({ name, width, found: await faultsOf(page) }).toEqual({ name, width, found: [] });
      }
    }
    const html = page.locator('html');
    expect(await html.getAttribute('lang')).toBe(language === 'pseudo' ? 'en' : language);
    expect(await html.getAttribute('dir')).toBe(language === 'pseudo' ? 'rtl' : 'ltr');
    await close();
    expect(complaints).toEqual([]);
  },
);

test('a change of the language keeps the review, its id and typed text', async () => {
  const { page, close } = await openSigningPage();
  await page.locator('.practise button').click();
  await page.locator('.banner').waitFor();
  await page.locator('.way').nth(1).click();
  const id = page.locator('.review details .mono').last();
  const english = await id.textContent();
  await page.locator('header select').selectOption('de');
  await page.locator('.finding.stop').first().waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  expect(await id.textContent()).toBe(english);
  expect(english).toMatch(/^[0-9a-f ]{8,}$/);
  await close();
});

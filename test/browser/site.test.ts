import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicEntries } from '../../.ci/public-names.ts';
import { sampleOf } from '../support/generate/sample.ts';
import { root } from '../support/paths.ts';
import { type Browsing, startChromium } from '../support/screens/browser.ts';
import { faultsOf, focusedName, takePicture } from '../support/screens/signing-page.ts';

const site = join(root, 'dist', 'docs');
const home = pathToFileURL(join(site, 'index.html')).href;
const urlOf = (path: string) => new URL(path, home).href;
const files = readdirSync(site, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.html'));
const text = (path: string) => readFileSync(join(site, path), 'utf8');

let browsing: Browsing;
let page: Page;
const requests = new Set<string>();
const complaints: string[] = [];

beforeAll(async () => {
  browsing = await startChromium();
  page = await browsing.context.newPage();
  page.on('request', (request) => requests.add(request.url()));
  page.on('pageerror', ({ message }) => complaints.push(message));
});
afterAll(async () => {
  await browsing.close();
  expect(complaints).toEqual([]);
  const outside = [...requests].filter((url) => !url.startsWith(new URL('.', home).href));
  expect(outside.filter((url) => url !== 'data:,')).toEqual([]);
});

/** Runs in the page: returns its links, the targets that links can have, and its faults. */
function linksAndIds() {
  const all = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')];
  return {
    links: all.map(({ href }) => href),
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
    missing: [...document.images].filter((image) => image.naturalWidth === 0).map(({ src }) => src),
    tooWide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  };
}

/** Returns the links and the link targets of a page, as a browser reads them. */
function readLinks(path: string) {
  const html = text(path).replace(/<script.*?<\/script>/gs, '');
  const valuesOf = (name: string) =>
    [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) =>
      value.replace(/&(amp|lt|gt|quot|#39);/g, (_, code: keyof typeof ENTITIES) => ENTITIES[code]),
    );
  return {
    links: valuesOf('href').map((href) => new URL(href, urlOf(path)).href),
    ids: valuesOf('id'),
  };
}

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" } as const;

test('every link leads to a page and a place on it, and every page is linked', () => {
  const pages = new Map(files.map((path) => [urlOf(path), readLinks(path)]));
  const dead = [...pages].flatMap(([from, { links }]) =>
    links.flatMap((to) => {
      const [file = '', hash] = to.split('#');
      if (/^(https?|data):/.test(to)) return [];
      const places = pages.get(file)?.ids;
      const isThere =
        hash === undefined
          ? existsSync(fileURLToPath(file))
          : places?.includes(decodeURIComponent(hash)) === true;
      return isThere ? [] : [{ from, to }];
    }),
  );
  expect(dead).toEqual([]);
  const linked = new Set(
    [...pages.values()].flatMap(({ links }) => links.map((to) => to.split('#')[0])),
  );
  expect([...pages.keys()].filter((url) => url !== home && !linked.has(url))).toEqual([]);
  expect(files.length).toBeGreaterThan(500);
});

test('Chromium finds the same links, loads every picture, and cuts no page at 360 pixels', async () => {
  await page.setViewportSize({ width: 360, height: 900 });
  for (const path of sampleOf(files, 15, 15)) {
    await page.goto(urlOf(path), { waitUntil: 'load' });
    const { links, ids, ...faults } = await page.evaluate(linksAndIds);
    expect({ path, ...faults }).toEqual({ path, missing: [], tooWide: 0 });
    const read = readLinks(path);
    expect(links.filter((to) => !read.links.includes(to))).toEqual([]);
    expect(ids.filter((id) => !read.ids.includes(id))).toEqual([]);
  }
});

const searches = [
  ['fund', 'api/coldsign/fund.html'],
  ['openaccount', 'api/coldsign/openAccount.html'],
  ['INSUFFICIENT_FUNDS', 'errors.html#INSUFFICIENT_FUNDS'],
  ['getblocktemplate', 'api/coldsign-rpc/getblocktemplate.html'],
  ['rbf cpfp', 'guide/rbf-and-cpfp.html'],
  ['electron', 'guide/electron.html'],
  ['btc-signer', 'guide/from-btc-signer.html'],
  ['change-not-ours', 'review.html#findings'],
  ['sign a message', 'guide/messages.html'],
  ['signing blocked', 'signing.html'],
  ['qr', 'guide/qr-codes.html'],
  ['passphrase', 'seeds-and-devices.html#enter-a-passphrase'],
  ['forgot passphrase', 'seeds-and-devices.html#enter-a-passphrase'],
  ['password', 'seeds-and-devices.html#enter-a-passphrase'],
  ['dice', 'seeds-and-devices.html#make-seed-words-with-dice'],
  ['dice rolls', 'seeds-and-devices.html#make-seed-words-with-dice'],
  ['lost seed', 'seeds-and-devices.html#lost-or-wrong-seed-words'],
  ['wallet.dat', 'guide/import-a-wallet.html#walletdat-of-bitcoin-core'],
  ['xpub', 'guide/watch-only.html'],
  ['zpub', 'guide/watch-only.html'],
  ['fee too low', 'guide/rbf-and-cpfp.html'],
  ['stuck', 'guide/rbf-and-cpfp.html'],
  ['stuck payment', 'guide/rbf-and-cpfp.html'],
  ['change address', 'guide/addresses.html#change-addresses'],
  ['cancel payment', 'guide/cancel-a-payment.html'],
  ['coin control', 'guide/labels.html'],
  ['frozen coins', 'guide/labels.html'],
] as const;

test.each(searches)('the search for %s leads to %s, without a mouse', async (words, path) => {
  for (const start of ['index.html', 'api/coldsign/sign.html']) {
    await page.goto(urlOf(start));
    await page.keyboard.press('/');
    await page.keyboard.type(words);
    await page.locator('#found [aria-selected=true]').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(urlOf(path));
  }
});

test('results of a search are chosen by arrow keys and left by Escape', async () => {
  await page.goto(home);
  await page.keyboard.press('/');
  await page.keyboard.type('sign');
  const chosen = page.locator('#found [aria-selected=true] strong');
  await expect.poll(() => chosen.textContent()).toBe('sign');
  await page.keyboard.press('ArrowDown');
  expect(await chosen.textContent()).not.toBe('sign');
  const box = page.locator('#search');
  expect(await box.getAttribute('aria-activedescendant')).toBe('found-1');
  await page.keyboard.press('Escape');
  expect(await box.getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.type(' nowhereatall');
  await expect.poll(() => page.locator('#found').textContent()).toBe('No page has these words.');
});

/** Checks that programs and tables wider than the window scroll, also with the keyboard. */
async function faults(): Promise<readonly string[]> {
  const found = await faultsOf(page);
  return found.filter((fault) => !/^(pre\.|div\.wide) is cut$/.test(fault));
}

const kinds = [
  'index.html',
  'api/index.html',
  'api/coldsign-review/index.html',
  'api/coldsign/fund.html',
  'api/coldsign/type.FundOptions.html',
  'errors.html',
  'methods/send.html',
  'guide/from-btc-signer.html',
  'review.html',
  'page.html',
];

test.each(kinds)('%s is accessible, in light and dark, wide and narrow', async (path) => {
  await page.goto(urlOf(path));
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 360]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await takePicture(page, `site-${path.replace(/\W/g, '-')}-${colorScheme}-${width}`);
      expect({ colorScheme, width, found: await faults() }).toMatchObject({ found: [] });
    }
  }
});

test('search results and the menu of a narrow window are accessible too', async () => {
  await page.setViewportSize({ width: 360, height: 900 });
  await page.goto(urlOf('api/coldsign/fund.html'));
  await page.keyboard.press('/');
  await page.keyboard.type('psbt');
  await page.locator('#found li').first().waitFor();
  expect(await faults()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(focusedName)).toBe('Menu');
  await page.keyboard.press('Enter');
  await page.locator('#menu').getByText('Close the menu').waitFor();
  expect(await faults()).toEqual([]);
  await page.locator('#menu').getByText('parsePsbt', { exact: true }).first().click();
  await page.waitForURL(urlOf('api/coldsign/parsePsbt.html'));
});

const isOld = (types: string) =>
  readFileSync(join(root, 'src', types.replace('.d.ts', '.ts')), 'utf8').startsWith(
    '/** @deprecated',
  );

test('every exported name of the fifteen entries has a page, and functions have all parts', () => {
  const lasting = publicEntries().filter(({ types }) => !isOld(types));
  expect(lasting).toHaveLength(15);
  const pageOf = (specifier: string) => text(`api/${specifier.replace('/', '-')}/index.html`);
  const rpc = pageOf('coldsign/rpc');
  let functions = 0;
  for (const { specifier, names } of lasting) {
    const list = specifier === 'coldsign' ? pageOf(specifier) + rpc : pageOf(specifier);
    for (const { name, kind } of names) {
      const [, path] =
        new RegExp(`<dt><a href="\\.\\./\\.\\./api/([\\w-]+/(?:type\\.)?${name}\\.html)">`).exec(
          list,
        ) ?? [];
      expect(path, `${specifier} ${name}`).toBeDefined();
      if (kind !== 'function') continue;
      functions += 1;
      const parts = text(`api/${path}`);
      for (const part of ['signature', 'errors', 'example']) {
        expect(parts, `${specifier} ${name}`).toContain(`<h2 id="${part}">`);
      }
    }
  }
  expect(functions).toBeGreaterThan(100);
});

test('every code of the documented union is on the page of error codes, with its meaning', () => {
  const source = readFileSync(join(root, 'src/encoding/error-code.ts'), 'utf8');
  const codes = [...source.matchAll(/^\s*\|? '([A-Z_]+)'/gm)].map(([, code = '']) => code);
  expect(codes.length).toBeGreaterThan(40);
  const errors = text('errors.html');
  for (const code of codes) {
    const [, said = ''] =
      new RegExp(`<dt id="${code}">.*?</dt><dd><p>(.*?)</p>`).exec(errors) ?? [];
    expect(said.length, code).toBeGreaterThan(10);
  }
});

test('the table of entries has measured sizes', () => {
  const sizes = [...text('entries.html').matchAll(/<td class="right">(\d+) kB<\/td>/g)];
  expect(sizes).toHaveLength(15);
  expect(sizes.every(([, size]) => Number(size) > 0)).toBe(true);
});

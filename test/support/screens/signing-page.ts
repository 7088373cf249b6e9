import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { decode } from 'fast-png';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { afterAll } from 'vitest';
import { readQrCode } from '../../../src/transport/qr-code.ts';
import { ABANDON } from '../chains/abandon-payment.ts';
import { root } from '../paths.ts';
import { journeys } from '../vectors/journeys.ts';
import { type Browsing, CHROMIUM, chromiumArguments, startChromium } from './browser.ts';

export type SigningPage = {
  readonly page: Page;
  /** Requests other than for the file itself, and the browser's console output. */
  readonly requests: readonly string[];
  readonly complaints: readonly string[];
  close(): Promise<void>;
};

/** One browser for all tests of a file. Each test gets a new context. */
let shared: Promise<Browser> | undefined;
afterAll(async () => (await shared)?.close());

async function freshContext(): Promise<Browsing> {
  shared ??= chromium.launch({ executablePath: CHROMIUM, args: [...chromiumArguments] });
  const context = await (await shared).newContext({ acceptDownloads: true });
  return { context, close: () => context.close() };
}

/**
 * Opens coldsign.html from its file in a new context of Chromium. `hash` is appended to its
 * address.
 */
export async function openSigningPage(
  more: readonly string[] = [],
  hash = '',
): Promise<SigningPage> {
  const { context, close } = await (more.length > 0 ? startChromium(more) : freshContext());
  const page = await context.newPage();
  // The machine may be busy.
  page.setDefaultTimeout(90_000);
  const requests: string[] = [];
  const complaints: string[] = [];
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  network.on('Network.requestWillBeSent', ({ request }) => requests.push(request.url));
  context.on('request', (request) => requests.push(request.url()));
  // The policy's directive for WebRTC, which other engines may know.
  const unknown = "Unrecognized Content-Security-Policy directive 'webrtc'.";
  page.on('console', (message) => {
    if (message.text() !== unknown) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(pathToFileURL(join(root, 'dist/coldsign.html')).href + hash);
  await page.waitForSelector('h1');
  return { page, requests, complaints, close };
}

/**
 * Returns axe's findings on the current page, whether the page is wider than the screen, and what
 * is cut off or moves.
 */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  const drawn = await page.evaluate(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    return [...document.querySelectorAll('body *')].flatMap((element) => {
      const { overflowX, transitionDuration, animationName } = getComputedStyle(element);
      const isCut = overflowX !== 'visible' && element.clientWidth > 1;
      const name = `${element.localName}.${element.getAttribute('class') ?? ''}`;
      const moves = isStill && (animationName !== 'none' || /[1-9]/.test(transitionDuration));
      return [
        ...(isCut && element.scrollWidth > element.clientWidth + 1 ? [`${name} is cut`] : []),
        ...(moves ? [`${name} moves`] : []),
      ];
    });
  });
  const run = await inOwnWorld(page);
  if (!(await run("'axe' in globalThis"))) await run(`${axe.source};true`);
  // Forced colors are the system's; axe judges those of the page.
  const found = await run(
    `axe.run(document, { rules: matchMedia('(forced-colors: active)').matches ? { 'color-contrast': { enabled: false } } : {}, runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'], resultTypes: ['violations'] }).then(
      ({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' | ')))`,
  );
  return [...(tooWide === 0 ? [] : [`${tooWide} pixels too wide`]), ...drawn, ...found];
}

/** Saves a picture of the complete page in .tmp/page, if COLDSIGN_SCREENSHOTS is set. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env.COLDSIGN_SCREENSHOTS === undefined) return;
  const folder = join(root, '.tmp', 'page');
  mkdirSync(folder, { recursive: true });
  // High enough that the bar at the bottom covers nothing.
  const before = page.viewportSize();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (before !== null) await page.setViewportSize({ ...before, height });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  if (before !== null) await page.setViewportSize(before);
}

const sessions = new WeakMap<Page, CDPSession>();

/** Runs scripts in an isolated world, which the page's policy does not restrict. */
async function inOwnWorld(page: Page) {
  const cdp = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, cdp);
  const { frameTree } = await cdp.send('Page.getFrameTree');
  const world = { frameId: frameTree.frame.id, worldName: 'axe' };
  // A world of this name is created once per document.
  const { executionContextId } = await cdp.send('Page.createIsolatedWorld', world);
  return async (expression: string) => {
    const options = { awaitPromise: true, returnByValue: true };
    const { result } = await cdp.send('Runtime.evaluate', {
      contextId: executionContextId,
      expression,
      ...options,
    });
    return result.value;
  };
}

/** Runs in the page: returns the name of the focused control. */
export function focusedName(): string {
  const active = document.activeElement;
  const label = active instanceof HTMLElement && 'labels' in active ? active.labels : undefined;
  const first = label instanceof NodeList ? label[0]?.textContent : undefined;
  return (first ?? active?.getAttribute('aria-label') ?? active?.textContent ?? '').trim();
}

/**
 * Presses Tab until the control of that name has the focus. The page may be busy before it shows
 * the control.
 */
export async function tabTo(
  page: Page,
  name: string | RegExp,
  { back = false }: { readonly back?: boolean } = {},
): Promise<void> {
  const isIt = (found: string) => (typeof name === 'string' ? found === name : name.test(found));
  for (let round = 0; round < 30; round++) {
    for (let step = 0; step < 80; step++) {
      await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
      if (isIt(await page.evaluate(focusedName))) return;
    }
    await page.waitForTimeout(200);
  }
  throw new Error(`no control ${name} can be reached with the tabulator`);
}

/** Presses a button like a keyboard user. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

/** Types each word by its beginning, at the heading of the keys step. */
export async function typeWords(page: Page, beginnings: readonly string[]): Promise<void> {
  await page.waitForSelector('#word');
  for (const [i, beginning] of beginnings.entries()) {
    await page.keyboard.type(beginning);
    await page.keyboard.press('Space');
    await page.waitForFunction(
      (count) => document.querySelector('.count')?.textContent?.startsWith(`${count} of`),
      i + 1,
    );
  }
  await page.waitForFunction(() => document.activeElement?.id === 'passphrase');
}

/** Opens one of the screens of the tools menu. */
export async function openTool(page: Page, name: string): Promise<void> {
  await press(page, 'Tools');
  await press(page, name);
}

/** Says of each address that it matches, and signs for change without its proof, by keyboard. */
async function matchAddresses(page: Page): Promise<void> {
  const asked = page.locator('.asked');
  await asked.waitFor();
  while ((await asked.count()) > 0) {
    const question = await asked.innerText();
    await tabTo(page, /^It matches$|^Hold for two seconds to go on without proof$/);
    await page.keyboard.down('Enter');
    await page.waitForFunction(
      (before) => document.querySelector<HTMLElement>('.asked')?.innerText !== before,
      question,
    );
    await page.keyboard.up('Enter');
  }
}

/** Signs like a user who has compared the addresses. */
export async function sign(page: Page): Promise<void> {
  await matchAddresses(page);
  await press(page, /^Sign with|^Sign$/);
}

/** Opens the seed of BIP39's first vector, inserted at once, and waits for the screen after it. */
export async function openWords(page: Page, next?: string): Promise<void> {
  if ((await page.locator('#word').count()) === 0) await press(page, 'Keys');
  await tabTo(page, 'Word 1');
  await page.keyboard.insertText(`${ABANDON.join(' ')} `);
  await unlock(page, next);
}

/** Opens the words of a cosigner of 2 of 3 keys on regtest, and returns the PSBT for them. */
export async function openCosigner(page: Page): Promise<string> {
  const journey = journeys.find(({ name }) => name === '2 of 3 by words alone');
  if (journey === undefined) throw new Error('no journey');
  await press(page, 'Keys');
  await page.selectOption('#network', 'regtest');
  await tabTo(page, 'Word 1');
  await page.keyboard.insertText(`${journey.keys[0]} `);
  await unlock(page);
  return Buffer.from(journey.psbt).toString('base64');
}

/** Opens the keys as soon as the words are complete. */
export async function unlock(page: Page, next = 'Wallet unlocked'): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.id === 'passphrase');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: next }).waitFor();
}

/**
 * Returns the page as it is now, without its programs: their compressed text may contain any four
 * letters.
 */
export async function contentOf(page: Page): Promise<string> {
  return (await page.content()).replace(/<script[^>]*>[\s\S]*?<\/script>/g, '');
}

export async function paste(page: Page, text: string): Promise<void> {
  await tabTo(page, 'Or paste it here');
  await page.keyboard.insertText(text);
  await press(page, 'Continue');
}

/** Reads the code on the screen like a camera. */
export async function codeOnScreen(page: Page): Promise<string | undefined> {
  const png = decode(await page.locator('svg.code:visible').first().screenshot());
  const { width, height, channels } = png;
  const data = new Uint8Array(4 * width * height).fill(255);
  for (let i = 0; i < width * height; i++) {
    for (let c = 0; c < 3; c++) data[4 * i + c] = Number(png.data[channels * i + c]);
  }
  return readQrCode({ width, height, data }, { thorough: true })?.text;
}

/** Returns the file that the focused button saves. */
export async function saved(page: Page): Promise<string> {
  await tabTo(page, 'Save as a file');
  const waiting = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  return readFileSync(await (await waiting).path(), 'utf8');
}

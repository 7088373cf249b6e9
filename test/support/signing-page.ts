import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { startChromium } from './browser.ts';
import { root } from './paths.ts';

export type SigningPage = {
  readonly page: Page;
  /** What was asked for beside the file itself, and what the browser wrote on its console. */
  readonly requests: readonly string[];
  readonly complaints: readonly string[];
  close(): Promise<void>;
};

/** coldsign.html, opened from its file in a Chromium that has never seen it. */
export async function openSigningPage(more: readonly string[] = []): Promise<SigningPage> {
  const { context, close } = await startChromium(more);
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  network.on('Network.requestWillBeSent', ({ request }) => requests.push(request.url));
  context.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(pathToFileURL(join(root, 'dist/coldsign.html')).href);
  await page.waitForSelector('h1');
  return { page, requests, complaints, close };
}

/** Goes on with the tabulator to the control of that name. */
export async function tabTo(
  page: Page,
  name: string | RegExp,
  { back = false }: { readonly back?: boolean } = {},
): Promise<void> {
  const isIt = (found: string) => (typeof name === 'string' ? found === name : name.test(found));
  for (let step = 0; step < 80; step++) {
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
    const found = await page.evaluate(() => {
      const active = document.activeElement;
      const label = active instanceof HTMLElement && 'labels' in active ? active.labels : undefined;
      const first = label instanceof NodeList ? label[0]?.textContent : undefined;
      return (first ?? active?.getAttribute('aria-label') ?? active?.textContent ?? '').trim();
    });
    if (isIt(found)) return;
  }
  throw new Error(`no control ${name} can be reached with the tabulator`);
}

/** As somebody at the keyboard does it. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

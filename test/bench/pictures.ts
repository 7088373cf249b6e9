import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { ABANDON, payment } from '../support/chains/abandon-payment.ts';
import { root } from '../support/paths.ts';
import { startChromium } from '../support/screens/browser.ts';

// Takes the pictures of the README from dist/coldsign.html: npm run build && npm run pictures

const WIDTH = 1040;

async function saveTop(page: Page, name: string, height: number): Promise<void> {
  await page.setViewportSize({ width: WIDTH, height });
  await page.evaluate(() => globalThis.scrollTo(0, 0));
  const path = join(root, 'docs/images', `${name}.png`);
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
  console.log(`wrote ${path}`);
}

const { context, close } = await startChromium();
try {
  await context.setOffline(true);
  const page = await context.newPage();
  await page.setViewportSize({ width: WIDTH, height: 1010 });
  await page.goto(pathToFileURL(join(root, 'dist/coldsign.html')).href);
  await page.waitForSelector('h1');
  await saveTop(page, 'page', 400);
  await page.getByRole('button', { name: 'I have words or a key' }).click();
  const paste = async (part: string, text: string) => {
    await page.locator(`#${part}-paste`).fill(text);
    await page.locator(`.intake:has(#${part}-paste)`).getByText('Continue').click();
  };
  await paste('keys', ABANDON.join(' '));
  await page.locator('#passphrase').waitFor();
  await page.getByRole('button', { name: 'Unlock' }).click();
  await page.locator('ul.keys > li').first().waitFor();
  await page.getByRole('button', { name: 'Open a transaction' }).click();
  await paste('sign', payment().psbt);
  await page.getByRole('heading', { name: 'Recipients' }).waitFor();
  await page.mouse.move(0, 0);
  await saveTop(page, 'review', 1010);
} finally {
  await close();
}

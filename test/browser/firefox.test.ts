import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ABANDON, payment } from '../support/chains/abandon-payment.ts';
import { root } from '../support/paths.ts';
import { leave, reaches, removed, savingLinks } from '../support/screens/attempts.ts';
import { focusedName } from '../support/screens/signing-page.ts';
import { type FirefoxPage, firefoxProgram, startFirefox } from './firefox.ts';

const [TAB, ENTER] = ['\uE004', '\uE007'];

let page: FirefoxPage;

async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 2000; tries++) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`${what} does not come up`);
}

const shows = (text: string) =>
  until(text, async () => {
    const shown = await page.run<string>(
      "return document.querySelector('main')?.textContent ?? ''",
    );
    return shown.includes(text) ? shown : undefined;
  });

async function tabTo(name: string): Promise<void> {
  for (let step = 0; step < 80; step++) {
    await page.type(TAB);
    if ((await page.run(`return (${focusedName})();`)) === name) return;
  }
  throw new Error(`no control ${name} can be reached with the tabulator`);
}

async function press(name: string): Promise<void> {
  await tabTo(name);
  await page.type(ENTER);
}

async function look(name: string): Promise<void> {
  const folder = join(root, '.tmp', 'page');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `firefox-${name}.png`), await page.picture());
}

describe.skipIf(firefoxProgram === undefined)('the page in Firefox, from its file', () => {
  beforeEach(async () => {
    page = await startFirefox();
    await page.runInside(`
      window.asked = [];
      Services.obs.addObserver((channel) => {
        const { URI, loadInfo } = channel.QueryInterface(Ci.nsIChannel);
        if (!loadInfo.triggeringPrincipal.isSystemPrincipal) window.asked.push(URI.spec);
      }, 'http-on-modify-request');
      Services.console.reset();`);
    await page.goto(pathToFileURL(join(root, 'dist/coldsign.html')).href);
    await shows('What do you want to do?');
  });
  afterEach(async () => {
    const asked = await page.runInside('return window.asked;').finally(() => page.close());
    expect(asked).toEqual([]);
  });

  /**
   * Returns console messages about the page, except that Firefox does not know the policy's
   * directive for WebRTC.
   */
  const complaints = () =>
    page.runInside<string[]>(
      "return Services.console.getMessageArray().map(String).filter((text) => text.includes('coldsign.html') && !text.includes('unknown directive \u2018webrtc\u2019'));",
    );

  test('opens words, reviews and signs by keyboard alone, with the signature of another library', async () => {
    const { psbt, hex } = payment();
    await press('I have words or a key');
    await shows('Unlock your wallet');
    await tabTo('Word 1');
    for (const [i, word] of ABANDON.entries()) {
      await page.type(`${word.slice(0, 4)} `);
      await shows(`${i + 1} of 12 words entered`);
    }
    await shows('Fingerprint with this passphrase: 73c5da0a');
    await page.type(ENTER);
    expect(await shows('Wallet unlocked')).toContain('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
    await look('keys');
    await press('Open a transaction');
    await tabTo('Or paste it here');
    await page.type(psbt);
    await press('Continue');
    expect(await shows('No problems found.')).toContain('Change (returns to your wallet)');
    await look('review');
    await press('It matches');
    await press('Sign with 73c5da0a');
    await shows('Signed. Not sent yet.');
    await press('Save as a file');
    const saved = await until('the file', async () => {
      const [name] = readdirSync(page.downloads).filter((each) => each.endsWith('.txn'));
      const text = name === undefined ? '' : readFileSync(join(page.downloads, name), 'utf8');
      return text === '' ? undefined : text.trim();
    });
    expect(saved).toBe(hex);
    await press('Show as QR codes');
    await look('signed');
    expect(await complaints()).toEqual([]);
  });

  test('runs no other script and loads nothing: its policy refuses both', async () => {
    const answers = await page.run(`
      const text = document.createElement('p');
      text.setAttribute('onclick', 'document.title = "changed"');
      document.body.append(text);
      text.click();
      const image = new Image();
      const seen = new Promise((done) => {
        image.onload = () => done('done');
        image.onerror = () => done('refused');
      });
      image.src = 'http://127.0.0.1:1/picture.png';
      return [document.title, await seen];`);
    expect(answers).toEqual(['What do you want to do? – coldsign', 'refused']);
    expect((await complaints()).join('\n')).toMatch(/Content-Security-Policy: .*script/);
    expect((await complaints()).join('\n')).toMatch(/Content-Security-Policy: .*127\.0\.0\.1:1/);
  });

  test('gives a script no WebRTC, no other window, and no element that loads or leads away', async () => {
    expect(await page.run(`return (${removed})();`)).toEqual([]);
    expect(await page.run(`return (${reaches})();`)).toEqual([]);
  });

  test('gives a script no link when it saves a file, and saves it', async () => {
    expect(await page.run(`return await (${savingLinks})();`)).toEqual([]);
    await until('the file', async () => {
      const names = readdirSync(page.downloads);
      return names.includes('saved.txt') || undefined;
    });
  });

  test('is not led away by a link or an address, if it has the Navigation API', async ({
    skip,
  }) => {
    // docs/page.md: without it, as in Firefox 140, a page cannot prevent this.
    skip((await page.run(`return 'navigation' in window;`)) !== true);
    await page.run(`(${leave})('http://127.0.0.1:1');`);
    await new Promise((done) => setTimeout(done, 1000));
    expect(await page.run('return location.protocol;')).toBe('file:');
  });
});

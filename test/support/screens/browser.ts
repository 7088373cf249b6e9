import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { root } from '../paths.ts';

/** Debian's. */
export const CHROMIUM = '/usr/bin/chromium';

export const chromiumArguments = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export type Browsing = {
  readonly context: BrowserContext;
  /** Ends the browser, and with it its profile. */
  close(): Promise<void>;
};

/** A real Chromium that has never seen anything. */
export async function startChromium(more: readonly string[] = []): Promise<Browsing> {
  const profile = mkdtempSync(join(tmpdir(), 'coldsign-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    args: [...chromiumArguments, ...more],
    acceptDownloads: true,
  });
  return {
    context,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** A page that does nothing but load a script. */
const html = `<!doctype html>
<title>coldsign</title>
<script type="module">
  import * as coldsign from '/script.js';
  window.coldsign = coldsign;
</script>`;

const engine = () => readFileSync(join(root, 'dist/coldsign.browser.js'), 'utf8');

export type OpenPage = {
  readonly page: Page;
  /** What the page asked for elsewhere: nothing, if all is well. */
  readonly strangers: readonly string[];
  close(): Promise<void>;
};

/** A real Chromium with an empty profile, on a page whose server has only files of the repository and `script`. */
export async function openPage(script = engine()): Promise<OpenPage> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    if (path === '/') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(html);
      return;
    }
    response.setHeader('content-type', path.endsWith('.js') ? 'text/javascript' : 'text/plain');
    if (path === '/script.js') {
      response.end(script);
      return;
    }
    response.end(/^\/(dist|vectors)\/[\w./-]+$/.test(path) ? readFileSync(join(root, path)) : '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  const origin = `http://127.0.0.1:${address.port}`;
  const { context, close } = await startChromium();
  const page = await context.newPage();
  const strangers: string[] = [];
  page.on('request', (request) => {
    if (
      !request
        .url()
        .replace(/^blob:/, '')
        .startsWith(origin)
    )
      strangers.push(request.url());
  });
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => 'coldsign' in window);
  return {
    page,
    strangers,
    async close() {
      await close();
      server.close();
    },
  };
}

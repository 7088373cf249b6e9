import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { root } from '../paths.ts';

/** Chromium of Debian, or Chrome of Ubuntu and macOS. `.ci/run` has the same list. */
const programs = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser of the tests: COLDSIGN_CHROMIUM if it is set, or one that is installed. */
export const CHROMIUM =
  process.env.COLDSIGN_CHROMIUM ?? programs.find(existsSync) ?? '/usr/bin/chromium';

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
  /** Closes the browser, and removes its profile. */
  close(): Promise<void>;
};

/** Starts a real Chromium with an empty profile. */
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

/** A page that only loads a script. */
const html = `<!doctype html>
<title>coldsign</title>
<script type="module">
  import * as coldsign from '/script.js';
  window.coldsign = coldsign;
</script>`;

const engine = () => readFileSync(join(root, 'dist/coldsign.browser.js'), 'utf8');

export type OpenPage = {
  readonly page: Page;
  /** Requests to other servers, which should be none. */
  readonly strangers: readonly string[];
  close(): Promise<void>;
};

/**
 * Opens a page in a real Chromium with an empty profile. Its server has only files of the
 * repository and `script`.
 */
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

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { CDPSession } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { master } from '../support/chains/abandon-payment.ts';
import { root } from '../support/paths.ts';
import { leave, reaches, removed, savingLinks } from '../support/screens/attempts.ts';
import { startChromium } from '../support/screens/browser.ts';
import {
  openSigningPage,
  paste,
  press,
  type SigningPage,
  typeWords,
} from '../support/screens/signing-page.ts';

const html = () => readFileSync(join(root, 'dist/coldsign.html'));

let server: Server;
let site: string;
/** Requests to the server. */
const asked: string[] = [];
let connections = 0;
beforeAll(async () => {
  server = createServer((request, reply) => {
    asked.push(request.url ?? '');
    // The mark at the beginning of the page wins.
    reply.setHeader('content-type', 'text/html; charset=utf-8');
    reply.end(request.url === '/outer' ? '<iframe src="/coldsign.html"></iframe>' : html());
  });
  server.on('connection', () => connections++);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => server.close(done)));

describe('a script in the page', () => {
  let open: SigningPage;
  beforeEach(async () => {
    open = await openSigningPage();
    asked.length = 0;
    connections = 0;
  });
  afterEach(() => open.close());

  test('finds nothing that reaches the network past the policy', async () => {
    expect(await open.page.evaluate(`(${removed})()`)).toEqual([]);
  });

  test('gets no other window and no element that loads or leads away', async () => {
    expect(await open.page.evaluate(`(${reaches})()`)).toEqual([]);
  });

  test('does not get the link that saves a file', async () => {
    const saved = open.page.waitForEvent('download');
    expect(await open.page.evaluate(`(${savingLinks})()`)).toEqual([]);
    expect((await saved).suggestedFilename()).toBe('saved.txt');
  });

  test('does not lead the page away', async () => {
    const { page } = open;
    const before = page.url();
    await page.mouse.click(2, 2);
    await page.evaluate(`(${leave})(${JSON.stringify(site)})`);
    await page.evaluate(() => history.pushState(null, '', '#here'));
    await page.waitForTimeout(1000);
    expect(page.url().replace(/#.*/, '')).toBe(before);
    expect(open.page.context().pages()).toHaveLength(1);
    expect([...asked, connections]).toEqual([0]);
  });
});

test('inside another page it shows a sentence, and no input field', async () => {
  const { context, close } = await startChromium();
  try {
    const page = await context.newPage();
    await page.goto(`${site}/outer`);
    const [frame] = page.frames().slice(1);
    await frame?.waitForSelector('#page:not(:empty)');
    expect(await frame?.textContent('#page')).toMatch(/^Another page shows this one in a frame/);
    expect(await frame?.locator('input, textarea, button, select, a').count()).toBe(0);
    expect(page.workers()).toEqual([]);
  } finally {
    await close();
  }
});

/** Returns the sources that are part of a worker's script. */
async function sourcesOf(entry: string): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [join(root, 'src/adapters/page/worker', entry)],
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: 'iife',
    logLevel: 'warning',
  });
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  return used.flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []));
}

test('pictures are read where no keys are, and keys are where no pictures are read', async () => {
  const decoder = /\/qr\/decode\.js$/;
  const [keys, pictures] = await Promise.all([sourcesOf('main.ts'), sourcesOf('pictures.ts')]);
  expect(keys.filter((path) => decoder.test(path))).toEqual([]);
  expect(pictures.filter((path) => decoder.test(path))).toHaveLength(1);
  expect(pictures.filter((path) => /src\/(crypto|seed|wallet|descriptor|rpc)/.test(path))).toEqual(
    [],
  );
});

/** Returns the contents of its heap after a collection, as text. */
async function heapOf(session: CDPSession): Promise<string> {
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', {});
  return chunks.join('');
}

/** BIP39's vector for 128 bits of 0x80, and others whose words are not used by the page. */
const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow'.split(
  ' ',
);
const RARE = ['sausage', 'winner'];

test('after Lock no word, passphrase or key is left in the heap of the page', async () => {
  const open = await openSigningPage();
  try {
    const { page } = open;
    await press(page, 'Keys');
    await typeWords(page, WORDS);
    await page.keyboard.type('unheard of passphrase');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Wallet unlocked' }).waitFor();
    await press(page, 'Lock');
    await page.getByText('Locked.').waitFor();
    await paste(page, master.privateExtendedKey);
    await page.getByRole('heading', { name: 'Wallet unlocked' }).waitFor();
    await press(page, 'Lock');
    await page.getByText('Locked.').waitFor();
    const heap = await heapOf(await page.context().newCDPSession(page));
    expect(heap).toContain('Locked.');
    const secrets = [...RARE, 'unheard of', master.privateExtendedKey.slice(0, 40)];
    expect(secrets.filter((secret) => heap.includes(secret))).toEqual([]);
  } finally {
    await open.close();
  }
});

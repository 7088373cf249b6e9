import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleFlow, END, portableFlows } from '../support/build/flows.ts';
import { root } from '../support/paths.ts';
import { type OpenPage, openPage } from '../support/screens/browser.ts';

let open: OpenPage;

beforeAll(async () => {
  open = await openPage();
});
afterAll(async () => {
  expect(open.strangers).toEqual([]);
  await open.close();
});

test.each(portableFlows)(
  'the program of the guide about $name prints the same in Chromium',
  async (flow) => {
    const script = await bundleFlow(flow);
    const printed = await open.page.evaluate(
      ([script, end]) =>
        new Promise<string[]>((done) => {
          const lines: string[] = [];
          const print = (line: string) => {
            lines.push(line);
            if (line === end || line.startsWith('failed: ')) done(lines);
          };
          new Function('print', script)(print);
        }),
      [script, END] as const,
    );
    expect(printed).toEqual([...flow.prints.split('\n'), END]);
  },
);

test('the page of docs/guide/offline-page.md signs, opened from a file', async () => {
  const [, html = ''] =
    /```html\n([\s\S]*?)\n```/.exec(
      readFileSync(join(root, 'docs/guide/offline-page.md'), 'utf8'),
    ) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'coldsign-page-'));
  writeFileSync(join(folder, 'page.html'), html);
  writeFileSync(
    join(folder, 'coldsign.iife.js'),
    readFileSync(join(root, 'dist/coldsign.iife.js')),
  );
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });
  try {
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(join(folder, 'page.html')).href);
    const psbt = await page.evaluate(() => {
      const { coldsign } = window as unknown as {
        coldsign: typeof import('../../src/index.ts');
      };
      const account = coldsign.openAccount(
        'wpkh([80002067/84h/1h/0h]tpubDCMVLhErorrAGfApiJSJzEKwqeaf2z3NrkVMxgYQjZLzMjXMBeRw2muGNYbvaekAE8rUFLftyEar4LdrG2wXyyTJQZ26zptmeTEjPTaATts/<0;1>/*)',
        { network: 'regtest' },
      );
      const address = account.address(0);
      const coins = account.coins([
        { txid: '11'.repeat(32), vout: 0, value: 100_000, status: { confirmed: true }, address },
      ]);
      const outputs = [{ address, value: 60_000n }];
      const { psbt } = coldsign.fund({ coins, outputs, change: account, feeRate: 2 });
      return coldsign.formatPsbt(psbt, 'base64');
    });
    await page.fill('#psbt', psbt);
    await page.fill(
      '#key',
      'tprv8ffTCHCcfVAVPC92pemiapfqGd4iserUHStagAW7KHYbXFGaZFcLrHHQCPPysA1rqcATjoWPrTrFtDPvutqMdS3oYgLvokX26uPniQ6LHBQ',
    );
    await page.click('#sign');
    await page.waitForFunction(() => document.getElementById('signed')?.textContent !== '');
    expect(await page.textContent('#signed')).toMatch(/^02000000000101(11){32}/);
    expect(await page.inputValue('#key')).toBe('');
    expect(requests.every((url) => url.startsWith('file://'))).toBe(true);
    await page.fill('#psbt', 'cHNidP8');
    await page.click('#sign');
    await page.waitForFunction(() =>
      document.getElementById('signed')?.textContent?.startsWith('This is not a PSBT'),
    );
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

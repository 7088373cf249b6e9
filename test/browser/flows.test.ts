import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleFlow, bundleModule, END, portableFlows } from '../support/build/flows.ts';
import { root } from '../support/paths.ts';
import { CHROMIUM, type OpenPage, openPage, startChromium } from '../support/screens/browser.ts';

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
    executablePath: CHROMIUM,
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

test('Cancel of docs/guide/cancel-and-progress.md ends the work of a real worker', async () => {
  const flow = portableFlows.find(({ name }) => name === 'cancel-and-progress');
  const [sign = '', use = ''] = flow?.text.split('// page.js') ?? [];
  const blocks = [...(flow?.page.matchAll(/```(?:js|html)\n([\s\S]*?)```/g) ?? [])];
  const [connect = '', html = '', show = ''] = blocks.map(([, block = '']) => block);
  const [, keys = ''] = /const keys =\s+'(.*)'/.exec(use) ?? [];
  // Cancel is pressed at the first progress, when all signatures are still missing.
  const pressing = `
    import { fund, openAccount } from 'coldsign';
    window.seen = [];
    worker.addEventListener('message', ({ data }) => {
      if (data.progress) window.seen.push(data.progress.step);
      if (window.presses) button.click();
    });
    window.sign = (count) => {
      const keys = '${keys}';
      const account = openAccount(keys, { network: 'regtest' });
      const address = account.address(0);
      const utxos = Array.from({ length: count }, (_, vout) => (
        { txid: '11'.repeat(32), vout, value: 10_000n, height: 100, address }));
      const outputs = [{ address, value: 20_000n }];
      const coins = account.coins(utxos);
      const { psbt } = fund({ coins, outputs, change: account, feeRate: 1, spendAll: true });
      start(psbt, keys);
    };`;
  const scripts = await Promise.all([
    bundleModule(`${sign}\n${connect}`),
    bundleModule(`${show}\n${pressing}`),
  ]);
  const [worker = '', page = ''] = scripts;
  const bodies: { readonly [path: string]: string } = { '/worker.js': worker, '/page.js': page };
  const { context, close } = await startChromium();
  try {
    await context.route('**/*', (route) => {
      const body = bodies[new URL(route.request().url()).pathname];
      const document = `<!doctype html>${html}<script type="module" src="page.js"></script>`;
      const contentType = body === undefined ? 'text/html' : 'text/javascript';
      return route.fulfill({ contentType, body: body ?? document });
    });
    const tab = await context.newPage();
    await tab.goto('http://localhost/');
    await tab.waitForFunction('window.sign');
    const run = async (presses: boolean, count: number): Promise<unknown> => {
      await tab.evaluate(`seen = []; presses = ${presses};`);
      await tab.evaluate("document.querySelector('output').value = ''");
      await tab.evaluate(`sign(${count})`);
      await tab.waitForFunction("document.querySelector('output').value !== ''");
      return tab.evaluate("[document.querySelector('output').value, seen.includes('verify')]");
    };
    expect(await run(true, 500)).toEqual(['Cancelled', false]);
    expect(await run(false, 40)).toEqual(['Signed', true]);
  } finally {
    await close();
  }
});

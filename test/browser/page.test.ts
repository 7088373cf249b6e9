import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { p2wpkh, RawTx, Transaction } from '@scure/btc-signer';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../support/paths.ts';
import { openSigningPage, press, type SigningPage, tabTo } from '../support/signing-page.ts';

const ABANDON = [...Array.from({ length: 11 }, () => 'abandon'), 'about'];
const master = HDKey.fromMasterSeed(mnemonicToSeedSync(ABANDON.join(' ')));

let open: SigningPage;

beforeEach(async () => {
  open = await openSigningPage();
});
afterEach(async () => {
  const { requests, complaints } = open;
  await open.close();
  expect(complaints).toEqual([]);
  expect(requests.filter((url) => !/^(file:.*\/coldsign\.html$|blob:null\/)/.test(url))).toEqual(
    [],
  );
});

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'dark', width: 360 },
  { colorScheme: 'light', width: 360 },
] as const;

/** Light and dark, wide and narrow: nothing that hinders anybody, and nothing wider than the screen. Pictures for whoever wants to see it. */
async function look(name: string): Promise<void> {
  const { page } = open;
  const folder = join(root, '.tmp', 'page');
  mkdirSync(folder, { recursive: true });
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const path = join(folder, `${name}-${colorScheme}-${width}.png`);
    await page.screenshot({ path, fullPage: true });
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect({ name, width, tooWide }).toEqual({ name, width, tooWide: 0 });
    // In a world of its own, which the page's policy does not bind.
    const cdp = await page.context().newCDPSession(page);
    const { frameTree } = await cdp.send('Page.getFrameTree');
    const { executionContextId } = await cdp.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
    });
    const { result } = await cdp.send('Runtime.evaluate', {
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
      expression: `${axe.source};axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'] }).then(
        ({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' | ')))`,
    });
    expect({ name, colorScheme, width, found: result.value }).toMatchObject({ found: [] });
  }
}

async function typeWords(words: readonly string[]): Promise<void> {
  const { page } = open;
  await tabTo(page, 'Word 1');
  for (const [i, word] of words.entries()) {
    await page.keyboard.type(word.slice(0, 4));
    await page.keyboard.press('Space');
    await page.waitForFunction(
      (count) => document.querySelector('.count')?.textContent?.startsWith(`${count} word`),
      i + 1,
    );
  }
}

async function openWords(): Promise<void> {
  const { page } = open;
  await typeWords(ABANDON);
  await tabTo(page, 'Passphrase');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Keys are open' }).waitFor();
}

/** A payment from the first address of BIP84, with change to the sixth, made by another library. */
function payment(change = 5) {
  const key = (path: string) => {
    const { publicKey } = master.derive(path);
    if (publicKey === null) throw new Error('no key');
    return publicKey;
  };
  const [own, back] = [key("m/84'/0'/0'/0/0"), key(`m/84'/0'/0'/1/${change}`)];
  const path = (...end: number[]) => ({
    fingerprint: master.fingerprint,
    path: [84, 0, 0].map((step) => step + 0x80000000).concat(end),
  });
  const previous = RawTx.encode({
    version: 2,
    segwitFlag: false,
    inputs: [
      { txid: new Uint8Array(32).fill(7), index: 0, finalScriptSig: new Uint8Array(), sequence: 0 },
    ],
    outputs: [{ amount: 100_000n, script: p2wpkh(own).script }],
    witnesses: [],
    lockTime: 0,
  });
  const transaction = new Transaction({ lowR: true });
  const { id } = Transaction.fromRaw(previous, { allowUnknownOutputs: true });
  transaction.addInput({
    txid: id,
    index: 0,
    nonWitnessUtxo: previous,
    witnessUtxo: { amount: 100_000n, script: p2wpkh(own).script },
    sequence: 0xfffffffd,
    bip32Derivation: [[own, path(0, 0)]],
  });
  transaction.addOutputAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 60_000n);
  transaction.addOutput({
    script: p2wpkh(back).script,
    amount: 39_000n,
    bip32Derivation: [[back, path(1, change)]],
  });
  const psbt = Buffer.from(transaction.toPSBT(0)).toString('base64');
  const signed = transaction.clone();
  const { privateKey } = master.derive("m/84'/0'/0'/0/0");
  if (privateKey === null) throw new Error('no key');
  signed.sign(privateKey);
  signed.finalize();
  return { psbt, hex: signed.hex };
}

async function paste(text: string): Promise<void> {
  await tabTo(open.page, 'Or paste it here');
  await open.page.keyboard.insertText(text);
  await press(open.page, 'Continue');
}

/** What is saved when the button has the focus. */
async function saved(): Promise<string> {
  await tabTo(open.page, 'Save as a file');
  const waiting = open.page.waitForEvent('download');
  await open.page.keyboard.press('Enter');
  return readFileSync(await (await waiting).path(), 'utf8');
}

test('opens words, reviews and signs a pasted PSBT by keyboard alone, as another library signs it', async () => {
  const { page } = open;
  const { psbt, hex } = payment();
  await look('keys-empty');
  await openWords();
  expect(await page.textContent('main')).toContain('73c5da0a');
  // BIP84's own first address.
  expect(await page.textContent('main')).toContain('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
  await look('keys-open');
  await press(page, 'Sign something');
  await paste(psbt);
  await page.getByRole('heading', { name: 'What it does' }).waitFor();
  await look('review');
  expect(await page.textContent('main')).toContain('change, back to you');
  await press(page, 'Sign');
  await page.getByRole('heading', { name: 'Signed: the transaction is complete' }).waitFor();
  expect((await saved()).trim()).toBe(hex);
  await press(page, 'Show as QR codes');
  await page.getByRole('img', { name: 'QR code' }).waitFor();
  await look('signed');
});

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeHex } from '../../src/encoding/hex.ts';
import { extract, parsePsbt } from '../../src/index.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { createBsmsKey, createBsmsWallet } from '../../src/public/formats.ts';
import { networks } from '../../src/public/script.ts';
import { readKeys } from '../../src/public/seed.ts';
import { encodeTransaction } from '../../src/transaction/codec.ts';
import {
  contentOf,
  focusedName,
  openSigningPage,
  openTool,
  type SigningPage,
  sign,
} from '../support/screens/signing-page.ts';
import { signByLibrary } from '../support/sign-journey.ts';
import { firstOfEach, type Journey, journeys } from '../support/vectors/journeys.ts';

let open: SigningPage;

beforeAll(async () => {
  open = await openSigningPage();
});
afterAll(async () => {
  expect(open.complaints).toEqual([]);
  await open.close();
});

const button = (name: string | RegExp) =>
  open.page.getByRole('button', { name, exact: typeof name === 'string' });

async function pasteInto(part: string, text: string): Promise<void> {
  await open.page.locator(`#${part}-paste`).fill(text);
  await open.page.locator(`.intake:has(#${part}-paste)`).getByText('Continue').click();
}

/** Opens keys and wallets of a journey, one after another in one session. */
async function unlock({ keys, passphrase = '' }: Journey): Promise<void> {
  const { page } = open;
  await button('Keys').click();
  await page.selectOption('#network', 'regtest');
  for (const [i, text] of keys.entries()) {
    if (i > 0) await page.getByText('Add another key or a shared (multisig) wallet').click();
    await pasteInto('keys', text);
    const isOpen = page.locator(`ul.keys > li:nth-child(${i + 1})`);
    await page.locator('#passphrase').or(isOpen).first().waitFor();
    if ((await isOpen.count()) === 0) {
      await page.locator('#passphrase').fill(passphrase);
      await button('Unlock').click();
      await isOpen.waitFor();
    }
  }
}

test.each(firstOfEach.map((journey) => [journey.name, journey] as const))(
  'the page reviews and signs with %s, like the library',
  async (_, journey) => {
    const { page } = open;
    const { signed } = await signByLibrary(journey);
    await unlock(journey);
    await button('Open a transaction').click();
    await pasteInto('sign', Buffer.from(journey.psbt).toString('base64'));
    await page.getByRole('heading', { name: 'Recipients' }).waitFor();
    const change = page.locator('.outputs .change');
    expect(await change.count()).toBe(journey.provesChange ? 1 : 0);
    if (journey.cosigners !== undefined) {
      const { required, own, all } = journey.cosigners;
      await page.getByText(`${required} of ${all} signatures needed`).waitFor();
      expect(await page.locator('.signers .own').count()).toBe(own);
    }
    await sign(page);
    await page
      .getByText(journey.isComplete ? 'Signed. Not sent yet.' : 'more signatures needed')
      .waitFor();
    const download = page.waitForEvent('download');
    await button('Save as a file').click();
    const bytes = readFileSync(await (await download).path());
    const expected = journey.isComplete
      ? Buffer.from(`${extract(signed.psbt).hex}\n`)
      : Buffer.from(encodePsbt(signed.psbt) ?? []);
    expect(bytes.equals(expected)).toBe(true);
    await button('Lock and finish').click();
    await page.getByRole('heading', { name: 'Unlock your wallet' }).waitFor();
  },
);

test('adds a shared wallet from the warning that asks for it, and says who signs next', async () => {
  const { page } = open;
  const both = named('2 of 3 by words and the descriptor');
  const [words = '', wallet = ''] = both.keys;
  await startAgain();
  await unlock({ ...both, keys: [words] });
  await button('Open a transaction').click();
  await pasteInto('sign', Buffer.from(both.psbt).toString('base64'));
  await page.getByText('you, not signed yet').waitFor();
  await page.locator('.outputs .unproven').waitFor();
  const choosing = page.waitForEvent('filechooser');
  await button('Open your wallet’s file').first().click();
  const buffer = Buffer.from(wallet);
  await (await choosing).setFiles({ name: 'wallet.txt', mimeType: 'text/plain', buffer });
  // The review stays, and proves the change now.
  await page.locator('.outputs .change').waitFor();
  expect(await button('Open your wallet’s file').count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('h1');
  await sign(page);
  await page.getByText('1 of 2 signatures are done. One of these signs next:').waitFor();
  await button('Review').click();
  await page.getByText('you, has signed').waitFor();
  await button('Go to the signed file').click();
  await page.getByRole('heading', { name: 'Signed: more signatures needed' }).waitFor();
});

test('combines two copies that were signed side by side, and completes the transaction', async () => {
  const { page } = open;
  const both = named('two seeds at once');
  const copies = await Promise.all(
    both.keys.map(async (text) => {
      const { signed } = await signByLibrary({ ...both, keys: [text] });
      return Buffer.from(encodePsbt(signed.psbt) ?? []).toString('base64');
    }),
  );
  await button('Transaction').click();
  await pasteInto('sign', copies[0] ?? '');
  await page.getByText('2 of 3 signatures needed').waitFor();
  await button('Transaction').click();
  await page.getByText('Add a copy that was signed elsewhere').click();
  await pasteInto('combine', copies[1] ?? '');
  await page.getByText('The signatures were verified and added.').waitFor();
  await button('Review it').click();
  await page.locator('.signers .signed').nth(1).waitFor();
  expect(await page.locator('.signers .signed').count()).toBe(2);
  // No keys are open: a coordinator has none.
  await button('Save or show it').click();
  await page.getByRole('heading', { name: 'Signed. Not sent yet.' }).waitFor();
  const { signed } = await signByLibrary(both);
  const download = page.waitForEvent('download');
  await button('Save as a file').click();
  const saved = readFileSync(await (await download).path(), 'utf8');
  expect(saved).toBe(`${extract(signed.psbt).hex}\n`);
});

test('adds a copy below the review, and completes the transaction there', async () => {
  const { page } = open;
  const both = named('two seeds at once');
  const [first = '', second = ''] = await Promise.all(
    both.keys.map(async (text) => {
      const { signed } = await signByLibrary({ ...both, keys: [text] });
      return Buffer.from(encodePsbt(signed.psbt) ?? []).toString('base64');
    }),
  );
  await startAgain();
  await button('Transaction').click();
  await pasteInto('sign', first);
  await page.getByText('2 of 3 signatures needed').waitFor();
  await page.getByText('Add a copy that was signed elsewhere').click();
  await pasteInto('combine', second);
  await page.getByText('Fully signed. Not sent yet.').waitFor();
});

test('asks before Lock erases a result that was neither saved nor shown', async () => {
  const { page } = open;
  const journey = named('words of a single key');
  await startAgain();
  await unlock(journey);
  await button('Open a transaction').click();
  await pasteInto('sign', Buffer.from(journey.psbt).toString('base64'));
  await sign(page);
  await page.getByRole('heading', { name: 'Signed. Not sent yet.' }).waitFor();
  for (const name of ['Lock and finish', 'Lock', 'Sign another transaction']) {
    await button(name).click();
    await page.getByText('This transaction is not saved yet').waitFor();
    await button('Review').click();
    await button('Signed').click();
    expect(await page.getByText('This transaction is not saved yet').count()).toBe(0);
  }
  await button('Show as QR codes').click();
  await page.locator('svg.code').waitFor();
  const box = await page.locator('svg.code').boundingBox();
  expect(box?.y ?? -1).toBeGreaterThanOrEqual(0);
  // Only the person knows whether the other camera has read it.
  const main = () => page.locator('button.main:visible').allInnerTexts();
  expect(await main()).toEqual(['The other device has read it']);
  await button('Hide the codes').click();
  expect(await main()).toEqual(['Save as a file']);
  await button('Show as QR codes').click();
  await button('The other device has read it').click();
  expect(await main()).toEqual(['Lock and finish']);
  expect(await page.evaluate(focusedName)).toBe('Moved. Continue on the other device.');
  await button('Lock and finish').click();
  await page.getByRole('heading', { name: 'Unlock your wallet' }).waitFor();
});

test('makes a BSMS key record, checks the wallet of the coordinator, and registers it', async () => {
  const { page } = open;
  const [words = ''] = named('words of a single key').keys;
  await startAgain();
  await unlock({ ...named('words of a single key'), keys: [words] });
  await openTool(open.page, 'Wallet');
  await button('Shared wallet').click();
  await page.locator('#bsms-name').fill('page');
  await button('Make the file with my key').click();
  const saved = await readDownload('section:has(#bsms-name) .carry-out');
  const context = { network: networks.regtest };
  const keys = readKeys(`${'abandon '.repeat(11)}about`, context);
  if ('error' in keys) throw new Error(keys.error);
  const other = createBsmsKey({ keys, path: 'm/48h/1h/0h/2h' }, context);
  if ('error' in other) throw new Error(other.error);
  const records = [saved, other.text];
  const made = createBsmsWallet({ records, required: 2, total: 2 }, context);
  if ('error' in made) throw new Error(made.error);
  await pasteInto('bsms', made.record);
  await page.getByText('Your key is number 1').waitFor();
  await page.getByText('2 of 2 keys sign').waitFor();
  await button('It is the same everywhere. Register the wallet').click();
  await page.getByText('2 of 2 keys', { exact: true }).first().waitFor();
});

test('asks twice before private keys are saved, and never shows them', async () => {
  const { page } = open;
  await startAgain();
  await unlock(named('words of a single key'));
  await openTool(open.page, 'Wallet');
  await button('Backup').click();
  await page.getByText('Export private keys').click();
  expect(await button('Make the file').isDisabled()).toBe(true);
  await page.getByText('I understand that the file contains my private keys').click();
  await button('Make the file').click();
  const text = await readDownload('details:has(button:text("Make the file")) .carry-out');
  expect(text).toContain('tprv');
  expect(await contentOf(page)).not.toMatch(/tprv/);
});

test('empties a paper wallet from the transaction that paid it', async () => {
  const { page } = open;
  const paper = named('a WIF key');
  await startAgain();
  await unlock(paper);
  await openTool(open.page, 'Empty a paper key or old wallet');
  const psbt = parsePsbt(paper.psbt);
  const [{ nonWitnessUtxo } = {}] = psbt.inputs;
  if (nonWitnessUtxo === undefined) throw new Error('no transaction');
  await pasteInto('pay', encodeHex(encodeTransaction(nonWitnessUtxo, { witness: true })));
  await page.getByText('Check with an explorer that they are still unspent').waitFor();
  // What to do next is in sight; more coins are a fold below.
  expect(await page.locator('button.main:visible').allInnerTexts()).toEqual(['Review the payment']);
  expect(await page.locator('#pay-paste').isVisible()).toBe(false);
  // Everything is sent, so no amount is asked for.
  expect(await page.locator('#pay-amount-1').count()).toBe(0);
  await page.locator('#pay-address-1').fill('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080');
  await page.locator('#pay-fee-rate').fill('2');
  await button('Review the payment').click();
  await page.getByRole('heading', { name: 'Recipients' }).waitFor();
  await sign(page);
  await page.getByText('Signed. Not sent yet.').waitFor();
  // A payment does not begin with the address and the sum of the sweep.
  await openTool(page, 'Pay');
  await page.getByRole('heading', { name: 'Make a payment' }).waitFor();
  expect(await page.locator('#pay-address-1').count()).toBe(0);
});

/**
 * Opens a page without keys and without a transaction, which would be shown as soon as a key is
 * open.
 */
async function startAgain(): Promise<void> {
  await open.page.reload();
  await button('Keys').waitFor();
}

function named(name: string): Journey {
  const found = journeys.find((journey) => journey.name === name);
  if (found === undefined) throw new Error(name);
  return found;
}

/** Returns the file that a button saves. */
async function readDownload(within: string): Promise<string> {
  const download = open.page.waitForEvent('download');
  await open.page.locator(within).getByText('Save as a file').click();
  return readFileSync(await (await download).path(), 'utf8');
}

import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ABANDON, payment } from '../support/chains/abandon-payment.ts';
import {
  COSIGNER,
  OTHER_FILE,
  SHARED_FILE,
  sharedElectrumFile,
  sharedPayment,
} from '../support/chains/shared-payment.ts';
import {
  focusedName,
  openSigningPage,
  openTool,
  openWords,
  paste,
  press,
  sign,
  tabTo,
  takePicture,
  unlock,
} from '../support/screens/signing-page.ts';

/** Opens a page that is closed at the end of the test. */
async function opened(run: (page: Page) => Promise<void>): Promise<void> {
  const { page, complaints, close } = await openSigningPage();
  try {
    await run(page);
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
}

/** Opens a payment from a shared wallet with the words of one cosigner. */
async function openShared(page: Page, isStolen: boolean): Promise<void> {
  await press(page, 'Keys');
  await tabTo(page, 'Word 1');
  await page.keyboard.insertText(`${COSIGNER} `);
  await unlock(page);
  await press(page, 'Open a transaction');
  await paste(page, sharedPayment({ isStolen }));
  await page.locator('.asked').waitFor();
}

/** Opens a file by a button of the bar. */
async function openFile(page: Page, button: string, content: string | Buffer): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.locator('.bar button', { hasText: button }).click();
  const buffer = Buffer.from(content);
  await (await choosing).setFiles({ name: 'wallet.txt', mimeType: 'text/plain', buffer });
}

/** Closes a transaction that must not be signed. The page says so, with focus on the sentence. */
async function closes(page: Page, heading: string): Promise<void> {
  await press(page, 'Don’t sign. Close this transaction');
  await page.getByRole('heading', { name: heading }).waitFor();
  expect(await page.evaluate(focusedName)).toBe('The transaction was closed. Nothing was signed.');
}

test('refuses the file of another wallet without crying theft, and takes the right one', () =>
  opened(async (page) => {
    await openShared(page, false);
    await page.locator('.match').click();
    await openFile(page, 'Open your wallet’s file', OTHER_FILE);
    await page.getByText('does not hold the coins of this transaction').waitFor();
    expect(await page.locator('h1').innerText()).toBe('Review transaction');
    expect(await page.locator('.finding.stop').count()).toBe(0);
    await takePicture(page, 'other-wallet');
    await openFile(page, 'Open another file', SHARED_FILE);
    await page.locator('.outputs .change').waitFor();
    expect(await page.locator('.finding.stop').count()).toBe(0);
  }));

test('asks for the password of an encrypted wallet file where it is to prove the change', () =>
  opened(async (page) => {
    await openShared(page, false);
    await page.locator('.match').click();
    await openFile(page, 'Open your wallet’s file', sharedElectrumFile('pass'));
    const isAsked = () => page.waitForFunction(() => document.activeElement?.id === 'password-bar');
    await isAsked();
    expect(await page.getByRole('alert').count()).toBe(0);
    await takePicture(page, 'password-beside');
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('The password of this Electrum wallet is wrong.').waitFor();
    await isAsked();
    await page.keyboard.type('pass');
    await page.keyboard.press('Enter');
    await page.locator('.outputs .change').waitFor();
    expect(await page.locator('.finding.stop').count()).toBe(0);
  }));

test('stops a theft as soon as the file of the right wallet is open', () =>
  opened(async (page) => {
    await openShared(page, true);
    await page.locator('.match').click();
    await openFile(page, 'Open your wallet’s file', SHARED_FILE);
    await page.getByRole('heading', { name: 'Someone else would get your change' }).waitFor();
    expect(await page.getByRole('button', { name: /^Sign with/ }).count()).toBe(0);
    await closes(page, 'Open a transaction');
  }));

test('says after a stopped sample of the practice that it was closed', () =>
  opened(async (page) => {
    await press(page, 'Practise');
    await press(page, 'Payment 2');
    await page.getByRole('heading', { name: 'Someone else would get your change' }).waitFor();
    await closes(page, 'Choose a transaction to practise with');
    // The sentence is gone when the person comes back.
    await press(page, 'Keys');
    await press(page, 'Transaction');
    expect(await page.getByText('The transaction was closed').count()).toBe(0);
  }));

test('names the wallet that is open as the problem, if it is another one', () =>
  opened(async (page) => {
    await openShared(page, false);
    await press(page, 'Keys');
    await page.getByText('Add another key or a shared (multisig) wallet').click();
    await page.locator('#keys-paste').fill(OTHER_FILE);
    await page.locator('.intake:has(#keys-paste)').getByText('Continue').click();
    await page.getByText('Added: ').waitFor();
    await press(page, 'Review the transaction');
    await page.getByRole('heading', { name: 'Signing blocked' }).waitFor();
    await page.getByText('The open wallet does not hold these coins').waitFor();
    expect(await page.getByText(/not your change/i).count()).toBe(0);
    await page.locator('.outputs .unproven').waitFor();
    await page.locator('.finding button', { hasText: 'Open your wallet’s file' }).waitFor();
    await takePicture(page, 'other-wallet-open');
  }));

test('opens other keys for the same transaction after those of a wrong seed', () =>
  opened(async (page) => {
    await press(page, 'Keys');
    await tabTo(page, 'Word 1');
    const other = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
    await page.keyboard.insertText(`${other} `);
    await unlock(page);
    await press(page, 'Open a transaction');
    await paste(page, payment().psbt);
    await page.getByRole('heading', { name: 'Your keys hold none of these coins' }).waitFor();
    // The way out is before the sums.
    const first = page.locator('.review > *').first();
    expect(await first.textContent()).toContain('no-input-ours');
    await takePicture(page, 'wrong-seed');
    await press(page, 'Open other keys');
    await page.locator('#word').waitFor();
    await openWords(page, 'Review transaction');
    await page.locator('.asked').waitFor();
  }));

test('says at once that a transaction is for another wallet, before the check ends', () =>
  opened(async (page) => {
    const other = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
    // The fingerprints by @scure/bip32.
    const [wanted, given] = [ABANDON.join(' '), other].map((words) => {
      const { fingerprint } = HDKey.fromMasterSeed(mnemonicToSeedSync(words));
      return fingerprint.toString(16).padStart(8, '0');
    });
    await press(page, 'Keys');
    await tabTo(page, 'Word 1');
    await page.keyboard.insertText(`${other} `);
    await unlock(page);
    await press(page, 'Open a transaction');
    await page.evaluate(() => {
      const seen: string[] = [];
      const note = () => seen.push(document.querySelector('main')?.innerText ?? '');
      new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
      Reflect.set(globalThis, 'seen', seen);
    });
    await paste(page, payment().psbt);
    await page.getByRole('heading', { name: 'Your keys hold none of these coins' }).waitFor();
    const seen: readonly string[] = await page.evaluate(() => Reflect.get(globalThis, 'seen'));
    const early = seen.find((text) => text.includes('Checking the transaction'));
    const sentence = `This transaction is for ${wanted}. You opened ${given}.`;
    const said = seen.find((text) => text.includes(sentence));
    expect(early).toBeDefined();
    expect(said).toContain('Checking the transaction');
  }));

test('says nothing early of the right wallet, and shows each screen from its top', () =>
  opened(async (page) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.evaluate(() => scrollTo(0, 10_000));
    await page.getByRole('button', { name: 'Practise' }).click();
    await page.locator('.banner').waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    // Names and hints do not give the answers away.
    const offered = (await page.locator('.way').allInnerTexts()).join(' ');
    expect(offered).not.toMatch(/stolen|thief|theft|fee|wrong|good|normal|danger/i);
    await page.evaluate(() => {
      const seen: string[] = [];
      const note = () => seen.push(document.querySelector('main')?.innerText ?? '');
      new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
      Reflect.set(globalThis, 'seen', seen);
    });
    await press(page, 'Payment 1');
    await page.locator('.asked').waitFor();
    const seen: readonly string[] = await page.evaluate(() => Reflect.get(globalThis, 'seen'));
    expect(seen.filter((text) => text.includes('This transaction is for'))).toEqual([]);
  }));

test('comes back to the question that needed keys', () =>
  opened(async (page) => {
    await openTool(page, 'Check');
    await press(page, 'Is this address mine?');
    await page.getByText('Then you come back to this screen').waitFor();
    await page.locator('main').getByRole('button', { name: 'Unlock your wallet' }).click();
    await openWords(page, 'Is this address mine?');
    await page.locator('#address-paste').waitFor();
  }));

test('goes one screen back with the button of the browser, and keeps the keys open', () =>
  opened(async (page) => {
    await openWords(page);
    await page.getByRole('heading', { name: 'Wallet unlocked' }).waitFor();
    await press(page, 'Open a transaction');
    await paste(page, payment().psbt);
    await page.locator('.asked').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'A transaction is open' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Wallet unlocked' }).waitFor();
    await page.goForward();
    await page.goForward();
    await page.locator('.asked').waitFor();
    await sign(page);
  }));

test('leads an address that differs to an end, and back', () =>
  opened(async (page) => {
    await openWords(page);
    await press(page, 'Open a transaction');
    await paste(page, payment().psbt);
    await page.getByText('No problems found').waitFor();
    await press(page, 'It differs');
    await page.getByRole('alert').getByText('Do not sign').waitFor();
    expect(await page.getByText('No problems found').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Sign with/ }).count()).toBe(0);
    await takePicture(page, 'differs');
    await press(page, 'Compare again');
    await page.getByText('Is this the address you were given?').waitFor();
    await press(page, 'It differs');
    await closes(page, 'Open a transaction');
  }));

test('repeats the warning about known words, and keeps the compared address beside Sign', () =>
  opened(async (page) => {
    await press(page, 'I have a transaction');
    await paste(page, payment().psbt);
    await press(page, 'Unlock keys to sign it');
    await openWords(page, 'Review transaction');
    await page.getByText('These words are a known test seed').waitFor();
    await press(page, 'It matches');
    const bar = page.locator('.bar');
    await bar.getByRole('button', { name: /^Sign with/ }).waitFor();
    // The address of the example in BIP173.
    const shown = (await bar.innerText()).replace(/\s/g, '');
    expect(shown).toContain('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
    expect(await bar.getByText('An address of').count()).toBe(0);
    await takePicture(page, 'compared');
  }));

test('names the test network of the addresses that are compared', () =>
  opened(async (page) => {
    await press(page, 'Practise');
    await press(page, 'Payment 1');
    await page.locator('.asked').getByText('An address of Signet').waitFor();
    await takePicture(page, 'test-network');
  }));

test('shows the parts of the bar on a phone in the order of their text', () =>
  opened(async (page) => {
    await openShared(page, false);
    await page.setViewportSize({ width: 360, height: 740 });
    const tops = () =>
      page.evaluate(() =>
        [
          '.asked .payee p:first-child',
          '.asked .groups',
          '.asked .main',
          '.asked .main ~ button',
        ].map((part) => document.querySelector(part)?.getBoundingClientRect().top ?? -1),
      );
    const isDown = (all: readonly number[]) => all.every((top, i) => top > (all[i - 1] ?? 0));
    const [question = 0, address = 0, matches = 0] = await tops();
    expect(isDown([question, address, matches])).toBe(true);
    await page.locator('.match').click();
    await page.locator('.bar .hold').waitFor();
    expect(isDown(await tops())).toBe(true);
    await takePicture(page, 'bar-phone');
  }));

test('asks before the browser closes a page with a signed transaction that is not saved', () =>
  opened(async (page) => {
    await openWords(page);
    await press(page, 'Open a transaction');
    await paste(page, payment().psbt);
    await page.locator('.asked').waitFor();
    const asks = () =>
      page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    expect(await asks()).toBe(false);
    await sign(page);
    await page.locator('#program').waitFor();
    expect(await asks()).toBe(true);
    const download = page.waitForEvent('download');
    await press(page, 'Save as a file');
    await download;
    await page.getByText('Saved in your downloads folder').waitFor();
    expect(await asks()).toBe(false);
  }));

test('leaves a refused word selected, and Backspace removes one word at most', () =>
  opened(async (page) => {
    await press(page, 'Keys');
    await tabTo(page, 'Word 1');
    await page.keyboard.insertText('legal winner thank year ');
    await page.getByText('4 of 12 words entered').waitFor();
    await page.keyboard.type('pilt');
    await page.keyboard.press('Space');
    await page.getByText('isn’t a BIP39 word').waitFor();
    const selected = () =>
      page.evaluate(() => {
        const field = document.querySelector<HTMLInputElement>('#word');
        return field?.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
      });
    expect(await selected()).toBe('pilt');
    const field = page.locator('#word');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.getAttribute('aria-describedby')).toBe('word-fault');
    const [box, fault] = [
      await field.boundingBox(),
      await page.locator('#word-fault').boundingBox(),
    ];
    expect((fault?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0)).toBeLessThan(20);
    for (let i = 0; i < 6; i++) await page.keyboard.press('Backspace');
    await page.getByText('3 of 12 words entered').waitFor();
    await page.keyboard.type('year');
    await page.keyboard.press('Space');
    await page.getByText('4 of 12 words entered').waitFor();
    // Replaces the refused text.
    await page.keyboard.type('pilt');
    await page.keyboard.press('Space');
    await page.getByText('isn’t a BIP39 word').waitFor();
    await page.keyboard.type('w');
    await page.getByText('isn’t a BIP39 word').waitFor({ state: 'detached' });
    await page.keyboard.type('ave');
    await page.keyboard.press('Space');
    await page.getByText('5 of 12 words entered').waitFor();
  }));

/** Rolls that make the words of a new wallet. */
const ROLLS = '35216634412531652146635125431462253166143254126365';

/** Makes 12 words by rolls, and goes on to the step that asks for them. */
async function writeWords(page: Page): Promise<readonly string[]> {
  await page.getByRole('button', { name: 'I want a new wallet' }).click();
  await page.getByRole('button', { name: '12 words, 50 rolls' }).click();
  await page.locator('#rolls').fill(ROLLS);
  await page.getByRole('button', { name: 'Make the words' }).click();
  await page.locator('.seed').waitFor();
  const words = await page.locator('.seed li').allInnerTexts();
  await page.getByRole('button', { name: /written them down/ }).click();
  await page.locator('#word').click();
  return words;
}

/** Swaps two words so that @scure/bip39 still takes them as a seed. */
function swapped(words: readonly string[]): readonly string[] {
  for (const [i] of words.entries()) {
    for (const [j] of words.entries()) {
      const slip = words.map((word, k) => words[k === i ? j : k === j ? i : k] ?? word);
      if (`${slip}` !== `${words}` && validateMnemonic(slip.join(' '), wordlist)) return slip;
    }
  }
  throw new Error('no two words of a valid seed');
}

test('stops at other words than those of a new wallet, and no key opens their wallet', () =>
  opened(async (page) => {
    const words = await writeWords(page);
    const slip = swapped(words);
    for (const word of slip) {
      await page.keyboard.type(word);
      await page.keyboard.press('Enter');
    }
    const stop = page.getByRole('alert').filter({ hasText: 'These are not the words you made' });
    await stop.waitFor();
    expect(await stop.getAttribute('class')).toContain('stop');
    expect(await page.locator('.dots.wrong').count()).toBe(1);
    expect(await page.locator('#passphrase').count()).toBe(0);
    for (const key of ['Enter', 'Enter', 'Space']) await page.keyboard.press(key);
    await stop.waitFor();
    expect(await page.locator('.dot').count()).toBe(12);
    await takePicture(page, 'new-wallet-other-words');
    await press(page, 'Type them again');
    await page.locator('#word:focus').waitFor();
    await page.keyboard.insertText(`${words.join(' ')} `);
    await page.getByText('Your paper is right.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByText('If you set one, the words alone no longer open this wallet.').waitFor();
    await press(page, 'Start over');
    await page.locator('#word:focus').waitFor();
    await page.keyboard.insertText(`${slip.join(' ')} `);
    await press(page, 'Open this other wallet');
    await unlock(page);
    const { fingerprint } = HDKey.fromMasterSeed(mnemonicToSeedSync(slip.join(' ')));
    await page.getByText(fingerprint.toString(16).padStart(8, '0')).first().waitFor();
  }));

test('says at the last word of a new wallet that its checksum is wrong, and counts no more', () =>
  opened(async (page) => {
    const words = await writeWords(page);
    const slip = [...words.slice(0, -1), 'zoo'];
    expect(validateMnemonic(slip.join(' '), wordlist)).toBe(false);
    for (const word of slip) await page.keyboard.type(`${word} `);
    await page.getByRole('alert').filter({ hasText: 'the checksum is wrong' }).waitFor();
    const text = await page.locator('main').innerText();
    expect(text).toContain('12 of 12 words entered');
    expect(text).not.toMatch(/of 24 words|Word 13|more words/);
    // The last word is corrected by its number.
    await page.locator('.dot').last().click();
    await page.locator('#word:focus').waitFor();
    await page.keyboard.type(`${words.at(-1)} `);
    await page.getByText('Your paper is right.').waitFor();
  }));

test('takes the passphrase of a new wallet only if it was typed twice, and shows it once', () =>
  opened(async (page) => {
    const words = await writeWords(page);
    await page.keyboard.insertText(`${words.join(' ')} `);
    await page.locator('#passphrase').waitFor();
    expect(await page.getByRole('button', { name: 'I have more words' }).count()).toBe(0);
    expect(await page.locator('#passphrase-again').count()).toBe(0);
    await page.locator('#passphrase').fill('correct horse');
    await page.locator('#passphrase-again').fill('correct hrse');
    await page.keyboard.press('Enter');
    await page.getByText('The two passphrases are not the same').waitFor();
    await takePicture(page, 'passphrase-differs');
    await page.locator('#passphrase-again').fill('correct horse');
    await page.keyboard.press('Enter');
    await page.getByText('Compare the passphrase with your paper').waitFor();
    expect(await page.getAttribute('#passphrase', 'type')).toBe('text');
    expect(await page.getByRole('heading', { name: 'Your new wallet is ready' }).count()).toBe(0);
    await takePicture(page, 'passphrase-shown');
    // A change has to be typed twice again.
    await page.locator('#passphrase').fill('correct horse!');
    expect(await page.inputValue('#passphrase-again')).toBe('');
    await page.locator('#passphrase-again').fill('correct horse!');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByText('Compare the passphrase with your paper').waitFor();
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByRole('heading', { name: 'Your new wallet is ready' }).waitFor();
  }));

test('prints the headline of each finding, the transaction, the day and the version', () =>
  opened(async (page) => {
    await openWords(page);
    await press(page, 'Open a transaction');
    const { psbt, id } = payment({ pays: 1_000n });
    await paste(page, psbt);
    await page.locator('.finding.stop').waitFor();
    await page.emulateMedia({ media: 'print' });
    const printed = await page.locator('main').innerText();
    expect(printed).toMatch(/STOP The fee is/);
    expect(printed).not.toContain('Inputs and details');
    expect(printed).toContain(`Transaction ID: ${id}`);
    expect(printed).toMatch(/Printed on \d{4}-\d\d-\d\d with coldsign \d/);
    await takePicture(page, 'printed');
    await page.emulateMedia({ media: 'screen' });
    expect(await page.locator('main').innerText()).not.toContain('Printed on');
  }));

test('says that a text pasted over an open review was not opened', () =>
  opened(async (page) => {
    await openWords(page);
    await press(page, 'Open a transaction');
    await paste(page, payment().psbt);
    await page.locator('.asked').waitFor();
    const said = page.getByText('What you pasted was not opened');
    expect(await said.count()).toBe(0);
    await page.evaluate(() => document.body.dispatchEvent(new Event('paste', { bubbles: true })));
    await said.waitFor();
  }));

test('says that the browser does not allow copying, and counts no copy as saved', () =>
  opened(async (page) => {
    await openWords(page);
    await press(page, 'Open a transaction');
    await paste(page, payment().psbt);
    await sign(page);
    await page.locator('#program').waitFor();
    const copyAs = async (isAllowed: boolean) => {
      await page.evaluate((allowed) => {
        navigator.clipboard.writeText = async () => {
          if (!allowed) throw new Error('denied');
        };
      }, isAllowed);
      await page.getByRole('button', { name: 'Copy the transaction' }).click();
    };
    await copyAs(false);
    await page.getByText('Your browser does not allow copying').waitFor();
    await copyAs(true);
    await page.getByText('Copied.').waitFor();
    await press(page, 'Lock and finish');
    await page.getByText('This transaction is not saved yet').waitFor();
  }));

test('shows a warning before the picture, above the bar of a small laptop', () =>
  opened(async (page) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await openShared(page, false);
    const edges = await page.evaluate(() => {
      const edge = (part: string) => document.querySelector(part)?.getBoundingClientRect();
      const warning = edge('.finding.warn summary')?.bottom ?? 0;
      return { warning, picture: edge('svg.flow')?.top ?? 0, bar: edge('.bar')?.top ?? 0 };
    });
    expect(edges.warning).toBeLessThan(edges.picture);
    expect(edges.warning).toBeLessThan(edges.bar);
  }));

test('moves the focus to the heading when one of two keys is removed', () =>
  opened(async (page) => {
    await openShared(page, false);
    await page.locator('.match').click();
    await openFile(page, 'Open your wallet’s file', SHARED_FILE);
    await page.locator('.outputs .change').waitFor();
    await press(page, 'Keys');
    await page.locator('ul.keys button').first().click();
    await page.getByRole('heading', { name: 'Watch-only wallet' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('h1');
  }));

test('shows one main button on each tool, and the result before the next import', () =>
  opened(async (page) => {
    const main = () => page.locator('button.main:visible').allInnerTexts();
    const { psbt, partial } = payment();
    await openTool(page, 'Inspect');
    expect(await main()).toEqual(['Open a file']);
    await paste(page, psbt);
    await page.getByRole('heading', { name: 'Found: PSBT' }).waitFor();
    expect(await page.evaluate(focusedName)).toBe('Found: PSBT');
    expect(await main()).toEqual(['Open a file']);
    await openTool(page, 'Check');
    await press(page, 'What did another signer do?');
    expect(await main()).toEqual(['Open a file']);
    await paste(page, psbt);
    await page.getByText('Step 2 of 2').waitFor();
    await paste(page, partial);
    await page.getByText('Only valid signatures were added').waitFor();
    await page.getByText('A nonce is a random number in each signature').waitFor();
    expect(await main()).toEqual(['Compare two other files']);
    await openTool(page, 'Help');
    await press(page, 'I have a transaction');
    await paste(page, psbt);
    await page.getByRole('heading', { name: 'Recipients' }).waitFor();
    await press(page, 'Transaction');
    await page.getByRole('heading', { name: 'A transaction is open' }).waitFor();
    expect(await main()).toEqual(['Review it']);
  }));

test('shows only the picture while the camera works, with the place for the code', async () => {
  const fake = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  const { page, close } = await openSigningPage(fake);
  try {
    await page.setViewportSize({ width: 360, height: 640 });
    await press(page, 'Transaction');
    await press(page, 'Scan with the camera');
    await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0);
    expect(await page.getByRole('button', { name: 'Open a file' }).count()).toBe(0);
    expect(await page.locator('#sign-paste').isVisible()).toBe(false);
    const { y = 0, height = 0 } = (await page.locator('.aim').boundingBox()) ?? {};
    expect(y + height).toBeLessThan(640);
    await press(page, 'Stop scanning');
    await page.locator('#sign-paste').waitFor();
  } finally {
    await close();
  }
});

test('shows codes below their button, and closes them with Escape', () =>
  opened(async (page) => {
    await openWords(page);
    await press(page, 'Open a transaction');
    await paste(page, payment().psbt);
    await sign(page);
    await page.locator('#program').waitFor();
    // The page scrolls after the code appears.
    const isInWindow = (part: string) =>
      page.waitForFunction((which) => {
        const shown = which === '' ? document.activeElement : document.querySelector(which);
        const { top = -1, bottom = Infinity } = shown?.getBoundingClientRect() ?? {};
        return top >= 0 && bottom <= innerHeight;
      }, part);
    for (const [width, height] of [
      [1440, 900],
      [1366, 768],
      [900, 700],
      [360, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await press(page, 'Show as QR codes');
      await page.locator('.animation svg').waitFor();
      await isInWindow('.animation svg');
      await isInWindow('');
      expect(await page.evaluate(focusedName)).toBe('Hide the codes');
      await page.keyboard.press('Escape');
      await page.locator('.animation').waitFor({ state: 'detached' });
      expect(await page.evaluate(focusedName)).toBe('Show as QR codes');
    }
    await openTool(page, 'Wallet');
    await press(page, 'Show Address 0 as a QR code');
    await page.locator('svg.code').waitFor();
    await isInWindow('svg.code');
    await isInWindow('');
    await page.keyboard.press('Escape');
    await page.locator('svg.code').waitFor({ state: 'detached' });
    expect(await page.evaluate(focusedName)).toBe('Show Address 0 as a QR code');
  }));

test('says on the backup sheet whether a passphrase belongs to the wallet', () =>
  opened(async (page) => {
    const sheet = async () => {
      await openTool(page, 'Wallet');
      await press(page, 'Backup');
      return (await page.locator('.sheet').textContent()) ?? '';
    };
    await openWords(page);
    expect(await sheet()).toContain('No passphrase belongs to this wallet');
    await press(page, 'Keys');
    await page.locator('ul.keys button').click();
    await tabTo(page, 'Word 1');
    await page.keyboard.insertText(`${ABANDON.join(' ')} `);
    await page.waitForFunction(() => document.activeElement?.id === 'passphrase');
    await page.keyboard.type('TREZOR');
    await press(page, 'Unlock');
    await page.locator('ul.keys > li').waitFor();
    // The fingerprint by @scure/bip39 and @scure/bip32.
    const seed = mnemonicToSeedSync(ABANDON.join(' '), 'TREZOR');
    const name = HDKey.fromMasterSeed(seed).fingerprint.toString(16).padStart(8, '0');
    const shown = await sheet();
    expect(shown).toContain(`Only the seed with the passphrase has the fingerprint ${name}`);
    expect(shown).not.toContain('TREZOR');
    expect(shown).not.toContain('No passphrase');
  }));

test('folds scripts and the manual, and names a shared wallet without terms', () =>
  opened(async (page) => {
    await openTool(page, 'Inspect');
    await paste(page, payment().final);
    const trace = page.locator('details', { hasText: 'Input 0: P2WPKH: succeeds' });
    await trace.waitFor();
    expect(await page.getByText('Step forward').first().isVisible()).toBe(false);
    // Amounts come first.
    const [first] = (await page.locator('#read-result + *').innerText()).split('\n');
    expect(first).toContain('0.00060000 BTC');
    await openTool(page, 'Help');
    await page.getByText('The manual of this page').click();
    await page.locator('summary', { hasText: 'What keeps it offline' }).waitFor();
    expect(await page.getByText('What remains open:').isVisible()).toBe(false);
    await openWords(page);
    await openTool(page, 'Wallet');
    await press(page, 'Shared wallet');
    await page.getByRole('heading', { name: 'Share a wallet with other people' }).waitFor();
    expect(await page.locator('button.main:visible').allInnerTexts()).toEqual([
      'Make the file with my key',
    ]);
    expect(await page.locator('#bsms-token').isVisible()).toBe(false);
    expect(await page.locator('main').innerText()).not.toMatch(/record|round|descriptor/i);
  }));

import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { p2wpkh, Transaction, WIF } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { version } from '../../src/adapters/runtime/version.ts';
import { blockHash } from '../../src/chain/block-codec.ts';
import { consensusParams } from '../../src/chain/consensus.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { execute } from '../../src/library/call.ts';
import { createWallets } from '../../src/library/create-wallets.ts';
import { encodeSnapshot } from '../../src/snapshot/snapshot-codec.ts';
import { encodeByteString } from '../../src/transport/cbor.ts';
import { createFrameReader } from '../../src/transport/reader.ts';
import { encodeFrames } from '../../src/transport/writer.ts';
import { ABANDON, master, payment } from '../support/chains/abandon-payment.ts';
import { createMemoryChain } from '../support/chains/memory-chain.ts';
import { solve } from '../support/chains/miner.ts';
import { consolidation } from '../support/generate/consolidation.ts';
import { createRandom } from '../support/generate/random.ts';
import { snapshotOf } from '../support/generate/snapshot.ts';
import { root } from '../support/paths.ts';
import { filmed } from '../support/screens/film.ts';
import {
  codeOnScreen,
  contentOf,
  faultsOf,
  openCosigner,
  openSigningPage,
  openTool,
  openWords,
  paste,
  press,
  type SigningPage,
  saved,
  sign,
  tabTo,
  takePicture,
  typeWords,
  unlock,
} from '../support/screens/signing-page.ts';

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
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 1440 },
  { colorScheme: 'dark', width: 900 },
  { colorScheme: 'light', width: 900 },
  { colorScheme: 'dark', width: 360 },
  { colorScheme: 'light', width: 360 },
  // A screen of 1280 pixels at 200 %, with high contrast and reduced motion.
  { colorScheme: 'dark', width: 640, forcedColors: 'active', reducedMotion: 'reduce' },
] as const;

/**
 * Checks accessibility in light and dark, wide, narrow and magnified views, with forced colors and
 * reduced motion, and that the page is not wider than the screen.
 */
async function look(name: string): Promise<void> {
  const { page } = open;
  for (const { width, ...media } of looks) {
    const { colorScheme } = media;
    await page.emulateMedia({ forcedColors: null, reducedMotion: null, ...media });
    await page.setViewportSize({ width, height: 800 });
    await takePicture(page, `${name}-${colorScheme}-${width}`);
    expect({ name, colorScheme, width, found: await faultsOf(page) }).toMatchObject({ found: [] });
  }
}

async function pasteInto(part: string, text: string): Promise<void> {
  await open.page.locator(`#${part}-paste`).focus();
  await open.page.keyboard.insertText(text);
  await press(open.page, 'Continue');
}

async function fill(name: string, text: string): Promise<void> {
  await tabTo(open.page, name);
  await open.page.keyboard.insertText(text);
}

/** Replaces the text of a field. */
async function refill(name: string, text: string): Promise<void> {
  await tabTo(open.page, name);
  await open.page.keyboard.press('ControlOrMeta+A');
  await open.page.keyboard.press('Backspace');
  await open.page.keyboard.insertText(text);
}

/**
 * Returns a file of `createwallet` and `importdescriptors` for the same keys, with a passphrase.
 */
async function encryptedWallet(): Promise<Buffer> {
  const kept = new Map<string, Uint8Array>();
  const wallets = createWallets(
    {
      read: async (name) => kept.get(name),
      write: async (name, bytes) => void kept.set(name, bytes),
      names: async () => [...kept.keys()],
    },
    { keypoolSize: 5, scryptCost: { n: 2 ** 10, r: 8, p: 1 } },
  );
  const chain = createMemoryChain(consensusParams.main).source;
  const random = (length: number) => new Uint8Array(randomBytes(length));
  const options = { wallets, chain, random, now: () => 1_700_000_000 };
  await execute('createwallet', ['savings', false, true, 'correct horse'], options);
  await execute('walletpassphrase', ['correct horse', 100], options);
  const desc = addChecksum(`wpkh(${master.privateExtendedKey}/84h/0h/0h/<0;1>/*)`);
  await execute('importdescriptors', [[{ desc, timestamp: 'now', active: true }]], options);
  return Buffer.from(kept.get('savings') ?? []);
}

test('opens words, reviews and signs a pasted PSBT by keyboard alone, as another library signs it', async () => {
  const { page } = open;
  const { psbt, hex, id } = payment();
  await look('start');
  await press(page, 'I have words or a key');
  await look('keys-empty');
  await typeWords(page, byFourLetters);
  await unlock(page);
  expect(await page.textContent('main')).toContain('73c5da0a');
  // The first address of BIP84's test vector.
  expect(await page.textContent('main')).toContain('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
  await look('keys-open');
  await press(page, 'Open a transaction');
  await paste(open.page, psbt);
  await page.getByRole('article', { name: 'Review transaction' }).waitFor();
  await look('review');
  expect(await page.textContent('main')).toContain('Change (returns to your wallet)');
  await sign(page);
  await page.getByRole('heading', { name: 'Signed. Not sent yet.' }).waitFor();
  expect((await saved(open.page)).trim()).toBe(hex);
  expect(await page.textContent('main')).toContain(id);
  await press(page, 'Show as QR codes');
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
  await look('signed');
});

/** Counts keys and pointer presses while `run` goes from the first screen to the saved file. */
async function actionsOf(run: () => Promise<void>) {
  const { page } = open;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const counts = await page.evaluateHandle((psbt) => {
    const counted = { keys: 0, clicks: 0 };
    const count = (kind: keyof typeof counted) => () => {
      counted[kind] += 1;
    };
    addEventListener('keydown', count('keys'), true);
    addEventListener('pointerdown', count('clicks'), true);
    return navigator.clipboard.writeText(psbt).then(() => counted);
  }, payment().psbt);
  await run();
  return counts.jsonValue();
}

/** Waits until a step has the focus. Earlier Tabs would be counted too. */
async function atHeading(name: string): Promise<void> {
  try {
    await open.page.waitForFunction(
      (title) =>
        /^h[12]$/.test(document.activeElement?.localName ?? '') &&
        document.activeElement?.textContent === title,
      name,
      { timeout: 10_000 },
    );
  } catch {
    const found = await open.page.evaluate(
      () => `${document.activeElement?.localName} ${document.activeElement?.textContent}`,
    );
    throw new Error(`${name} does not have the focus, but ${found}`);
  }
}

const byFourLetters = ABANDON.map((word) => word.slice(0, 4));
/** Shortens words to the letters that no other word of the list begins with. */
const byFewestLetters = ABANDON.map((word) => {
  const isOnly = (beginning: string) =>
    wordlist.filter((each) => each.startsWith(beginning)).length === 1;
  return word.slice(0, [...word].findIndex((_, i) => isOnly(word.slice(0, i + 1))) + 1);
});

test.each([
  { letters: 'four letters of each word', beginnings: byFourLetters, most: 75 },
  { letters: 'the fewest letters of each word', beginnings: byFewestLetters, most: 64 },
])('signs with 12 words in $most keys, with $letters', async ({ beginnings, most }) => {
  const { page } = open;
  const { keys, clicks } = await actionsOf(async () => {
    await press(page, 'I have words or a key');
    await atHeading('Unlock your wallet');
    await typeWords(page, beginnings);
    await unlock(page);
    await atHeading('Wallet unlocked');
    expect(await page.textContent('main')).toContain('73c5da0a');
    await page.keyboard.press('ControlOrMeta+V');
    await page.getByText('Is this the address you were given?').waitFor();
    await atHeading('Review transaction');
    await sign(page);
    await atHeading('Signed. Not sent yet.');
    expect((await saved(page)).trim()).toBe(payment().hex);
  });
  // The letters of the words and a space after each, and 15 more.
  expect(keys).toBe(most);
  expect(beginnings.join(' ').length + 1 + 15).toBe(most);
  expect(clicks).toBe(0);
});

test('signs with 4 clicks beside the words', async () => {
  const { page } = open;
  const { keys, clicks } = await actionsOf(async () => {
    await page.getByRole('button', { name: 'I have words or a key' }).click();
    await typeWords(page, byFourLetters);
    await unlock(page);
    await page.keyboard.press('ControlOrMeta+V');
    await page.getByRole('button', { name: 'It matches' }).click();
    await page.getByRole('button', { name: /^Sign with/ }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as a file' }).click();
    await download;
  });
  expect(clicks).toBe(4);
  // Four letters and a space for each word, Enter, and the two keys that paste.
  expect(keys).toBe(63);
});

test('shows the error of a text pasted while wallets are open', async () => {
  const { page } = open;
  await openWords(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText('no transaction'));
  await page.keyboard.press('ControlOrMeta+V');
  await page.locator('.notice.stop').waitFor({ state: 'visible' });
});

test('signs a payment whose fee is absurd only after its STOP was held for two seconds', async () => {
  const { page } = open;
  await openWords(open.page);
  await press(page, 'Open a transaction');
  await paste(open.page, payment({ pays: 1_000n }).psbt);
  await page.getByRole('heading', { name: 'Signing blocked' }).waitFor();
  await look('stopped');
  const count = () => page.getByRole('button', { name: /^Sign with/ }).count();
  expect(await count()).toBe(0);
  const hold = page.getByRole('button', { name: 'Hold for two seconds to accept this' });
  await hold.click();
  expect(await count()).toBe(0);
  await hold.focus();
  await page.keyboard.down('Enter');
  await page.getByText('You have accepted this.').waitFor();
  await page.keyboard.up('Enter');
  await page.getByRole('heading', { name: 'Review transaction' }).waitFor();
  // Only after a look at the address, and in the color of the stop.
  expect(await count()).toBe(0);
  await sign(page);
  await page.getByRole('heading', { name: 'Signed. Not sent yet.' }).waitFor();
});

test('shows progress for thousands of inputs, stops for another transaction, and signs them afterwards', async () => {
  const { page } = open;
  await openWords(open.page);
  await press(page, 'Open a transaction');
  const buffer = consolidation(2_000);
  const many = { name: 'many.psbt', mimeType: 'application/octet-stream', buffer };
  await page.setInputFiles('input[type=file]', many);
  const reviewed = page.getByRole('article', { name: 'Review transaction' });
  await reviewed.waitFor({ timeout: 240_000 });
  await sign(page);
  await press(page, 'Open another transaction');
  await paste(page, payment().psbt);
  await page.getByText('60 000 sat').first().waitFor();
  await press(page, 'Open another transaction');
  await page.setInputFiles('input[type=file]', many);
  await reviewed.waitFor({ timeout: 240_000 });
  await sign(page);
  await press(page, 'Cancel');
  await page.getByText('Cancelled: nothing was signed').waitFor({ timeout: 240_000 });
  // Also records elements that are shown only briefly.
  const shown = await page.evaluateHandle(() => {
    const texts: string[] = [];
    new MutationObserver(() => {
      const text = document.querySelector('[role=status] progress + p')?.textContent;
      if (text !== undefined && text !== null && texts.at(-1) !== text) texts.push(text);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    return texts;
  });
  await page.getByRole('button', { name: /^Sign with/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Signed. Not sent yet.' }).waitFor({ timeout: 240_000 });
  const texts = await shown.jsonValue();
  expect(texts.filter((text) => /^Signing: [1-9]\d* of 2000$/.test(text))).not.toEqual([]);
  const steps = texts.flatMap((text) => /^(.+): \d+ of 2000$/.exec(text)?.[1] ?? []);
  expect(steps.filter((step, i) => step !== steps[i - 1])).toEqual([
    'Finding keys',
    'Signing',
    'Assembling',
    'Verifying',
  ]);
}, 600_000);

test('moves the focus to a new screen at once, and not after the user has moved it', async () => {
  const { page } = open;
  const focused = await page.evaluate(async () => {
    const entry = [...document.querySelectorAll('nav button')].find(
      (button) => button.getAttribute('aria-label') === 'Keys',
    );
    if (entry instanceof HTMLElement) entry.click();
    // Pending tasks have run after this, and no frame was drawn yet.
    await new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      port2.postMessage('');
    });
    // The page has removed outerHTML.
    const active = document.activeElement;
    return [active?.localName, active?.getAttribute('tabindex'), active?.textContent];
  });
  expect(focused).toEqual(['h1', '-1', 'Unlock your wallet']);
});

test('locks by button, on leaving and when idle, and asks one minute before', async () => {
  const { page } = open;
  await page.clock.install();
  const isGone = async () => {
    await page.getByRole('heading', { name: 'Unlock your wallet' }).waitFor();
    expect(await contentOf(page)).not.toMatch(/73c5da0a|abandon/);
  };
  const asks = () => page.getByRole('alertdialog').count();
  await openWords(open.page);
  expect(await contentOf(page)).not.toContain('abandon');
  expect(await page.title()).toBe('Wallet unlocked – coldsign');
  await press(page, 'Lock');
  await isGone();
  await openWords(open.page);
  // Reading counts as presence.
  await page.clock.fastForward('08:00');
  await page.mouse.wheel(0, 100);
  await page.clock.fastForward('08:00');
  await page.mouse.move(100, 100);
  await page.clock.fastForward('08:50');
  expect(await asks()).toBe(0);
  await page.clock.fastForward('00:20');
  await page.getByRole('alertdialog').waitFor();
  await look('idle');
  await page.getByRole('button', { name: 'Stay unlocked' }).press('Enter');
  await page.clock.fastForward('08:50');
  expect([await asks(), (await contentOf(page)).includes('73c5da0a')]).toEqual([0, true]);
  await page.clock.fastForward('01:20');
  await isGone();
  expect(await page.textContent('main')).toContain('Locked after 10 minutes');
  await openWords(open.page);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
  await isGone();
});

test('keeps the transaction when keys are locked, and finds it reviewed when others are unlocked', async () => {
  const { page } = open;
  await press(page, 'Transaction');
  await paste(page, payment().psbt);
  await page.getByText('Labelled as change, not verified').waitFor();
  expect(await page.locator('.flow-unproven').count()).toBe(3);
  expect(await page.locator('.flow-payment').count()).toBe(3);
  await look('unproven');
  await press(page, 'Unlock keys to sign it');
  await typeWords(page, ABANDON);
  await page.keyboard.press('Enter');
  await page.getByText('Change (returns to your wallet)').waitFor();
  await press(page, 'Lock');
  await page.getByText('The transaction is still open').waitFor();
  await press(page, 'Review');
  await page.getByText('Labelled as change, not verified').waitFor();
});

test('forgets typed text that was not imported when it locks', async () => {
  const { page } = open;
  await openWords(page);
  const typeHere = async (text: string) => {
    await press(page, 'Transaction');
    await tabTo(page, 'Or paste it here');
    await page.keyboard.insertText(text);
  };
  await typeHere('typed by mistake');
  await press(page, 'Keys');
  await typeHere('');
  expect(await page.inputValue('#sign-paste')).toBe('typed by mistake');
  await press(page, 'Lock');
  await page.getByRole('heading', { name: 'Unlock your wallet' }).waitFor();
  await typeHere('');
  expect(await page.inputValue('#sign-paste')).toBe('');
});

test('leads from a screen that needs keys to them and back, and home by its logo', async () => {
  const { page } = open;
  await openTool(page, 'Wallet');
  await press(page, 'Unlock your wallet');
  await tabTo(page, 'Word 1');
  await page.keyboard.insertText(`${ABANDON.join(' ')} `);
  await page.waitForFunction(() => document.activeElement?.id === 'passphrase');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Wallet', exact: true }).waitFor();
  await press(page, 'coldsign');
  await page.getByRole('heading', { name: 'What do you want to do?' }).waitFor();
  await press(page, 'Practise');
  await press(page, 'Lock my wallet and practise');
  await press(page, 'End practice');
  await page.getByText('Practice has ended. The practice keys were erased.').waitFor();
  await page.getByRole('heading', { name: 'What do you want to do?' }).waitFor();
});

test('closes a stopped transaction when keys are locked, because without keys it looks harmless', async () => {
  const { page } = open;
  await openWords(page);
  await press(page, 'Open a transaction');
  await paste(page, payment({ pays: 1_000n }).psbt);
  await page.getByRole('heading', { name: 'Signing blocked' }).waitFor();
  await press(page, 'Lock');
  await page.getByText('The transaction was stopped, so it was closed').waitFor();
  expect(await page.getByRole('button', { name: 'Review' }).isDisabled()).toBe(true);
});

test('stops a payment from a coin that was signed for in the same session, for less', async () => {
  const { page } = open;
  await openWords(page);
  await press(page, 'Open a transaction');
  await paste(page, payment().psbt);
  await sign(page);
  await page.getByRole('heading', { name: 'Signed. Not sent yet.' }).waitFor();
  await press(page, 'Sign another transaction');
  // The result was neither saved nor shown.
  await press(page, 'Erase it anyway');
  await paste(page, payment({ pays: 59_000n }).psbt);
  await page.getByRole('heading', { name: 'Signing blocked' }).waitFor();
  await page.getByText('You already signed a transaction that spends this coin').waitFor();
  await press(page, 'Open another transaction');
  await paste(page, payment().psbt);
  await page.getByRole('heading', { name: 'Review transaction' }).waitFor();
});

test('accepts only words of a list, suggests corrections, and shows and replaces a word', async () => {
  const { page } = open;
  await press(page, 'I have words or a key');
  await tabTo(page, 'Word 1');
  await page.keyboard.type('zebr');
  await page.getByRole('option', { name: 'zebra' }).waitFor();
  await look('word');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('1 of 12 words entered').waitFor();
  await page.keyboard.type('abandom');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  expect(await page.textContent('[role=alert]')).toContain(
    '“abandom” isn’t a BIP39 word. Did you mean “abandon”',
  );
  expect(await page.textContent('.count')).toContain('1 of 12 words entered');
  // Numbers of a list are ignored.
  await page.keyboard.insertText(`2. ${ABANDON.slice(1, -1).join(' ')} 12 abou `);
  await page.getByText('12 of 12 words entered').waitFor();
  await page.getByText('the checksum is wrong').waitFor();
  await look('words-wrong');
  const first = page.getByRole('button', { name: 'Word 1: hold to see it' });
  await first.focus();
  await page.keyboard.down('Enter');
  await page.getByText('1: zebra').waitFor();
  await page.waitForTimeout(500);
  await page.keyboard.up('Enter');
  await page.getByText('1: zebra').waitFor({ state: 'detached' });
  // As assistive technology presses it, without a duration.
  await first.dispatchEvent('click');
  await page.getByText('Replace word 1').waitFor();
  // The page gives the focus after it has drawn the field.
  await page.locator('#word:focus').waitFor();
  await page.keyboard.type('aban');
  await page.keyboard.press('Space');
  await page.getByText('Checksum OK.').waitFor();
  await page.getByText('Fingerprint with this passphrase: 73c5da0a').waitFor();
  await page.keyboard.type(' TREZOR');
  await page.getByText('The passphrase begins or ends with a space').waitFor();
});

test('reports errors in pasted words before it asks for their passphrase', async () => {
  const { page } = open;
  await press(page, 'Keys');
  const pasteWords = (words: readonly string[]) => pasteInto('keys', words.join(' '));
  for (const [last, says] of [
    ['abuot', 'Word 12 is “abuot”, which isn’t a BIP39 word. Did you mean “about”'],
    ['abandon', 'checksum'],
  ] as const) {
    await pasteWords([...ABANDON.slice(0, -1), last]);
    await page.getByRole('alert').getByText(says).waitFor();
    expect(await page.locator('#by-passphrase').count()).toBe(0);
  }
  await pasteWords(ABANDON);
  await page.getByText('Fingerprint with this passphrase: 73c5da0a').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('does not judge 24 words before the last of them', async () => {
  const { page } = open;
  await press(page, 'I have words or a key');
  await press(page, '24');
  await tabTo(page, 'Word 1');
  await page.keyboard.insertText(`${'abandon '.repeat(12)}`);
  await page.getByText('12 of 24 words entered').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.keyboard.insertText(`${'abandon '.repeat(11)}art `);
  await page.getByText('Checksum OK.').waitFor();
});

test('checks addresses, results of other signers, and messages', async () => {
  const { page } = open;
  await openWords(open.page);
  await openTool(page, 'Check');
  await look('check');
  await press(page, 'Is this address mine?');
  await pasteInto('address', 'bitcoin:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu?amount=1');
  await page.getByText('Path: 73c5da0a/84h/0h/0h/0/0').waitFor();
  await pasteInto('address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
  await page.getByText('not among the first 1 000 addresses').waitFor();
  // A new text ends a search, whose result would appear to be about the new text.
  await pasteInto('address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
  await page.locator('progress').waitFor();
  expect(await page.locator('[role=status] .groups').textContent()).toMatch(/^bc1qw508d6q/);
  await pasteInto('address', 'no address');
  await page.getByRole('alert').first().waitFor();
  expect(await page.locator('progress').count()).toBe(0);
  expect(await page.textContent('main')).not.toContain('not among the first');
  await look('check-address');
  const { psbt, partial } = payment();
  await press(page, 'Check something else');
  await press(page, 'What did another signer do?');
  await pasteInto('signer', psbt);
  await page.getByText('Step 2 of 2: open the PSBT that came back').waitFor();
  await pasteInto('signer', partial);
  await page.getByText('Only valid signatures were added').waitFor();
  const verdict = await page.textContent('main');
  expect(verdict).toMatch(/Input 0, signed by 73c5da0a: valid deterministic nonce/);
  // The result has the focus, and no step is asked for above it.
  expect(verdict).not.toContain('Step 1 of 2');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Only valid');
  await press(page, 'Compare two other files');
  await pasteInto('signer', psbt);
  await page.getByText('Step 2 of 2: open the PSBT that came back').waitFor();
  await pasteInto('signer', payment({ pays: 50_000n }).partial);
  await page.getByText('the signer changed more than signatures').waitFor();
  await press(page, 'Compare two other files');
  await pasteInto('signer', psbt);
  await page.getByText('Step 2 of 2: open the PSBT that came back').waitFor();
  await pasteInto('signer', psbt);
  await page.getByText('No signature was added.').waitFor();
  expect(await page.textContent('main')).not.toContain('changed more than signatures');
  await press(page, 'Check something else');
  await press(page, 'Who signed this message?');
  // BIP322's vector.
  await fill('Address', 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l');
  await fill('Message', 'Hello World');
  await fill(
    'Signature',
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  );
  await press(page, 'Verify');
  await page.getByText('Valid: the owner of this address').waitFor();
  await look('verify');
  await fill('Message', '!');
  expect(await page.textContent('main')).not.toContain('Valid: the owner');
  await press(page, 'Verify');
  const invalid = 'Invalid: this signature doesn’t match the address and message.';
  await page.getByText(invalid).waitFor();
  expect((await page.getByText(invalid).innerText()).trim()).toBe(invalid);
  // Each field keeps its own text.
  await openTool(page, 'Check');
  await press(page, 'Is this address mine?');
  expect(await page.locator('#address-paste').inputValue()).toBe('');
  await openTool(page, 'Messages');
  await look('message');
  await press(page, 'Verify a message');
  expect(await page.locator('#message-message').inputValue()).toBe('Hello World!');
  await press(page, 'Sign a message');
  await page.locator('#sign-address').fill('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
  await page.locator('#sign-text').fill('It is mine.');
  await press(page, 'Sign the message');
  await page.getByRole('heading', { name: 'Message signed' }).waitFor();
  // The three texts that the other person needs.
  expect(await page.locator('.texts .groups').textContent()).toBe(
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  );
  expect(await page.locator('.texts .message').innerText()).toBe('It is mine.');
  const signature = await page.locator('.texts .signature').innerText();
  expect(signature).toMatch(/^[A-Za-z0-9+/=]{80,}$/);
  // An offline computer has no other way out for it.
  expect(await saved(page)).toBe(`${signature}\n`);
  await press(page, 'Show as QR codes');
  await page.getByRole('img', { name: 'QR code' }).waitFor();
  await look('message-signed');
  await press(page, 'Sign another message');
  expect(await page.locator('#sign-text').inputValue()).toBe('It is mine.');
  await page.selectOption('#sign-own', { index: 2 });
  expect(await page.locator('#sign-address').inputValue()).toMatch(/^bc1q/);
  // The search for an address of others is long, so it is shown and can be cancelled.
  await page.locator('#sign-address').fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
  await press(page, 'Sign the message');
  await page.locator('form progress').waitFor();
  await press(page, 'Cancel');
  await page.getByText('Cancelled').waitFor();
  expect(await page.locator('form progress').count()).toBe(0);
});

test('shows signers of a shared wallet, its signed PSBT, the practice, the tools and the print view', async () => {
  const { page } = open;
  const psbt = await openCosigner(page);
  await press(page, 'Tools');
  await look('tools');
  await page.keyboard.press('Escape');
  await press(page, 'Open a transaction');
  await paste(page, psbt);
  await page.getByText('2 of 3 signatures needed').waitFor();
  await look('shared');
  await page.emulateMedia({ media: 'print' });
  await look('shared-printed');
  await page.emulateMedia({ media: null });
  await sign(page);
  await page.getByRole('heading', { name: 'more signatures needed' }).waitFor();
  // The signed outputs have the names of the review.
  expect(await page.textContent('main')).toMatch(/BTC \? Labelled as change, not verified/);
  await look('signed-partly');
  await openTool(page, 'Wallet');
  await press(page, 'Backup');
  await page.getByRole('button', { name: 'Print the sheet' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await look('wallet-printed');
  // Chromium keeps the background of forced colors when it loads a page.
  await page.emulateMedia({ media: null, forcedColors: null });
  await page.reload();
  await press(page, 'Practise');
  await page.getByRole('heading', { name: 'Choose a transaction to practise with' }).waitFor();
  await look('practice');
  await press(page, 'Payment 2');
  await page.getByRole('heading', { name: 'Someone else would get your change' }).waitFor();
  expect(await page.textContent('main')).not.toContain('Sparrow: Sparrow:');
  await look('theft');
  const [stopped] = await page.locator('.notice.stop').allInnerTexts();
  expect(stopped).toMatch(/^Do not sign\. The PSBT labels 0\.0\d+ BTC .* as your change/);
  expect(await page.textContent('main')).not.toContain('then try again');
});

test('runs a script one operation after the other, and says where it fails', async () => {
  const { page } = open;
  await openTool(page, 'Inspect');
  await paste(open.page, '5152935387');
  await page.getByText('The script succeeds.').waitFor();
  for (let step = 0; step < 3; step++) await press(page, 'Step forward');
  expect(await page.locator('.script [aria-current]').textContent()).toBe('OP_ADD');
  expect(await page.locator('.stack li').allTextContents()).toEqual(['03']);
  await paste(open.page, '51935187');
  await page
    .getByText('The script fails: Operation not valid with the current stack size')
    .waitFor();
  await press(page, 'Step forward');
  await press(page, 'Step forward');
  await page
    .getByText(
      'It fails here: Operation not valid with the current stack size (INVALID_STACK_OPERATION)',
    )
    .waitFor();
  await look('read');
  await paste(open.page, payment().final);
  await page.getByText('Input 0: P2WPKH').waitFor();
  await page.getByText('Inputs: 1. Outputs: 2.').waitFor();
  // A copied address has no spaces, although it is shown in groups.
  const copied = await page.evaluate(() => {
    const address = document.querySelector('main .groups');
    if (address !== null) getSelection()?.selectAllChildren(address);
    return getSelection()?.toString();
  });
  expect(copied).toMatch(/^bc1q[a-z0-9]{38}$/);
  expect(await page.textContent('main')).not.toContain('The script fails');
  const forged = Buffer.from(payment().final, 'base64');
  // A byte of the signature, after the head of its DER.
  const inside = forged.indexOf(Buffer.from('3044', 'hex')) + 40;
  forged.writeUInt8(forged.readUInt8(inside) ^ 1, inside);
  await paste(open.page, forged.toString('base64'));
  const why = 'Signature must be zero for failed CHECK(MULTI)SIG operation (SIG_NULLFAIL)';
  await page.getByText(`The script fails: ${why}`).waitFor();
  const scripts = await page.locator('section.card .notice').allTextContents();
  expect(scripts).toEqual([
    `Every step succeeds, but the script as a whole fails: ${why}`,
    `The script fails: ${why}`,
  ]);
});

test('exports the wallet without its keys to programs and phones, as a file and as a code', async () => {
  const { page } = open;
  await openWords(page);
  await openTool(page, 'Wallet');
  for (const tab of ['Silent payments', 'Shared wallet', 'Backup', 'Addresses']) {
    await press(page, tab);
    await look(`wallet-${tab}`);
    // One step of a screen is the next one.
    expect(await page.locator('main button.main').count()).toBeLessThan(2);
  }
  await press(page, 'Pair with a program');
  const watching = page.locator('section:has(#watcher)');
  await watching.getByRole('button', { name: 'Save as a file' }).waitFor();
  await look('wallet');
  // The key of account 0 in BIP84's test vector, in both forms.
  const xpub = master.derive("m/84'/0'/0'").publicExtendedKey;
  const zpub =
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
  const expected = [
    ['Sparrow', xpub, /^ur:crypto-output\//i],
    ['Electrum', zpub, new RegExp(`^${zpub}$`)],
    ['Bitcoin Core', xpub, undefined],
    ['Phone', xpub, /^ur:crypto-account\//i],
    ['Descriptor', xpub, /^wpkh\(\[73c5da0a\/84h\/0h\/0h\]xpub/],
  ] as const;
  for (const [program, key, code] of expected) {
    await page.selectOption('#watcher', program);
    await watching.getByRole('button', { name: 'Save as a file' }).waitFor();
    await page.locator('#watcher').focus();
    const file = await saved(page);
    expect(file).toContain(key);
    expect(file).not.toMatch(/[xyz]prv/);
    const show = watching.getByRole('button', { name: 'Show as QR codes' });
    if (code === undefined) {
      expect(await show.count()).toBe(0);
      continue;
    }
    await press(page, 'Show as QR codes');
    await page.getByRole('img', { name: /^QR code/ }).waitFor();
    expect(await codeOnScreen(page)).toMatch(code);
    await press(page, 'Hide the codes');
  }
});

test('says why a single key cannot be paired, and shows its addresses and descriptor', async () => {
  const { page } = open;
  const secret = new Uint8Array(32).fill(7);
  const { address = '' } = p2wpkh(pubECDSA(secret, true));
  await press(page, 'I have words or a key');
  await paste(page, WIF().encode(secret));
  await page.getByRole('heading', { name: 'Wallet unlocked' }).waitFor();
  await press(page, 'Pair with a program');
  await page.getByRole('heading', { name: 'Watch a single key' }).waitFor();
  const groups = await page.locator('#content .groups').allTextContents();
  expect(groups).toContain(address);
  expect(await page.locator('#watcher option').allTextContents()).toEqual([
    'Bitcoin Core',
    'Another, as a descriptor',
  ]);
  expect(await page.getByText('There is no file for').count()).toBe(0);
  expect(await saved(page)).toContain('combo(');
  await look('single-key');
});

test('shows whether the browser is online with open keys, its version and commit', async () => {
  const { page } = open;
  await page.context().setOffline(false);
  await page.getByText('Unplug the network before you enter keys').waitFor();
  await openWords(page);
  await page.getByText('keys are unlocked. Unplug').waitFor();
  await page.context().setOffline(true);
  await page.getByText('Offline', { exact: true }).waitFor();
  await openTool(page, 'Help');
  const { commit } = JSON.parse(readFileSync(join(root, 'dist/version.json'), 'utf8'));
  const facts = await page.locator('.facts dd').allTextContents();
  expect(facts).toEqual([version, commit]);
  await look('help');
  await page.getByText('The manual of this page').click();
  const manual = page.getByRole('region', { name: 'The manual of this page' });
  for (const chapter of await manual.locator('details').all()) {
    await chapter.locator('summary').click();
  }
  const shown = (await manual.innerText()).replace(/\s+/g, ' ');
  // Every paragraph of the documentation, without its marks and links.
  const paragraphs = readFileSync(join(root, 'docs/page.md'), 'utf8')
    .replace(/^# .*$/m, '')
    .replace(/\[([^\]]*)\]\([^)]*\)|[`*]/g, '$1')
    .split(/\n\n|\n(?=[-|] )|\|/)
    .map((text) => text.replace(/^[\s#-]+|\s+/g, ' ').trim())
    .filter((text) => /\w/.test(text));
  expect(paragraphs.length).toBeGreaterThan(80);
  expect(paragraphs.filter((text) => !shown.includes(text))).toEqual([]);
  expect(await page.locator('main a').count()).toBe(0);
  await look('manual');
});

const ROLLS = '35216634412531652146635125431462253166143254126365';

test('copies no word to the clipboard, and stores nothing', async () => {
  const { page } = open;
  const copyAll = async () => {
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+C');
    return page.evaluate(() => navigator.clipboard.readText());
  };
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await press(page, 'I want a new wallet');
  await press(page, '12 words, 50 rolls');
  await fill('Rolls, 1 to 6', ROLLS);
  await press(page, 'Make the words');
  await page.locator('.seed').waitFor();
  const made = await page.locator('.seed li').allTextContents();
  expect(made).toHaveLength(12);
  const copied = await copyAll();
  expect(copied).toContain('Write these words on paper now');
  expect(made.filter((word) => new RegExp(`^${word}$`, 'm').test(copied))).toEqual([]);
  await press(page, 'I’ve written them down. Hide the words');
  await tabTo(page, 'Word 1');
  await page.keyboard.insertText(`${ABANDON.join(' ')} `);
  await press(page, 'Open this other wallet');
  await unlock(page);
  expect(await copyAll()).not.toMatch(/abandon/);
  const kept = await page.evaluate(async () => [
    localStorage.length + sessionStorage.length,
    document.cookie,
    (await indexedDB.databases()).length,
  ]);
  expect(kept).toEqual([0, '', 0]);
});

test('makes the same words from dice as another library', async () => {
  const { page } = open;
  await press(page, 'I have words or a key');
  await press(page, 'Make a new wallet');
  await press(page, '12 words, 50 rolls');
  await tabTo(page, 'Rolls, 1 to 6');
  await page.keyboard.type(ROLLS.slice(0, -1));
  await press(page, 'Make the words');
  await page.getByText('12 words need 50 rolls, and you have 49').waitFor();
  await page.waitForFunction(() => document.activeElement?.id === 'rolls');
  await page.keyboard.press('End');
  await page.keyboard.type(ROLLS.slice(-1));
  await press(page, 'Make the words');
  await page.locator('.seed').waitFor();
  const entropy = createHash('sha256').update(ROLLS).digest().subarray(0, 16);
  const made = entropyToMnemonic(entropy, wordlist).split(' ');
  expect(await page.locator('.seed li').allTextContents()).toEqual(made);
  await look('dice');
  await press(page, 'I’ve written them down. Hide the words');
  expect(await page.locator('.seed').count()).toBe(0);
  await page.getByRole('heading', { name: 'Type the words from your paper' }).waitFor();
  await look('written');
  // Their number is known.
  expect(await page.locator('.lengths').count()).toBe(0);
  await tabTo(page, 'Word 1');
  await page.keyboard.insertText(`${ABANDON.join(' ')} `);
  await page.getByText('These are not the words you made.').waitFor();
  expect(await page.getByText('Checksum OK').count()).toBe(0);
  await press(page, 'Type them again');
  await page.waitForFunction(() => document.activeElement?.id === 'word');
  await typeWords(page, made);
  await page.getByText('These are the words you just made.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your new wallet is ready' }).waitFor();
  const { fingerprint } = HDKey.fromMasterSeed(mnemonicToSeedSync(made.join(' ')));
  await page
    .getByText(
      `Write this fingerprint on your paper too: ${fingerprint.toString(16).padStart(8, '0')}`,
    )
    .waitFor();
  expect(await page.locator('main button.main').allTextContents()).toEqual(['Pair with a program']);
  await look('new-wallet');
  await press(page, 'Print a backup sheet');
  await page.getByRole('heading', { name: 'Wallet backup sheet' }).first().waitFor();
});

test('opens an extended private key, a descriptor, and a wallet file of coldsign with its passphrase', async () => {
  const { page } = open;
  const isOpen = () =>
    page.getByRole('heading', { name: /Wallet unlocked|Watch-only wallet/ }).waitFor();
  await press(page, 'I have words or a key');
  await paste(open.page, master.privateExtendedKey);
  await isOpen();
  expect(await page.textContent('main')).toContain('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
  expect(await contentOf(page)).not.toContain('xprv');
  await press(page, 'Lock');
  const account = master.derive("m/84'/0'/0'");
  await paste(open.page, `wpkh([73c5da0a/84h/0h/0h]${account.publicExtendedKey}/<0;1>/*)`);
  await isOpen();
  expect(await page.textContent('main')).toContain('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
  await press(page, 'Lock');
  await page.setInputFiles('input[type=file]', {
    name: 'savings.dat',
    mimeType: 'application/octet-stream',
    buffer: await encryptedWallet(),
  });
  await page.getByRole('status').getByText('This wallet is locked. Enter its').waitFor();
  await tabTo(page, 'Password of the file');
  await page.keyboard.type('correct horse');
  await press(page, 'Open the file');
  await isOpen();
  expect(await page.textContent('main')).toContain('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
});

async function withCamera(texts: readonly string[], run: () => Promise<void>): Promise<void> {
  const film = filmed(texts);
  await open.close();
  open = await openSigningPage(film.args);
  try {
    await run();
  } finally {
    film.end();
  }
}

test('reads a SeedQR and the animated codes of a PSBT by camera, and answers in codes that a camera reads', async () => {
  const { psbt, hex } = payment();
  const digits = ABANDON.map((word) => `${wordlist.indexOf(word)}`.padStart(4, '0')).join('');
  await withCamera([digits], async () => {
    // As if another program had not released the camera yet.
    await open.page.evaluate(() => {
      const { mediaDevices } = navigator;
      const ask = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async () => {
        mediaDevices.getUserMedia = ask;
        throw new DOMException('it is in use', 'NotReadableError');
      };
    });
    await press(open.page, 'Keys');
    await press(open.page, 'Scan with the camera');
    await open.page.waitForFunction(() => document.activeElement?.id === 'passphrase');
    await open.page.keyboard.press('Enter');
    await open.page.getByRole('heading', { name: 'Wallet unlocked' }).waitFor();
    expect(await open.page.textContent('main')).toContain('73c5da0a');
  });
  const frames = encodeFrames(
    { kind: 'psbt', bytes: Buffer.from(psbt, 'base64') },
    { as: 'ur', maxLength: 250 },
  );
  if ('error' in frames) throw new Error(frames.error);
  expect(frames.count).toBeGreaterThan(2);
  const texts = Array.from({ length: 2 * frames.count }, (_, step) => frames.at(step));
  await withCamera(texts, async () => {
    const { page } = open;
    await openWords(open.page);
    await press(page, 'Open a transaction');
    await press(page, 'Scan with the camera');
    await page.getByRole('article', { name: 'Review transaction' }).waitFor({ timeout: 60_000 });
    await sign(page);
    await page.getByRole('heading', { name: 'Signed. Not sent yet.' }).waitFor();
    await press(page, 'Show as QR codes');
    await page.getByRole('img', { name: /^QR code/ }).waitFor();
    const carried = createFrameReader(nobleSecp256k1).receive(
      (await codeOnScreen(open.page)) ?? '',
    );
    expect(carried).toMatchObject({ status: 'done', value: { kind: 'transaction' } });
    if (carried.status === 'done' && carried.value.kind === 'transaction') {
      expect(Buffer.from(carried.value.bytes).toString('hex')).toBe(hex);
    }
  });
});

const COINS = [250_000n, 100_000n];

/** Makes a snapshot of a regtest node with the first two addresses paid in one block. */
async function snapshot(): Promise<Buffer> {
  const scripts = [0, 1].map((index) => {
    const { publicKey } = master.derive(`m/84'/1'/0'/0/${index}`);
    return p2wpkh(publicKey ?? new Uint8Array(0)).script;
  });
  const chain = createMemoryChain(consensusParams.regtest);
  const { hash, time, bits } = consensusParams.regtest.genesis;
  const coin = {
    version: 2,
    locktime: 0,
    inputs: [
      {
        prevout: { txid: '11'.repeat(32), vout: 1 },
        scriptSig: new Uint8Array(0),
        sequence: 0,
        witness: [],
      },
    ],
    outputs: scripts.map((scriptPubKey, vout) => ({ value: COINS[vout] ?? 0n, scriptPubKey })),
  };
  const header = { version: 4, merkleRoot: '00'.repeat(32), bits, nonce: 1 };
  const first = { ...header, previousBlockHash: hash, time: time + 600 };
  const coinbase = {
    ...coin,
    inputs: [
      {
        prevout: { txid: '00'.repeat(32), vout: 0xffffffff },
        scriptSig: Uint8Array.of(1, 1),
        sequence: 0,
        witness: [],
      },
    ],
    outputs: [{ value: 1n, scriptPubKey: Uint8Array.of(0x51) }],
  };
  const mined = solve({ header: first, transactions: [coinbase, coin] });
  chain.connect(mined);
  const previousBlockHash = blockHash(mined.header);
  const second = { ...header, previousBlockHash, time: time + 1200 };
  chain.connect(solve({ header: second, transactions: [{ ...coinbase, locktime: 1 }] }));
  const made = await snapshotOf(chain.source, scripts, createRandom(1));
  // The payer gives a rate.
  const estimates = { unset: [], economical: [], conservative: [] };
  return Buffer.from(encodeSnapshot({ ...made, fees: { ...made.fees, estimates } }).bytes);
}

const REGTEST = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };
const PAYEES = ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', p2wpkhOfRegtest(7)] as const;

function p2wpkhOfRegtest(index: number): string {
  const { publicKey } = master.derive(`m/84'/1'/9'/0/${index}`);
  return p2wpkh(publicKey ?? new Uint8Array(0), REGTEST).address ?? '';
}

async function openSnapshot(): Promise<void> {
  const { page } = open;
  await press(page, 'Keys');
  await page.selectOption('#network', 'regtest');
  await openWords(open.page);
  await openTool(page, 'Pay');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'facts.snapshot',
      mimeType: 'application/octet-stream',
      buffer: await snapshot(),
    });
  await page.getByText('0.0035').waitFor();
}

/** Returns the transaction signed after the review: amounts, payees, coins and the fee. */
async function signedPayment() {
  const { page } = open;
  await press(page, 'Review the payment');
  await page.getByRole('heading', { name: 'Recipients' }).waitFor();
  await sign(page);
  await page.getByRole('heading', { name: 'Signed. Not sent yet.' }).waitFor();
  const made = Transaction.fromRaw(Buffer.from((await saved(open.page)).trim(), 'hex'), {
    allowUnknownOutputs: true,
  });
  const outputs = Array.from({ length: made.outputsLength }, (_, i) => {
    return [made.getOutputAddress(i, REGTEST), made.getOutput(i).amount ?? 0n] as const;
  });
  const inputs = Array.from({ length: made.inputsLength }, (_, i) => made.getInput(i).index ?? -1);
  const spent = inputs.reduce((sum, vout) => sum + (COINS[vout] ?? 0n), 0n);
  const paid = outputs.reduce((sum, [, amount]) => sum + amount, 0n);
  return { inputs, outputs: new Map(outputs), fee: spent - paid, vsize: BigInt(made.vsize) };
}

test('pays two from one chosen coin at a typed rate, by keyboard alone', async () => {
  const { page } = open;
  await openSnapshot();
  await fill('To address', PAYEES[0]);
  await fill('Amount in BTC', '0.001');
  await press(page, 'Add a recipient');
  await page.waitForFunction(() => document.activeElement?.id === 'pay-address-2');
  await page.keyboard.insertText(`bitcoin:${PAYEES[1]}?amount=0.0002&label=rent`);
  await fill('Fee rate in sat/vB', '2');
  await press(page, 'Choose the coins');
  await tabTo(page, /^0\.00250000 BTC/);
  await page.keyboard.press('Space');
  await page.getByText('1 coin chosen: 0.00250000 BTC').waitFor();
  await look('pay');
  const { inputs, outputs, fee, vsize } = await signedPayment();
  expect(inputs).toEqual([0]);
  expect([outputs.size, outputs.get(PAYEES[0]), outputs.get(PAYEES[1])]).toEqual([
    3,
    100_000n,
    20_000n,
  ]);
  // A signature is sometimes a byte shorter.
  expect([2n * vsize, 2n * vsize + 2n]).toContain(fee);
});

test('keeps a typed payment, removes recipients, and subtracts the fee from one of them', async () => {
  const { page } = open;
  await openSnapshot();
  await fill('To address', PAYEES[0]);
  await fill('Amount in BTC', '0.0035');
  await press(page, 'Add a recipient');
  await page.getByRole('group', { name: 'Recipient 2' }).waitFor();
  await press(page, 'Remove recipient 2');
  await page.getByRole('group', { name: 'Recipient 2' }).waitFor({ state: 'detached' });
  await fill('Fee rate in sat/vB', '3');
  await press(page, 'Review the payment');
  await page.getByText('Your balance does not cover the payment and its fee of').waitFor();
  await openTool(page, 'Inspect');
  await openTool(page, 'Pay');
  await tabTo(page, 'Take the fee from this amount');
  await page.keyboard.press('Space');
  const { inputs, outputs, fee } = await signedPayment();
  expect(inputs.sort()).toEqual([0, 1]);
  expect([...outputs]).toEqual([[PAYEES[0], 350_000n - fee]]);
});

test('refuses a payment request with unknown requirements, and invalid amounts', async () => {
  const { page } = open;
  await openSnapshot();
  await fill('To address', `bitcoin:${PAYEES[0]}?amount=0.001&req-somethingyoudontunderstand=50`);
  await page.getByText('This payment request needs an unknown feature.').waitFor();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(PAYEES[0]);
  await fill('Amount in BTC', '0,001');
  await press(page, 'Review the payment');
  await page.getByText('Enter the amount in BTC with a dot for decimals').waitFor();
  await refill('Amount in BTC', '90000');
  await fill('Fee rate in sat/vB', '3');
  await press(page, 'Review the payment');
  await page.getByText('If you mean 90000 satoshi, enter 0.00090000.').waitFor();
  await refill('Amount in BTC', '0.0009');
  await refill('Fee rate in sat/vB', '');
  await page.getByText('There is no estimate. Look up a current rate').waitFor();
  await press(page, 'Review the payment');
  await page
    .getByText('There is no fee estimate. Enter a fee rate in sat/vB with a dot for decimals')
    .waitFor();
});

test('shows rate and share beside the fee, and says so where they are high', async () => {
  const { page } = open;
  await openSnapshot();
  await fill('To address', PAYEES[0]);
  await fill('Amount in BTC', '0.0018');
  await fill('Fee rate in sat/vB', '150');
  // Without this, the page sometimes selects two coins at random, like Core.
  await press(page, 'Choose the coins');
  await tabTo(page, /^0\.00250000 BTC/);
  await page.keyboard.press('Space');
  await press(page, 'Review the payment');
  await page.getByText('WARNING The fee is very high.').waitFor();
  await page
    .locator('dd', { hasText: /about 1[45]\d\.\d\d sat\/vB, 11\.\d\d % of the payment/ })
    .waitFor();
  await openTool(page, 'Pay');
  await refill('Fee rate in sat/vB', '430');
  await press(page, 'Review the payment');
  await page.getByText('is more than 25 % of the payment').waitFor();
});

test('reads a snapshot and a payee by camera', async () => {
  const cbor = encodeByteString(await snapshot());
  const frames = encodeFrames({ kind: 'ur', type: 'bytes', cbor }, { as: 'ur', maxLength: 800 });
  if ('error' in frames) throw new Error(frames.error);
  const codes = Array.from({ length: 2 * frames.count }, (_, step) => frames.at(step));
  await withCamera(codes, async () => {
    await press(open.page, 'Keys');
    await open.page.selectOption('#network', 'regtest');
    await openWords(open.page);
    await openTool(open.page, 'Pay');
    await press(open.page, 'Scan with the camera');
    await open.page.getByText('0.0035').waitFor();
  });
  await withCamera([`bitcoin:${PAYEES[0]}?amount=0.0012`], async () => {
    await openSnapshot();
    await press(open.page, 'Scan the address: Recipient 1');
    await open.page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#pay-amount-1')?.value === '0.0012',
    );
    await fill('Fee rate in sat/vB', '1');
    const { outputs } = await signedPayment();
    expect(outputs.get(PAYEES[0])).toBe(120_000n);
  });
});

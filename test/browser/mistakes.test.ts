import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { p2pkh, p2wpkh, Transaction, WIF } from '@scure/btc-signer';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { english } from '../../src/adapters/page/strings.ts';
import { readBerkeley } from '../../src/formats/wallet-dat/berkeley.ts';
import { readRecords } from '../../src/formats/wallet-dat/records.ts';
import { ABANDON, master, payment } from '../support/chains/abandon-payment.ts';
import { namedKey, publicKeyOf } from '../support/generate/wallet-dat.ts';
import { readVector, root } from '../support/paths.ts';
import {
  contentOf,
  faultsOf,
  openCosigner,
  openSigningPage,
  openTool,
  openWords,
  paste,
  press,
  sign,
  tabTo,
  takePicture,
} from '../support/screens/signing-page.ts';
import { journeys } from '../support/vectors/journeys.ts';

/** The first address of BIP84's test vector. */
const FIRST = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

const TEST_VERSIONS = { private: 0x04358394, public: 0x043587cf };

/** The same master key on testnet. */
const TPRV = HDKey.fromMasterSeed(
  mnemonicToSeedSync(ABANDON.join(' ')),
  TEST_VERSIONS,
).privateExtendedKey;

/** Opens a page that is closed at the end of the test. */
async function opened(run: (page: Page) => Promise<void>, hash = ''): Promise<void> {
  const { page, complaints, close } = await openSigningPage([], hash);
  try {
    await run(page);
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
}

const header = (page: Page) => page.locator('header').innerText();

test('shows the network in the header at every width, with keys and without', () =>
  opened(async (page) => {
    const isShown = async (name: string) => {
      for (const width of [1440, 768, 360, 320]) {
        await page.setViewportSize({ width, height: 700 });
        expect({ width, text: await header(page) }).toMatchObject({
          text: expect.stringContaining(name),
        });
      }
    };
    await press(page, 'Keys');
    await page.selectOption('#network', 'testnet4');
    await isShown('Testnet 4');
    await openWords(page);
    await isShown('Testnet 4');
    await press(page, 'Lock');
    await page.getByRole('heading', { name: 'Unlock your wallet' }).waitFor();
    await openWords(page);
    await isShown('Bitcoin');
  }));

/** Runs in the page: names what is cut, wrapped or covered in the header. */
function headerFaults(): readonly string[] {
  const parts = [...document.querySelectorAll('.name, .steps .number, .which')];
  const shown = [...parts, ...document.querySelectorAll('.lock, .language, .menu > button')];
  const boxes = shown.map((part) => ({ part, box: part.getBoundingClientRect() }));
  const middle = (box: DOMRect) => (box.top + box.bottom) / 2;
  const rows = new Set(boxes.map(({ box }) => Math.round(middle(box) / 20)));
  const labels = [
    ...document.querySelectorAll<HTMLElement>('.steps .label, .lock, .menu > button'),
  ];
  const height = (label: HTMLElement) => label.getClientRects().length;
  return [
    ...(rows.size > 1 ? [`${rows.size} rows`] : []),
    ...boxes.flatMap(({ box, part }, i) =>
      boxes
        .slice(i + 1)
        .filter((other) => other.box.left < box.right - 0.5 && other.box.right > box.left + 0.5)
        .map((other) => `${part.className} over ${other.part.className}`),
    ),
    ...labels
      .filter((each) => height(each) > 1 || each.scrollWidth > each.clientWidth + 1)
      .map((each) => `${each.textContent} is cut`),
  ];
}

test.each(['de', 'es', 'fr', 'ja', 'pt'])(
  'keeps the header in one row in %s, with keys open',
  (tag) =>
    opened(async (page) => {
      await openWords(page);
      await page.locator('header select').selectOption(tag);
      for (const width of [1440, 1024, 900, 800, 360]) {
        await page.setViewportSize({ width, height: 700 });
        expect({ width, faults: await page.evaluate(headerFaults) }).toEqual({ width, faults: [] });
      }
    }),
);

test('shows a transaction that stays open when locked on its network', () =>
  opened(async (page) => {
    const journey = journeys.find(({ name }) => name === 'words of a single key');
    if (journey === undefined) throw new Error('no journey');
    await press(page, 'Keys');
    await page.selectOption('#network', 'regtest');
    await openWords(page);
    await press(page, 'Open a transaction');
    await paste(page, Buffer.from(journey.psbt).toString('base64'));
    await page.getByRole('article').waitFor();
    await press(page, 'Lock');
    await page.getByText('The transaction is still open').waitFor();
    await press(page, 'Review');
    await page.locator('.output', { hasText: 'bcrt1' }).waitFor();
    expect(await page.textContent('main')).not.toMatch(/\bbc1/);
  }));

test('shows the network that a removed key has chosen', () =>
  opened(async (page) => {
    await press(page, 'Keys');
    await paste(page, TPRV);
    await page.getByRole('heading', { name: 'Wallet unlocked' }).waitFor();
    await press(page, /^Remove /);
    await page.getByRole('heading', { name: 'Unlock your wallet' }).waitFor();
    expect(await page.inputValue('#network')).toBe('test');
    expect(await header(page)).toContain('Testnet 3');
  }));

test('offers each test network for keys that fit all of them', () =>
  opened(async (page) => {
    await press(page, 'Keys');
    await paste(page, TPRV);
    await page.getByRole('heading', { name: 'Wallet unlocked' }).waitFor();
    expect(await page.locator('.addresses li').first().innerText()).toMatch(/^tb1q/);
    await page.selectOption('#network', 'regtest');
    await page.locator('.addresses li', { hasText: /^bcrt/ }).first().waitFor();
    expect(await header(page)).toContain('Regtest');
    await page.selectOption('#network', 'signet');
    await page.locator('.addresses li', { hasText: /^tb1q/ }).first().waitFor();
    expect(await page.locator('#network option').count()).toBe(4);
  }));

test('keeps the focus on the button that prints', () =>
  opened(async (page) => {
    await openWords(page);
    await openTool(page, 'Wallet');
    await press(page, 'Backup');
    // Chromium prints the page itself, whose buttons are hidden, and takes the focus from them.
    await page.evaluate(() => {
      window.print = () => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      };
    });
    await press(page, 'Print the sheet');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Print the sheet');
  }));

test('starts the practice without the transaction and the payment that were open before', () =>
  opened(async (page) => {
    await press(page, 'Transaction');
    await paste(page, payment().psbt);
    await page.getByRole('article').waitFor();
    await openTool(page, 'Start');
    await press(page, 'Practise');
    await page.getByRole('heading', { name: 'Choose a transaction to practise with' }).waitFor();
    expect(await header(page)).toContain('Signet');
    expect(await page.getByRole('button', { name: 'Review', exact: true }).isDisabled()).toBe(true);
  }));

test('ends the practice when it is locked', () =>
  opened(async (page) => {
    await press(page, 'Practise');
    await page.getByRole('heading', { name: 'Choose a transaction to practise with' }).waitFor();
    await press(page, 'Payment 1');
    await page.getByRole('article').waitFor();
    await press(page, 'Lock');
    await page.getByText('Practice has ended.').waitFor();
    expect(await page.getByText('Signet').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Review', exact: true }).isDisabled()).toBe(true);
  }));

test('takes 24 words with the default of 12, and says nothing about the first 12', () =>
  opened(async (page) => {
    await press(page, 'Keys');
    await tabTo(page, 'Word 1');
    for (let i = 0; i < 24; i++) {
      await page.keyboard.type(i < 23 ? 'zoo ' : 'vote ');
      await page.getByText(`${i + 1} of ${i < 11 ? 12 : 24} words entered`).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      const focused = i < 23 ? 'word' : 'passphrase';
      await page.waitForFunction((id) => document.activeElement?.id === id, focused);
    }
    await page.getByText('Checksum OK.').waitFor();
  }));

test('says what is wrong with 12 words when asked, and keeps the focus', () =>
  opened(async (page) => {
    await press(page, 'Keys');
    await tabTo(page, 'Word 1');
    for (let i = 1; i <= 12; i++) {
      await page.keyboard.type('zoo ');
      await page.getByText(`${i} of ${i < 12 ? 12 : 24} words entered`).waitFor();
    }
    await page.getByText('Does yours have more words?').waitFor();
    await press(page, 'That is all. Check my words');
    // The field for one more word goes, and the error gets the focus at its place.
    const alert = page.getByRole('alert').filter({ hasText: 'the checksum is wrong' });
    await alert.waitFor();
    await page.getByText('12 of 12 words entered').waitFor();
    expect(await page.locator('#word').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('checksum');
    await press(page, 'Start over');
    await page.locator('#word:focus').waitFor();
    await page.keyboard.insertText(`${'zoo '.repeat(24)}`);
    const said = page.getByText('the checksum is wrong');
    await said.waitFor();
    // After the last word it stands where the field was, above the numbers of the words.
    const y = async (part: typeof said) => (await part.boundingBox())?.y ?? 0;
    expect(await y(said)).toBeLessThan(await y(page.locator('.dots')));
    expect(await page.evaluate(() => document.activeElement?.localName)).not.toBe('body');
  }));

test.each(['typed', 'inserted'])(
  'says at once what is wrong with 12 words if 12 was chosen, %s',
  (how) =>
    opened(async (page) => {
      await press(page, 'Keys');
      await press(page, '12');
      await tabTo(page, 'Word 1');
      // The valid seed of BIP39's first test vector ends with “about”.
      const wrong = `${'abandon '.repeat(12)}`;
      if (how === 'typed') await page.keyboard.type(wrong);
      else await page.keyboard.insertText(wrong);
      await page.getByRole('alert').filter({ hasText: 'the checksum is wrong' }).waitFor();
      const text = await page.locator('main').innerText();
      expect(text).toContain('12 of 12 words entered');
      expect(text).not.toMatch(/of 24 words|Word 13|Does yours have more words/);
      expect(await page.locator('.dots.wrong').count()).toBe(1);
      // A person who chose the wrong number goes on.
      await press(page, 'I have more words');
      await page.getByText('12 of 24 words entered').waitFor();
      await page.getByText('Word 13').waitFor();
      await page.locator('#word:focus').waitFor();
    }),
);

test('asks before the practice erases open keys', () =>
  opened(async (page) => {
    await openWords(page);
    for (const goes of [false, true]) {
      await openTool(page, 'Start');
      await press(page, 'Practise');
      await page.getByText('locks your wallet and erases its keys').waitFor();
      if (goes) await press(page, 'Lock my wallet and practise');
      else await press(page, 'Keys');
      const heading = goes ? 'Choose a transaction to practise with' : 'Wallet unlocked';
      await page.getByRole('heading', { name: heading }).waitFor();
    }
    // The practice keys have no value.
    await openTool(page, 'Start');
    await press(page, 'Practise');
    await page.getByRole('heading', { name: 'Choose a transaction to practise with' }).waitFor();
  }));

test('finds an address typed in groups, and names the place of a typing error', () =>
  opened(async (page) => {
    await openWords(page);
    await openTool(page, 'Check');
    await press(page, 'Is this address mine?');
    for (const [typed, says] of [
      [FIRST.match(/.{1,4}/g)?.join(' '), 'Path: 73c5da0a/84h/0h/0h/0/0'],
      [FIRST.replace('kr609', 'kr608'), 'probably at character 15'],
      ['my savings', 'This isn’t a valid Bitcoin address.'],
    ] as const) {
      await page.locator('#address-paste').fill(typed ?? '');
      await page.locator('.intake:has(#address-paste) > button').click();
      await page.getByText(says).waitFor();
      // An address that can be corrected stays in the field, and nothing else does.
      const kept = says.includes('character 15') ? typed : '';
      expect(await page.inputValue('#address-paste')).toBe(kept);
    }
  }));

test('shows a fingerprint in one line, and a code that fits a low screen', () =>
  opened(async (page) => {
    await openWords(page);
    for (const width of [320, 360, 768]) {
      await page.setViewportSize({ width, height: 700 });
      const box = await page.locator('.key .big').boundingBox();
      expect(box?.height).toBeLessThan(40);
    }
    await openTool(page, 'Wallet');
    await press(page, 'Show Address 0 as a QR code');
    for (const [width, height] of [
      [740, 360],
      [320, 640],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      const box = await page.locator('svg.code:visible').boundingBox();
      expect(box?.height).toBeLessThanOrEqual(height);
      expect(box?.width).toBe(box?.height);
    }
  }));

test('opens a pasted file, and says that another program uses the camera', () =>
  opened(async (page) => {
    await press(page, 'Transaction');
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([text], 'payment.psbt'));
      const pasted = new ClipboardEvent('paste', { clipboardData, bubbles: true });
      document.body.dispatchEvent(pasted);
    }, payment().psbt);
    await page.getByRole('article').waitFor();
    await press(page, 'Keys');
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('in use', 'NotReadableError'));
    });
    await press(page, 'Scan with the camera');
    await page.getByText('Close other programs that use it, or open a file.').waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    // Nothing is scanned that could be stopped.
    expect(await focused()).toBe('Cancel');
  }));

test('asks for the password of a file, and calls only a wrong one a problem', () =>
  opened(async (page) => {
    const file = join(root, 'vectors/formats/files.json');
    const encrypted = JSON.parse(readFileSync(file, 'utf8'))['sparrow/electrum-encrypted'];
    await page.setViewportSize({ width: 360, height: 640 });
    await press(page, 'Keys');
    await page.locator('#keys-paste').fill(encrypted);
    await page.locator('.intake:has(#keys-paste) > button').click();
    await page.waitForFunction(() => document.activeElement?.id === 'password');
    const alerts = page.getByRole('alert');
    const question = page.getByRole('status').getByText('its password is needed');
    expect([await question.count(), await alerts.count()]).toEqual([1, 0]);
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    const problem = page.getByText('The password of this Electrum wallet is wrong.');
    await problem.waitFor();
    expect([await question.count(), await alerts.count()]).toEqual([0, 1]);
    const { y = -1 } = (await problem.boundingBox()) ?? {};
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(640);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('password');
    await page.keyboard.type('pass');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Wallet unlocked' }).waitFor();
  }));

test('says that a file is empty', () =>
  opened(async (page) => {
    await press(page, 'Transaction');
    const empty = { name: 'a.psbt', mimeType: '', buffer: Buffer.alloc(0) };
    await page.setInputFiles('input[type=file]', empty);
    await page.getByText('This file is empty, too large or unreadable.').waitFor();
  }));

test.each(['en', 'de', 'es', 'fr', 'ja', 'pt', 'pseudo'])(
  'opens the list of tools inside of a narrow screen in %s, with keys of a test network',
  (language) =>
    opened(async (page) => {
      await page.locator('.steps button').first().click();
      await page.selectOption('#network', 'testnet4');
      await page.locator('#word').fill(`${ABANDON.join(' ')} `);
      await page.waitForFunction(() => document.activeElement?.id === 'passphrase');
      await page.keyboard.press('Enter');
      await page.locator('ul.keys').waitFor();
      await page.locator('.menu > button').click();
      for (const width of [320, 360, 768]) {
        await page.setViewportSize({ width, height: 700 });
        const { left, right } = await page
          .locator('.items')
          .evaluate((list) => list.getBoundingClientRect().toJSON());
        expect(left).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(width);
      }
    }, `#language=${language}`),
);

test('shows a word while its number is held, and replaces it only after a short press', () =>
  opened(async (page) => {
    // A press is short while the clock does not advance.
    await page.clock.setFixedTime(0);
    await press(page, 'Keys');
    await tabTo(page, 'Word 1');
    await page.keyboard.insertText(`zebra ${ABANDON.slice(1, 11).join(' ')} `);
    await page.getByText('11 of 12 words entered').waitFor();
    const first = page.getByRole('button', { name: 'Word 1: hold to see it' });
    const label = () => page.locator('label[for=word]').innerText();
    for (const [down, up] of [
      [() => page.keyboard.down('Enter'), () => page.keyboard.up('Enter')],
      [() => page.keyboard.down('Space'), () => page.keyboard.up('Space')],
      [() => page.mouse.down(), () => page.mouse.up()],
    ] as const) {
      await first.focus();
      await first.hover();
      await down();
      await page.getByText('1: zebra').waitFor();
      await page.clock.setFixedTime(600);
      await up();
      await page.clock.setFixedTime(0);
      await page.getByText('1: zebra').waitFor({ state: 'detached' });
      expect(await label()).toBe('Word 12');
    }
    const isFocused = () => page.waitForFunction(() => document.activeElement?.id === 'word');
    for (const short of [
      () => page.keyboard.press('Enter'),
      () => page.keyboard.press('Space'),
      () => first.click(),
    ]) {
      await first.focus();
      await short();
      await isFocused();
      expect(await label()).toBe('Replace word 1');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Escape');
      await isFocused();
      expect(await label()).toBe('Word 12');
    }
    await first.click();
    await isFocused();
    await page.keyboard.type('aban ');
    await page.getByText('Replace word 1').waitFor({ state: 'detached' });
    await tabTo(page, 'Word 12', { back: true });
    await page.keyboard.type('abou ');
    await page.getByText('Checksum OK.').waitFor();
    await first.click();
    await isFocused();
    await press(page, 'Cancel');
    await page.getByText('Checksum OK.').waitFor();
  }));

test('does not open the first 12 of 24 words pasted as the first word', () =>
  opened(async (page) => {
    await press(page, 'Keys');
    await tabTo(page, 'Word 1');
    // The first 12 words are a seed too.
    const words = [...ABANDON, ...Array.from({ length: 12 }, () => 'abandon')];
    await page.keyboard.insertText(`${words.join(' ')} `);
    await page.getByText('24 of 24 words entered').waitFor();
    expect(await page.locator('[aria-pressed=true]').innerText()).toBe('24');
    await page.getByText('the checksum is wrong').waitFor();
    await press(page, 'Start over');
    await page.waitForFunction(() => document.activeElement?.id === 'word');
    await page.keyboard.insertText(`${'abandon '.repeat(25)}`);
    await page.getByText('25 words: a phrase has 12, 15, 18, 21 or 24').waitFor();
  }));

test('asks for the passphrase of a seed in hexadecimal', () =>
  opened(async (page) => {
    await press(page, 'Keys');
    await paste(page, '00'.repeat(16));
    await page.getByText('Fingerprint with this passphrase: 73c5da0a').waitFor();
    expect(await page.getByRole('heading', { name: 'Wallet unlocked' }).count()).toBe(0);
  }));

/** Changes that web pages, chats and word processors make to a text. */
const changes: readonly (readonly [name: string, change: (text: string) => string])[] = [
  ['in quotes of a word processor', (text) => `“${text}”`],
  ['in German quotes', (text) => `„${text}“`],
  ['behind a byte order mark', (text) => `\ufeff${text}`],
  ['with a space of no width', (text) => `${text.slice(0, 9)}\u200b${text.slice(9)}\u200b`],
];

test.each(changes)('reads keys, a PSBT and an address %s', (_, change) =>
  opened(async (page) => {
    const { privateKey } = master.derive("m/84'/0'/0'/0/0");
    const wif = WIF().encode(privateKey ?? new Uint8Array());
    await press(page, 'Keys');
    for (const key of [master.privateExtendedKey, wif]) {
      await paste(page, change(key));
      await page.getByRole('heading', { name: 'Wallet unlocked' }).waitFor();
      expect(await page.textContent('main')).toContain(FIRST);
      await press(page, 'Lock');
      await page.getByRole('heading', { name: 'Unlock your wallet' }).waitFor();
    }
    await openWords(page);
    await press(page, 'Open a transaction');
    await paste(page, change(payment().psbt));
    await page.getByRole('article').waitFor();
    await openTool(page, 'Check');
    await press(page, 'Is this address mine?');
    await page.locator('#address-paste').focus();
    await page.keyboard.insertText(change(FIRST));
    await press(page, 'Continue');
    await page.getByText('Path: 73c5da0a/84h/0h/0h/0/0').waitFor();
  }),
);

test('reads keys and a PSBT from text files as word processors and shells of Windows write them', () =>
  opened(async (page) => {
    const openFile = (buffer: Buffer) =>
      page.setInputFiles('input[type=file]', {
        name: 'text.txt',
        mimeType: 'text/plain',
        buffer,
      });
    const utf16 = (text: string) => Buffer.from(`\ufeff${text}\r\n`, 'utf16le');
    await press(page, 'Keys');
    await openFile(Buffer.from(`“${master.privateExtendedKey}”`));
    await page.getByRole('heading', { name: 'Wallet unlocked' }).waitFor();
    await press(page, 'Lock');
    await page.getByText('Locked.').waitFor();
    await openFile(utf16(ABANDON.join(' ')));
    await page.getByText('Fingerprint with this passphrase: 73c5da0a').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Wallet unlocked' }).waitFor();
    await press(page, 'Open a transaction');
    await openFile(utf16(payment().psbt));
    await page.getByRole('article').waitFor();
  }));

test('reports at once that a large file of words is not a seed', () =>
  opened(async (page) => {
    await press(page, 'Keys');
    await page.setInputFiles('input[type=file]', {
      name: 'debug.log',
      mimeType: 'text/plain',
      buffer: Buffer.from('some words in a line\n'.repeat(50_000)),
    });
    await page.getByText('250000 words: a phrase has').waitFor();
  }));

test('closes the list of tools when it is left, and returns the focus with Escape', () =>
  opened(async (page) => {
    const isOpen = () => page.locator('.items').count();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    for (const key of ['Escape', 'Enter']) {
      await press(page, 'Tools');
      await page.keyboard.press('Tab');
      // The screen is shown already.
      await page.keyboard.press(key);
      expect([await isOpen(), await focused()]).toEqual([0, 'Tools']);
    }
    await page.keyboard.press('Enter');
    // Eight screens.
    for (let step = 0; step < 15; step++) await page.keyboard.press('Tab');
    expect(await isOpen()).toBe(0);
    await page.getByRole('button', { name: 'Tools' }).click();
    expect(await isOpen()).toBe(1);
    await page.locator('h1').click();
    expect(await isOpen()).toBe(0);
  }));

test('the decision bar does not cover a low or narrow screen', () =>
  opened(async (page) => {
    await openWords(page);
    await press(page, 'Open a transaction');
    await paste(page, payment().psbt);
    await page.locator('.bar').waitFor();
    for (const [width, height] of [
      [320, 256],
      [640, 360],
      [360, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => scrollTo(0, 0));
      const top = await page.locator('.bar').evaluate((bar) => bar.getBoundingClientRect().top);
      expect(top).toBeGreaterThan(height);
    }
  }));

test('a shared wallet’s amounts, fee and recipients are on a small screen before Sign', () =>
  opened(async (page) => {
    const psbt = await openCosigner(page);
    await press(page, 'Open a transaction');
    await paste(page, psbt);
    await page.getByText('2 of 3 signatures needed').waitFor();
    await page.setViewportSize({ width: 360, height: 640 });
    await page.evaluate(() => scrollTo(0, 0));
    const edge = (selector: string, side: 'top' | 'bottom') =>
      page
        .locator(selector)
        .last()
        .evaluate((element, at) => element.getBoundingClientRect()[at], side);
    expect(await edge('.facts', 'bottom')).toBeLessThan(640);
    expect(await edge('.outputs', 'bottom')).toBeLessThan(await edge('.bar', 'top'));
    expect(await edge('.bar', 'top')).toBeGreaterThan(640);
  }));

test('asks for one passphrase at a time, and previews it for the seed that it opens', () =>
  opened(async (page) => {
    await press(page, 'Keys');
    await tabTo(page, 'Word 1');
    await page.keyboard.insertText(`${ABANDON.join(' ')} `);
    await page.getByText('Fingerprint with this passphrase: 73c5da0a').waitFor();
    const other = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
    await page.locator('#keys-paste').fill(other);
    await press(page, 'Continue');
    await page.getByText('Fingerprint with this passphrase: b8688df1').waitFor();
    expect(await page.locator('#passphrase').count()).toBe(1);
    await page.locator('#keys-paste').fill('no key');
    await press(page, 'Continue');
    await page.getByText('Fingerprint with this passphrase: 73c5da0a').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Wallet unlocked' }).waitFor();
    expect(await page.textContent('main')).toContain('73c5da0a');
  }));

test('shows the address next to each position of an account, also at the end', () =>
  opened(async (page) => {
    await openWords(page);
    await openTool(page, 'Wallet');
    const listed = () =>
      page
        .locator('.addresses li')
        .evaluateAll((rows) =>
          rows.map((row) => [row.getAttribute('value'), row.querySelector('.groups')?.textContent]),
        );
    for (const [typed, first] of [
      ['5', 5],
      ['99999999999', 2 ** 31 - 20],
    ] as const) {
      await page.fill('#first', typed);
      await page.locator(`.addresses li[value="${first}"]`).waitFor();
      const expected = Array.from({ length: 20 }, (_, i) => {
        const { publicKey } = master.derive(`m/84'/0'/0'/0/${first + i}`);
        return [`${first + i}`, p2wpkh(publicKey ?? new Uint8Array()).address];
      });
      expect(await listed()).toEqual(expected);
    }
    expect(await page.getByRole('button', { name: 'Next 20' }).isDisabled()).toBe(true);
  }));

test('opens one dropped file or text, and asks for one at a time', () =>
  opened(async (page) => {
    await press(page, 'Transaction');
    const drop = (files: number, text: string) =>
      page.evaluate(
        ([count, psbt]) => {
          const dataTransfer = new DataTransfer();
          for (let i = 0; i < count; i++) dataTransfer.items.add(new File([psbt], `${i}.psbt`));
          if (count === 0) dataTransfer.setData('text/plain', psbt);
          const options = { bubbles: true, cancelable: true, dataTransfer };
          document.querySelector('h1')?.dispatchEvent(new DragEvent('drop', options));
        },
        [files, text] as const,
      );
    await drop(2, payment().psbt);
    await page.getByText('Open one file at a time.').waitFor();
    for (const files of [1, 0]) {
      await drop(files, payment().psbt);
      await page.getByRole('article').waitFor();
      await press(page, 'Open another transaction');
    }
  }));

test('keeps text typed as soon as its field is there', () =>
  opened(async (page) => {
    const typed = page.evaluate(
      () =>
        new Promise<void>((done) => {
          new MutationObserver((_, observer) => {
            const field = document.querySelector<HTMLTextAreaElement>('#sign-paste');
            if (field === null) return;
            observer.disconnect();
            field.value = 'typed';
            done();
          }).observe(document.body, { childList: true, subtree: true });
        }),
    );
    await press(page, 'Transaction');
    await typed;
    // Two frames, so that effects of the first one have run.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    await page.evaluate(() => new Promise((done) => setTimeout(done, 0)));
    expect(await page.locator('#sign-paste').inputValue()).toBe('typed');
  }));

test('asks about each address before Sign exists, and no second press signs', () =>
  opened(async (page) => {
    const psbt = await openCosigner(page);
    await press(page, 'Open a transaction');
    await paste(page, psbt);
    const asked = page.locator('.asked');
    await asked.waitFor();
    const outputs = await page.locator('.outputs .groups').allInnerTexts();
    expect(outputs).toHaveLength(2);
    for (const [i, address] of outputs.entries()) {
      await page.getByText(i === 0 ? 'Address 1 of 2' : 'to prove it').waitFor();
      expect(await asked.locator('.groups').innerText()).toBe(address);
      // A sender gives the user no change address, so there is none to compare.
      const blue = i === 0 ? 'It matches' : 'Open your wallet’s file';
      expect(await asked.locator('.main').allInnerTexts()).toEqual([blue]);
      expect(await page.locator('.outputs li').nth(i).innerText()).toContain(`output ${i}`);
      expect(await page.getByRole('button', { name: /^Sign with|^Sign$/ }).count()).toBe(0);
      // The next question, or Sign, comes up under the pointer.
      await page.setViewportSize(
        i === 0 ? { width: 1366, height: 768 } : { width: 360, height: 640 },
      );
      if (i === 0) await page.locator('.match').dblclick();
    }
    // A short press is no answer. The held button counts the change as sent.
    const hold = page.locator('.bar .hold');
    await hold.dblclick();
    expect(await page.locator('.asked').count()).toBe(1);
    await hold.hover();
    await page.mouse.down();
    await page.getByText(/^You send up to \d+\.\d{8} BTC/).waitFor();
    await page.mouse.up();
    expect(await page.locator('.bar .forced').count()).toBe(1);
    expect(await page.getByRole('button', { name: /^Sign with/ }).count()).toBe(1);
    // Another press of a key does not sign either.
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('p');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Review transaction' }).waitFor();
    await press(page, /^Sign with/);
    await page.getByRole('heading', { name: 'more signatures needed' }).waitFor();
  }));

test('shows findings as lines that open, and stops open', () =>
  opened(async (page) => {
    const psbt = await openCosigner(page);
    await press(page, 'Open a transaction');
    await paste(page, psbt);
    const warning = page.locator('.finding.warn').first();
    await warning.waitFor();
    // Two findings that say the same are one line.
    expect(await page.locator('.finding.warn').count()).toBe(1);
    expect(await warning.locator('.id').allTextContents()).toEqual([
      'wallet-unregistered',
      'change-unproven',
    ]);
    expect(await warning.locator('details p').first().isVisible()).toBe(false);
    await warning.locator('summary').focus();
    await page.keyboard.press('Enter');
    expect(await warning.locator('details p').first().isVisible()).toBe(true);
    // What may be opened here is in sight without it.
    await warning.locator('summary').press('Enter');
    await page.locator('.finding button', { hasText: 'Open your wallet’s file' }).waitFor();
    const signers = await page.locator('.signers').innerText();
    expect(signers.match(/can sign after you/g)).toHaveLength(2);
  }));

test('draws a review in six sizes of type, on one grid', () =>
  opened(async (page) => {
    await openWords(page);
    await press(page, 'Open a transaction');
    await paste(page, payment({ pays: 1_000n }).psbt);
    await page.locator('.finding.stop').waitFor();
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const { sizes, edges, fee } = await page.evaluate(() => {
        const styled = [...document.querySelectorAll('body *:not(svg *, script, details *)')];
        const shown = styled.filter((each) => each.textContent?.trim() !== '');
        const edge = (name: string) =>
          document.querySelector(name)?.getBoundingClientRect().toJSON();
        const [head, main] = [edge('header'), edge('main')];
        const odd = document.querySelector('.facts > .stop');
        return {
          sizes: [...new Set(shown.map((each) => getComputedStyle(each).fontSize))],
          edges: [head.left - main.left, head.right - main.right],
          fee: odd?.querySelector('dt')?.textContent,
        };
      });
      const six = ['0px', '12px', '14px', '16px', '20px', '28px', '36px'];
      expect(sizes.filter((size) => !six.includes(size))).toEqual([]);
      expect(edges).toEqual([0, 0]);
      expect(fee).toMatch(/^Fee/);
    }
  }));

test('says at each field of a payment what is wrong, and leads to the first', () =>
  opened(async (page) => {
    await openWords(page);
    await openTool(page, 'Pay');
    await paste(page, payment().hex);
    await page.locator('#pay-fee-rate').waitFor();
    /** Fields that are wrong, with the text that each leads to. */
    const wrong = () =>
      page
        .locator('[aria-invalid=true]')
        .evaluateAll((fields) =>
          fields.map(({ id, attributes }) => [
            id,
            document.getElementById(
              attributes.getNamedItem('aria-describedby')?.value.split(' ')[0] ?? '',
            )?.textContent,
          ]),
        );
    const focused = () => page.evaluate(() => document.activeElement?.id);
    await page.fill('#pay-address-1', FIRST.replace('cr8', 'cr9'));
    await page.fill('#pay-amount-1', '0,0001');
    await press(page, 'Review the payment');
    await page.locator('#pay-address-1-fault').waitFor();
    expect(await wrong()).toEqual([
      ['pay-address-1', expect.stringContaining('typing error, probably at character 7')],
      ['pay-amount-1', expect.stringContaining('with a dot for decimals')],
      ['pay-fee-rate', expect.stringContaining('Enter a fee rate')],
    ]);
    expect(await focused()).toBe('pay-address-1');
    for (const width of [360, 1366]) {
      await page.setViewportSize({ width, height: 768 });
      await takePicture(page, `payment-faults-${width}`);
      expect(await faultsOf(page)).toEqual([]);
    }
    // A field that is corrected is no longer called wrong.
    await page.fill('#pay-address-1', FIRST);
    await page.fill('#pay-fee-rate', '2');
    expect((await wrong()).map(([id]) => id)).toEqual(['pay-amount-1']);
    await press(page, 'Review the payment');
    await page.waitForFunction(() => document.activeElement?.id === 'pay-amount-1');
    await page.fill('#pay-amount-1', '0.0001');
    await page.fill('#pay-fee-rate', '2,5');
    await press(page, 'Review the payment');
    await page.waitForFunction(() => document.activeElement?.id === 'pay-fee-rate');
    expect((await wrong()).map(([id]) => id)).toEqual(['pay-fee-rate']);
    await page.fill('#pay-fee-rate', '2');
    await press(page, 'Review the payment');
    await page.getByRole('heading', { name: 'Recipients' }).waitFor();
  }));

test('shows all words for 20 seconds, and hides them by itself or on request', () =>
  opened(async (page) => {
    await page.clock.install();
    await press(page, 'Keys');
    await tabTo(page, 'Word 1');
    await page.keyboard.insertText(`${ABANDON.slice(1).join(' ')} `);
    await page.getByText('11 of 12 words entered').waitFor();
    const shown = page.locator('ol.seed li');
    expect(await shown.count()).toBe(0);
    await press(page, 'Show all words for 20 seconds');
    await shown.first().waitFor();
    expect(await shown.allInnerTexts()).toEqual(ABANDON.slice(1));
    await page.clock.runFor(19_000);
    expect(await shown.count()).toBe(11);
    await page.clock.runFor(2_000);
    await shown.first().waitFor({ state: 'detached' });
    expect(await contentOf(page)).not.toContain('abandon');
    await press(page, 'Show all words for 20 seconds');
    await shown.first().waitFor();
    await press(page, 'Hide all words');
    await shown.first().waitFor({ state: 'detached' });
  }));

test('proves the amounts by a file and a paste, and refuses a forged transaction', () =>
  opened(async (page) => {
    const scriptOf = (index: number) => {
      const { publicKey } = master.derive(`m/84'/0'/0'/0/${index}`);
      const key = publicKey ?? new Uint8Array();
      return { key, script: p2wpkh(key).script };
    };
    const paying = (index: number, amount: bigint) => {
      const made = new Transaction({ allowUnknownInputs: true });
      made.addInput({ txid: `${index + 1}`.repeat(64), index: 0 });
      made.addOutput({ script: scriptOf(index).script, amount });
      return made;
    };
    const hexOf = (made: Transaction) => Buffer.from(made.unsignedTx).toString('hex');
    const coins = [300_000n, 200_000n, 100_000n];
    const spending = new Transaction();
    for (const [i, amount] of coins.entries()) {
      const { key, script } = scriptOf(i);
      const path = [84, 0, 0].map((step) => step + 2 ** 31).concat(0, i);
      spending.addInput({
        txid: paying(i, amount).id,
        index: 0,
        witnessUtxo: { script, amount },
        bip32Derivation: [[key, { fingerprint: master.fingerprint, path }]],
      });
    }
    spending.addOutputAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 590_000n);
    await openWords(page);
    await press(page, 'Open a transaction');
    await paste(page, Buffer.from(spending.toPSBT()).toString('base64'));
    const stop = page.locator('.finding.stop', { hasText: 'fee-unproven' });
    await stop.waitFor();
    expect(await page.getByRole('button', { name: /^Sign with|^Sign$/ }).count()).toBe(0);
    const give = async (text: string) => {
      await page.fill('#previous-paste', text);
      await stop.getByRole('button', { name: 'Continue' }).press('Enter');
    };
    // Another amount, or another coin, has another id.
    await give(hexOf(paying(0, 300_001n)));
    await page.getByText('paid none of the coins').waitFor();
    expect(await stop.count()).toBe(1);
    await give(hexOf(paying(0, 300_000n)));
    await page.waitForFunction(() => document.activeElement?.localName === 'h1');
    // Two amounts are still unproven. One alone cannot be played off against another session.
    await stop.waitFor();
    await page.setInputFiles('.finding input[type=file]', {
      name: 'previous.txn',
      mimeType: 'text/plain',
      buffer: Buffer.from(hexOf(paying(1, 200_000n))),
    });
    await stop.waitFor({ state: 'detached' });
    await sign(page);
    await page.getByRole('heading', { name: 'Signed. Not sent yet.' }).waitFor();
  }));

test('opens an encrypted wallet.dat by its passphrase, and shows its addresses', () =>
  opened(async (page) => {
    const vectors: readonly WalletFile[] = JSON.parse(readVector('formats/wallet-dat.json'));
    const vector = vectors.find(({ name }) => name === 'encrypted descriptors');
    const { file = '', passphrase = '', wallets } = vector ?? {};
    // Core's own descriptors are those of this wallet. The first address of BIP84 is derived apart.
    const [, xprv = ''] =
      wallets?.['encrypted descriptors']
        ?.map(({ desc }) => /^wpkh\((tprv\w+)\/84h\/1h\/0h\/0\/\*\)/.exec(desc))
        .find((found) => found !== null && found !== undefined) ?? [];
    const { publicKey } = HDKey.fromExtendedKey(xprv, TEST_VERSIONS).derive("m/84'/1'/0'/0/0");
    const first = p2wpkh(publicKey ?? new Uint8Array(), REGTEST).address ?? '';
    await chooseWalletDat(page, file);
    for (const typed of ['wrong', passphrase]) {
      await tabTo(page, 'Password of the file');
      await page.keyboard.type(typed);
      await press(page, 'Open the file');
      if (typed === 'wrong') await page.getByText('is wrong. Type it again').waitFor();
    }
    await page.getByRole('heading', { name: 'Wallet unlocked' }).waitFor();
    const looked = async (name: string) => {
      for (const width of [360, 1366]) {
        await page.setViewportSize({ width, height: 768 });
        await takePicture(page, `wallet-dat-${name}-${width}`);
        expect(await faultsOf(page)).toEqual([]);
      }
    };
    await looked('keys');
    expect(await page.textContent('main')).toContain(first);
    await openTool(page, 'Wallet');
    await page.locator('.addresses li').first().waitFor();
    await looked('wallet');
    expect(await contentOf(page)).not.toContain(passphrase);
  }));

test('cancels a wallet.dat whose passphrase takes long, and asks for the passphrase again', () =>
  opened(async (page) => {
    const vectors: readonly WalletFile[] = JSON.parse(readVector('formats/wallet-dat.json'));
    const { file = '' } = vectors.find(({ name }) => name === 'encrypted') ?? {};
    await chooseWalletDat(page, withRounds(file, 20_000_000));
    await page.keyboard.type('slow');
    await press(page, 'Open the file');
    const progress = page.locator('progress');
    await progress.waitFor();
    await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) > 0);
    await press(page, 'Cancel');
    await progress.waitFor({ state: 'detached' });
    await page.getByRole('status').getByText('is encrypted: its passphrase is needed').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('password');
  }));

/** Sets the rounds of the passphrase in an encrypted wallet.dat. */
function withRounds(file: string, rounds: number): string {
  const bytes = gunzipSync(Buffer.from(file, 'base64'));
  const records = readBerkeley(new Uint8Array(bytes));
  if ('error' in records) throw new Error(records.error);
  for (const { salt } of readRecords(records.records).masterKeys) {
    for (let at = bytes.indexOf(salt); at >= 0; at = bytes.indexOf(salt, at + 1)) {
      bytes.writeUInt32LE(rounds, at + salt.length + 4);
    }
  }
  return gzipSync(bytes).toString('base64');
}

test('empties an old, encrypted wallet.dat to one address', () =>
  opened(async (page) => {
    const vectors: readonly WalletFile[] = JSON.parse(readVector('formats/wallet-dat.json'));
    const { file = '', passphrase = '' } = vectors.find(({ name }) => name === 'encrypted') ?? {};
    const publicKey = new Uint8Array(publicKeyOf(namedKey('two')));
    const paid = new Transaction({ allowUnknownInputs: true });
    paid.addInput({ txid: '11'.repeat(32), index: 0 });
    for (const { script } of [p2pkh(publicKey, REGTEST), p2wpkh(publicKey, REGTEST)]) {
      paid.addOutput({ script, amount: 100_000n });
    }
    await chooseWalletDat(page, file);
    await page.setViewportSize({ width: 1366, height: 768 });
    await takePicture(page, 'old-wallet-1-passphrase');
    await tabTo(page, 'Password of the file');
    await page.keyboard.type(passphrase);
    await press(page, 'Open the file');
    await page.getByRole('heading', { name: 'Wallet unlocked' }).waitFor();
    const looked = async (name: string) => {
      for (const width of [360, 1366]) {
        await page.setViewportSize({ width, height: 768 });
        await takePicture(page, `old-wallet-${name}-${width}`);
        expect(await faultsOf(page)).toEqual([]);
      }
    };
    await looked('2-report');
    expect(await page.locator('.keys .key').innerText()).toBe('wallet.dat, 5 keys');
    const report = page.locator('details', { hasText: 'What is in the file' });
    expect(await report.innerText()).toContain('Each was compared with its public key');
    expect(await page.locator('.notice.warn').allInnerTexts()).toEqual([
      expect.stringContaining('Keys of an older seed'),
      expect.stringContaining('do not derive from its seed'),
    ]);
    await press(page, /^Empty a paper key or old wallet/);
    await paste(page, Buffer.from(paid.unsignedTx).toString('hex'));
    await page.locator('#pay-address-1').fill('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080');
    await page.locator('#pay-fee-rate').fill('2');
    await looked('3-sweep');
    await press(page, 'Review the payment');
    await page
      .getByRole('button', { name: /^Sign with|^Sign$|It matches/ })
      .first()
      .waitFor();
    await looked('4-review');
    await sign(page);
    await page.getByRole('heading', { name: 'Signed. Not sent yet.' }).waitFor();
    await looked('5-signed');
    expect(await contentOf(page)).not.toContain(passphrase);
  }));

test('empties a paper key by its address and a fee rate alone, in the wrong order of files', () =>
  opened(async (page) => {
    const key = new Uint8Array(32).fill(7);
    const { script } = p2wpkh(master.derive("m/84'/0'/0'/0/0").publicKey ?? key);
    const paid = new Transaction();
    paid.addInput({ txid: '11'.repeat(32), index: 0 });
    paid.addOutput({ script, amount: 100_000n });
    await openWords(page);
    await press(page, /^Empty a paper key or old wallet/);
    expect(await page.textContent('main .card > p')).not.toMatch(/Esplora|JSON/);
    await paste(page, JSON.stringify([{ txid: paid.id, vout: 0, value: 100_000 }]));
    await page.getByText('Open the address too, or the transactions that paid').waitFor();
    await paste(page, Buffer.from(paid.unsignedTx).toString('hex'));
    await page.locator('#pay-fee-rate').waitFor();
    expect(await page.getByText('does not name its address').count()).toBe(0);
    const names = page.locator('form :is(input, textarea, button):not(.unseen)');
    expect(
      await names.evaluateAll((all) => all.map((each) => each.id || each.textContent)),
    ).toEqual(['pay-address-1', 'Scan the address', 'pay-fee-rate', 'Review the payment']);
    await page.fill('#pay-address-1', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
    await page.fill('#pay-fee-rate', '2');
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await takePicture(page, `sweep-${width}`);
    }
    await press(page, 'Review the payment');
    await page.getByRole('article').waitFor();
  }));

test('asks two plain questions before a payment, each with its own way in', () =>
  opened(async (page) => {
    await openWords(page);
    await openTool(page, 'Pay');
    await page.getByRole('heading', { name: 'I have a snapshot' }).waitFor();
    expect(await page.locator('main').innerText()).not.toMatch(/coldsign |Esplora|JSON/);
    await press(page, 'I have the transactions or addresses');
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await takePicture(page, `pay-entry-${width}`);
    }
    await page.fill('#pay-coins-paste', payment().hex);
    await page.locator('details').getByRole('button', { name: 'Continue' }).click();
    await page.locator('#pay-fee-rate').waitFor();
  }));

test('says where a wallet or a key belongs that was opened in place of a transaction', () =>
  opened(async (page) => {
    await press(page, 'Transaction');
    const xpub = master.derive("m/84'/0'/0'").publicExtendedKey;
    for (const [text, says] of [
      [`wpkh([73c5da0a/84h/0h/0h]${xpub}/0/*)`, 'That’s a descriptor, which belongs to a wallet'],
      [xpub, 'That’s an extended public key, which belongs to a wallet'],
      [TPRV, 'That’s a key. Open it in step 1'],
    ] as const) {
      await paste(page, text);
      await page.getByRole('alert').getByText(says).waitFor();
    }
    const [refusal, way] = [
      await page.getByRole('alert').boundingBox(),
      await page.getByRole('button', { name: 'Go to Keys' }).boundingBox(),
    ];
    expect((way?.y ?? 0) - (refusal?.y ?? 0) - (refusal?.height ?? 0)).toBeLessThan(30);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await takePicture(page, `misplaced-${width}`);
    }
    await paste(page, 'neither');
    await page.getByText('That’s text, not a PSBT or transaction').waitFor();
    expect(await page.getByRole('button', { name: 'Go to Keys' }).count()).toBe(0);
    // The text is handed over: it opens there at once.
    await paste(page, `wpkh([73c5da0a/84h/0h/0h]${xpub}/0/*)`);
    await press(page, 'Go to Keys');
    await page.getByRole('heading', { name: 'Watch-only wallet' }).waitFor();
  }));

test('hands seed words that were pasted for a transaction over to the keys', () =>
  opened(async (page) => {
    await press(page, 'Transaction');
    await paste(page, ABANDON.join(' '));
    await page.getByText('That’s a key. Open it in step 1').waitFor();
    await press(page, 'Go to Keys');
    await page.getByText('Fingerprint with this passphrase: 73c5da0a').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('passphrase');
    await press(page, 'Unlock');
    await page.getByRole('heading', { name: 'Wallet unlocked' }).waitFor();
    // The words do not come back, and another wallet opens beside the open one.
    await press(page, 'Transaction');
    const xpub = master.derive("m/84'/0'/1'").publicExtendedKey;
    await paste(page, `wpkh([73c5da0a/84h/0h/1h]${xpub}/0/*)`);
    await press(page, 'Go to Keys');
    await page.getByText('Added: ').waitFor();
    expect(await page.locator('ul.keys > li').count()).toBe(2);
  }));

test('says of what cannot be joined or checked what it is, and where it goes', () =>
  opened(async (page) => {
    await openTool(page, 'Check');
    await press(page, 'What did another signer do?');
    for (const [text, says] of [
      [ABANDON.join(' '), 'That’s a key. Open it in step 1, Keys.'],
      ['neither', 'That’s text, which can’t be checked here.'],
      // An address stays in its field.
      [FIRST, 'That’s an address. To find out whether it is yours, choose Tools ▸ Check.'],
    ] as const) {
      await paste(page, text);
      await page.getByRole('alert').getByText(says).waitFor();
    }
    await openWords(page);
    await openTool(page, 'Check');
    await press(page, 'Is this address mine?');
    await page.locator('#address-paste').focus();
    await page.keyboard.insertText(payment().psbt);
    await press(page, 'Continue');
    await page.getByText('That’s a PSBT. Open it in step 2, Transaction.').waitFor();
    await press(page, 'Transaction');
    await paste(page, payment().psbt);
    await page.getByRole('article').waitFor();
    await press(page, 'Transaction');
    await page.getByText('Add a copy that was signed elsewhere').click();
    await page.fill('#combine-paste', FIRST);
    await page.locator('.intake:has(#combine-paste)').getByText('Continue').click();
    await page.getByText('That’s an address. To find out whether').waitFor();
  }));

test('verifies a message that was just signed', () =>
  opened(async (page) => {
    await openWords(page);
    await press(page, /^Sign a message/);
    await page.fill('#sign-address', FIRST);
    await page.fill('#sign-text', 'hello');
    await press(page, 'Sign the message');
    await page.getByRole('heading', { name: 'Message signed' }).waitFor();
    await page.setViewportSize({ width: 360, height: 640 });
    await takePicture(page, 'message-signed-360');
    await press(page, 'Verify a message');
    await press(page, 'Verify');
    await page.getByText('Valid: the owner of this address signed this message.').waitFor();
  }));

test('says while a passphrase is typed if it opens the wallet of the open transaction', () =>
  opened(async (page) => {
    await press(page, 'Transaction');
    await paste(page, payment().psbt);
    await page.getByRole('article').waitFor();
    await press(page, 'Keys');
    await tabTo(page, 'Word 1');
    await page.keyboard.insertText(`${ABANDON.join(' ')} `);
    const { keys } = english;
    await page.getByText(keys.ofTransaction).waitFor();
    await page.keyboard.type('x');
    const warning = page.locator('.notice.warn');
    await warning.waitFor();
    expect(await warning.innerText()).toBe(
      'This is another wallet. This transaction is for 73c5da0a.',
    );
    expect(await page.getByText(keys.ofTransaction).count()).toBe(0);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await takePicture(page, `passphrase-${width}`);
    }
  }));

test('shows the warning of another wallet above Unlock on a small screen', () =>
  opened(async (page) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await press(page, 'Transaction');
    await paste(page, payment().psbt);
    await page.getByRole('article').waitFor();
    await press(page, 'Keys');
    await tabTo(page, 'Word 1');
    await page.keyboard.insertText(`${ABANDON.join(' ')} `);
    await page.getByText(english.keys.ofTransaction).waitFor();
    await page.keyboard.type('x');
    await page.locator('.notice.warn').waitFor();
    await expect
      .poll(async () => {
        const warning = await page.locator('.notice.warn').boundingBox();
        const unlock = await page.getByRole('button', { name: 'Unlock' }).last().boundingBox();
        if (warning === null || unlock === null) return 'not drawn';
        const end = warning.y + warning.height;
        return warning.y >= 0 && end <= unlock.y && unlock.y + unlock.height <= 740;
      })
      .toBe(true);
    await takePicture(page, 'passphrase-other-360');
  }));

/** Opens an encrypted wallet.dat under Keys, and waits for the question for its passphrase. */
async function chooseWalletDat(page: Page, file: string): Promise<void> {
  await press(page, 'Keys');
  await page.selectOption('#network', 'regtest');
  const choosing = page.waitForEvent('filechooser');
  await press(page, 'Open a file');
  await (await choosing).setFiles({
    name: 'wallet.dat',
    mimeType: 'application/octet-stream',
    buffer: gunzipSync(Buffer.from(file, 'base64')),
  });
  await page.getByRole('status').getByText('is encrypted: its passphrase is needed').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
}

type WalletFile = {
  readonly name: string;
  readonly passphrase?: string;
  readonly file: string;
  readonly wallets: { readonly [name: string]: readonly { readonly desc: string }[] };
};

const REGTEST = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };

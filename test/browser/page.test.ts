import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { p2tr, p2wpkh, RawTx, Transaction } from '@scure/btc-signer';
import axe from 'axe-core';
import { decode } from 'fast-png';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { blockHash } from '../../src/chain/codec.ts';
import { consensusParams } from '../../src/chain/consensus.ts';
import { createMemoryChain } from '../../src/chain/memory.ts';
import { encodeSnapshot } from '../../src/chain/snapshot-codec.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { execute } from '../../src/library/call.ts';
import { createWallets } from '../../src/library/create-wallets.ts';
import { decodePsbt } from '../../src/psbt/decode.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { qrMatrix, readQrCode } from '../../src/transport/qr-code.ts';
import { createFrameReader } from '../../src/transport/reader.ts';
import { encodeFrames } from '../../src/transport/writer.ts';
import { snapshotOf } from '../support/generate/snapshot.ts';
import { root } from '../support/paths.ts';
import { createRandom } from '../support/random.ts';
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
function payment({ change = 5, pays = 60_000n } = {}) {
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
  transaction.addOutputAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', pays);
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
  const text = (made: Transaction) => Buffer.from(made.toPSBT(0)).toString('base64');
  const partial = text(signed);
  signed.finalize();
  return { psbt, partial, final: text(signed), hex: signed.hex };
}

async function paste(text: string): Promise<void> {
  await tabTo(open.page, 'Or paste it here');
  await open.page.keyboard.insertText(text);
  await press(open.page, 'Continue');
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

/** What a camera would read. */
async function codeOnScreen(): Promise<string | undefined> {
  const png = decode(await open.page.locator('svg.code').screenshot());
  const { width, height, channels } = png;
  const data = new Uint8Array(4 * width * height).fill(255);
  for (let i = 0; i < width * height; i++) {
    for (let c = 0; c < 3; c++) data[4 * i + c] = Number(png.data[channels * i + c]);
  }
  return readQrCode({ width, height, data }, { thorough: true })?.text;
}

/** A file of `createwallet` and `importdescriptors` for the same keys, with a passphrase. */
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

test('stops a payment whose fee is absurd, and offers no way to sign it', async () => {
  const { page } = open;
  await openWords();
  await press(page, 'Sign something');
  await paste(payment({ pays: 1_000n }).psbt);
  await page.getByRole('heading', { name: 'This is not signed' }).waitFor();
  await look('stopped');
  expect(await page.getByRole('button', { name: 'Sign', exact: true }).count()).toBe(1);
  expect(await page.getByRole('navigation').getByRole('button', { name: 'Sign' }).count()).toBe(1);
});

/** Many inputs of one taproot address, which commit to each other's amounts. */
function consolidation(count: number): Buffer {
  const { publicKey } = master.derive("m/86'/0'/0'/0/0");
  const internal = (publicKey ?? new Uint8Array(33)).slice(1);
  const { script } = p2tr(internal);
  const path = [86, 0, 0].map((step) => step + 0x80000000).concat(0, 0);
  const der = { fingerprint: master.fingerprint, path };
  const transaction = new Transaction();
  transaction.addInput({
    txid: new Uint8Array(32).fill(9),
    index: 0,
    witnessUtxo: { amount: 10_000n, script },
    tapInternalKey: internal,
    tapBip32Derivation: [[internal, { hashes: [], der }]],
  });
  transaction.addOutputAddress(
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    BigInt(count) * 9_000n,
  );
  // The other library takes minutes for so many.
  const psbt = decodePsbt(transaction.toPSBT(0), nobleSecp256k1);
  const first = 'error' in psbt ? undefined : psbt.inputs[0];
  if ('error' in psbt || first === undefined) throw new Error('no PSBT');
  const inputs = Array.from({ length: count }, (_, vout) => ({
    ...first,
    prevout: { ...first.prevout, vout },
  }));
  return Buffer.from(encodePsbt({ ...psbt, inputs }) ?? []);
}

test('shows how far thousands of inputs are, can be told to stop, and signs them after that', async () => {
  const { page } = open;
  await openWords();
  await press(page, 'Sign something');
  await page.setInputFiles('input[type=file]', {
    name: 'many.psbt',
    mimeType: 'application/octet-stream',
    buffer: consolidation(2_500),
  });
  await page.getByRole('heading', { name: 'What it does' }).waitFor({ timeout: 240_000 });
  await press(page, 'Sign');
  await press(page, 'Cancel');
  await page.getByText('Cancelled: nothing was signed').waitFor({ timeout: 240_000 });
  await page.getByRole('main').getByRole('button', { name: 'Sign', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByText(/Signing: \d+ of 2500/).waitFor({ timeout: 240_000 });
  await page
    .getByRole('heading', { name: 'Signed: the transaction is complete' })
    .waitFor({ timeout: 240_000 });
}, 600_000);

test('locks: by hand, after ten minutes without a touch, and on leaving, and nothing of the keys stays on the screen', async () => {
  const { page } = open;
  await page.clock.install();
  const isGone = async () => {
    await page.getByRole('heading', { name: 'Open your keys' }).waitFor();
    expect(await page.content()).not.toMatch(/73c5da0a|abandon/);
  };
  await openWords();
  expect(await page.content()).not.toContain('abandon');
  await press(page, 'Lock');
  await isGone();
  await openWords();
  await page.clock.fastForward('09:50');
  expect(await page.content()).toContain('73c5da0a');
  await page.clock.fastForward('00:20');
  await isGone();
  expect(await page.textContent('main')).toContain('Locked after ten minutes');
  await openWords();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
  await isGone();
});

test('takes no word that no list has, and says which one was meant', async () => {
  const { page } = open;
  await tabTo(page, 'Word 1');
  await page.keyboard.type('zebr');
  await page.getByRole('option', { name: 'zebra' }).waitFor();
  await look('word');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('1 word taken').waitFor();
  await page.keyboard.type('abandom');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  expect(await page.textContent('[role=alert]')).toContain('perhaps abandon');
  expect(await page.textContent('.count')).toContain('1 word taken');
});

test('checks addresses, what another signer did, and messages', async () => {
  const { page } = open;
  await openWords();
  await press(page, 'Check');
  await pasteInto('address', 'bitcoin:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu?amount=1');
  await page.getByText('It is yours: 73c5da0a/84h/0h/0h/0/0').waitFor();
  await pasteInto('address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
  await page.getByText('It is not among the first 1000').waitFor();
  const { psbt, partial } = payment();
  await pasteInto('signer', psbt);
  await page.getByText('Now the PSBT as it came back.').waitFor();
  await pasteInto('signer', partial);
  await page.getByText('Signatures were added, all of them hold').waitFor();
  expect(await page.textContent('main')).toContain('default nonce of this key');
  await pasteInto('signer', psbt);
  await page.getByText('Now the PSBT as it came back.').waitFor();
  await pasteInto('signer', payment({ pays: 50_000n }).partial);
  await page.getByText('STOP: this is not what a signer should have done').waitFor();
  // BIP322's own vector.
  await fill('Address', 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l');
  await fill('Message', 'Hello World');
  await fill(
    'Signature',
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  );
  await press(page, 'Verify');
  await page.getByText('The signature holds').waitFor();
  await look('check');
});

test('runs a script one operation after the other, and says where it fails', async () => {
  const { page } = open;
  await press(page, 'Read');
  await paste('5152935387');
  await page.getByText('The script succeeds.').waitFor();
  for (let step = 0; step < 3; step++) await press(page, 'Step on');
  expect(await page.locator('.script [aria-current]').textContent()).toBe('OP_ADD');
  expect(await page.locator('.stack li').allTextContents()).toEqual(['03']);
  await paste('51935187');
  await page.getByText('The script fails: INVALID_STACK_OPERATION').waitFor();
  await press(page, 'Step on');
  await press(page, 'Step on');
  await page.getByText('It fails here: INVALID_STACK_OPERATION').waitFor();
  await look('read');
  await paste(payment().final);
  await page.getByText('Input 0: P2WPKH').waitFor();
  expect(await page.textContent('main')).not.toContain('The script fails');
});

test('hands the wallet without its keys to Sparrow and Electrum', async () => {
  const { page } = open;
  await openWords();
  await press(page, 'Watch this wallet elsewhere');
  await page.getByRole('button', { name: 'Save as a file' }).waitFor();
  expect(await saved()).toContain('wpkh([73c5da0a/84h/0h/0h]xpub');
  await look('export');
  await tabTo(page, 'Program', { back: true });
  await page.keyboard.press('ArrowDown');
  await page
    .getByText('Not in the file')
    .first()
    .waitFor({ timeout: 5_000 })
    .catch(() => {});
  await press(page, 'Show as QR codes');
  await page.getByRole('img', { name: 'QR code' }).waitFor();
  // BIP84's own key of account 0.
  expect(await codeOnScreen()).toBe(
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
  );
});

test('makes the words of dice that another library makes of the same rolls', async () => {
  const { page } = open;
  const rolls = '35216634412531652146635125431462253166143254126365';
  await press(page, 'Make new keys with dice');
  await tabTo(page, 'How many words');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, 'Rolls, 1 to 6');
  await page.keyboard.type(rolls.slice(0, -1));
  await press(page, 'Make the words');
  await page.getByText('49 rolls are too few').waitFor();
  await tabTo(page, 'Rolls, 1 to 6', { back: true });
  await page.keyboard.press('End');
  await page.keyboard.type(rolls.slice(-1));
  await press(page, 'Make the words');
  await page.locator('.seed').waitFor();
  const entropy = createHash('sha256').update(rolls).digest().subarray(0, 16);
  const made = entropyToMnemonic(entropy, wordlist).split(' ');
  expect(await page.locator('.seed li').allTextContents()).toEqual(made);
  await look('dice');
  await press(page, 'They are on paper: take them off the screen');
  expect(await page.locator('.seed').count()).toBe(0);
});

test('opens an extended private key, a descriptor, and a wallet file of coldsign with its passphrase', async () => {
  const { page } = open;
  const isOpen = () =>
    page.getByRole('heading', { name: /Keys are open|without private keys/ }).waitFor();
  await paste(master.privateExtendedKey);
  await isOpen();
  expect(await page.textContent('main')).toContain('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
  expect(await page.content()).not.toContain('xprv');
  await press(page, 'Lock');
  const account = master.derive("m/84'/0'/0'");
  await paste(`wpkh([73c5da0a/84h/0h/0h]${account.publicExtendedKey}/<0;1>/*)`);
  await isOpen();
  expect(await page.textContent('main')).toContain('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
  await press(page, 'Lock');
  await page.setInputFiles('input[type=file]', {
    name: 'savings.dat',
    mimeType: 'application/octet-stream',
    buffer: await encryptedWallet(),
  });
  await page.getByText('This wallet is locked: type its passphrase.').waitFor();
  await tabTo(page, 'Password of the file');
  await page.keyboard.type('correct horse');
  await press(page, 'Open the file');
  await isOpen();
  expect(await page.textContent('main')).toContain('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
});

/** A film of codes, as a camera would send it. */
function filmed(texts: readonly string[]): { readonly args: readonly string[]; end(): void } {
  const [width, height, scale] = [640, 480, 4];
  const colours = Buffer.alloc((width * height) / 2, 128);
  const frames = texts.map((text) => {
    const matrix = qrMatrix(text) ?? [];
    const [left, top] = [width, height].map((side) => (side - matrix.length * scale) >> 1);
    const luma = Buffer.alloc(width * height, 235);
    for (const [y, row] of matrix.entries()) {
      for (const [x, dark] of row.entries()) {
        if (!dark) continue;
        for (let line = 0; line < scale; line++) {
          const at = ((top ?? 0) + y * scale + line) * width + (left ?? 0) + x * scale;
          luma.fill(16, at, at + scale);
        }
      }
    }
    return Buffer.concat([Buffer.from('FRAME\n'), luma, colours]);
  });
  const folder = mkdtempSync(join(tmpdir(), 'coldsign-film-'));
  const file = join(folder, 'film.y4m');
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F4:1 Ip A1:1 C420\n`);
  // Each stays for two pictures.
  writeFileSync(file, Buffer.concat([head, ...frames.flatMap((frame) => [frame, frame])]));
  return {
    args: [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
    end: () => rmSync(folder, { recursive: true, force: true }),
  };
}

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
    await press(open.page, 'Scan with the camera');
    await open.page.getByRole('heading', { name: 'Keys are open' }).waitFor();
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
    await openWords();
    await press(page, 'Sign something');
    await press(page, 'Scan with the camera');
    await page.getByRole('heading', { name: 'What it does' }).waitFor({ timeout: 60_000 });
    await press(page, 'Sign');
    await page.getByRole('heading', { name: 'Signed: the transaction is complete' }).waitFor();
    await press(page, 'Show as QR codes');
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    const carried = createFrameReader(nobleSecp256k1).receive((await codeOnScreen()) ?? '');
    expect(carried).toMatchObject({ status: 'done', value: { kind: 'transaction' } });
    if (carried.status === 'done' && carried.value.kind === 'transaction') {
      expect(Buffer.from(carried.value.bytes).toString('hex')).toBe(hex);
    }
  });
});

const COINS = [250_000n, 100_000n];

/** What a node of regtest would tell of the first two addresses, which one block has paid. */
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
  chain.connect({ header: first, transactions: [coinbase, coin] });
  const second = { ...header, previousBlockHash: blockHash(first), time: time + 1200 };
  chain.connect({ header: second, transactions: [{ ...coinbase, locktime: 1 }] });
  const made = await snapshotOf(chain.source, scripts, createRandom(1));
  return Buffer.from(encodeSnapshot(made).bytes);
}

const REGTEST = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };
const PAYEES = ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', p2wpkhOfRegtest(7)] as const;

function p2wpkhOfRegtest(index: number): string {
  const { publicKey } = master.derive(`m/84'/1'/9'/0/${index}`);
  return p2wpkh(publicKey ?? new Uint8Array(0), REGTEST).address ?? '';
}

async function openSnapshot(): Promise<void> {
  const { page } = open;
  await tabTo(page, 'Network');
  await page.selectOption('#network', 'regtest');
  await openWords();
  await press(page, 'Pay');
  await page.setInputFiles('input[type=file]', {
    name: 'facts.snapshot',
    mimeType: 'application/octet-stream',
    buffer: await snapshot(),
  });
  await page.getByText('0.0035').waitFor();
}

/** Signed after the review: who gets how much, from where, and the fee. */
async function signedPayment() {
  const { page } = open;
  await press(page, 'Review the payment');
  await page.getByRole('heading', { name: 'Where the money goes' }).waitFor();
  await press(page, 'Sign');
  await page.getByRole('heading', { name: 'Signed: the transaction is complete' }).waitFor();
  const made = Transaction.fromRaw(Buffer.from((await saved()).trim(), 'hex'), {
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

test('pays two from one coin that is chosen, at the rate that is typed, by keyboard alone', async () => {
  const { page } = open;
  await openSnapshot();
  await fill('To address', PAYEES[0]);
  await fill('Amount in BTC', '0.001');
  await press(page, 'Add a recipient');
  await page.getByRole('group', { name: 'Recipient 2' }).waitFor();
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
  // A signature is a byte shorter now and then.
  expect([2n * vsize, 2n * vsize + 2n]).toContain(fee);
});

test('keeps what was typed of a payment, takes recipients away again, and takes the fee out of what one gets', async () => {
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
  await page.getByText('The total exceeds your balance').waitFor();
  await press(page, 'Read');
  await press(page, 'Pay');
  await tabTo(page, 'The fee is taken out of this amount');
  await page.keyboard.press('Space');
  const { inputs, outputs, fee } = await signedPayment();
  expect(inputs.sort()).toEqual([0, 1]);
  expect([...outputs]).toEqual([[PAYEES[0], 350_000n - fee]]);
});

test('refuses a request to pay that asks for what it does not know, and amounts that are none', async () => {
  const { page } = open;
  await openSnapshot();
  await fill('To address', `bitcoin:${PAYEES[0]}?amount=0.001&req-somethingyoudontunderstand=50`);
  await page.getByText('asks for something that is not known here').waitFor();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(PAYEES[0]);
  await fill('Amount in BTC', '0,001');
  await press(page, 'Review the payment');
  await page.getByText('An amount is a number of BTC with a point').waitFor();
});

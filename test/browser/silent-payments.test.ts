import { p2wpkh, Transaction } from '@scure/btc-signer';
import { afterEach, expect, test } from 'vitest';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { PrivateKey } from '../../src/crypto/private-key.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import {
  createSilentScanner,
  formatSilentAddress,
  silentRecipient,
  silentTweak,
} from '../../src/public/descriptor.ts';
import { decodeTransaction } from '../../src/transaction/codec.ts';
import { encodeByteString } from '../../src/transport/cbor.ts';
import { createFrameReader } from '../../src/transport/reader.ts';
import { encodeFrames } from '../../src/transport/writer.ts';
import { master } from '../support/chains/abandon-payment.ts';
import { silentKey } from '../support/generate/silent-payments.ts';
import { readVector } from '../support/paths.ts';
import { filmed } from '../support/screens/film.ts';
import {
  codeOnScreen,
  contentOf,
  faultsOf,
  openSigningPage,
  openTool,
  openWords,
  press,
  type SigningPage,
  sign,
  tabTo,
  takePicture,
} from '../support/screens/signing-page.ts';

let close = async () => {};
afterEach(() => close());

/** Opens the page with the words of BIP39's first vector, and a camera that shows codes. */
async function openBefore(texts: readonly string[], network: 'main' | 'regtest') {
  const film = filmed(texts);
  const open = await openSigningPage(film.args);
  close = async () => {
    film.end();
    await open.close();
    expect(open.complaints).toEqual([]);
  };
  const { page } = open;
  await press(page, 'Keys');
  if (network !== 'main') await page.selectOption('#network', network);
  await openWords(page);
  return open;
}

/** Returns the script of the first address of BIP84, and a transaction that paid it. */
function coinOf(coin: 0 | 1): { readonly script: Uint8Array; readonly hex: string } {
  const { publicKey } = master.derive(`m/84'/${coin}'/0'/0/0`);
  const { script } = p2wpkh(publicKey ?? new Uint8Array(0));
  const paid = new Transaction();
  paid.addInput({ txid: '11'.repeat(32), index: 0 });
  paid.addOutput({ script, amount: 250_000n });
  return { script, hex: encodeHex(paid.unsignedTx) };
}

async function openCoin({ page }: SigningPage, hex: string): Promise<void> {
  await openTool(page, 'Pay');
  await tabTo(page, 'Or paste it here');
  await page.keyboard.insertText(hex);
  await press(page, 'Continue');
  await page.getByText('0.00250000').first().waitFor();
}

async function refill({ page }: SigningPage, name: string, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
}

/** Returns the camera's reading of the signed transaction on the screen. */
async function filmedAnswer({ page }: SigningPage) {
  await page.getByRole('heading', { name: 'Signed. Not sent yet.' }).waitFor();
  await press(page, 'Show as QR codes');
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
  const read = createFrameReader(nobleSecp256k1).receive((await codeOnScreen(page)) ?? '');
  if (read.status !== 'done' || read.value.kind !== 'transaction') throw new Error(read.status);
  const transaction = decodeTransaction(read.value.bytes, { witness: true });
  if (transaction === undefined) throw new Error('no transaction');
  return transaction;
}

function payee() {
  const scanKey = PrivateKey.from(silentKey(90), true);
  const spendKey = PrivateKey.from(silentKey(91), true)?.publicKey(nobleSecp256k1);
  if (scanKey === undefined || spendKey === undefined) throw new Error('no key');
  const keys = { scanKey, spendKey };
  const recipient = silentRecipient(keys);
  if (recipient === undefined) throw new Error('no address');
  return { keys, address: formatSilentAddress(recipient, networks.regtest) };
}

test.each([
  ['a silent payment address', (address: string) => address],
  ['a request to pay with sp', (address: string) => `bitcoin:?amount=0.0012&tsp=${address}`],
])(
  'scans %s, pays it, and shows a code whose transaction the payee finds',
  async (kind, textOf) => {
    const { keys, address } = payee();
    const open = await openBefore([textOf(address)], 'regtest');
    const { page } = open;
    const { script, hex } = coinOf(1);
    await openCoin(open, hex);
    await press(page, 'Scan the address: Recipient 1');
    await page.waitForFunction(
      (expected) =>
        document.querySelector<HTMLTextAreaElement>('#pay-address-1')?.value === expected,
      address,
    );
    if (kind === 'a silent payment address') await refill(open, 'Amount in BTC', '0.0012');
    await refill(open, 'Fee rate in sat/vB', '2');
    await press(page, 'Review the payment');
    await page.getByRole('heading', { name: 'Recipients' }).waitFor();
    await sign(page);
    const transaction = await filmedAnswer(open);
    const tweak = silentTweak(transaction, [script]);
    if (tweak === undefined) throw new Error('no tweak');
    const taproot = transaction.outputs.filter(({ scriptPubKey }) => scriptPubKey[0] === 0x51);
    const outputs = taproot.map(({ scriptPubKey }) => scriptPubKey.subarray(2));
    const [found = []] = createSilentScanner(keys, []).scan([{ tweak, outputs }]);
    expect(found.map(({ output }) => taproot[output]?.value)).toEqual([120_000n]);
  },
);

test('shows the silent payment address of the words, a labelled one, and the text for watching', async () => {
  const open = await openBefore(['nothing'], 'main');
  const { page } = open;
  await openTool(page, 'Wallet');
  await press(page, 'Silent payments');
  const card = page.getByRole('region', { name: 'Silent payment address' });
  const address = await card.locator('.groups').textContent();
  expect(address).toMatch(/^sp1q\w{112}$/);
  // The export above it also has codes.
  await tabTo(page, 'Label number (optional)');
  await press(page, 'Show as QR codes');
  expect(await codeOnScreen(page)).toBe(address);
  expect(await faultsOf(page)).toEqual([]);
  await takePicture(page, 'wallet-silent');
  await refill(open, 'Label number (optional)', '5');
  await page.waitForFunction(
    (before) => document.querySelector('[id^=silent-title] ~ p .groups')?.textContent !== before,
    address,
  );
  await refill(open, 'Label number (optional)', '0');
  await page.getByText('A label is a number from 1').waitFor();
  expect(await contentOf(page)).not.toMatch(/sp(scan|spend)1/);
  await press(page, 'Export for a computer that only finds payments');
  await press(page, 'Make the file');
  await card.getByText('Save').first().waitFor();
  expect(await contentOf(page)).not.toMatch(/spspend1/);
});

const [simple]: readonly { readonly name: string; readonly proof: string }[] = JSON.parse(
  readVector('names/bip353.json'),
);
const proof = Buffer.from(simple?.proof ?? '', 'hex');

/** Sets the clock of the page's workers, which verify proofs, to a time in milliseconds. */
async function setClock({ page }: SigningPage, time: number): Promise<void> {
  for (const worker of page.workers()) {
    await worker.evaluate((now) => {
      Date.now = () => now;
    }, time);
  }
}

test('scans the proof of a name, pays it, and the review shows until when it is proven', async () => {
  const cbor = encodeByteString(proof);
  const frames = encodeFrames({ kind: 'ur', type: 'bytes', cbor }, { as: 'ur', maxLength: 600 });
  if ('error' in frames) throw new Error(frames.error);
  const codes = Array.from({ length: 2 * frames.count }, (_, step) => frames.at(step));
  const open = await openBefore(codes, 'main');
  const { page } = open;
  await openCoin(open, coinOf(0).hex);
  await setClock(open, Date.UTC(2025, 9, 7));
  await press(page, 'Scan the address: Recipient 1');
  await page.getByText(`₿${simple?.name} is not proven. A signature has expired.`).waitFor();
  await setClock(open, Date.UTC(2025, 7, 7, 18));
  // The same proof as a file, and pasted.
  for (const read of [
    () =>
      page.locator('fieldset input[type=file]').setInputFiles({
        name: 'name.proof',
        mimeType: 'application/octet-stream',
        buffer: proof,
      }),
    () => refill(open, 'To address', simple?.proof ?? ''),
  ]) {
    await read();
    await page.getByText(`Pays ₿${simple?.name}, proven until 2025-08-`).waitFor();
    await refill(open, 'To address', '');
    await page.getByText('proven until').waitFor({ state: 'detached' });
  }
  await press(page, 'Scan the address: Recipient 1');
  await page.getByText(`Pays ₿${simple?.name}, proven until 2025-08-`).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await takePicture(page, 'pay-name');
  await refill(open, 'Amount in BTC', '0.001');
  await refill(open, 'Fee rate in sat/vB', '2');
  await press(page, 'Review the payment');
  await page.getByRole('heading', { name: 'Recipients' }).waitFor();
  expect(await page.textContent('main')).toContain(`₿${simple?.name}, proven until 2025-08-`);
  await sign(page);
  const { outputs } = await filmedAnswer(open);
  expect(outputs.map(({ value }) => value)).toContain(100_000n);
});

test('explains the proof of a name under Check', async () => {
  const open = await openBefore(['nothing'], 'main');
  const { page } = open;
  await setClock(open, Date.UTC(2025, 7, 7, 18));
  await openTool(page, 'Check');
  await press(page, 'Who is behind a payment name?');
  const card = page.getByRole('region', { name: 'Who is behind a payment name?' });
  const openFile = (buffer: Buffer) =>
    card.locator('input[type=file]').setInputFiles({
      name: 'name.proof',
      mimeType: 'application/octet-stream',
      buffer,
    });
  await openFile(proof);
  await card.getByText(`₿${simple?.name}: proven until 2025-08-`).waitFor();
  await card.getByText('Address: bc1').waitFor();
  await openFile(Buffer.from(proof.map((byte, i) => (i === proof.length - 1 ? byte ^ 1 : byte))));
  await card.getByText(`₿${simple?.name}: NOT proven`).waitFor();
  await card.getByText('A signature is not valid').waitFor();
  await openFile(Buffer.from('hello'));
  await card.getByText('This is not a proof of a payment name.').waitFor();
});

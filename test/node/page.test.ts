import { existsSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { createFrameReader } from '../../src/transport/reader.ts';
import { encodeFrames } from '../../src/transport/writer.ts';
import build from '../support/build/build.ts';
import { askElectrum, electrumFolder } from '../support/nodes/electrum.ts';
import { callNode } from '../support/nodes/node-client.ts';
import { CHROMIUM } from '../support/screens/browser.ts';
import { filmed } from '../support/screens/film.ts';
import {
  codeOnScreen,
  openSigningPage,
  openTool,
  openWords,
  press,
  saved,
  sign,
} from '../support/screens/signing-page.ts';

/**
 * Opens the page with the keys of BIP39's first vector on regtest; its camera shows these codes.
 */
async function withPage<T>(codes: readonly string[], run: (page: Page) => Promise<T>): Promise<T> {
  const film = filmed(codes);
  const { page, close } = await openSigningPage(film.args);
  try {
    await press(page, 'Keys');
    await page.selectOption('#network', 'regtest');
    await openWords(page);
    return await run(page);
  } finally {
    await close();
    film.end();
  }
}

/** Returns a program's watch-only wallet file. */
const exported = (program: string) =>
  withPage(['nothing'], async (page) => {
    await openTool(page, 'Wallet');
    await press(page, 'Pair with a program');
    await page.selectOption('#watcher', program);
    await page.selectOption('#account', { index: 0 });
    return saved(page);
  });

/** Signs a PSBT that the page's camera sees, and reads the result with another camera. */
const signedByCamera = (codes: readonly string[]) =>
  withPage(codes, async (page) => {
    await press(page, 'Open a transaction');
    await press(page, 'Scan with the camera');
    await page.getByRole('article', { name: 'Review transaction' }).waitFor({ timeout: 60_000 });
    expect(await page.textContent('main')).toContain('Change (returns to your wallet)');
    await sign(page);
    await page.getByRole('heading', { name: 'Signed. Not sent yet.' }).waitFor();
    await press(page, 'Show as QR codes');
    await page.getByRole('img', { name: /^QR code/ }).waitFor();
    return { code: await codeRead(page), dialect: await page.inputValue('#program') };
  });

async function codeRead(page: Page): Promise<string> {
  const reader = createFrameReader(nobleSecp256k1);
  for (let look = 0; look < 600; look++) {
    const seen = await codeOnScreen(page);
    const reading = seen === undefined ? undefined : reader.receive(seen);
    if (reading?.status === 'done' && reading.value.kind === 'transaction') {
      return encodeHex(reading.value.bytes);
    }
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('the codes do not make a transaction');
}

const call = async (method: string, params: unknown = [], wallet = '') =>
  callNode(method, params, wallet === '' ? '/' : `/wallet/${wallet}`);

/** Sends and mines a transaction, and returns its confirmations. */
async function confirmationsOf(hex: string): Promise<number> {
  const txid = await call('sendrawtransaction', [hex]);
  await call('generatetoaddress', [1, await call('getnewaddress', [], 'page-miner')]);
  const found = await call('getrawtransaction', [txid, true]);
  return (found as { confirmations: number }).confirmations;
}

describe.skipIf(!existsSync(CHROMIUM))('the page, with a camera', () => {
  beforeAll(async () => {
    build();
    await call('createwallet', ['page-miner']);
    await call('generatetoaddress', [101, await call('getnewaddress', [], 'page-miner')]);
  });

  const pay = async (address: unknown) => {
    const txid = await call('sendtoaddress', [address, 0.5], 'page-miner');
    await call('generatetoaddress', [1, await call('getnewaddress', [], 'page-miner')]);
    return call('getrawtransaction', [txid]);
  };

  test.each(['ur', 'bbqr', 'specter'] as const)(
    'signs in %s what a watching wallet of a real node asks for, and the node mines it',
    async (as) => {
      const watching = `page-watching-${as}`;
      await call('createwallet', [watching, true, true]);
      const descriptors = JSON.parse(await exported('Bitcoin Core'));
      const imported = await call('importdescriptors', [descriptors], watching);
      expect(imported).toMatchObject(descriptors.map(() => ({ success: true })));
      await pay(await call('getnewaddress', ['', 'bech32'], watching));
      const to = await call('getnewaddress', [], 'page-miner');
      const made = await call('walletcreatefundedpsbt', [[], [{ [String(to)]: 0.1 }]], watching);
      const bytes = Buffer.from((made as { psbt: string }).psbt, 'base64');
      const frames = encodeFrames({ kind: 'psbt', bytes }, { as, maxLength: 250 });
      if ('error' in frames) throw new Error(frames.error);
      const codes = Array.from({ length: 2 * frames.count }, (_, step) => frames.at(step));
      const { code } = await signedByCamera(codes);
      expect(await confirmationsOf(code)).toBe(1);
    },
  );

  test.skipIf(electrumFolder === undefined)(
    'signs the code of a watch-only Electrum, answers in its format, and a real node mines it',
    async () => {
      const file = await exported('Electrum');
      const [{ addresses } = { addresses: [] }] = askElectrum<{ addresses: string[][] }>([
        { op: 'open', file },
      ]);
      const funding = await pay(addresses[0]?.[0]);
      const to = await call('getnewaddress', [], 'page-miner');
      const [made] = askElectrum<{ code: string }>([
        { op: 'pay', file, funding, to, value: 10_000_000, fee: 1_000 },
      ]);
      const { code, dialect } = await signedByCamera([made?.code ?? '']);
      expect(dialect).toBe('Electrum');
      expect(await confirmationsOf(code)).toBe(1);
    },
  );
});

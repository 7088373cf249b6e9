import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { qrOfHex } from '../../../src/adapters/cli/qr.ts';
import { createFileHost } from '../../../src/adapters/files/file-host.ts';
import { createOutboxFolder, type OutboxFile } from '../../../src/adapters/files/outbox-folder.ts';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import { encodeTransaction } from '../../../src/transaction/codec.ts';
import type { Transaction } from '../../../src/transaction/transaction.ts';
import { transactionId } from '../../../src/transaction/txid.ts';
import { scriptsOf } from '../../../src/wallet/keys/wallet-descriptor.ts';
import { applyUnsent } from '../../../src/wallet/ledger/apply.ts';
import { markSentElsewhere, waitingNotes } from '../../../src/wallet/ledger/outbox.ts';
import { defaultWalletOptions } from '../../../src/wallet/options.ts';
import { createWallet } from '../../../src/wallet/wallet.ts';
import { createRandom } from '../../support/generate/random.ts';
import { TEST_XPRV, withDescriptorText } from '../../support/generate/wallet.ts';
import { opened } from '../../support/opened.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function start() {
  const folder = mkdtempSync(join(tmpdir(), 'coldsign-outbox-'));
  folders.push(folder);
  const told: OutboxFile[] = [];
  const notices: string[] = [];
  const open = (wallets = 'wallets') =>
    createFileHost({
      folder: join(folder, wallets),
      context: { network: networks.regtest, secp256k1: kernelSecp256k1 },
      options: { ...defaultWalletOptions, scryptCost: { n: 2, r: 1, p: 1 } },
      outbox: createOutboxFolder(join(folder, 'outbox')),
      watcher: {
        onWaiting: (files) => void told.push(...files),
        onUnwritten: (notice) => void notices.push(notice),
      },
    });
  return { folder, own: join(folder, 'outbox', 'a%2Fw'), told, notices, open };
}

const options = { secp256k1: kernelSecp256k1, random: createRandom(1), keypoolSize: 3 };
const wallet = withDescriptorText(
  createWallet({ name: 'a/w', network: networks.regtest }),
  `wpkh(${TEST_XPRV}/0/*)`,
  options,
);
const [script = ''] = [...wallet.descriptors.values()].flatMap((owner) => [...scriptsOf(owner)]);
const transaction: Transaction = {
  version: 2,
  locktime: 0,
  inputs: [
    {
      prevout: { txid: '11'.repeat(32), vout: 0 },
      scriptSig: new Uint8Array(0),
      sequence: 0,
      witness: [],
    },
  ],
  outputs: [{ value: 5000n, scriptPubKey: new Uint8Array(Buffer.from(script, 'hex')) }],
};
const txid = transactionId(transaction);
const hex = encodeHex(encodeTransaction(transaction));
const environment = { secp256k1: kernelSecp256k1, keypoolSize: 3, addressType: 'bech32' } as const;

test('keeps waiting transactions in the outbox, also after a crash, until they are sent', async () => {
  const { own, told, open } = start();
  const host = open();
  await host.create(wallet);
  await opened(host, 'a/w').update((current) => ({
    wallet: applyUnsent(current, transaction, waitingNotes, { environment, now: 1 }),
    value: undefined,
  }));
  const path = join(own, `${txid}.hex`);
  expect(told).toEqual([{ txid, hex, path }]);
  expect(readFileSync(path, 'utf8')).toBe(`${hex}\n`);
  await host.close();

  // As if the process had died between writing the wallet and the file, or while writing.
  rmSync(path);
  writeFileSync(`${path}.${'0a'.repeat(16)}.new`, 'half');
  writeFileSync(join(own, `.lock.${'0b'.repeat(16)}`), '{"pid"');
  const others = [`${'22'.repeat(32)}.hex`, 'letter', `${txid}.hex.new`].sort();
  for (const name of others) writeFileSync(join(own, name), 'of somebody else');
  const again = open();
  await again.load('a/w');
  expect(readdirSync(own).sort()).toEqual([`${txid}.hex`, ...others].sort());
  await opened(again, 'a/w').update((current) => ({
    wallet: markSentElsewhere(current, new Set([txid])),
    value: undefined,
  }));
  expect(readdirSync(own).sort()).toEqual(others);
  await again.close();

  // Or with an additional file.
  writeFileSync(path, hex);
  const last = open();
  await last.load('a/w');
  expect(readdirSync(own).sort()).toEqual(others);
  await last.close();
});

test('wallets of one name in two folders share one outbox', async () => {
  const { own, told, open } = start();
  const first = open();
  const second = open('other wallets');
  const other = { ...transaction, locktime: 1 };
  for (const [host, sent] of [
    [first, transaction],
    [second, other],
  ] as const) {
    await host.create(wallet);
    await opened(host, 'a/w').update((current) => ({
      wallet: applyUnsent(current, sent, waitingNotes, { environment, now: 1 }),
      value: undefined,
    }));
  }
  const both = [`${txid}.hex`, `${transactionId(other)}.hex`].sort();
  expect(readdirSync(own).sort()).toEqual(both);
  await Promise.all([first, second].map((host) => host.close()));
  const again = [open(), open('other wallets')];
  await Promise.all(again.map((host) => host.load('a/w')));
  expect(readdirSync(own).sort()).toEqual(both);
  expect(told).toHaveLength(2);
  for (const host of again) {
    await opened(host, 'a/w').update((current) => ({
      wallet: markSentElsewhere(current, new Set([txid])),
      value: undefined,
    }));
  }
  expect(readdirSync(own)).toEqual([`${transactionId(other)}.hex`]);
  await Promise.all(again.map((host) => host.close()));
});

test('reports an unwritable outbox and goes on', async () => {
  const { folder, notices, open } = start();
  writeFileSync(join(folder, 'outbox'), 'a file where the folder should be');
  const host = open();
  await host.create(wallet);
  await opened(host, 'a/w').update((current) => ({
    wallet: applyUnsent(current, transaction, waitingNotes, { environment, now: 1 }),
    value: undefined,
  }));
  expect(host.get('a/w')?.value.ledger.transactions.has(txid)).toBe(true);
  expect(existsSync(join(folder, 'outbox', 'a%2Fw'))).toBe(false);
  expect(notices).toEqual([
    expect.stringMatching(/^The outbox could not be written: .*listoutbox shows them$/),
  ]);
  await host.close();
});

test('a QR code is left out if it does not fit the screen', () => {
  const code = qrOfHex(hex, 80) ?? '';
  const lines = code.split('\n').map((line) => line.replace(/[^█▀▄ ]/g, ''));
  expect(new Set(lines.map((line) => line.length)).size).toBe(1);
  expect(lines.length).toBe(Math.ceil((lines[0]?.length ?? 0) / 2));
  expect(qrOfHex(hex, 20)).toBeUndefined();
  expect(qrOfHex('ab'.repeat(2149), 500)).toBeUndefined();
  expect(qrOfHex('ab'.repeat(2148), 500)).toBeDefined();
});

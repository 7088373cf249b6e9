import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { networks } from '../../src/encoding/network.ts';
import { exportWallet } from '../../src/formats/export.ts';
import { type ImportedWallet, importWallet } from '../../src/formats/import.ts';
import { parsePsbt } from '../../src/index.ts';
import { combineCopies } from '../../src/psbt/take-signatures.ts';
import { vectorPath } from '../support/paths.ts';

const context = { network: networks.main, secp256k1 };
const read = (name: string) => readFileSync(vectorPath(`found/origins/${name}`), 'utf8');

function opened(text: string): ImportedWallet {
  const wallet = importWallet(text, context);
  if ('error' in wallet) throw new Error(wallet.error);
  return wallet;
}

describe('a BlueWallet file', () => {
  test('gives the path in a comment only to the next key', () => {
    const [{ descriptor = '' } = {}] = opened(read('bluewallet-one-custom-path.txt')).descriptors;
    expect(descriptor.match(/\[[^\]]*\]/g)).toEqual([
      '[5e5cdcc6/48h/0h/0h/2h]',
      '[a2e8debb/48h/0h/1h/2h]',
      '[d602b40d/48h/0h/0h/2h]',
    ]);
  });

  test('a BlueWallet file with seed words is named', () => {
    const text = read('bluewallet-one-custom-path.txt').replace(
      /^5e5cdcc6:.*$/im,
      'seed: word word',
    );
    expect(importWallet(text, context)).toMatchObject({
      error: expect.stringMatching(
        /^this is a backup of BlueWallet with the seed words of 1 of its 3/,
      ),
    });
  });
});

describe('a BSMS record without a template', () => {
  const text = read('bsms-without-template.bsms');

  test('has the paths of its third line, as its first address proves', () => {
    const wallet = opened(text);
    expect(wallet.descriptors).toHaveLength(1);
    expect(wallet.descriptors[0]?.firstAddresses[0]).toBe(text.trim().split(/\s*\n/)[3]?.trim());
    expect(wallet.lost).toContainEqual(expect.stringMatching(/no template/));
  });

  test('is refused if its first address does not fit', () => {
    const lines = text.split('\n');
    lines[3] = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
    expect(importWallet(lines.join('\n'), context)).toHaveProperty('error');
  });
});

test('an unsorted multisig is not written for Sparrow, which sorts its keys', () => {
  const wallet = { descriptors: [read('multi-unsorted.txt').trim()] };
  expect(exportWallet(wallet, 'sparrow', context)).toMatchObject({
    error: expect.stringMatching(/^this program sorts the keys/),
  });
  const sorted = {
    descriptors: wallet.descriptors.map((each) => each.replace('multi', 'sortedmulti')),
  };
  expect(exportWallet(sorted, 'sparrow', context)).not.toHaveProperty('error');
});

test('a wallet with a lock that locks nothing has Core’s warning', () => {
  expect(opened(read('older65536.txt')).doubts).toEqual([
    'height-based relative locktime: older(65536) > 65535 blocks is unsafe',
  ]);
});

test('copies of a PSBT are combined in any order', () => {
  const [trimmed, full] = ['trimmed-by-signer-one', 'signed-by-signer-two'].map((name) => {
    const bytes = readFileSync(vectorPath(`found/origins/${name}.psbt`));
    return parsePsbt(bytes[0] === 0x70 ? new Uint8Array(bytes) : bytes.toString().trim());
  });
  if (!trimmed || !full) throw new Error('no PSBT');
  for (const copies of [
    [trimmed, full],
    [full, trimmed],
    [trimmed, trimmed, full],
  ]) {
    const combined = combineCopies(copies, secp256k1);
    if ('error' in combined) throw new Error(combined.error);
    expect(combined.psbt.inputs.map((input) => input.partialSignatures.length)).toEqual([2]);
  }
});

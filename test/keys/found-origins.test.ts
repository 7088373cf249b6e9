import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { networks } from '../../src/encoding/network.ts';
import { importWallet } from '../../src/formats/import.ts';
import { parsePsbt } from '../../src/index.ts';
import { keyOwners } from '../../src/keys/key-owners.ts';
import { joinRings } from '../../src/keys/key-ring.ts';
import { readKeys } from '../../src/keys/read-keys.ts';
import { reviewPsbt } from '../../src/public/review.ts';
import { vectorPath } from '../support/paths.ts';

const context = { network: networks.main, secp256k1 };
const read = (name: string) => readFileSync(vectorPath(`found/origins/${name}`), 'utf8');

/** Reads a PSBT in base64 or in bytes. */
function psbtIn(name: string): string | Uint8Array {
  const text = read(name);
  return text.startsWith('cHNi')
    ? text.replace(/\s/g, '')
    : new Uint8Array(readFileSync(vectorPath(`found/origins/${name}`)));
}

function openFiles(names: readonly string[], account: number) {
  const readWallet = (file: string) => importWallet(file, context);
  const rings = names.map((name) => readKeys(read(name), { ...context, account, readWallet }));
  return joinRings(
    rings.map((ring) => {
      if ('error' in ring) throw new Error(ring.error);
      return ring;
    }),
  );
}

const WORDS = ['words-one.txt'];

// Files of the kind that people reported as bugs of other programs.
test.each([
  ['fingerprint-right-account-wrong', WORDS, 4, [['own', undefined]], ['payment', 'change']],
  ['fingerprint-right-account-wrong', WORDS, 0, [['own', undefined]], ['payment', 'change']],
  ['multisig-final', WORDS, 0, [[undefined, 'shared']], ['payment', 'payment']],
  ['multisig-own-fingerprint-zero', WORDS, 0, [[undefined, 'shared']], ['payment', 'payment']],
  [
    'one-input-without-derivation',
    WORDS,
    0,
    [
      ['own', undefined],
      ['own', undefined],
    ],
    ['payment', 'change', 'change'],
  ],
  [
    'multisig-origin-without-path',
    [...WORDS, 'wallet-without-derivation.txt'],
    0,
    [['own', undefined]],
    ['payment', 'change'],
  ],
  [
    'global-xpub-without-path',
    [...WORDS, 'wallet-2of3.txt'],
    0,
    [['own', undefined]],
    ['payment', 'change'],
  ],
] as const)(
  '%s with %j and account %d is not called foreign',
  (name, keys, account, inputs, outputs) => {
    const psbt = parsePsbt(psbtIn(`${name}.psbt`));
    const findOwners = keyOwners(openFiles(keys, account), psbt, context);
    const review = reviewPsbt(psbt, { network: networks.main, findOwners });
    expect(review?.inputs.map(({ owner, claim }) => [owner?.role, claim])).toEqual(inputs);
    expect(review?.outputs.map(({ role }) => role)).toEqual(outputs);
    const ids = review?.findings.map(({ id }) => id) ?? [];
    expect(ids.filter((id) => /not-ours|no-input-ours/.test(id))).toEqual([]);
    if (name === 'global-xpub-without-path') expect(ids).toContain('xpub-wrong');
    if (/account-wrong|without-path/.test(name) && !name.startsWith('global')) {
      expect(ids).toContain('fields-unrelated');
    }
  },
);

import { HDKey } from '@scure/bip32';
import { generateMnemonic, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { p2wpkh, Transaction } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { readKeys } from '../../src/keys/read-keys.ts';
import { ABANDON } from '../support/chains/abandon-payment.ts';

/** Seeds of Electrum's tests (test_mnemonic.py, test_wallet_vertical.py). */
const ELECTRUM = [
  'wild father tree among universe such mobile favorite target dynamic credit identify',
  'bitter grass shiver impose acquire brush forget axis eager alone wine silver',
  'cycle rocket west magnet parrot shuffle foot correct salt library feed song',
  'powerful random nobody notice nothing important anyway look away hidden message over',
];

const letters = (text: string, count = 4): readonly string[] =>
  text.split(' ').map((word) => word.slice(0, count));

function typed(words: readonly string[]) {
  const engine = createEngine(() => undefined);
  for (const word of words) expect(engine.addWords(word).fault).toBeUndefined();
  return engine;
}

const fingerprintOf = (text: string): string | undefined => {
  const ring = readKeys(text, { network: networks.main, secp256k1 });
  if ('error' in ring) throw new Error(ring.error);
  const [master] = ring.masters;
  return master?.origin && encodeHex(master.origin.fingerprint);
};

test.each(ELECTRUM.slice(0, 3))(
  'the Electrum seed “%s” opens when typed by its first letters',
  (seed) => {
    const engine = typed(letters(seed));
    expect(engine.viewWords()).toMatchObject({ isWhole: true, fault: undefined });
    expect(engine.openWords('').fingerprint).toBe(fingerprintOf(seed));
    const pasted = createEngine(() => undefined);
    expect(pasted.addWords(letters(seed).join(' '))).toMatchObject({ isWhole: true });
  },
);

test('an Electrum seed of first letters opens like its complete words, with its extension', () => {
  for (const seed of ELECTRUM.slice(0, 3)) {
    const short = readKeys(letters(seed).join(' '), {
      network: networks.main,
      secp256k1,
      passphrase: 'extension',
    });
    const whole = readKeys(seed, { network: networks.main, secp256k1, passphrase: 'extension' });
    expect(short).toEqual(whole);
  }
});

test('words are complete as soon as they are accepted, in the language of all words so far', () => {
  const engine = typed(letters(ELECTRUM[0] ?? ''));
  const shown = Array.from({ length: 12 }, (_, i) => engine.showWord(i));
  expect(shown.join(' ')).toBe(ELECTRUM[0]);
});

test.each([
  ['English', wordlist],
  ['French', french],
  ['Spanish', spanish],
] as const)('seeds in %s open when typed by four letters', (_, list) => {
  for (let i = 0; i < 3; i++) {
    const seed = generateMnemonic(list);
    const engine = typed(letters(seed.normalize('NFC')));
    expect(engine.openWords('').fingerprint).toBe(fingerprintOf(seed));
  }
});

/** A seed of 24 words whose first 12, 15, 18 and 21 words are no seed. */
const LONG = `${'zoo '.repeat(23)}vote`.split(' ');

test('24 words are typed with the default of 12, without a complaint on the way', () => {
  const engine = createEngine(() => undefined);
  for (const [i, word] of LONG.entries()) {
    const view = engine.addWords(word);
    expect(view).toMatchObject({ count: i + 1, fault: undefined, isWhole: i === 23 });
    expect(view.isUnfit).toBe(i === 11);
    expect(view.wanted).toBe(i < 12 ? 12 : 24);
  }
});

test('a wrong word is reported when the person says that is all, and at the 24th word', () => {
  const engine = createEngine(() => undefined);
  for (const word of LONG.slice(0, 12)) engine.addWords(word);
  expect(engine.judgeWords().fault).toContain('the checksum is wrong');
  for (const word of LONG.slice(12, 23)) expect(engine.addWords(word).fault).toBeUndefined();
  expect(engine.addWords('zoo').fault).toContain('the checksum is wrong');
  expect(engine.replaceWord(23, 'vote')).toMatchObject({ isWhole: true, fault: undefined });
});

test('words pasted at once are judged at once', () => {
  const engine = createEngine(() => undefined);
  expect(engine.addWords(LONG.slice(0, 12).join(' ')).fault).toContain('the checksum is wrong');
  expect(engine.addWords('zoo').fault).toBeUndefined();
});

test('15 words after more were asked for are offered as complete', () => {
  const seed = generateMnemonic(wordlist, 160).split(' ');
  const engine = createEngine(() => undefined);
  for (const word of seed.slice(0, 12)) engine.addWords(word);
  engine.chooseWordCount(24);
  for (const word of seed.slice(12)) engine.addWords(word);
  expect(engine.viewWords()).toMatchObject({ fits: 15, isWhole: false, fault: undefined });
  expect(engine.chooseWordCount(15)).toMatchObject({ isWhole: true });
});

test('suggests English words until a word shows the language', () => {
  const engine = createEngine(() => undefined);
  expect(engine.suggestWords('x')).toEqual([]);
  expect(engine.suggestWords('zeb')).toEqual(['zebra']);
  // Three letters may begin a word of another list.
  expect(engine.suggestWords('ci')).toContain('cigar');
  expect(engine.suggestWords('cic')).toEqual(['ciclón'.normalize('NFKD')]);
  expect(engine.suggestWords('xé')).toEqual(['xénon'.normalize('NFKD')]);
  expect(typed(['zoo']).suggestWords('x')).toEqual([]);
  expect(typed(['xénon']).suggestWords('zo')).toContain('zoologie');
});

test('a refused word is the word that was given last, and a wrong checksum refuses none', () => {
  const engine = createEngine(() => undefined);
  expect(engine.addWords('debrys')).toMatchObject({ isRefused: true, count: 0 });
  const words = 'abandon '.repeat(11);
  expect(engine.addWords(`${words}zoo`)).toMatchObject({ isRefused: false, isUnfit: true });
  expect(engine.replaceWord(11, 'abuot')).toMatchObject({ isRefused: true, count: 12 });
  expect(engine.replaceWord(11, 'about')).toMatchObject({ isRefused: false, isWhole: true });
});

test('the preview of a passphrase says if it opens the wallet of the open PSBT', () => {
  const key = HDKey.fromMasterSeed(mnemonicToSeedSync(ABANDON.join(' '), 'TREZOR'));
  const fingerprint = key.fingerprint.toString(16).padStart(8, '0');
  const made = key.derive("m/84'/0'/0'/0/0").publicKey ?? new Uint8Array(33);
  const path = [0x80000054, 0x80000000, 0x80000000, 0, 0];
  const psbt = new Transaction();
  psbt.addInput({
    txid: '11'.repeat(32),
    index: 0,
    witnessUtxo: { script: p2wpkh(made).script, amount: 9000n },
    bip32Derivation: [[made, { fingerprint: key.fingerprint, path }]],
  });
  psbt.addOutput({ script: p2wpkh(made).script, amount: 8000n });
  const engine = typed(ABANDON);
  expect(engine.previewPassphrase('TREZOR', 'words')).not.toHaveProperty('transaction');
  engine.takeBytes(psbt.toPSBT());
  engine.keepSubject();
  const about = (passphrase: string) => engine.previewPassphrase(passphrase, 'words').transaction;
  expect(about('TREZOR')).toEqual({ fingerprints: [fingerprint], isOurs: true });
  expect(about('')).toEqual({ fingerprints: [fingerprint], isOurs: false });
});

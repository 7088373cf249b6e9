import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { decodeExtendedPrivateKey } from '../../src/descriptor/extended-key.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { english, wordsOfEntropy } from '../../src/seed/bip39.ts';
import { type ChildKind, childEntropy, deriveChild } from '../../src/seed/bip85.ts';
import { entropyOfRolls, leastRolls, readRolls, testRolls } from '../../src/seed/dice.ts';
import { readPhrase } from '../../src/seed/phrase.ts';
import {
  compactSeedQr,
  readCompactSeedQr,
  readSeedQr,
  seedQrDigits,
} from '../../src/seed/seed-qr.ts';
import { readVector } from '../support/paths.ts';

const network = networks.main;
const context = { network, secp256k1 };

describe('BIP85', () => {
  type Case = { readonly root: string; readonly path: string } & Record<string, string>;
  const cases: readonly Case[] = JSON.parse(readVector('seed/bip85.json'));
  const kindOf = ([app = 0, ...rest]: readonly number[]): ChildKind | undefined => {
    if (app === 39) return { kind: 'words', words: rest[1] ?? 0, list: english };
    if (app === 2) return { kind: 'wif' };
    if (app === 32) return { kind: 'xprv' };
    if (app === 128169) return { kind: 'hex', bytes: rest[0] ?? 0 };
    return undefined;
  };

  test.each(cases)('$path', (each) => {
    const root = decodeExtendedPrivateKey(each.root, network);
    if (root === undefined) throw new Error('the vector has no root');
    const steps = each.path
      .split('/')
      .slice(2)
      .map((step) => Number.parseInt(step, 10));
    const entropy = encodeHex(childEntropy(root, steps, secp256k1) ?? new Uint8Array());
    const told = each['DERIVED ENTROPY'] ?? '';
    const kind = kindOf(steps);
    // The vector of extended keys shows which half is the private key.
    if (kind?.kind === 'xprv') expect(entropy.slice(64)).toBe(told);
    else expect(entropy.slice(0, told.length)).toBe(told);
    if (kind === undefined) return;
    const made = deriveChild(root, kind, steps[steps.length - 1] ?? 0, context);
    const key =
      each['DERIVED BIP39 MNEMONIC'] ?? each['DERIVED WIF'] ?? each['DERIVED XPRV'] ?? told;
    expect(made).toBe(key);
  });

  test('refuses numbers that BIP85 does not define', () => {
    const root = decodeExtendedPrivateKey(cases[0]?.root ?? '', network);
    if (root === undefined) throw new Error('the vector has no root');
    expect(deriveChild(root, { kind: 'hex', bytes: 15 }, 0, context)).toBeUndefined();
    expect(deriveChild(root, { kind: 'hex', bytes: 65 }, 0, context)).toBeUndefined();
    expect(deriveChild(root, { kind: 'wif' }, -1, context)).toBeUndefined();
    expect(deriveChild(root, { kind: 'wif' }, 2 ** 31, context)).toBeUndefined();
    expect(deriveChild(root, { kind: 'wif' }, 0.5, context)).toBeUndefined();
    const odd = { kind: 'words', words: 13, list: english } as const;
    expect(deriveChild(root, odd, 0, context)).toBeUndefined();
  });
});

describe('SeedQR', () => {
  const cases: readonly Record<'words' | 'digits' | 'bits', string>[] = JSON.parse(
    readVector('seed/seedqr.json'),
  );
  test.each(cases)('$digits', ({ words, digits, bits }) => {
    const read = readPhrase(words, [english]);
    if ('error' in read) throw new Error(read.error.kind);
    const [phrase] = read.phrases;
    expect(seedQrDigits(phrase)).toBe(digits);
    expect(readSeedQr(digits, english)).toEqual(phrase);
    const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
    expect(compactSeedQr(phrase)).toEqual(bytes);
    expect(readCompactSeedQr(bytes, english)).toEqual(phrase);
  });

  test('refuses digits of another length, of no word, or with a wrong checksum', () => {
    const digits = cases[3]?.digits ?? '';
    expect(readSeedQr(digits.slice(4), english)).toBeUndefined();
    expect(readSeedQr(`2048${digits.slice(4)}`, english)).toBeUndefined();
    expect(readSeedQr(`0000${digits.slice(4)}`, english)).toBeUndefined();
    expect(readSeedQr(digits.replace('7', 'x'), english)).toBeUndefined();
    expect(readCompactSeedQr(new Uint8Array(17), english)).toBeUndefined();
  });
});

describe('dice and coins', () => {
  type Case = { readonly kind: 'dice' | 'coin'; readonly rolls: string; readonly words: string };
  const cases: readonly Case[] = JSON.parse(readVector('seed/rolls.json'));
  test.each(cases)('$kind $rolls give the words of devices', ({ kind, rolls, words }) => {
    const count = words.split(' ').length;
    const entropy = entropyOfRolls(rolls, kind, count, { fewer: rolls === '123456' });
    if ('error' in entropy) throw new Error(entropy.error);
    expect(wordsOfEntropy(entropy, english)?.join(' ')).toBe(words);
  });

  test('requires the same numbers of rolls as devices', () => {
    expect([12, 15, 18, 21, 24].map((words) => leastRolls('dice', words))).toEqual([
      50, 62, 75, 87, 99,
    ]);
    expect(leastRolls('coin', 12)).toBe(128);
  });

  test('refuses ten rolls, and other digits', () => {
    expect(entropyOfRolls('1234561234', 'dice', 12)).toEqual({ error: 'few', position: 10 });
    expect(readRolls('12 34\n5,0', 'dice')).toEqual({ error: 'digit', position: 6 });
    expect(readRolls('12 34\n5,6', 'dice')).toBe('123456');
    expect(readRolls('0112', 'coin')).toEqual({ error: 'digit', position: 4 });
  });

  test('detects a loaded die, a typed pattern and avoided repetitions, but not fair rolls', () => {
    expect(testRolls('6'.repeat(30) + '123456'.repeat(5), 'dice').faces).toBe('biased');
    expect(testRolls('123456'.repeat(10), 'dice')).toMatchObject({
      faces: 'even',
      steps: 'biased',
    });
    expect(testRolls('01'.repeat(64), 'coin')).toMatchObject({ faces: 'even', steps: 'biased' });
    // Digits of pi, without those missing on a die.
    const pi = '3141526535323462643323512412164622645322362455112133524553566252';
    expect(testRolls(pi, 'dice').counts.reduce((sum, each) => sum + each)).toBe(64);
    expect(testRolls(pi, 'dice')).toMatchObject({ steps: 'even' });
    expect(testRolls('', 'dice')).toMatchObject({ count: 0, faces: 'even', steps: 'even' });
  });

  test('about one of 1,000 fair runs is called biased', () => {
    // A generator of 31 bits (Lehmer), so that every run of this test is the same.
    let state = 1;
    const roll = () => {
      state = (state * 48271) % 2147483647;
      return `${1 + Math.floor((state / 2147483647) * 6)}`;
    };
    let biased = 0;
    for (let run = 0; run < 4000; run++) {
      const rolls = Array.from({ length: 99 }, roll).join('');
      if (testRolls(rolls, 'dice').faces === 'biased') biased++;
    }
    expect(biased).toBeGreaterThan(0);
    expect(biased).toBeLessThan(12);
  });
});

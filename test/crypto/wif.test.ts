import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBase58Check, encodeBase58Check } from '../../src/crypto/base58check.ts';
import { PrivateKey } from '../../src/crypto/private-key.ts';
import { decodeWif, encodeWif } from '../../src/crypto/wif.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { type NetworkName, networks } from '../../src/encoding/network.ts';
import { N, number32, scalars } from '../support/curves.ts';
import { readCoreData } from '../support/paths.ts';

type Valid = [string, string, { chain: NetworkName; isPrivkey: boolean; isCompressed?: boolean }];

const valid = readCoreData('key_io_valid.json');
const invalid = readCoreData('key_io_invalid.json');
const all = Object.values(networks);

describe.skipIf(valid === undefined)('key_io_valid.json', () => {
  const keys: Valid[] = JSON.parse(valid ?? '[]').filter((row: Valid) => row[2].isPrivkey);
  test.each(keys)('%s', (wif, hex, { chain, isCompressed }) => {
    const key = decodeWif(wif, networks[chain]);
    expect(key && encodeHex(key.reveal())).toBe(hex);
    expect(key?.compressed).toBe(isCompressed);
    expect(key && encodeWif(key, networks[chain])).toBe(wif);
    for (const network of all) {
      const isSame = network.wif === networks[chain].wif;
      expect(decodeWif(wif, network) !== undefined).toBe(isSame);
    }
  });

  const addresses: Valid[] = JSON.parse(valid ?? '[]').filter((row: Valid) => !row[2].isPrivkey);
  test.each(addresses)('%s is no key', (text) => {
    for (const network of all) expect(decodeWif(text, network)).toBeUndefined();
  });
});

describe.skipIf(invalid === undefined)('key_io_invalid.json', () => {
  const texts: [string][] = JSON.parse(invalid ?? '[]');
  test.each(texts)('%j', (text) => {
    for (const network of all) expect(decodeWif(text, network)).toBeUndefined();
  });
});

test('reads its own encoding', () => {
  fc.assert(
    fc.property(scalars, fc.boolean(), fc.constantFrom(...all), (bytes, compressed, network) => {
      const key = PrivateKey.from(bytes, compressed);
      fc.pre(key !== undefined);
      const back = key && decodeWif(encodeWif(key, network), network);
      expect(back?.reveal()).toEqual(bytes);
      expect(back?.compressed).toBe(compressed);
    }),
  );
});

test('numbers that are no key, wrong lengths and a wrong mark', () => {
  const wif = (...bytes: number[]): string => encodeBase58Check(Uint8Array.of(0xef, ...bytes));
  const one = number32(1n);
  expect(decodeWif(wif(...one), networks.regtest)).toBeDefined();
  expect(decodeWif(wif(...one, 1), networks.regtest)).toBeDefined();
  for (const bad of [
    wif(...number32(0n), 1),
    wif(...number32(N), 1),
    wif(...one, 2),
    wif(...one, 0),
    wif(...one, 1, 1),
    wif(...one.slice(1)),
    '',
  ]) {
    expect(decodeWif(bad, networks.regtest)).toBeUndefined();
  }
});

test('white space around a key is tolerated, as by Core', () => {
  const wif = ' cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA\n';
  expect(decodeWif(wif, networks.regtest)?.reveal()).toEqual(number32(1n));
  expect(decodeWif(`${wif}\0`, networks.regtest)).toBeUndefined();
});

test('a key never prints itself', () => {
  const key = PrivateKey.from(new Uint8Array(32).fill(0xab), true);
  if (key === undefined) throw new Error('it is a key');
  const texts = [
    `${key}`,
    String(key),
    JSON.stringify({ key }),
    inspect(key, { showHidden: true, depth: 9 }),
    Object.values(key).join(),
  ];
  for (const text of texts) expect(text).not.toMatch(/abab|171/i);
});

test('wiping a key does not change the bytes that it was made from', () => {
  const bytes = number32(9n);
  const key = PrivateKey.from(bytes, true);
  key?.wipe();
  expect(key?.reveal()).toEqual(new Uint8Array(32));
  expect(bytes).toEqual(number32(9n));
});

describe('decodeBase58Check', () => {
  test('respects the maximum length of the payload', () => {
    const text = encodeBase58Check(new Uint8Array(20).fill(5));
    expect(decodeBase58Check(text, 20)).toEqual(new Uint8Array(20).fill(5));
    expect(decodeBase58Check(text, 19)).toBeUndefined();
  });

  test('detects any changed character, and throws for no text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.nat(), (payload, at) => {
        const text = encodeBase58Check(payload);
        expect(decodeBase58Check(text, payload.length)).toEqual(payload);
        const place = at % text.length;
        const other = text.charAt(place) === 'x' ? 'y' : 'x';
        const changed = text.slice(0, place) + other + text.slice(place + 1);
        expect(decodeBase58Check(changed, 100)).toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(decodeBase58Check(text, 100)).toBeUndefined();
      }),
    );
  });
});

import { HDKey } from '@scure/bip32';
import { NETWORK, TEST_NETWORK, WIF } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { encodeWif } from '../../src/crypto/wif.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { readPrivateKeys } from '../../src/keys/read-private-keys.ts';
import { keyOf } from '../support/signing.ts';

const versions = { private: 0x04358394, public: 0x043587cf };
const withVersions = (version: number) =>
  HDKey.fromMasterSeed(new Uint8Array(32).fill(1), { private: version, public: versions.public });
const root = withVersions(versions.private);
const account = root.derive("m/84'/1'/0'");
const context = { network: networks.test, secp256k1 };

function open(text: string, more = {}) {
  const ring = readPrivateKeys(text, { ...context, ...more });
  if (ring === undefined || 'error' in ring) throw new Error(ring?.error ?? 'no key');
  return ring;
}
const faultOf = (text: string, network = networks.test) => {
  const ring = readPrivateKeys(text, { network, secp256k1 });
  if (ring === undefined || !('error' in ring)) throw new Error('it was read');
  return ring;
};

describe('a WIF key', () => {
  const secret = root.privateKey as Uint8Array;

  test('has all scripts of its key in both forms, taproot only compressed', () => {
    const [wif, long] = [keyOf(1), keyOf(1, false)].map((key) => encodeWif(key, networks.test));
    expect(WIF(TEST_NETWORK).encode(keyOf(1).reveal())).toBe(wif);
    const { descriptors, canSign, hasWallet, masters } = open(` ${wif}\n`);
    expect(descriptors).toEqual(
      [`combo(${wif})`, `tr(${wif})`, `combo(${long})`].map((text) => ({
        text: addChecksum(text),
      })),
    );
    expect({ canSign, hasWallet, masters }).toEqual({
      canSign: true,
      hasWallet: false,
      masters: [],
    });
    expect(open(long ?? '').descriptors).toEqual(
      [`combo(${long})`, `tr(${wif})`, `combo(${wif})`].map((text) => ({
        text: addChecksum(text),
      })),
    );
  });

  test('a WIF key of another network is refused with the name of that network', () => {
    expect(faultOf(WIF(NETWORK).encode(secret))).toEqual({
      error: 'This is a key of the main network, not of test. If that is right, choose its network',
      otherNetwork: 'main',
    });
    expect(faultOf(WIF(TEST_NETWORK).encode(secret), networks.main)).toEqual({
      error: 'This is a key of a test network, not of main. If that is right, choose its network',
      otherNetwork: 'test',
    });
    const damaged = WIF(NETWORK).encode(secret).replace(/.$/, 'z');
    expect(faultOf(damaged)).toEqual({
      error:
        'This private key is damaged: a letter in it is wrong or missing. Compare it with your backup',
    });
  });
});

describe('an extended private key', () => {
  const namesOf = (text: string, more = {}) =>
    open(text, more).masters.map(({ accounts }) => accounts.map(({ name, path }) => [name, path]));

  test('a key at depth 0 has the standard accounts, with the given number', () => {
    const [accounts = []] = namesOf(root.privateExtendedKey, { account: 2 });
    expect(accounts.map(([name]) => name)).toEqual(['BIP44', 'BIP49', 'BIP84', 'BIP86']);
    expect(accounts.map(([, path]) => path?.[2])).toEqual(Array(4).fill(0x80000002));
    const [first = []] = namesOf(root.privateExtendedKey);
    expect(first.map(([, path]) => path?.[2])).toEqual(Array(4).fill(0x80000000));
    const { canSign, masters } = open(root.privateExtendedKey);
    expect(canSign).toBe(true);
    expect(encodeHex(masters[0]?.origin?.fingerprint ?? new Uint8Array(0))).toBe(
      root.fingerprint.toString(16).padStart(8, '0'),
    );
  });

  // SLIP-0132, "Registered HD version bytes".
  test.each([
    ['tprv', versions.private, ['wpkh()', 'tr()', 'sh(wpkh())', 'pkh()']],
    ['vprv', 0x045f18bc, ['wpkh()']],
    ['uprv', 0x044a4e28, ['sh(wpkh())']],
    ['Vprv', 0x02575048, []],
    ['Uprv', 0x024285b5, []],
  ])('an account key, %s, is for the scripts of its version bytes', (start, version, scripts) => {
    const text = withVersions(version).derive("m/84'/1'/0'").privateExtendedKey;
    expect(text.slice(0, 4)).toBe(start);
    expect(namesOf(text)).toEqual([scripts.map((name) => [name, []])]);
    // Without an origin in the text, it is unknown.
    expect(open(text).masters[0]?.origin).toBeUndefined();
  });

  test('a key with version bytes of a script is an account even at depth 0', () => {
    expect(namesOf(withVersions(0x045f18bc).privateExtendedKey)).toEqual([[['wpkh()', []]]]);
  });

  test('has the origin in the text, with any notation of hardened steps', () => {
    const [master] = open(`[01020304/84h/1'/0H]${account.privateExtendedKey}`).masters;
    expect(master?.origin).toEqual({
      fingerprint: Uint8Array.of(1, 2, 3, 4),
      path: [0x80000054, 0x80000001, 0x80000000],
    });
    const [bare] = open(`[01020304]${account.privateExtendedKey}`).masters;
    expect(bare?.origin).toEqual({ fingerprint: Uint8Array.of(1, 2, 3, 4), path: [] });
  });

  test('a key of another network or with a wrong letter is refused', () => {
    const main = withVersions(0x0488ade4).privateExtendedKey;
    expect(faultOf(main)).toMatchObject({ otherNetwork: 'main' });
    expect(faultOf(root.privateExtendedKey, networks.main)).toMatchObject({ otherNetwork: 'test' });
    expect(faultOf(root.privateExtendedKey.replace(/.$/, '1'))).toEqual({
      error: expect.stringContaining('This extended private key is damaged'),
    });
  });
});

describe('a descriptor', () => {
  const key = `${account.privateExtendedKey}/<0;1>/*`;
  const watched = `wpkh(${account.publicExtendedKey}/<0;1>/*)`;

  test('signs with its private keys, which are master keys too', () => {
    const text = `wpkh([01020304/84h/1h/0h]${key})`;
    const ring = open(text);
    expect(ring).toMatchObject({
      descriptors: [{ text: addChecksum(text) }],
      canSign: true,
      hasWallet: true,
      notes: [],
    });
    expect(ring.masters).toHaveLength(1);
    expect(ring.masters[0]?.accounts).toEqual([]);
    expect(ring.masters[0]?.origin?.fingerprint).toEqual(Uint8Array.of(1, 2, 3, 4));
    expect(open(watched)).toMatchObject({ masters: [], canSign: false, hasWallet: true });
    expect(open(addChecksum(watched)).descriptors).toEqual([{ text: addChecksum(watched) }]);
  });

  test('may have keys of SLIP-132, and its checksum covers the original text', () => {
    const slip = withVersions(0x045f18bc).derive("m/84'/1'/0'").privateExtendedKey;
    const text = `wpkh(${slip}/<0;1>/*)`;
    for (const each of [text, addChecksum(text)]) {
      expect(open(each).descriptors).toEqual([{ text: addChecksum(`wpkh(${key})`) }]);
    }
  });

  test('a descriptor of another network or with a wrong checksum is refused', () => {
    const main = HDKey.fromMasterSeed(new Uint8Array(32).fill(1)).publicExtendedKey;
    expect(faultOf(`wpkh(${main}/0/*)`)).toMatchObject({ otherNetwork: 'main' });
    expect(faultOf(watched, networks.main)).toMatchObject({ otherNetwork: 'test' });
    expect(faultOf(`${watched}#qqqqqqqq`).error).toMatch(/^This descriptor is damaged: /);
    expect(faultOf('wpkh(x)').error).toMatch(/^This descriptor cannot be read: /);
    expect(faultOf(`wpkh(${key}/x)`).error).not.toContain(account.privateExtendedKey.slice(20, 60));
  });
});

test('other texts are left to other readers', () => {
  for (const text of ['', 'hello', root.publicExtendedKey, `${'abandon '.repeat(11)}about`]) {
    expect(readPrivateKeys(text, context)).toBeUndefined();
  }
});

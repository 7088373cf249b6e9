import { HDKey } from '@scure/bip32';
import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import {
  accountDescriptors,
  joinRings,
  type KeyRing,
  keyNamesIn,
  noKeys,
  ringDescriptors,
  useKeyAt,
  wipeRing,
} from '../../src/keys/key-ring.ts';
import { readPrivateKeys } from '../../src/keys/read-private-keys.ts';

const H = 0x80000000;
const versions = { private: 0x04358394, public: 0x043587cf };
const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(1), versions);
const id = root.fingerprint.toString(16).padStart(8, '0');
const fingerprint = Uint8Array.from(Buffer.from(id, 'hex'));
const stranger = HDKey.fromMasterSeed(new Uint8Array(32).fill(2), versions);
const context = { network: networks.regtest, secp256k1 };

function open(text: string): KeyRing {
  const ring = readPrivateKeys(text, context);
  if (ring === undefined || 'error' in ring) throw new Error('no key');
  return ring;
}
const seed = open(root.privateExtendedKey);
const textsOf = (ring: KeyRing, paths: readonly (readonly number[])[] = []) =>
  ringDescriptors(
    ring,
    paths.map((path) => ({ fingerprint, path })),
    context,
  ).map(({ text }) => text);
const wallet = (text: string): KeyRing => ({ ...noKeys, descriptors: [{ text }], hasWallet: true });

/** The descriptor of an account with its private key, derived by another library. */
const accountText = (purpose: number, wrap: (key: string) => string) => {
  const key = root.derive(`m/${purpose}'/1'/0'`).privateExtendedKey;
  return addChecksum(wrap(`[${id}/${purpose}h/1h/0h]${key}/<0;1>/*`));
};
const ACCOUNTS = [
  accountText(44, (key) => `pkh(${key})`),
  accountText(49, (key) => `sh(wpkh(${key}))`),
  accountText(84, (key) => `wpkh(${key})`),
  accountText(86, (key) => `tr(${key})`),
];

describe('the accounts of a seed', () => {
  test('a seed has all four accounts, or those on the paths of its master key', () => {
    expect(textsOf(seed)).toEqual(ACCOUNTS);
    expect(textsOf(seed, [[84 + H, 1 + H, H, 0, 5]])).toEqual([ACCOUNTS[2]]);
    expect(
      textsOf(seed, [
        [86 + H, 1 + H, H],
        [44 + H, 1 + H, H, 1],
      ]),
    ).toEqual([ACCOUNTS[0], ACCOUNTS[3]]);
    expect(textsOf(seed, [[84 + H, 1 + H, 1 + H, 0, 5]])).toEqual([]);
    expect(textsOf(seed, [[84 + H, 1 + H]])).toEqual([]);
  });

  test('a seed has all four accounts if only master keys of others are named', () => {
    const named = [{ fingerprint: Uint8Array.of(1, 2, 3, 4), path: [84 + H, 1 + H, H, 0, 5] }];
    expect(accountDescriptors(seed, named, context).map(({ text }) => text)).toEqual(ACCOUNTS);
  });

  test('a ring with a wallet has no accounts', () => {
    expect(accountDescriptors({ ...seed, hasWallet: true }, [], context)).toEqual([]);
  });

  test('an account key without an origin has a descriptor without one', () => {
    const key = root.derive("m/84'/1'/0'").privateExtendedKey;
    expect(textsOf(open(key))).toContain(addChecksum(`wpkh(${key}/<0;1>/*)`));
  });
});

describe('the descriptors of a wallet get the private keys of a ring', () => {
  const both = (text: string) => joinRings([seed, wallet(text)]);
  const account = root.derive("m/48'/1'/0'/2'");
  const own = `[${id}/48h/1h/0h/2h]${account.publicExtendedKey}/<0;1>/*`;
  const other = `[01020304/48h/1h/0h/2h]${stranger.publicExtendedKey}/<0;1>/*`;
  const shared = `wsh(multi(2,${own},${other}))`;

  test('replaces the key at the path from the master key, and no other key', () => {
    const secret = `[${id}/48h/1h/0h/2h]${account.privateExtendedKey}/<0;1>/*`;
    for (const text of [shared, addChecksum(shared), shared.replace(/h\b/g, "'")]) {
      const [written = ''] = textsOf(both(text));
      expect(written.replace(/'/g, 'h').replace(/#.*/, '')).toBe(
        `wsh(multi(2,${secret},${other}))`,
      );
      expect(written).toBe(addChecksum(written.replace(/#.*/, '')));
    }
  });

  test('keeps the key of a stranger at its path', () => {
    const text = shared.replace(account.publicExtendedKey, stranger.publicExtendedKey);
    expect(textsOf(both(text))).toEqual([text]);
  });

  test('replaces its key under a wrong fingerprint or path, or without a path', () => {
    for (const [name, wrong] of [
      [id, '01020304'],
      [`${id}/48h/1h/0h/2h`, `${id}/48h/1h/0h/1h`],
      [`${id}/48h/1h/0h/2h`, `${id}/45h`],
      [`${id}/48h/1h/0h/2h`, id],
    ] as const) {
      const text = shared.replace(name, wrong);
      const secret = text.replace(account.publicExtendedKey, account.privateExtendedKey);
      expect(textsOf(both(text))).toEqual([addChecksum(secret)]);
    }
  });

  test('keeps a single public key, which has no extended form', () => {
    const key = encodeHex(root.derive("m/84'/1'/0'/0/3").publicKey ?? new Uint8Array(0));
    const text = `wpkh([${id}/84h/1h/0h/0/3]${key})`;
    expect(textsOf(both(text))).toEqual([text]);
  });

  test('replaces a key without an origin', () => {
    const text = `wpkh(${root.publicExtendedKey}/84h/*)`;
    expect(textsOf(both(text))).toEqual([addChecksum(`wpkh(${root.privateExtendedKey}/84h/*)`)]);
    const below = `wpkh(${account.publicExtendedKey}/*)`;
    expect(textsOf(both(below))).toEqual([addChecksum(`wpkh(${account.privateExtendedKey}/*)`)]);
  });
});

test('names the public keys of a text with their origins', () => {
  const hex = encodeHex(root.publicKey ?? new Uint8Array(0));
  const names = keyNamesIn(
    `a [${id}/84'/1h/0H]${root.publicExtendedKey}/0/*, [${id.toUpperCase()}]${hex} and ${hex}`,
  );
  expect(names).toEqual([
    { key: root.publicExtendedKey, origin: { fingerprint, path: [84 + H, 1 + H, H] } },
    { key: hex, origin: { fingerprint, path: [] } },
    { key: hex, origin: undefined },
  ]);
});

test('uses the private key of a public key, and wipes derived keys', () => {
  const child = root.derive("m/84'/1'/0'/0/3");
  const key = encodeHex(child.publicKey ?? new Uint8Array(0));
  const path = [84 + H, 1 + H, H, 0, 3];
  let used: Uint8Array | undefined;
  const secret = useKeyAt(
    seed.masters,
    { key, origin: { fingerprint, path } },
    context,
    (found) => {
      used = found.key.privateKey.reveal();
      return encodeHex(used);
    },
  );
  expect(secret).toBe(encodeHex(child.privateKey ?? new Uint8Array(0)));
  expect(used).toEqual(new Uint8Array(32));
  const wrong = { key, origin: { fingerprint, path: [...path.slice(0, 4), 4] } };
  expect(useKeyAt(seed.masters, wrong, context, () => true)).toBeUndefined();
  // The master key of the ring is not wiped.
  const master = { key: root.publicExtendedKey, origin: { fingerprint, path: [] } };
  expect(useKeyAt(seed.masters, master, context, () => true)).toBe(true);
  expect(seed.masters[0]?.key.privateKey.reveal()).toEqual(root.privateKey);
});

test('a joined ring has the keys of all its rings', () => {
  const noted = { ...noKeys, facts: ['a fact'], notes: ['a note'] };
  const ring = joinRings([seed, wallet('pkh(x)'), noted]);
  expect(ring).toEqual({
    masters: seed.masters,
    descriptors: [{ text: 'pkh(x)' }],
    facts: ['a fact'],
    canSign: true,
    hasWallet: true,
    notes: ['a note'],
  });
  expect(joinRings([noKeys, noted])).toEqual(noted);
});

test('a wiped ring has neither private keys nor chain codes', () => {
  const ring = open(root.privateExtendedKey);
  wipeRing(ring);
  const [master] = ring.masters;
  expect(master?.key.privateKey.reveal()).toEqual(new Uint8Array(32));
  expect(master?.key.chainCode).toEqual(new Uint8Array(32));
});

import { HARDENED_OFFSET, type HDKey } from '@scure/bip32';
import { p2tr, p2wpkh } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { hash160 } from '../../src/crypto/hash.ts';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { PrivateKey } from '../../src/crypto/private-key.ts';
import { type Bytes, bigEndian, concatBytes } from '../../src/encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { readPrivateKeys } from '../../src/keys/read-private-keys.ts';
import { ringOwners } from '../../src/keys/ring-owners.ts';
import { createPsbt, type PsbtInput } from '../../src/psbt/psbt.ts';
import { findNamedKeys } from '../support/named-keys.ts';
import { type Person, person } from '../support/review/accounts.ts';

const [ME, THIEF] = [person(1), person(66)];
const path = [84, 1, 0].map((step) => step + 0x80000000);

/** Another person's account key, by the HD code of another library. */
const accountOf = ({ root }: Person) => root.derive("m/84'/1'/0'");
const fingerprintOf = ({ fingerprint }: Person) => decodeHex(fingerprint) as Bytes;

function verdictOf(owner: Person, named: Person): string | undefined {
  const { chainCode = null, publicKey = null, parentFingerprint, depth, index } = accountOf(owner);
  const { root } = ME;
  const privateKey = PrivateKey.from(root.privateKey as Bytes, true) as PrivateKey;
  const place = {
    depth: 0,
    parentFingerprint: new Uint8Array(4),
    childNumber: 0,
    chainCode: root.chainCode as Bytes,
  };
  const origin = { fingerprint: fingerprintOf(named), path };
  const key = {
    depth,
    parentFingerprint: bigEndian(parentFingerprint, 4),
    childNumber: index,
    chainCode: chainCode as Bytes,
    publicKey: publicKey as Bytes,
  };
  const xpub = concatBytes(
    bigEndian(0x043587cf, 4),
    Uint8Array.of(depth),
    key.parentFingerprint,
    bigEndian(index, 4),
    key.chainCode,
    key.publicKey,
  );
  const psbt = {
    ...createPsbt({ version: 2, locktime: 0, inputs: [], outputs: [] }, 0),
    xpubs: [{ xpub, origin }],
  };
  const master = {
    key: { ...place, privateKey },
    origin: { fingerprint: fingerprintOf(ME), path: [] },
    accounts: [],
  };
  const names = findNamedKeys([master], psbt, secp256k1);
  const find = ringOwners(() => [], names, {
    hasWallet: false,
    secp256k1,
    silentOwner: () => undefined,
  });
  return find.keys?.judgeXpubs([{ key, origin }])[0];
}

test('a seed detects a stranger’s extended key at its own path', () => {
  expect(verdictOf(THIEF, ME)).toBe('forged');
});

test('a seed reports no forgery for its own account key, or a cosigner’s own fingerprint', () => {
  expect(verdictOf(ME, ME)).toBe('ours');
  expect(verdictOf(THIEF, THIEF)).toBe('unknown');
});

const context = { network: networks.regtest, secp256k1 };
const steps = (path: string) =>
  path
    .split('/')
    .slice(1)
    .map((step) => Number.parseInt(step, 10) + (step.endsWith("'") ? HARDENED_OFFSET : 0));
const idOf = ({ fingerprint }: HDKey) => bigEndian(fingerprint, 4);
const publicKeyOf = ({ publicKey }: HDKey) => publicKey as Bytes;

function mastersOf(text: string) {
  const ring = readPrivateKeys(text, context);
  if (ring === undefined || 'error' in ring) throw new Error('no key');
  return ring.masters;
}

type Name = { readonly publicKey: Bytes; readonly fingerprint: Bytes; readonly path: string };

/** A PSBT with an input that names these keys; keys of 32 bytes as in taproot. */
function naming(names: readonly Name[], more: Partial<PsbtInput> = {}) {
  const outPoint = { txid: '11'.repeat(32), vout: 0 };
  const bare = { prevout: outPoint, scriptSig: new Uint8Array(0), sequence: 0, witness: [] };
  const psbt = createPsbt({ version: 2, locktime: 0, inputs: [bare], outputs: [] }, 0);
  const named = names.map(({ publicKey, fingerprint, path: text }) => ({
    publicKey,
    origin: { fingerprint, path: steps(text) },
  }));
  const keyPaths = named.filter(({ publicKey }) => publicKey.length > 32);
  const tapKeyPaths = named
    .filter(({ publicKey }) => publicKey.length === 32)
    .map(({ publicKey, origin }) => ({ xOnly: publicKey, origin, leafHashes: new Set<string>() }));
  return {
    ...psbt,
    inputs: psbt.inputs.map((each) => ({ ...each, keyPaths, tapKeyPaths, ...more })),
  };
}

const found = (masters: ReturnType<typeof mastersOf>, names: readonly Name[]) =>
  findNamedKeys(masters, naming(names), secp256k1).all.map(({ privateKey, origin }) => ({
    secret: encodeHex(privateKey.reveal()),
    origin: { fingerprint: encodeHex(origin.fingerprint), path: origin.path },
  }));

const whole = (key: HDKey, text: string) => ({
  secret: encodeHex(key.privateKey as Bytes),
  origin: { fingerprint: encodeHex(fingerprintOf(ME)), path: steps(text) },
});

describe('a seed finds the key that a PSBT names', () => {
  const masters = mastersOf(ME.root.privateExtendedKey);
  const mine = fingerprintOf(ME);
  const unset = new Uint8Array(4);

  test('finds a key by its path from the master key, with taproot and under any fingerprint', () => {
    const text = "m/84'/1'/0'/0/3";
    const key = ME.root.derive(text);
    const publicKey = publicKeyOf(key);
    for (const fingerprint of [mine, unset]) {
      expect(found(masters, [{ publicKey, fingerprint, path: text }])).toEqual([whole(key, text)]);
      const xOnly = publicKey.subarray(1);
      expect(found(masters, [{ publicKey: xOnly, fingerprint, path: text }])).toEqual([
        whole(key, text),
      ]);
    }
    for (const fingerprint of [fingerprintOf(THIEF), mine.slice().reverse()]) {
      expect(found(masters, [{ publicKey, fingerprint, path: text }])).toEqual([whole(key, text)]);
    }
  });

  test.each([
    "m/45'",
    "m/48'/0'/0'/1'",
    "m/48'/0'/0'/2'",
    "m/48'/1'/0'/1'",
    "m/48'/1'/0'/2'",
    "m/87'/0'/0'",
    "m/87'/1'/0'",
    "m/44'/1'/0'",
    "m/49'/1'/0'",
    "m/84'/1'/0'",
    "m/86'/1'/0'",
  ])('finds a key below the account %s of a descriptor without an origin', (text) => {
    const key = ME.root.derive(`${text}/0/7`);
    const fingerprint = idOf(ME.root.derive(text));
    const name = { publicKey: publicKeyOf(key), fingerprint, path: 'm/0/7' };
    expect(found(masters, [name])).toEqual([whole(key, `${text}/0/7`)]);
    // The path of the account is not a path below it, but the key decides.
    expect(found(masters, [{ ...name, path: `${text}/0/7` }])).toEqual([whole(key, `${text}/0/7`)]);
  });

  test('finds no key below an account that wallets do not use', () => {
    for (const text of ["m/45'/0'", "m/48'/1'/0'/3'", "m/84'/1'/10'", "m/46'"]) {
      const key = ME.root.derive(`${text}/0/7`);
      const fingerprint = idOf(ME.root.derive(text));
      expect(found(masters, [{ publicKey: publicKeyOf(key), fingerprint, path: 'm/0/7' }])).toEqual(
        [],
      );
    }
  });

  test('finds a key by a path of at most 16 steps, and calls no longer path forged', () => {
    for (const [length, isShort] of [
      [16, true],
      [17, false],
    ] as const) {
      const text = `m${'/1'.repeat(length)}`;
      const key = ME.root.derive(text);
      const name = { publicKey: publicKeyOf(key), fingerprint: mine, path: text };
      expect(found(masters, [name])).toEqual(isShort ? [whole(key, text)] : []);
      const other = { ...name, publicKey: publicKeyOf(THIEF.root) };
      const names = findNamedKeys(masters, naming([other]), secp256k1);
      const origin = { fingerprint: mine, path: steps(text) };
      expect(names.isForged({ publicKey: other.publicKey, origin })).toBe(isShort);
    }
  });

  test('finds a key among the first 20,000 names of a PSBT', () => {
    const account = ME.root.derive("m/84'/1'/0'");
    const alone = mastersOf(account.privateExtendedKey);
    const own = {
      publicKey: publicKeyOf(account.derive('m/1')),
      fingerprint: idOf(account),
      path: 'm/1',
    };
    const noise = { ...own, publicKey: publicKeyOf(THIEF.root) };
    const behind = (count: number) => [...Array.from({ length: count }, () => noise), own];
    expect(found(alone, behind(19_999))).toHaveLength(1);
    expect(found(alone, behind(20_000))).toEqual([]);
  });

  test('finds a key in an output, and in an input that spends a silent payment', () => {
    const key = ME.root.derive("m/352'/1'/0'/0'/0");
    const publicKey = publicKeyOf(key);
    const path = steps("m/352'/1'/0'/0'/0");
    const output = {
      keyPaths: [{ publicKey, origin: { fingerprint: mine, path } }],
      tapKeyPaths: [],
    };
    const psbt = { ...naming([]), outputs: [output] } as unknown as ReturnType<typeof naming>;
    expect(findNamedKeys(masters, psbt, secp256k1).find(publicKey)).toBeDefined();
    const tweak = new Uint8Array(32).fill(7);
    const value = new Uint8Array(4 + 4 * path.length);
    value.set(mine);
    path.forEach((step, i) => {
      new DataView(value.buffer).setUint32(4 + 4 * i, step, true);
    });
    const unknown = [
      { key: Uint8Array.of(0x20), value: tweak },
      { key: concatBytes(Uint8Array.of(0x1f), publicKey), value },
    ];
    const names = findNamedKeys(masters, naming([], { unknown }), secp256k1);
    expect(names.all).toHaveLength(1);
    const output33 = secp256k1.tweakPublicKey(publicKey, tweak) as Bytes;
    expect(names.silent.map(([script]) => encodeHex(script))).toEqual([
      `5120${encodeHex(output33.subarray(1))}`,
    ]);
  });
});

describe('an extended key of an account without an origin', () => {
  const account = ME.root.derive("m/84'/1'/5'");
  const masters = mastersOf(account.privateExtendedKey);
  const key = account.derive('m/1/4');
  const publicKey = publicKeyOf(key);
  const secret = encodeHex(key.privateKey as Bytes);
  const fingerprint = Uint8Array.of(1, 2, 3, 4);

  test.each([
    ['at its place in the path from the master key', "m/84'/1'/5'/1/4"],
    ['behind the last hardened step of another path', "m/7'/1/4"],
    ['at its place, though a step below is hardened', "m/84'/1'/5'/1'/4"],
  ])('is tried %s', (_, path) => {
    const below = path.endsWith("1'/4") ? account.derive("m/1'/4") : key;
    const name = { publicKey: publicKeyOf(below), fingerprint, path };
    const all = found(masters, [name]);
    expect(all.map((each) => each.secret)).toEqual([encodeHex(below.privateKey as Bytes)]);
    // Its origin is taken from the PSBT.
    expect(all[0]?.origin).toEqual({ fingerprint: '01020304', path: steps(path) });
  });

  test('is found by its own fingerprint and a path that begins at it', () => {
    const own = { publicKey, fingerprint: idOf(account), path: 'm/1/4' };
    expect(found(masters, [own]).map((each) => each.secret)).toEqual([secret]);
    expect(found(masters, [{ ...own, publicKey: publicKeyOf(THIEF.root) }])).toEqual([]);
    const misnamed = { ...own, fingerprint, path: "m/84'/1'/5'/4" };
    expect(found(masters, [misnamed]).map((each) => each.secret)).toEqual([secret]);
  });
});

test('found keys sign by all their names, and keys on the way are wiped', () => {
  const text = "m/84'/1'/0'/0/3";
  const key = ME.root.derive(text);
  const publicKey = publicKeyOf(key);
  const masters = mastersOf(ME.root.privateExtendedKey);
  const name = { publicKey, fingerprint: fingerprintOf(ME), path: text };
  const { provider, derived, fingerprints, find } = findNamedKeys(
    masters,
    naming([name]),
    secp256k1,
  );
  const hash = hash160(publicKey);
  expect(p2wpkh(publicKey).hash).toEqual(hash);
  expect(provider.getPublicKey(hash)).toEqual(publicKey);
  expect(
    provider.getPublicKeyByXOnlyHash(hash160(p2tr(publicKey.subarray(1)).tapInternalKey)),
  ).toEqual(publicKey);
  expect(provider.canSign(hash)).toBe(true);
  expect(provider.getPrivateKey(hash)?.reveal()).toEqual(key.privateKey);
  expect(provider.getKeyOrigin(hash)?.path).toEqual(steps(text));
  const other = hash160(publicKeyOf(THIEF.root));
  expect(provider.canSign(other)).toBe(false);
  expect(provider.getPublicKey(other)).toBeUndefined();
  expect(fingerprints).toEqual(new Set([ME.fingerprint]));
  expect(find(publicKeyOf(THIEF.root))).toBeUndefined();
  const secrets = derived.map((each) => encodeHex(each.reveal()));
  // The ring keeps its master key. Every key below it is wiped, also those of accounts.
  expect(secrets).not.toContain(encodeHex(ME.root.privateKey as Bytes));
  for (const path of ["m/84'", "m/84'/1'", "m/84'/1'/0'", "m/84'/1'/0'/0", text, "m/87'/1'/0'"]) {
    expect(secrets).toContain(encodeHex(ME.root.derive(path).privateKey as Bytes));
  }
});

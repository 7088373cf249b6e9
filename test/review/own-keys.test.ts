import { HARDENED_OFFSET } from '@scure/bip32';
import { describe, expect, test } from 'vitest';
import { hash160 } from '../../src/crypto/hash.ts';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { privateKeyLookup } from '../../src/descriptor/private-keys.ts';
import { type Bytes, bigEndian } from '../../src/encoding/bytes.ts';
import { keyTable, type NamedKey, ownKeys, xOf } from '../../src/review/own-keys.ts';
import { UNSPENDABLE_KEY } from '../../src/script/taproot.ts';
import {
  descriptorsOf,
  keyAt,
  type Person,
  person,
  privateKeysOf,
} from '../support/review/accounts.ts';

const [ME, THIEF] = [person(1), person(66)];
const idOf = ({ root }: Person) => bigEndian(root.fingerprint, 4);
const steps = (path: string) =>
  path
    .split('/')
    .slice(1)
    .map((step) => Number.parseInt(step, 10) + (step.endsWith("'") ? HARDENED_OFFSET : 0));
const keyOf = (path: string, who = ME) => who.root.derive(path).publicKey as Bytes;

/** Returns the key at a path, as a PSBT names it. */
const named = (path: string, key = keyOf(path), by = idOf(ME), as = path): NamedKey => ({
  publicKey: key,
  origin: { fingerprint: by, path: steps(as) },
});
const ACCOUNT = "m/84'/1'/0'";
const watched = `wpkh(${keyAt(ME, '84h/1h/0h')})`;

function keysOf(...texts: readonly string[]) {
  const findPrivateKey = privateKeyLookup(privateKeysOf(texts));
  return ownKeys(texts.flatMap(descriptorsOf), { secp256k1, findPrivateKey }, () => false);
}
const judged = (list: readonly NamedKey[], ...texts: readonly string[]) =>
  keysOf(...(texts.length > 0 ? texts : [watched])).judge([list])[0];

describe('a descriptor judges a key in a PSBT', () => {
  const forged = named(`${ACCOUNT}/0/3`, keyOf('m/1', THIEF));

  test('derives a key at any position, and calls another key there forged', () => {
    expect(judged([named(`${ACCOUNT}/0/3`)])).toBe('ours');
    expect(judged([named(`${ACCOUNT}/1/999999`)])).toBe('ours');
    expect(judged([named(`${ACCOUNT}/0/3`, keyOf(`${ACCOUNT}/0/3`).subarray(1))])).toBe('ours');
    expect(judged([forged])).toBe('forged');
    expect(judged([named("m/84'/1'/1'/0/3")])).toBe('unknown');
    expect(judged([])).toBe('unknown');
  });

  test('finds a key with a wrong or missing fingerprint by the end of its path', () => {
    const key = keyOf(`${ACCOUNT}/0/3`);
    for (const by of [idOf(THIEF), new Uint8Array(4)]) {
      expect(judged([named('', key, by, `${ACCOUNT}/0/3`)])).toBe('ours');
      expect(judged([named('', key, by, 'm/0/3')])).toBe('ours');
      // Another key there proves nothing, because its master key is not ours.
      expect(judged([named('', keyOf('m/1'), by, `${ACCOUNT}/0/3`)])).toBe('unknown');
    }
  });

  test('judges a list as ours by one key, else as forged by one key', () => {
    const strange = named('m/5', keyOf('m/5', THIEF), idOf(THIEF));
    expect(judged([forged, strange, named(`${ACCOUNT}/0/3`)])).toBe('ours');
    expect(judged([strange, forged])).toBe('forged');
    expect(judged([strange])).toBe('unknown');
  });

  test('judges 32 keys of a list, those with our fingerprint first', () => {
    const strange = named('m/5', keyOf('m/5', THIEF), idOf(THIEF));
    const many = (count: number, each: NamedKey) => Array.from({ length: count }, () => each);
    const last = (list: readonly NamedKey[]) => judged([...list, named(`${ACCOUNT}/0/3`)]);
    expect(last(many(100, strange))).toBe('ours');
    expect(last(many(31, forged))).toBe('ours');
    expect(last(many(32, forged))).toBe('forged');
  });

  test('derives at most eight steps below a key', () => {
    const path = (length: number) => `${ACCOUNT}${'/1'.repeat(length)}`;
    expect(judged([named(path(8))])).toBe('ours');
    expect(judged([named(path(9))])).toBe('unknown');
    expect(judged([named(path(8), keyOf('m/1'))])).toBe('forged');
    expect(judged([named(path(9), keyOf('m/1'))])).toBe('unknown');
  });
});

describe('a descriptor judges an extended key in a PSBT', () => {
  const xpub = (path: string, who = ME, by = idOf(who), as = path) => {
    const { depth, index, parentFingerprint, chainCode, publicKey } = who.root.derive(path);
    const key = {
      depth,
      childNumber: index,
      parentFingerprint: bigEndian(parentFingerprint, 4),
      chainCode: chainCode as Bytes,
      publicKey: publicKey as Bytes,
    };
    return { key, origin: { fingerprint: by, path: steps(as) } };
  };
  const verdict = (each: ReturnType<typeof xpub>) => keysOf(watched).judgeXpubs([each])[0];

  test('judges an extended key as ours, forged, misplaced or unknown', () => {
    expect(verdict(xpub(ACCOUNT))).toBe('ours');
    expect(verdict(xpub(`${ACCOUNT}/0`))).toBe('ours');
    expect(verdict(xpub(ACCOUNT, THIEF, idOf(ME)))).toBe('forged');
    expect(verdict(xpub(`${ACCOUNT}/0`, THIEF, idOf(ME)))).toBe('forged');
    // The path is above the account, so only the private key could tell.
    expect(verdict(xpub("m/84'", THIEF, idOf(ME)))).toBe('unknown');
    expect(verdict(xpub(ACCOUNT, ME, idOf(ME), "m/84'/1'/1'"))).toBe('misplaced');
    expect(verdict(xpub(ACCOUNT, ME, idOf(THIEF)))).toBe('misplaced');
    expect(verdict(xpub(ACCOUNT, ME, new Uint8Array(4)))).toBe('unknown');
    expect(verdict(xpub(ACCOUNT, THIEF))).toBe('unknown');
  });

  test('another chain code makes an extended key forged', () => {
    const { key, origin } = xpub(ACCOUNT);
    expect(verdict({ key: { ...key, chainCode: new Uint8Array(32) }, origin })).toBe('forged');
  });

  test('judges the first 32 extended keys', () => {
    const all = Array.from({ length: 33 }, () => xpub(ACCOUNT));
    expect(keysOf(watched).judgeXpubs(all)).toEqual([...Array(32).fill('ours'), 'unknown']);
  });
});

describe('a private key is available', () => {
  const secret = `wpkh(${keyAt(ME, '84h/1h/0h', true)})`;
  const shared = (me: boolean) =>
    `wsh(multi(2,${keyAt(ME, '48h/1h/0h/2h', me)},${keyAt(THIEF, '48h/1h/0h/2h')}))`;

  test('signs with keys below an extended private key only', () => {
    expect(keysOf(secret).canSign?.(named(`${ACCOUNT}/0/3`))).toBe(true);
    expect(keysOf(watched).canSign?.(named(`${ACCOUNT}/0/3`))).toBe(false);
    expect(keysOf(secret).canSign?.(named("m/84'/1'/1'/0/3"))).toBe(false);
    const unnamed = named('', keyOf(`${ACCOUNT}/0/3`), new Uint8Array(4), 'm/0/3');
    expect(keysOf(secret).canSign?.(unnamed)).toBe(true);
  });

  test('signs with the key of the user in a shared wallet, and with no other', () => {
    const path = "m/48'/1'/0'/2'/0/3";
    const theirs = named(path, keyOf(path, THIEF), idOf(THIEF));
    expect(keysOf(shared(true)).canSign?.(named(path))).toBe(true);
    expect(keysOf(shared(true)).canSign?.(theirs)).toBe(false);
    expect(keysOf(shared(false)).canSign?.(named(path))).toBe(false);
  });
});

test('the fingerprints of master keys are those of origins, or of keys without an origin', () => {
  expect(keysOf(watched).fingerprints).toEqual(new Set([ME.fingerprint]));
  const bare = `wpkh(${keyAt(THIEF, '84h/1h/0h').replace(/^\[.*\]/, '')})`;
  const account = THIEF.root.derive(ACCOUNT).fingerprint.toString(16).padStart(8, '0');
  expect(keysOf(watched, bare).fingerprints).toEqual(new Set([ME.fingerprint, account]));
});

test('a table of keys has them in all sizes, and their hashes, and no other key', () => {
  const key = keyOf('m/1');
  const holds = keyTable([key]);
  const long = Uint8Array.of(4, ...key.subarray(1), ...new Uint8Array(32));
  for (const item of [key, key.subarray(1), long, hash160(key)]) expect(holds(item)).toBe(true);
  const other = keyOf('m/2');
  for (const item of [
    other,
    hash160(other),
    UNSPENDABLE_KEY,
    key.subarray(0, 31),
    Uint8Array.of(...key, 0),
    new Uint8Array(0),
  ]) {
    expect(holds(item)).toBe(false);
  }
});

test('the x coordinate of a key is the same in all its forms', () => {
  const key = keyOf('m/1').slice();
  const x = key.subarray(1);
  expect([xOf(x), xOf(key), xOf(Uint8Array.of(4, ...x, ...x))]).toEqual([x, x, x]);
});

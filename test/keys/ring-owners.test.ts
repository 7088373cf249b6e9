import { HARDENED_OFFSET, type HDKey } from '@scure/bip32';
import { p2pkh, p2sh, p2tr, p2wpkh, TEST_NETWORK } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { type Bytes, bigEndian } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import type { FoundKey } from '../../src/keys/key-roots.ts';
import { readPrivateKeys } from '../../src/keys/read-private-keys.ts';
import { ringOwners } from '../../src/keys/ring-owners.ts';
import { createPsbt } from '../../src/psbt/psbt.ts';
import type { FindOwners } from '../../src/review/evidence.ts';
import type { Owner } from '../../src/review/model.ts';
import type { NamedKey, OwnKeys } from '../../src/review/own-keys.ts';
import { findNamedKeys } from '../support/named-keys.ts';
import { type Person, person } from '../support/review/accounts.ts';

const [ME, THIEF] = [person(1), person(66)];
const steps = (path: string) =>
  path
    .split('/')
    .slice(1)
    .map((step) => Number.parseInt(step, 10) + (step.endsWith("'") ? HARDENED_OFFSET : 0));
const publicKeyOf = ({ publicKey }: HDKey) => publicKey as Bytes;

/** The scripts of one key, by btc-signer. */
const scripts = {
  44: (key: Bytes) => p2pkh(key, TEST_NETWORK).script,
  49: (key: Bytes) => p2sh(p2wpkh(key, TEST_NETWORK), TEST_NETWORK).script,
  84: (key: Bytes) => p2wpkh(key, TEST_NETWORK).script,
  86: (key: Bytes) => p2tr(key.subarray(1), undefined, TEST_NETWORK).script,
};
type Purpose = keyof typeof scripts;
const scriptAt = (purpose: Purpose, path: string) =>
  scripts[purpose](publicKeyOf(ME.root.derive(path)));

const nameAt = (path: string, who: Person = ME, by: Person = who): NamedKey => ({
  publicKey: publicKeyOf(who.root.derive(path)),
  origin: { fingerprint: bigEndian(by.root.fingerprint, 4), path: steps(path) },
});

const noOwner: FindOwners = (questions) => questions.map(() => undefined);

function masters() {
  const ring = readPrivateKeys(ME.root.privateExtendedKey, {
    network: networks.regtest,
    secp256k1,
  });
  if (ring === undefined || 'error' in ring) throw new Error('no key');
  return ring.masters;
}

/** The owners of scripts if a PSBT names these keys. */
function owners(
  named: readonly NamedKey[],
  byDescriptors: FindOwners = noOwner,
  single: readonly FoundKey[] = [],
) {
  const outPoint = { txid: '11'.repeat(32), vout: 0 };
  const bare = { prevout: outPoint, scriptSig: new Uint8Array(0), sequence: 0, witness: [] };
  const psbt = createPsbt({ version: 2, locktime: 0, inputs: [bare], outputs: [] }, 0);
  const inputs = psbt.inputs.map((input) => ({ ...input, keyPaths: named }));
  const names = findNamedKeys(masters(), { ...psbt, inputs }, secp256k1, single);
  return ringOwners(byDescriptors, names, {
    hasWallet: true,
    secp256k1,
    silentOwner: () => undefined,
  });
}

function ownerAt(
  purpose: Purpose,
  path: string,
  spent: readonly Bytes[] = [],
  more: string[] = [],
) {
  const find = owners([path, ...more].map((each) => nameAt(each)));
  return find([{ scriptPubKey: scriptAt(purpose, path), hints: [] }], spent)[0];
}

test.each([44, 49, 84, 86] as const)('a key owns its script of purpose %d', (purpose) => {
  const path = `m/${purpose}'/1'/0'/0/3`;
  const account = `${ME.fingerprint}/${purpose}h/1h/0h`;
  const above = [path.slice(0, -4), path.slice(0, -2)].map((at) => ME.root.derive(at));
  const fingerprints = above.map(({ fingerprint: id }) => id.toString(16).padStart(8, '0'));
  const key = encodeHex(publicKeyOf(ME.root.derive(path)).subarray(1));
  expect(ownerAt(purpose, path)).toEqual({
    role: 'own',
    index: 3,
    paths: [`${ME.fingerprint}/${purpose}h/1h/0h/0/3`],
    isFar: false,
    form: 'key',
    accounts: [[key, account, ...fingerprints]],
  });
});

test('excludes a script of another key, or of a wallet that was found already', () => {
  const find = owners([nameAt("m/84'/1'/0'/0/3")]);
  const strange = scripts[84](publicKeyOf(THIEF.root));
  expect(find([{ scriptPubKey: strange, hints: [] }])).toEqual([undefined]);
  const known: Owner = { role: 'change', index: 9, paths: ['wallet'], isFar: true };
  const wallet: FindOwners = (questions) => questions.map(() => known);
  const own = { scriptPubKey: scriptAt(84, "m/84'/1'/0'/0/3"), hints: [] };
  expect(owners([nameAt("m/84'/1'/0'/0/3")], wallet)([own])).toEqual([known]);
});

describe('an address is near', () => {
  test.each([
    ['position 999 for receiving', "m/84'/1'/0'/0/999", true],
    ['position 1,000', "m/84'/1'/0'/0/1000", false],
    ['position 999 for change', "m/84'/1'/0'/1/999", true],
    ['a third branch', "m/84'/1'/0'/2/0", false],
    ['account 19', "m/84'/1'/19'/0/0", true],
    ['account 20', "m/84'/1'/20'/0/0", false],
    ['the coin type of the main network', "m/84'/0'/0'/0/0", true],
    ['coin type 2', "m/84'/2'/0'/0/0", false],
    ['an account that is not hardened', "m/84'/1'/0/0/0", false],
    ['a purpose that is not hardened', "m/84/1'/0'/0/0", false],
    ['another purpose', "m/44'/1'/0'/0/0", false],
    ['a path of four steps', "m/84'/1'/0/0", false],
    ['a path of six steps', "m/84'/1'/0'/0/0/0", false],
    ['a hardened position', "m/84'/1'/0'/0/0'", false],
  ])('a restored wallet finds it, or does not: %s', (_, path, isNear) => {
    expect(ownerAt(84, path)?.isFar).toBe(!isNear);
  });

  test('an address in an account that the transaction spends is near, whatever the path is', () => {
    const spent = [scriptAt(84, "m/9'/0/1")];
    expect(ownerAt(84, "m/9'/1/5", [], ["m/9'/0/1"])?.isFar).toBe(true);
    expect(ownerAt(84, "m/9'/1/5", spent, ["m/9'/0/1"])).toMatchObject({
      role: 'change',
      index: 5,
      isFar: false,
    });
    expect(ownerAt(84, "m/9'/1/1000", spent, ["m/9'/0/1"])?.isFar).toBe(true);
  });
});

test('the index of a hardened position has no hardened bit', () => {
  expect(ownerAt(84, "m/84'/1'/0'/0/7'")).toMatchObject({ index: 7 });
});

describe('payments to the change branch of a spent account are change', () => {
  const [receiving, change] = ["m/84'/1'/0'/0/3", "m/84'/1'/0'/1/4"];

  test('any branch for change receives change if no spent coin is known', () => {
    expect(ownerAt(84, change)?.role).toBe('change');
    expect(ownerAt(84, receiving)?.role).toBe('own');
  });

  test('another account, or another script of the account, receives no change', () => {
    const spends = (purpose: Purpose, path: string) => [scriptAt(purpose, path)];
    expect(ownerAt(84, change, spends(84, receiving), [receiving])?.role).toBe('change');
    expect(ownerAt(84, receiving, spends(84, change), [change])?.role).toBe('own');
    expect(ownerAt(84, change, spends(86, receiving), [receiving])?.role).toBe('own');
    const other = "m/84'/1'/1'/0/3";
    expect(ownerAt(84, change, spends(84, other), [other])?.role).toBe('own');
  });

  test('a key of a shared wallet receives no change by itself', () => {
    const shared = [new Uint8Array(34).fill(3)];
    expect(ownerAt(84, change, shared)?.role).toBe('own');
    // It is known to be another wallet's only if no open wallet has the coin.
    const wallet: FindOwners = (questions) =>
      questions.map(({ scriptPubKey }, i) =>
        scriptPubKey === shared[0] || i > 0
          ? { role: 'change', index: 0, paths: [], isFar: false }
          : undefined,
      );
    const questions = [change, receiving].map((path) => ({
      scriptPubKey: scriptAt(84, path),
      hints: [],
    }));
    const roles = (spent: readonly Bytes[], find: FindOwners) =>
      owners([nameAt(change)], find)(questions, spent).map((owner) => owner?.role);
    expect(roles(shared, wallet)).toEqual(['own', 'change']);
    expect(roles([new Uint8Array(34)], wallet)[1]).toBe('own');
    expect(roles([new Uint8Array(34)], noOwner)).toEqual(['own', undefined]);
  });
});

describe('keys of a ring and of descriptors together', () => {
  const own = nameAt("m/84'/1'/0'/0/3");
  const theirs = nameAt("m/84'/1'/0'/0/3", THIEF);
  const forged = nameAt("m/84'/1'/0'/0/3", THIEF, ME);
  const known: OwnKeys = {
    holds: (item) => item.length === 5,
    judge: (lists) => lists.map((list) => (list.length === 1 ? 'forged' : 'unknown')),
    judgeXpubs: (xpubs) => xpubs.map((_, i) => (i === 0 ? 'misplaced' : 'ours')),
    canSign: ({ origin }) => origin.path.length === 1,
    fingerprints: new Set(['01020304']),
    wallets: [],
  };
  const keysOf = (keys?: OwnKeys) =>
    owners([own, forged], Object.assign(noOwner.bind(undefined), { keys })).keys as OwnKeys;

  test('hold the public keys and key hashes of both', () => {
    for (const keys of [keysOf(), keysOf(known)]) {
      expect(keys.holds(own.publicKey)).toBe(true);
      expect(keys.holds(own.publicKey.subarray(1))).toBe(true);
      expect(keys.holds(p2wpkh(own.publicKey).hash)).toBe(true);
      expect(keys.holds(theirs.publicKey)).toBe(false);
      expect(keys.holds(p2wpkh(theirs.publicKey).hash)).toBe(false);
      expect(keys.holds(new Uint8Array(5))).toBe(keys.fingerprints.has('01020304'));
      expect(keys.hasWallet).toBe(true);
    }
    expect(keysOf(known).fingerprints).toEqual(new Set(['01020304', ME.fingerprint]));
    expect(keysOf().fingerprints).toEqual(new Set([ME.fingerprint]));
  });

  test('sign with the keys of both', () => {
    const byDescriptor = { ...theirs, origin: { ...theirs.origin, path: [1] } };
    expect(keysOf(known).canSign?.(own)).toBe(true);
    expect(keysOf(known).canSign?.(byDescriptor)).toBe(true);
    expect(keysOf(known).canSign?.(theirs)).toBe(false);
    expect(keysOf().canSign?.(byDescriptor)).toBe(false);
  });

  test('judge names: a key that was derived, then a forgery, then what descriptors say', () => {
    const lists = [[own, theirs], [forged], [theirs], [theirs, theirs], []];
    expect(keysOf(known).judge(lists)).toEqual(['ours', 'forged', 'forged', 'unknown', 'unknown']);
    expect(keysOf().judge(lists)).toEqual(['ours', 'forged', 'unknown', 'unknown', 'unknown']);
    // Descriptors do not judge keys that were derived here.
    expect(
      keysOf({
        ...known,
        judge: (all) => all.map((list) => (list.length === 2 ? 'ours' : 'unknown')),
      }).judge([[theirs, own, theirs]]),
    ).toEqual(['ours']);
  });

  test('judge extended keys in the same way', () => {
    const xpubOf = ({ publicKey, origin }: NamedKey) => ({
      key: {
        depth: 5,
        parentFingerprint: new Uint8Array(4),
        childNumber: 3,
        chainCode: new Uint8Array(32),
        publicKey,
      },
      origin,
    });
    const xpubs = [theirs, forged, theirs].map(xpubOf);
    // Only the PSBT's own extended keys were compared with those of the ring.
    expect(keysOf(known).judgeXpubs(xpubs)).toEqual(['misplaced', 'ours', 'ours']);
    expect(keysOf().judgeXpubs(xpubs)).toEqual(['unknown', 'unknown', 'unknown']);
  });
});

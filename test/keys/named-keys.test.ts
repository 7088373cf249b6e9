import { expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { PrivateKey } from '../../src/crypto/private-key.ts';
import { type Bytes, bigEndian, concatBytes } from '../../src/encoding/bytes.ts';
import { decodeHex } from '../../src/encoding/hex.ts';
import { findNamedKeys } from '../../src/keys/named-keys.ts';
import { ringOwners } from '../../src/keys/ring-owners.ts';
import { createPsbt } from '../../src/psbt/psbt.ts';
import { type Person, person } from '../support/vectors/review-world.ts';

const [ME, THIEF] = [person(1), person(66)];
const path = [84, 1, 0].map((step) => step + 0x80000000);

/** The account key of somebody, by the HD code of another library. */
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
  const find = ringOwners(() => [], names, { hasWallet: false, secp256k1 });
  return find.keys?.judgeXpubs([{ key, origin }])[0];
}

test('a seed recognises an extended key of a stranger under its own path', () => {
  expect(verdictOf(THIEF, ME)).toBe('forged');
});

test('a seed has nothing against its own account key, or a cosigner with its own fingerprint', () => {
  expect(verdictOf(ME, ME)).toBe('unknown');
  expect(verdictOf(THIEF, THIEF)).toBe('unknown');
});

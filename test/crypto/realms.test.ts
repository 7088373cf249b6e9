import vm from 'node:vm';
import { expect, test } from 'vitest';
import type { Bytes } from '../../src/encoding/bytes.ts';
import { curves } from '../support/curves.ts';

const foreign: Uint8ArrayConstructor = vm.runInNewContext('Uint8Array');
const moved = (bytes: Bytes): Bytes => foreign.from(bytes);
const [key, digest, auxiliary] = [7, 9, 0].map((byte) => new Uint8Array(32).fill(byte)) as [
  Bytes,
  Bytes,
  Bytes,
];

test.each(curves)('%s accepts bytes of another realm', (_, curve) => {
  expect(moved(key)).not.toBeInstanceOf(Uint8Array);
  const known = (made: Bytes | undefined): Bytes => made ?? expect.unreachable();
  const publicKey = known(curve.publicKey(key, true));
  const xOnly = publicKey.slice(1);
  const ecdsa = known(curve.signEcdsa(digest, key));
  const schnorr = known(curve.signSchnorr(digest, key, auxiliary));
  /** The same calls, with original and transferred bytes. */
  const all = (as: (bytes: Bytes) => Bytes) => {
    const list = Array.from({ length: 20 }, () => ({ digest: as(digest), privateKey: as(key) }));
    const check = {
      kind: 'ecdsa',
      signature: as(ecdsa),
      digest: as(digest),
      publicKey: as(publicKey),
    } as const;
    return {
      publicKey: curve.publicKey(as(key), true),
      publicKeys: curve.publicKeyMany([as(key)], true),
      isPublicKey: curve.isPublicKey(as(publicKey)),
      long: curve.convertPublicKey(as(publicKey), false),
      isXOnly: curve.isXOnlyPublicKey(as(xOnly)),
      ecdsa: curve.signEcdsa(as(digest), as(key)),
      short: curve.signEcdsaMany(list.slice(0, 2)),
      many: curve.signEcdsaMany(list),
      schnorr: curve.signSchnorr(as(digest), as(key), as(auxiliary)),
      verifies: curve.verifyEcdsa(as(ecdsa), as(digest), as(publicKey)),
      verifiesSchnorr: curve.verifySchnorr(as(schnorr), as(digest), as(xOnly)),
      confirms: curve.confirm(check),
      confirmsAll: curve.confirmAll?.([check, check]),
      verifiesAll: curve.verifyAll([check]),
      verifiesMany: curve.verifyAll(Array.from({ length: 20 }, () => check)),
      tweaked: curve.tweakPrivateKey(as(key), as(digest)),
      negated: curve.negatePrivateKey(as(key)),
      tweakedPublic: curve.tweakPublicKey(as(publicKey), as(digest)),
      tweakedXOnly: curve.tweakXOnlyPublicKey(as(xOnly), as(digest)),
    };
  };
  const expected = all((bytes) => bytes);
  expect(expected).toMatchObject({ isPublicKey: true, verifies: true, verifiesMany: true });
  expect(all(moved)).toEqual(expected);
});

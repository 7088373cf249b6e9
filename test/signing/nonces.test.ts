import * as tiny from 'tiny-secp256k1';
import { describe, expect, test } from 'vitest';
import { hash160, taggedHash } from '../../src/crypto/hash.ts';
import { ComputationFault } from '../../src/crypto/own-signatures.ts';
import type { EcdsaSigning, NewSignature, Secp256k1 } from '../../src/crypto/secp256k1.ts';
import type { Bytes } from '../../src/encoding/bytes.ts';
import { p2trScript, p2wpkhScript } from '../../src/script/builders.ts';
import { createMusigNonces } from '../../src/signing/memory-nonces.ts';
import { createSealedNonces } from '../../src/signing/sealed-nonces.ts';
import { signTransaction, signTransactionWith } from '../../src/signing/sign-transaction.ts';
import { N, number32 } from '../support/curves.ts';
import { curve, jobOf, keyOf, publicKeyOf, spendOf, xOnlyOf } from '../support/signing.ts';

const challengeHash = taggedHash('BIP0340/challenge');
const numberOf = (bytes: Bytes): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
const modN = (number: bigint): bigint => ((number % N) + N) % N;
function inverse(number: bigint): bigint {
  let [result, base] = [1n, modN(number)];
  for (let power = N - 2n; power > 0n; power >>= 1n) {
    if (power & 1n) result = (result * base) % N;
    base = (base * base) % N;
  }
  return result;
}

const point = (scalar: bigint): Bytes =>
  tiny.pointFromScalar(number32(scalar), false) ?? expect.unreachable();
const evenScalar = (scalar: bigint): bigint => ((point(scalar)[64] ?? 0) & 1 ? N - scalar : scalar);

/** A valid signature with the nonce 7. */
function ecdsaWith7({ digest, privateKey }: EcdsaSigning): NewSignature {
  const [r, y] = [point(7n).slice(1, 33), point(7n).slice(33)];
  const s = modN(inverse(7n) * (numberOf(digest) + numberOf(r) * numberOf(privateKey)));
  const isHigh = s > N / 2n;
  const signature = Buffer.concat([r, number32(isHigh ? N - s : s)]);
  return { signature: Uint8Array.from(signature), nonceY: isHigh ? point(N - 7n).slice(33) : y };
}
function schnorrWith7({ digest, privateKey }: EcdsaSigning): NewSignature {
  const [k, d] = [evenScalar(7n), evenScalar(numberOf(privateKey))];
  const r = point(k).slice(1, 33);
  const e = numberOf(challengeHash(r, point(d).slice(1, 33), digest));
  const signature = Uint8Array.from(Buffer.concat([r, number32(modN(k + e * d))]));
  return { signature, nonceY: point(k).slice(33) };
}

/** A curve that makes every signature with the same nonce, and does not check nonces. */
const repeating: Secp256k1 = {
  ...curve,
  signEcdsaMany: (list) => list.map(ecdsaWith7),
  signSchnorrMany: (list) => list.map(schnorrWith7),
};
const keys = [keyOf(11), keyOf(12)];
const scripts = {
  'two keys': [11, 12].map((key) => p2wpkhScript(hash160(publicKeyOf(key)))),
  'one key': [p2wpkhScript(hash160(publicKeyOf(11))), p2wpkhScript(hash160(publicKeyOf(11)))],
  'ECDSA and BIP340': [p2wpkhScript(hash160(publicKeyOf(11))), p2trScript(xOnlyOf(11))],
  'BIP340 twice': [p2trScript(xOnlyOf(11)), p2trScript(xOnlyOf(12))],
};

describe.each(Object.entries(scripts))('two signatures with one nonce, %s', (_, list) => {
  const spend = spendOf(list);

  test('are valid, but are not returned together', () => {
    for (const one of list) {
      const job = { ...jobOf(spendOf([one]), { keys }), secp256k1: repeating };
      expect(signTransaction(job).complete).toBe(true);
    }
    const job = { ...jobOf(spend, { keys }), secp256k1: repeating };
    expect(() => signTransaction(job)).toThrow(ComputationFault);
  });

  test.each(['verified here', 'verified there'])(
    'end a call whose workers made them, %s',
    async (where) => {
      const begin = (made: readonly NewSignature[]) => ({
        signatures: made,
        hold: Promise.resolve(true),
      });
      const workers = {
        signEcdsaMany: repeating.signEcdsaMany,
        signSchnorrMany: repeating.signSchnorrMany,
        verifyAll: () => true,
        ...(where === 'verified there' && {
          beginEcdsa: async (some: readonly EcdsaSigning[]) => begin(some.map(ecdsaWith7)),
          beginSchnorr: async (some: readonly EcdsaSigning[]) => begin(some.map(schnorrWith7)),
        }),
      };
      await expect(signTransactionWith(jobOf(spend, { keys }), { workers })).rejects.toThrow(
        'A nonce that was just computed is wrong',
      );
    },
  );

  test('end a call whose workers made one of them by another rule than RFC 6979 or BIP340', async () => {
    const { signEcdsaMany, signSchnorrMany } = repeating;
    const workers = { signEcdsaMany, signSchnorrMany, verifyAll: () => true };
    for (const one of list)
      await expect(
        signTransactionWith(jobOf(spendOf([one]), { keys }), { workers }),
      ).rejects.toThrow('A nonce that was just computed is wrong');
  });

  test('count as missing except one if a device made them', async () => {
    const outside = (some: readonly Bytes[]) =>
      jobOf(spendOf(some), { keys: [], publicKeys: keys.map((key) => key.publicKey(curve)) });
    const signer: Parameters<typeof signTransactionWith>[1]['signer'] = async (requests) =>
      requests.map(({ algorithm, digest, publicKey, taprootTweak }) => {
        expect(taprootTweak).toBeUndefined();
        const key = keys.find(
          (each) => Buffer.compare(each.publicKey(curve).subarray(1), publicKey.subarray(1)) === 0,
        );
        const signing = { digest, privateKey: key?.reveal() ?? expect.unreachable() };
        return (algorithm === 'ecdsa' ? ecdsaWith7 : schnorrWith7)(signing).signature;
      });
    const result = await signTransactionWith(outside(list), { signer });
    expect(result.complete).toBe(false);
    expect(result.transaction.inputs.every(({ witness }) => witness.length === 0)).toBe(true);
    const alone = await signTransactionWith(outside(list.slice(0, 1)), { signer });
    expect(alone.complete).toBe(true);
  });
});

test('signatures of one digest by one key are the same, and pass', () => {
  const signing = { digest: number32(5n), privateKey: number32(9n), auxiliary: number32(0n) };
  const twice = [signing, signing, signing];
  expect(curve.signEcdsaMany(twice)).toHaveLength(3);
  expect(curve.signSchnorrMany(twice)).toHaveLength(3);
});

describe('secret nonces of MuSig2', () => {
  const secret = (byte: number) => new Uint8Array(97).fill(byte);

  test('are not kept for two sessions', () => {
    const nonces = createMusigNonces();
    nonces.keep('one', secret(1));
    nonces.keep('one', secret(1));
    nonces.keep('two', secret(2));
    expect(() => nonces.keep('three', secret(1))).toThrow(ComputationFault);
    expect(nonces.has('three')).toBe(false);
    expect(nonces.take('one')).toEqual(secret(1));
  });

  test('are not kept again once they were used: the source of random numbers repeats itself', () => {
    const nonces = createMusigNonces();
    nonces.keep('one', secret(1));
    expect(nonces.take('one')).toEqual(secret(1));
    const again = secret(1);
    expect(() => nonces.keep('one', again)).toThrow(ComputationFault);
    expect(again).toEqual(secret(0));
    expect(nonces.has('one')).toBe(false);
  });
});

test('the last 10,000 secret nonces are known again, and no more are remembered', () => {
  const secret = (number: number) => {
    const bytes = new Uint8Array(97);
    new DataView(bytes.buffer).setUint32(60, number);
    return bytes;
  };
  const nonces = createMusigNonces(1);
  for (let i = 0; i < 10_000; i++) nonces.keep(`${i}`, secret(i));
  expect(() => nonces.keep('again', secret(0))).toThrow(ComputationFault);
  nonces.keep('one more', secret(10_000));
  expect(() => nonces.keep('again', secret(1))).toThrow(ComputationFault);
  expect(() => nonces.keep('again', secret(0))).not.toThrow();
});

test('a sealed nonce is given once, to the key that it was sealed under', () => {
  const kept = new Map<string, Bytes>();
  const nonces = createSealedNonces(
    {
      put: (name, sealed) => void kept.set(name, sealed),
      has: (name) => kept.has(name),
      destroy: (name) => {
        const sealed = kept.get(name);
        kept.delete(name);
        return sealed;
      },
    },
    (length) => new Uint8Array(length).fill(9),
  );
  const [secret, key] = [new Uint8Array(97).fill(5), new Uint8Array(32).fill(1)];
  for (const session of ['one', 'two', 'three']) nonces.keep(session, secret.slice(), key);
  expect(
    [...kept.values()].some((sealed) => Buffer.from(sealed).includes(Buffer.from(secret))),
  ).toBe(false);
  expect(nonces.has('one')).toBe(true);
  expect(nonces.take('one', key)).toEqual(secret);
  expect(nonces.has('one')).toBe(false);
  expect(nonces.take('one', key)).toBeUndefined();
  expect(nonces.take('two', key.slice().fill(2))).toBeUndefined();
  kept.set('four', kept.get('three') ?? expect.unreachable());
  expect(nonces.take('four', key)).toBeUndefined();
  const given = secret.slice();
  nonces.keep('five', given, key);
  expect(given.every((byte) => byte === 0)).toBe(true);
});

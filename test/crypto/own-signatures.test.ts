import * as tiny from 'tiny-secp256k1';
import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { deriveR } from '../../src/crypto/nonce-again.ts';
import {
  ComputationFault,
  confirmNonces,
  findRepeatedNonces,
  sampleOf,
  verifiedOwn,
  verifyOwn,
} from '../../src/crypto/own-signatures.ts';
import type { SignatureCheck } from '../../src/crypto/secp256k1.ts';
import { createRandom } from '../support/generate/random.ts';

const random = createRandom(3);
const checks = Array.from(
  { length: 60 },
  (): SignatureCheck => ({
    kind: 'ecdsa',
    signature: random.bytes(64),
    digest: random.bytes(32),
    publicKey: random.bytes(33),
  }),
);

describe('a sample', () => {
  test('contains all of a short list', () => {
    expect(sampleOf(checks.slice(0, 4), 4)).toEqual(checks.slice(0, 4));
  });

  test('has the requested number of different signatures of a long list', () => {
    for (let size = 1; size <= 8; size++) expect(new Set(sampleOf(checks, size)).size).toBe(size);
  });

  test('is the same for the same list, and differs if any byte differs', () => {
    const usual = sampleOf(checks, 8);
    expect(sampleOf([...checks], 8)).toEqual(usual);
    for (const name of ['signature', 'digest', 'publicKey'] as const) {
      const changed = checks.map((check, i) =>
        i === 7 ? { ...check, [name]: check[name].map((byte) => byte ^ 1) } : check,
      );
      const places = sampleOf(changed, 8).map((check) => changed.indexOf(check));
      expect(places).not.toEqual(usual.map((check) => checks.indexOf(check)));
    }
  });

  test('selects each list in turn, however short, with one of 32, and at most its size', () => {
    const count = (length: number) => {
      const lists = Array.from({ length: 640 / length }, () =>
        checks.slice(0, length).map((check) => ({ ...check, digest: random.bytes(32) })),
      );
      return lists.flatMap((list) => sampleOf(list, 4, 32)).length;
    };
    // 640 / 32, plus or minus three times its root.
    for (const length of [1, 4, 16]) expect(Math.abs(count(length) - 20)).toBeLessThan(14);
    expect(count(32)).toBe(20);
    const long = Array.from({ length: 600 }, (_, i) => checks[i % 60] ?? expect.unreachable());
    expect(sampleOf(long, 4, 32).length).toBe(4);
  });

  test('omits no place of a list in the long run', () => {
    const seen = new Set<number>();
    for (let round = 0; round < 60; round++) {
      const list = checks.map((check) => ({ ...check, digest: random.bytes(32) }));
      for (const check of sampleOf(list, 8)) seen.add(list.indexOf(check));
    }
    expect(seen.size).toBe(checks.length);
  });
});

describe('own signatures', () => {
  test('confirms each signature of a short list and does not verify again', () => {
    const confirmed: SignatureCheck[] = [];
    const opinion = {
      sample: 4,
      confirmAll: (sample: readonly SignatureCheck[]) => confirmed.push(...sample) > 0,
      verifyAll: () => false,
    };
    verifyOwn(checks.slice(0, 4), opinion);
    expect(confirmed).toEqual(checks.slice(0, 4));
    expect(() => verifyOwn(checks.slice(0, 5), opinion)).toThrow(ComputationFault);
  });

  test('are discarded if one of the two finds them invalid', () => {
    for (const [confirms, verifies] of [
      [false, true],
      [true, false],
    ] as const) {
      const opinion = { sample: 4, confirmAll: () => confirms, verifyAll: () => verifies };
      expect(() => verifyOwn(checks, opinion)).toThrow(ComputationFault);
    }
  });

  test('discards a signature by another key than the requested one', () => {
    const [a, b] = [random.bytes(32), random.bytes(32)];
    const publicKey = nobleSecp256k1.publicKey(b, true);
    if (publicKey === undefined) throw new Error('a random key is a key');
    const signing = { digest: a, privateKey: a, publicKey };
    expect(() => nobleSecp256k1.signEcdsaMany([signing])).toThrow(ComputationFault);
  });

  test('the error only contains advice', () => {
    const { message } = new ComputationFault('signature');
    expect(message).toBe(
      'A signature that was just computed is wrong, and was thrown away: this machine, or the program on it, computes wrongly. Do not sign on it any more',
    );
  });
});

describe('nonces', () => {
  const derive = (key: Uint8Array) => tiny.pointFromScalar(key, true) ?? undefined;
  const auxiliary = new Uint8Array(32);
  const signings = Array.from({ length: 60 }, () => ({
    digest: random.bytes(32),
    privateKey: random.bytes(32),
    auxiliary: random.bytes(32),
  }));

  test('are derived again to the R of libsecp256k1, with and without grinding', () => {
    const top = {
      digest: new Uint8Array(32).fill(0xff),
      privateKey: auxiliary.slice(),
      auxiliary,
    };
    top.privateKey[31] = 1;
    for (const signing of [...signings, top]) {
      const { digest, privateKey } = signing;
      const extra = Buffer.alloc(32);
      let signature = tiny.sign(digest, privateKey);
      const first = deriveR(signing, { kind: 'ecdsa', derive, takesHighR: true });
      expect(first).toEqual(signature.slice(0, 32));
      for (let counter = 1; (signature[0] ?? 0) >= 0x80; counter++) {
        extra.writeUInt32LE(counter);
        signature = tiny.sign(digest, privateKey, extra);
      }
      expect(deriveR(signing, { kind: 'ecdsa', derive })).toEqual(signature.slice(0, 32));
      const schnorr = tiny.signSchnorr(digest, privateKey, signing.auxiliary);
      expect(deriveR(signing, { kind: 'schnorr', derive })).toEqual(schnorr.slice(0, 32));
    }
  });

  test('a generator that only returns high R ends the search', () => {
    const high = new Uint8Array(33).fill(0x90);
    const [signing] = signings;
    const rules = { kind: 'ecdsa', derive: () => high } as const;
    expect(deriveR(signing ?? expect.unreachable(), rules)).toBeUndefined();
  });

  test('repeated nonces in a list are found, and honest duplicates pass', () => {
    const one = { signature: random.bytes(64), digest: random.bytes(32) };
    const other = { ...one, digest: random.bytes(32) };
    const otherKey = {
      ...one,
      signature: one.signature.map((byte, i) => (i > 31 ? byte ^ 1 : byte)),
    };
    const free = { signature: random.bytes(64), digest: one.digest };
    expect(findRepeatedNonces([one, free, one, undefined, one])).toEqual(new Set());
    expect(findRepeatedNonces([free, one, other])).toEqual(new Set([1, 2]));
    expect(findRepeatedNonces([free, one, undefined, otherKey])).toEqual(new Set([1, 3]));
    const known = new Map();
    expect(findRepeatedNonces([one], known)).toEqual(new Set());
    expect(findRepeatedNonces([free, other], known)).toEqual(new Set([1]));
  });

  test('are judged as right or wrong, even if the signatures are valid', () => {
    const opinion = { sample: 4, confirmAll: () => true, verifyAll: () => true, derive };
    const made = nobleSecp256k1.signSchnorrMany(signings);
    expect(verifiedOwn('schnorr', signings, made, opinion)).toBe(made);
    // With the auxiliary data of another request, the signature is valid but its nonce differs.
    const strange = nobleSecp256k1.signSchnorrMany(
      signings.map((signing) => ({ ...signing, auxiliary })),
    );
    for (let count = 1; count <= signings.length; count++) {
      const sign = () =>
        verifiedOwn('schnorr', signings.slice(0, count), strange.slice(0, count), opinion);
      expect(sign).toThrow('A nonce that was just computed is wrong');
    }
  });

  test('samples every thread and every lane', () => {
    const made = nobleSecp256k1.signSchnorrMany(signings);
    const isSeen = (isWrong: (place: number) => boolean, parts: number) => {
      const mixed = signings.map((signing, i) =>
        isWrong(i) ? { ...signing, auxiliary } : signing,
      );
      expect(() => confirmNonces(mixed, made, { kind: 'schnorr', derive, parts })).toThrow(
        ComputationFault,
      );
    };
    for (let lane = 0; lane < 4; lane++) isSeen((place) => place % 4 === lane, 1);
    for (let thread = 0; thread < 10; thread++) {
      isSeen((place) => Math.floor(place / 6) === thread, 10);
    }
  });
});

import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { ComputationFault, sampleOf, verifyOwn } from '../../src/crypto/own-signatures.ts';
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
  test('of a short list is all of it', () => {
    expect(sampleOf(checks.slice(0, 4), 4)).toEqual(checks.slice(0, 4));
  });

  test('has as many different ones of a long list as are asked for', () => {
    for (let size = 1; size <= 8; size++) expect(new Set(sampleOf(checks, size)).size).toBe(size);
  });

  test('is the same for the same list, and another one when any byte of it is', () => {
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

  test('of one of 32 has every list its turn, however short, and none more than its size', () => {
    const count = (length: number) => {
      const lists = Array.from({ length: 640 / length }, () =>
        checks.slice(0, length).map((check) => ({ ...check, digest: random.bytes(32) })),
      );
      return lists.flatMap((list) => sampleOf(list, 4, 32)).length;
    };
    // 640 / 32, and three times the root of that more or less.
    for (const length of [1, 4, 16]) expect(Math.abs(count(length) - 20)).toBeLessThan(14);
    expect(count(32)).toBe(20);
    const long = Array.from({ length: 600 }, (_, i) => checks[i % 60] ?? expect.unreachable());
    expect(sampleOf(long, 4, 32).length).toBe(4);
  });

  test('leaves no place of a list out in the long run', () => {
    const seen = new Set<number>();
    for (let round = 0; round < 60; round++) {
      const list = checks.map((check) => ({ ...check, digest: random.bytes(32) }));
      for (const check of sampleOf(list, 8)) seen.add(list.indexOf(check));
    }
    expect(seen.size).toBe(checks.length);
  });
});

describe('own signatures', () => {
  test('of a short list are confirmed, each, and not verified again', () => {
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

  test('that one of the two does not find right are thrown away, whatever the other says', () => {
    for (const [confirms, verifies] of [
      [false, true],
      [true, false],
    ] as const) {
      const opinion = { sample: 4, confirmAll: () => confirms, verifyAll: () => verifies };
      expect(() => verifyOwn(checks, opinion)).toThrow(ComputationFault);
    }
  });

  test('under another key than the one that was named are thrown away', () => {
    const [a, b] = [random.bytes(32), random.bytes(32)];
    const publicKey = nobleSecp256k1.publicKey(b, true);
    if (publicKey === undefined) throw new Error('a random key is a key');
    const signing = { digest: a, privateKey: a, publicKey };
    expect(() => nobleSecp256k1.signEcdsaMany([signing])).toThrow(ComputationFault);
  });

  test('the words of the error carry nothing but what to do', () => {
    const { message } = new ComputationFault('signature');
    expect(message).toBe(
      'A signature that was just computed is wrong, and was thrown away: this machine, or the program on it, computes wrongly. Do not sign on it any more',
    );
  });
});

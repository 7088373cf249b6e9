import fc from 'fast-check';
import * as tiny from 'tiny-secp256k1';
import { describe, expect, test } from 'vitest';
import { bytesToNumber, invert, numberToBytes } from '../../src/crypto/curve/field.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { nobleSecp256k1 as curve } from '../../src/crypto/noble.ts';
import type { SignatureCheck } from '../../src/crypto/secp256k1.ts';
import { tinyVerifier } from '../support/curve.ts';
import { curves, N, number32, P } from '../support/curves.ts';
import { createRandom } from '../support/generate/random.ts';
import { runs } from '../support/generate/sample.ts';

const random = createRandom(1);
const keys = Array.from({ length: 10 }, () => random.bytes(32));

/** Valid checks of both kinds by ten keys, every third key in its long form. */
function signed(count: number): SignatureCheck[] {
  const work = Array.from({ length: count }, (_, i) => ({
    digest: random.bytes(32),
    privateKey: keys[i % keys.length] ?? random.bytes(32),
    auxiliary: random.bytes(32),
  }));
  const ecdsa = curve.signEcdsaMany(work);
  const schnorr = curve.signSchnorrMany(work);
  return work.map(({ digest, privateKey }, i) => {
    const kind = i % 2 === 0 ? 'ecdsa' : 'schnorr';
    const made = (kind === 'ecdsa' ? ecdsa : schnorr)[i];
    const key = curve.publicKey(privateKey, i % 3 !== 0 || kind === 'schnorr');
    if (made === undefined || key === undefined) throw new Error('random keys are keys');
    return { kind, digest, ...made, publicKey: kind === 'ecdsa' ? key : key.slice(1) };
  });
}

const batch = signed(90);

test.each([0, 1, 2, 3, 10, 64, 90])('%i valid signatures', (count) => {
  for (const [, backend] of curves) expect(backend.verifyAll(batch.slice(0, count))).toBe(true);
});

test('a sample is confirmed together as it is one by one', () => {
  const { confirm, confirmAll } = kernelSecp256k1;
  const place = fc.nat(batch.length - 1);
  const samples = fc.tuple(place, fc.integer({ min: 1, max: 8 }), fc.nat(64), fc.nat(7));
  fc.assert(
    fc.property(samples, fc.constantFrom('signature', 'digest'), ([from, size, at, bit], name) => {
      const sample = batch.slice(from, from + size);
      expect(confirmAll?.(sample)).toBe(true);
      const wrong = sample.map((check, i) => {
        if (i !== at % sample.length) return check;
        const bytes = check[name].slice();
        bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << bit);
        return { ...check, [name]: bytes };
      });
      expect(wrong.every(confirm)).toBe(false);
      expect(confirmAll?.(wrong)).toBe(false);
    }),
    { numRuns: runs(30) },
  );
});

test('more than one combination holds', () => {
  const many = Array.from({ length: 1100 }, (_, i) => batch[i % batch.length]).filter(
    (c) => c !== undefined,
  );
  expect(curve.verifyAll(many)).toBe(true);
  const [last] = many.slice(-1);
  if (last) expect(curve.verifyAll([...many, { ...last, digest: random.bytes(32) }])).toBe(false);
});

describe.each(curves)('%s: one bad signature spoils the batch', (backendName, backend) => {
  const place = fc.nat(batch.length - 1);
  /** The small backend verifies one by one, without this hint. */
  const takesNonceY = backendName !== 'small';
  const field = fc.constantFrom<'signature' | 'digest' | 'publicKey' | 'nonceY'>(
    ...(['signature', 'digest', 'publicKey'] as const),
    ...(takesNonceY ? (['nonceY'] as const) : []),
  );

  function spoil(
    index: number,
    change: (check: SignatureCheck) => Partial<SignatureCheck>,
  ): boolean {
    const checks = batch.map((check, i) => (i === index ? { ...check, ...change(check) } : check));
    return backend.verifyAll(checks);
  }

  test('any changed bit', () => {
    fc.assert(
      fc.property(place, field, fc.nat(), fc.nat(7), (index, name, at, bit) => {
        const check = batch[index] ?? expect.unreachable();
        const bytes = (check[name] ?? new Uint8Array(32)).slice();
        const position = at % bytes.length;
        bytes[position] = (bytes[position] ?? 0) ^ (1 << bit);
        const changed = { ...check, [name]: bytes };
        // Every bit counts except one: 4 becomes 6, which means the same for a long key with an
        // even y.
        expect(spoil(index, () => changed)).toBe(name === 'publicKey' && isValidEcdsa(changed));
      }),
      { numRuns: runs(60), examples: hybrid.map((index) => [index, 'publicKey', 0, 1]) },
    );
  });

  const isValidEcdsa = ({ kind, signature, digest, publicKey }: SignatureCheck) =>
    kind === 'ecdsa' && tinyVerifier.verifyEcdsa(signature, digest, publicKey);
  const longKeyOf = (parity: number) =>
    batch.findIndex(({ publicKey: key }) => key.length === 65 && ((key[64] ?? 0) & 1) === parity);
  const hybrid = [longKeyOf(0), longKeyOf(1)];

  test('a long key has an even y in the batch, and one an odd y', () => {
    expect(hybrid).not.toContain(-1);
  });

  test('a signature of another key, another digest, another kind', () => {
    const [first, , third] = batch;
    if (first === undefined || third === undefined) throw new Error('the batch has them');
    expect(spoil(0, () => ({ publicKey: third.publicKey }))).toBe(false);
    expect(spoil(0, () => ({ digest: third.digest }))).toBe(false);
    expect(
      spoil(0, () => ({ signature: third.signature, nonceY: third.nonceY ?? first.digest })),
    ).toBe(false);
    expect(spoil(0, () => ({ kind: 'schnorr', publicKey: first.publicKey.slice(1, 33) }))).toBe(
      false,
    );
  });

  test('two errors that would cancel out if the factors were equal', () => {
    // s + 1 in one BIP340 signature and s - 1 in another of the same key leave their plain sum
    // unchanged.
    const shifted = batch.map((check, i) => {
      if (i !== 1 && i !== 11) return check;
      const s = BigInt(`0x${Buffer.from(check.signature.slice(32)).toString('hex')}`);
      const signature = check.signature.slice();
      signature.set(numberToBytes((s + (i === 1 ? 1n : N - 1n)) % N), 32);
      return { ...check, signature };
    });
    expect(backend.verifyAll(shifted)).toBe(false);
  });

  test('R, S, keys and points out of range', () => {
    const number = (bytes: Uint8Array, at: number, value: bigint) => {
      const copy = bytes.slice();
      copy.set(number32(value), at);
      return copy;
    };
    for (const index of [0, 1]) {
      for (const value of [0n, N, P, 2n ** 256n - 1n]) {
        expect(spoil(index, (c) => ({ signature: number(c.signature, 0, value) }))).toBe(false);
        expect(spoil(index, (c) => ({ signature: number(c.signature, 32, value) }))).toBe(false);
      }
      expect(
        spoil(index, (c) => ({ publicKey: number(c.publicKey, c.publicKey.length - 32, P) })),
      ).toBe(false);
      expect(spoil(index, (c) => ({ signature: c.signature.slice(1) }))).toBe(false);
      expect(spoil(index, (c) => ({ signature: Uint8Array.of(...c.signature, 0) }))).toBe(false);
      expect(spoil(index, () => ({ publicKey: new Uint8Array() }))).toBe(false);
      expect(spoil(index, () => ({ nonceY: new Uint8Array() }))).toBe(!takesNonceY);
    }
    expect(spoil(0, () => ({ digest: new Uint8Array(31) }))).toBe(false);
  });

  test('the negative of R, as a high S would have it', () => {
    const answer = spoil(0, ({ nonceY = new Uint8Array(32) }) => {
      const y = BigInt(`0x${Buffer.from(nonceY).toString('hex')}`);
      return { nonceY: number32(P - y) };
    });
    expect(answer).toBe(!takesNonceY);
  });
});

test('a high S is valid with its own R', () => {
  const checks = batch.map((check) => {
    if (check.kind === 'schnorr' || check.nonceY === undefined) return check;
    const signature = check.signature.slice();
    signature.set(curve.negatePrivateKey(signature.slice(32)), 32);
    const y = BigInt(`0x${Buffer.from(check.nonceY).toString('hex')}`);
    return { ...check, signature, nonceY: number32(P - y) };
  });
  for (const [, backend] of curves) expect(backend.verifyAll(checks)).toBe(true);
});

test('gives the same answer without hints', () => {
  const bare = batch.slice(0, 12).map(({ nonceY: _, ...check }) => check);
  for (const [, backend] of curves) {
    expect(backend.verifyAll(bare)).toBe(true);
    expect(
      backend.verifyAll(bare.map((c, i) => (i === 4 ? { ...c, digest: random.bytes(32) } : c))),
    ).toBe(false);
  }
});

test('verifies the same signature many times over', () => {
  const [first] = batch;
  if (first === undefined) throw new Error('the batch has it');
  const repeated = Array.from({ length: 100 }, () => first);
  for (const [, backend] of curves) expect(backend.verifyAll(repeated)).toBe(true);
});

test('a hint about the key changes no verdict', () => {
  const hint = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc.constantFrom(...batch.flatMap(({ keyY, nonceY }) => [keyY, nonceY].filter((y) => !!y))),
    fc.constantFrom(...batch.flatMap(({ keyY }) => (keyY ? [negated(keyY)] : []))),
  );
  const place = fc.nat(batch.length - 1);
  fc.assert(
    fc.property(place, hint, fc.boolean(), (index, keyY, wrong) => {
      const checks = batch.map((check, i) => {
        if (i !== index) return check;
        return { ...check, keyY, ...(wrong && { digest: new Uint8Array(32) }) };
      });
      expect(curve.verifyAll(checks)).toBe(!wrong);
    }),
  );
});

const negated = (y: Uint8Array): Uint8Array =>
  number32(P - BigInt(`0x${Buffer.from(y).toString('hex')}`));

describe.each(curves)('%s: signatures of others with unknown y', (_, backend) => {
  const judge = ({ signature, digest, publicKey }: SignatureCheck) =>
    tinyVerifier.verifyEcdsa(signature, digest, publicKey);
  const foreign = Array.from({ length: 300 }, (_x, i): SignatureCheck => {
    // Enough keys for the long row of G; some sign more than once.
    const privateKey = (i % 4 === 0 ? keys[i % keys.length] : undefined) ?? random.bytes(32);
    const digest = random.bytes(32);
    const publicKey = tiny.pointFromScalar(privateKey, i % 3 !== 0) ?? expect.unreachable();
    return { kind: 'ecdsa', signature: tiny.sign(digest, privateKey), digest, publicKey };
  });

  test.each([2, 3, 255, 256, 257, 300])('%i valid signatures', (count) => {
    expect(backend.verifyAll(foreign.slice(0, count))).toBe(true);
  });

  test('finds a signature that libsecp256k1 refuses at any place', () => {
    for (const at of [0, 1, 127, 255, 256, 257, 299]) {
      const wrong = { ...(foreign[at] ?? expect.unreachable()), digest: random.bytes(32) };
      expect(judge(wrong)).toBe(false);
      expect(backend.verifyAll(foreign.map((check, i) => (i === at ? wrong : check)))).toBe(false);
    }
  });

  test('judges lists with any byte changed like libsecp256k1 judges each signature', () => {
    const list = foreign.slice(0, 9);
    const field = fc.constantFrom('signature', 'digest', 'publicKey');
    const change = fc.tuple(fc.nat(8), field, fc.nat(), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 2 }), (changes) => {
        const checks = [...list];
        for (const [place, name, at, byte] of changes) {
          const check = checks[place] ?? expect.unreachable();
          const bytes = check[name].slice();
          bytes[at % bytes.length] = byte;
          checks[place] = { ...check, [name]: bytes };
        }
        expect(backend.verifyAll(checks)).toBe(checks.every(judge));
      }),
      { numRuns: runs(60) },
    );
  });

  test('verifies them together with signatures whose y is known', () => {
    const mixed = [...batch.slice(0, 20), ...foreign.slice(0, 20), ...batch.slice(20, 40)];
    expect(backend.verifyAll(mixed)).toBe(true);
    const digest = random.bytes(32);
    for (const at of [0, 21, 45]) {
      const list = mixed.map((check, i) => (i === at ? { ...check, digest } : check));
      expect(backend.verifyAll(list)).toBe(false);
    }
  });

  test('an x of R above n counts as libsecp256k1 counts it', () => {
    // Keys are made for the signature (r, s), such that R has x = r + n.
    const digest = random.bytes(32);
    const cases = Array.from({ length: 40 }, (_x, r) => {
      const signature = Uint8Array.of(...number32(BigInt(r + 1)), ...number32(7n));
      return ([2, 3] as const).flatMap((id): SignatureCheck[] => {
        try {
          const key = tiny.recover(digest, signature, id, true);
          return key === null ? [] : [{ kind: 'ecdsa', signature, digest, publicKey: key }];
        } catch {
          return [];
        }
      });
    }).flat();
    expect(cases.length).toBeGreaterThan(10);
    expect(cases.every(judge)).toBe(true);
    expect(backend.verifyAll(cases)).toBe(true);
    const [first, second] = cases;
    if (first === undefined || second === undefined) throw new Error('there are many');
    for (const check of cases) {
      const other = { ...check, signature: second.signature };
      expect(backend.verifyAll([first, other])).toBe(judge(other));
    }
  });

  test('a sum that is infinity is no signature', () => {
    const [good] = foreign;
    const d = 5n;
    const publicKey = tiny.pointFromScalar(number32(d), true) ?? expect.unreachable();
    for (const r of [1n, 2n, N - 1n]) {
      const digest = number32((N * d - r * d) % N);
      const signature = Uint8Array.of(...number32(r), ...number32(3n));
      const check: SignatureCheck = { kind: 'ecdsa', signature, digest, publicKey };
      expect(judge(check)).toBe(false);
      expect(backend.verifyAll([good ?? check, check])).toBe(false);
      expect(backend.verifyAll([check])).toBe(false);
    }
  });

  test('multiples of G and of the key at which digits turn over', () => {
    const powers = [1n, 11n, 12n, 63n, 64n, 127n, 128n, 129n].map((bit) => 2n ** bit);
    const edges = [1n, ...powers, ...powers.map((power) => power - 1n), (N - 1n) / 2n, N - 1n];
    const checks = edges.flatMap((g, i) =>
      [3, 7, 11, 13, 17].map((step): SignatureCheck => {
        const q = edges[(i * step + step) % edges.length] ?? 1n;
        const publicKey = tiny.pointFromScalar(random.bytes(32), true) ?? expect.unreachable();
        // A signature and a digest whose sum is g * G + q * Q.
        const product = tiny.pointMultiply(publicKey, number32(q), true) ?? expect.unreachable();
        const sum = tiny.pointAddScalar(product, number32(g), true) ?? expect.unreachable();
        const r = bytesToNumber(sum.subarray(1));
        const s = (r * invert(q, N)) % N;
        const signature = Uint8Array.of(...number32(r), ...number32(s));
        return { kind: 'ecdsa', signature, digest: number32((g * s) % N), publicKey };
      }),
    );
    expect(checks.length).toBeGreaterThan(64);
    expect(checks.every(judge)).toBe(true);
    expect(backend.verifyAll(checks)).toBe(true);
    expect(backend.verifyAll(checks.slice(0, 60))).toBe(true);
  });

  test('high s, and digests of n and more', () => {
    const checks = [number32(0n), number32(N), number32(2n ** 256n - 1n), random.bytes(32)].map(
      (digest): SignatureCheck => {
        const privateKey = number32(11n);
        const { signature } =
          curve.signEcdsaMany([{ digest, privateKey }])[0] ?? expect.unreachable();
        const high = signature.slice();
        high.set(curve.negatePrivateKey(signature.slice(32)), 32);
        const publicKey = tiny.pointFromScalar(privateKey, true) ?? expect.unreachable();
        return { kind: 'ecdsa', signature: high, digest, publicKey };
      },
    );
    expect(backend.verifyAll(checks)).toBe(true);
    expect(checks.every(judge)).toBe(true);
  });
});

import { createPublicKey, verify } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import { expect, test } from 'vitest';
import { sha256 } from '../../src/crypto/hash.ts';
import { concatBytes } from '../../src/encoding/bytes.ts';
import { verifyP256 } from '../../src/names/p256.ts';
import { createRandom } from '../support/generate/random.ts';

const random = createRandom(31);
const N = p256.Point.Fn.ORDER;
const P = p256.Point.Fp.ORDER;
const bytesOf = (number: bigint): Uint8Array =>
  Uint8Array.from(Buffer.from(number.toString(16).padStart(64, '0'), 'hex'));

/** OpenSSL's answer; a key that is not on the curve counts as false. */
function openssl(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  const [x, y] = [key.subarray(0, 32), key.subarray(32)].map((half) =>
    Buffer.from(half).toString('base64url'),
  );
  try {
    const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    return verify('sha256', message, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature);
  } catch {
    return false;
  }
}

function signed() {
  const secret = random.bytes(32);
  const message = random.bytes(40);
  const signature = p256.sign(message, secret, { lowS: false });
  return { message, signature, key: p256.getPublicKey(secret, false).subarray(1) };
}

/** Compares with OpenSSL and with noble. */
function judge(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  const ours = verifyP256(signature, sha256(message), key);
  expect(ours).toBe(openssl(signature, message, key));
  try {
    const full = concatBytes(Uint8Array.of(4), key);
    expect(ours).toBe(p256.verify(signature, message, full, { lowS: false }));
  } catch {
    expect(ours).toBe(false);
  }
  return ours;
}

test('verifies 60 random signatures as OpenSSL and noble do, with low and high s', () => {
  for (let i = 0; i < 60; i++) {
    const { message, signature, key } = signed();
    expect(judge(signature, message, key)).toBe(true);
    const s = BigInt(`0x${Buffer.from(signature.subarray(32)).toString('hex')}`);
    const other = concatBytes(signature.subarray(0, 32), bytesOf(N - s));
    expect(judge(other, message, key)).toBe(true);
  }
});

test('rejects flipped bits of a signature, a key and a message', () => {
  const { message, signature, key } = signed();
  for (const bytes of [signature, key, message]) {
    for (let bit = 0; bit < 8 * bytes.length; bit += 7) {
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(judge(signature, message, key)).toBe(false);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    }
  }
  expect(judge(signature, message, key)).toBe(true);
});

test('rejects numbers out of range, the point at infinity and points off the curve', () => {
  const { message, signature, key } = signed();
  const [r, s] = [signature.subarray(0, 32), signature.subarray(32)];
  for (const number of [0n, N, N + 1n, 2n ** 256n - 1n]) {
    expect(judge(concatBytes(bytesOf(number), s), message, key)).toBe(false);
    expect(judge(concatBytes(r, bytesOf(number)), message, key)).toBe(false);
  }
  for (const [x, y] of [
    [0n, 0n],
    [P, 1n],
    [1n, P],
    [5n, 5n],
  ] as const) {
    expect(judge(signature, message, concatBytes(bytesOf(x), bytesOf(y)))).toBe(false);
  }
  expect(verifyP256(signature.subarray(1), sha256(message), key)).toBe(false);
  expect(verifyP256(signature, sha256(message), key.subarray(1))).toBe(false);
});

test('adds equal and opposite points', () => {
  // With the private key 1, both multiples are of the generator; u = v and u = -v meet on the way.
  const key = p256.getPublicKey(bytesOf(1n), false).subarray(1);
  const negative = p256.getPublicKey(bytesOf(N - 1n), false).subarray(1);
  for (const at of [key, negative]) {
    for (const secret of [1n, N - 1n]) {
      const message = random.bytes(8);
      const signature = p256.sign(message, bytesOf(secret), { lowS: false });
      judge(signature, message, at);
    }
  }
  // z = r and s = r: u = v = 1, so the sum is 2 G for the key 1, and infinity for the key -1.
  const hash = bytesOf(12345n);
  const same = concatBytes(hash, hash);
  expect(verifyP256(same, hash, key)).toBe(false);
  expect(verifyP256(same, hash, negative)).toBe(false);
  const twice = p256.Point.BASE.double().toAffine().x % N;
  const doubled = concatBytes(bytesOf(twice), bytesOf(twice));
  expect(verifyP256(doubled, bytesOf(twice), key)).toBe(true);
});

test('reduces the x of a point modulo the number of points', () => {
  // x >= N: such a point has r = x - N. Found by counting up from N.
  for (let x = N; ; x++) {
    let point: ReturnType<typeof p256.Point.fromHex>;
    try {
      point = p256.Point.fromHex(`02${x.toString(16)}`);
    } catch {
      continue;
    }
    // R = u G + v Q with u = 0 needs hash 0; s = r then gives R = Q.
    const r = bytesOf(x - N);
    if (x === N) continue;
    const key = point.toBytes(false).subarray(1);
    expect(verifyP256(concatBytes(r, r), new Uint8Array(32), key)).toBe(true);
    return;
  }
});

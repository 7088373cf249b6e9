import * as tiny from 'tiny-secp256k1';
import { describe, expect, test } from 'vitest';
import { recoverPublicKey } from '../../src/crypto/curve/verify-one.ts';
import { createKernel } from '../../src/crypto/kernel.ts';
import { createKernelSecp256k1, kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { signRecoverable } from '../../src/crypto/noble-single.ts';
import type { Secp256k1 } from '../../src/crypto/secp256k1.ts';
import { type Bytes, concatBytes, equalBytes } from '../../src/encoding/bytes.ts';
import { N, number32, P } from '../support/curves.ts';
import { createRandom } from '../support/generate/random.ts';
import { runs } from '../support/generate/sample.ts';

const random = createRandom(20261123);

type Way = {
  readonly signRecoverable: typeof signRecoverable;
  readonly recoverPublicKey: Required<Secp256k1>['recoverPublicKey'];
};
const {
  signRecoverableMany: kernelSigns,
  recoverPublicKey: kernelRecovers,
  recoverAll,
} = kernelSecp256k1;
if (!kernelSigns || !kernelRecovers || !recoverAll) throw new Error('the kernel does all three');
const ways: readonly (readonly [string, Way])[] = [
  ['JavaScript', { signRecoverable, recoverPublicKey }],
  [
    'the kernel',
    {
      signRecoverable: (request) => kernelSigns([request])[0],
      recoverPublicKey: kernelRecovers,
    },
  ],
];

/** Returns libsecp256k1's result; it refuses r and s of 0 and of n or more by throwing. */
function tinyRecover(signature: Bytes, digest: Bytes, recovery: number, compressed: boolean) {
  try {
    const id = recovery === 0 || recovery === 1 || recovery === 2 ? recovery : 3;
    return tiny.recover(digest, signature, id, compressed) ?? undefined;
  } catch {
    return undefined;
  }
}

const numberOf = (bytes: Bytes): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
const signatureOf = (r: bigint, s: bigint) => concatBytes(number32(r), number32(s));
const isX = (x: bigint) => tiny.isXOnlyPoint(number32(x));
/**
 * The lowest r for which x of R may be larger by n. Such an R exists, but no signature with it is
 * known.
 */
const aboveOrder = BigInt(
  Array.from({ length: 99 }, (_, i) => i + 1).find((r) => isX(N + BigInt(r))) ?? 0,
);

const digests = [number32(0n), number32(N), new Uint8Array(32).fill(255), random.bytes(32)];
const keys = [1n, 2n, N - 1n, N / 2n].map(number32);

describe.each(ways)('%s', (_, way) => {
  test('signs as libsecp256k1 does, and finds the key again', () => {
    const pairs = [
      ...keys.flatMap((key) => digests.map((digest) => [digest, key] as const)),
      ...Array.from({ length: runs(60) }, () => [random.bytes(32), random.bytes(32)] as const),
    ];
    for (const [digest, key] of pairs) {
      // The nonce hashes the digest modulo n; tiny-secp256k1 does not reduce it.
      const theirs = tiny.signRecoverable(number32(numberOf(digest) % N), key);
      const { signature, recoveryId: recovery } = theirs;
      expect(way.signRecoverable({ digest, privateKey: key })).toEqual({ signature, recovery });
      for (const compressed of [true, false]) {
        const publicKey = tiny.pointFromScalar(key, compressed);
        expect(way.recoverPublicKey(signature, digest, recovery, compressed)).toEqual(publicKey);
      }
    }
  });

  test('finds the same as libsecp256k1 for a high S and every recovery id, edges included', () => {
    const someR = Array.from({ length: 3 }, () => numberOf(random.bytes(32)) % N);
    const edgesOfR = [0n, 1n, 2n, aboveOrder, P - N - 1n, P - N, P - N + 1n, N - 1n, N, N + 1n];
    const edgesOfS = [0n, 1n, N / 2n, N / 2n + 1n, N - 1n, N, numberOf(random.bytes(32)) % N];
    let found = 0;
    for (const r of [...edgesOfR, ...someR]) {
      for (const s of edgesOfS) {
        for (const recovery of [0, 1, 2, 3]) {
          const digest = digests[random.int(digests.length)] ?? number32(1n);
          const signature = signatureOf(r, s);
          const theirs = tinyRecover(signature, digest, recovery, true);
          expect(way.recoverPublicKey(signature, digest, recovery, true)).toEqual(theirs);
          if (theirs !== undefined && recovery > 1) found++;
        }
      }
    }
    expect(found).toBeGreaterThan(5);
  });

  test('finds no key where the sum is infinity', () => {
    for (const k of [1n, 7n, N - 3n, numberOf(random.bytes(32)) % N]) {
      const [parity = 0, ...x] = tiny.pointFromScalar(number32(k), true) ?? [];
      const r = numberOf(Uint8Array.from(x)) % N;
      const s = numberOf(random.bytes(32)) % N;
      // s * R - h * G with h = s * k.
      const digest = number32((s * k) % N);
      expect(tinyRecover(signatureOf(r, s), digest, parity - 2, true)).toBe(undefined);
      expect(way.recoverPublicKey(signatureOf(r, s), digest, parity - 2, true)).toBe(undefined);
      expect(way.recoverPublicKey(signatureOf(r, s), digest, 3 - parity, true)).toEqual(
        tinyRecover(signatureOf(r, s), digest, 3 - parity, true),
      );
    }
  });

  test('refuses other lengths and invalid keys', () => {
    const [digest, key] = [random.bytes(32), number32(5n)];
    const { signature, recovery } =
      way.signRecoverable({ digest, privateKey: key }) ?? expect.unreachable();
    expect(way.recoverPublicKey(signature.subarray(1), digest, recovery, true)).toBe(undefined);
    expect(way.recoverPublicKey(signature, digest.subarray(1), recovery, true)).toBe(undefined);
    for (const none of [0n, N, 2n ** 256n - 1n].map(number32)) {
      expect(way.signRecoverable({ digest, privateKey: none })).toBe(undefined);
    }
    expect(way.signRecoverable({ digest: digest.subarray(1), privateKey: key })).toBe(undefined);
    expect(way.signRecoverable({ digest, privateKey: key.subarray(1) })).toBe(undefined);
  });
});

function flipped(bytes: Bytes): Bytes {
  const copy = bytes.slice();
  const at = random.int(copy.length);
  copy[at] = (copy[at] ?? 0) ^ (1 << random.int(8));
  return copy;
}

test('a list is recovered together exactly when libsecp256k1 recovers each of its keys', () => {
  const privateKeys = Array.from({ length: 3 }, () => random.bytes(32));
  for (const length of [1, 2, 5, 40]) {
    const requests = Array.from({ length }, (_, i) => ({
      digest: random.bytes(32),
      privateKey: privateKeys[i % 3] ?? number32(1n),
    }));
    const list = kernelSigns(requests).map((made, i) => {
      const { digest, privateKey } = requests[i] ?? expect.unreachable();
      const theirs = tiny.signRecoverable(digest, privateKey);
      expect(made).toEqual({ signature: theirs.signature, recovery: theirs.recoveryId });
      const publicKey = tiny.pointFromScalar(privateKey, i % 2 === 0) ?? expect.unreachable();
      const { signature, recoveryId } = theirs;
      return { signature, recovery: Number(recoveryId), digest, publicKey };
    });
    expect(recoverAll(list)).toBe(true);
    const at = random.int(length);
    const one = list[at] ?? expect.unreachable();
    const negated = number32(N - numberOf(one.signature.subarray(32)));
    const withHighS = concatBytes(one.signature.subarray(0, 32), negated);
    const changes: readonly Partial<typeof one>[] = [
      { recovery: one.recovery ^ 1 },
      { recovery: one.recovery | 2 },
      { digest: flipped(one.digest) },
      { signature: flipped(one.signature) },
      { signature: signatureOf(0n, 1n) },
      { signature: concatBytes(one.signature.subarray(0, 32), number32(0n)) },
      { signature: withHighS },
      { publicKey: tiny.pointFromScalar(random.bytes(32), true) ?? expect.unreachable() },
      { publicKey: Uint8Array.of((one.publicKey[0] ?? 0) ^ 1, ...one.publicKey.subarray(1)) },
    ];
    for (const change of changes) {
      const changed = { ...one, ...change };
      const { signature, digest, recovery, publicKey } = changed;
      const theirs = tinyRecover(signature, digest, recovery, publicKey.length === 33);
      expect(theirs && equalBytes(theirs, publicKey)).not.toBe(true);
      expect(recoverAll([...list.slice(0, at), changed, ...list.slice(at + 1)])).toBe(false);
    }
    // A high S is valid with the opposite y. The list leaves this case to single recovery.
    const other = { ...one, signature: withHighS, recovery: one.recovery ^ 1 };
    expect(recoverAll([other])).toBe(false);
  }
});

test('encodes an R whose x is n or more in the recovery id', () => {
  const kernel = createKernel() ?? expect.unreachable();
  const verifier = createKernel() ?? expect.unreachable();
  const digest = random.bytes(32);
  for (const recovery of [2, 3]) {
    const signature = signatureOf(aboveOrder, 12345n);
    const publicKey = tinyRecover(signature, digest, recovery, false) ?? expect.unreachable();
    const nonce = Uint8Array.of(recovery, ...number32(N + aboveOrder));
    const y = tiny.pointCompress(nonce, false).slice(33);
    const key = number32(1n);
    // The private key and nonce of this signature are unknown, so their points are inserted.
    const lucky = createKernelSecp256k1(
      {
        ...kernel,
        signEcdsa: () => [concatBytes(signature, y)],
        publicKeys: ([scalar = key]) => [
          equalBytes(scalar, key) ? publicKey.slice(1) : concatBytes(nonce.subarray(1), y),
        ],
      },
      verifier,
    );
    expect(lucky.signRecoverableMany?.([{ digest, privateKey: key }])[0]).toEqual({
      signature,
      recovery,
    });
  }
});

import { HDKey } from '@scure/bip32';
import * as tiny from 'tiny-secp256k1';
import { afterEach, expect, test, vi } from 'vitest';
import { createKernel, instantiate, kernelOver } from '../../src/crypto/kernel.ts';
import { createKernelSecp256k1, kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { ComputationFault } from '../../src/crypto/own-signatures.ts';
import type { SignatureCheck } from '../../src/crypto/secp256k1.ts';
import { bigEndian } from '../../src/encoding/bytes.ts';
import { buildKernel } from '../support/build/kernel-build.ts';
import { N, number32, P } from '../support/curves.ts';
import { casesOfRun } from '../support/generate/cases.ts';
import { createRandom } from '../support/generate/random.ts';

const random = createRandom(20261122);

/** Returns a private key: any, or one at which digits, signs or carries change. */
function someKey(): Uint8Array {
  const size = random.int(256);
  const edge = (1n << BigInt(size)) + BigInt(random.int(3) - 1);
  const key = random.oneIn(3) ? number32(random.oneIn(2) ? edge : N - edge) : random.bytes(32);
  return tiny.isPrivate(key) ? key : number32(1n);
}

const someRequests = (count: number) =>
  Array.from({ length: count }, () => ({
    digest: random.oneIn(9) ? new Uint8Array(32).fill(random.int(2) * 255) : random.bytes(32),
    privateKey: someKey(),
    auxiliary: random.bytes(32),
  }));

/** Returns the result of libsecp256k1. */
function tinyEcdsa(digest: Uint8Array, privateKey: Uint8Array): Uint8Array {
  const reduced = number32(BigInt(`0x${Buffer.from(digest).toString('hex')}`) % N);
  let signature = tiny.sign(reduced, privateKey);
  for (let i = 1; (signature[0] ?? 0) >= 0x80; i++) {
    const extra = new Uint8Array(32);
    new DataView(extra.buffer).setUint32(0, i, true);
    signature = tiny.sign(reduced, privateKey, extra);
  }
  return signature;
}

/** The same as x and y, for a request that includes its public key. */
function named<T extends { readonly privateKey: Uint8Array }>(request: T) {
  const point = tiny.pointFromScalar(request.privateKey, false) ?? N32;
  return { ...request, publicKey: point.slice(1, 33), keyY: point.slice(33) };
}
const xOnly = (secret: Uint8Array) => (tiny.pointFromScalar(secret, true) ?? N32).slice(1);
/** y of the public key. */
const isOdd = (secret: Uint8Array) => tiny.pointFromScalar(secret, true)?.[0] === 3;
const twice = (key: Uint8Array) => {
  const even = Uint8Array.of(2, ...key);
  return tiny.pointAdd(even, even, true);
};
/** BIP341: "H = lift_x(0x50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0)" */
const START = Buffer.from(
  '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0',
  'hex',
);

// Lists begin to share inversions at 39 and 40; a list of 1024 is split.
const N32 = number32(N);
const lengths = [1, 2, 3, 4, 5, 39, 40, 41, 255, 1023, 1024, 1025];
const rounds = Math.ceil(casesOfRun(1200) / 1200);

test('signs and derives any list like libsecp256k1', () => {
  for (let round = 0; round < rounds; round++) {
    for (const length of lengths) {
      const requests = someRequests(length);
      const ecdsa = kernelSecp256k1.signEcdsaMany(requests);
      const schnorr = kernelSecp256k1.signSchnorrMany(
        requests.map((request) => (random.oneIn(2) ? named(request) : request)),
      );
      const keys = kernelSecp256k1.publicKeyMany(
        requests.map(({ privateKey }) => privateKey),
        true,
      );
      requests.forEach(({ digest, privateKey, auxiliary }, i) => {
        expect(ecdsa[i]?.signature).toEqual(tinyEcdsa(digest, privateKey));
        expect(schnorr[i]?.signature).toEqual(tiny.signSchnorr(digest, privateKey, auxiliary));
        expect(keys[i]).toEqual(tiny.pointFromScalar(privateKey, true));
      });
    }
  }
});

test('a public key of another private key gives an error instead of a BIP340 signature', () => {
  for (const count of [1, 3, 44]) {
    const requests = someRequests(count).map(named);
    const right = kernelSecp256k1.signSchnorrMany(requests);
    const [one, other] = [requests[count >> 1], named({ privateKey: random.bytes(32) })];
    if (!one) throw new Error('there is one');
    const opposite = named({ privateKey: tiny.privateNegate(one.privateKey) });
    const ofNone = { publicKey: N32.map(() => 255), keyY: one.keyY };
    for (const wrong of [
      { publicKey: other.publicKey, keyY: other.keyY },
      { publicKey: other.publicKey, keyY: one.keyY },
      { publicKey: other.publicKey },
      { keyY: opposite.keyY },
      ofNone,
    ]) {
      const { keyY: _, ...unhinted } = one;
      const spoiled = { ...('keyY' in wrong ? one : unhinted), ...wrong };
      const list = requests.map((request) => (request === one ? spoiled : request));
      expect(() => kernelSecp256k1.signSchnorrMany(list)).toThrow(ComputationFault);
    }
    expect(kernelSecp256k1.signSchnorrMany(requests)).toEqual(right);
  }
});

test('no two BIP340 signatures have the same nonce, whatever the public key', () => {
  const kernel = createKernel() ?? expect.unreachable();
  const [request] = someRequests(1).map(named);
  if (!request) throw new Error('there is one');
  const { digest, privateKey, auxiliary } = request;
  const opposite = named({ privateKey: tiny.privateNegate(privateKey) });
  const points = [
    [request.publicKey, request.keyY],
    [request.publicKey, opposite.keyY],
    ...Array.from({ length: 20 }, () => named({ privateKey: random.bytes(32) })).map(
      ({ publicKey, keyY }) => [publicKey, keyY],
    ),
  ];
  const made = kernel.signSchnorr(points.map((point) => [digest, privateKey, auxiliary, ...point]));
  const nonces = new Set(made.map((bytes) => Buffer.from(bytes.subarray(0, 32)).toString('hex')));
  expect(nonces.size).toBe(points.length);
});

test('accepts 32 bytes as x of a key exactly if libsecp256k1 does', async () => {
  const entries = ['sign.ts', 'verify.ts', 'public-key.ts', 'tweak.ts', 'memory.ts'];
  const impatient = await buildKernel(entries, (_, text) =>
    text.replace('MOST_ROUNDS = 50', 'MOST_ROUNDS = 25'),
  );
  const kernels = [impatient, instantiate() ?? expect.unreachable()].map(kernelOver);
  const [slow, curve] = kernels.map((each) => createKernelSecp256k1(each, each));
  const edges = [0n, 1n, 5n, P - 1n, P, P + 1n, (1n << 256n) - 1n].map(number32);
  for (const x of [...edges, ...Array.from({ length: 400 * rounds }, () => random.bytes(32))]) {
    const isKey = tiny.isXOnlyPoint(x);
    for (const each of [slow, curve]) {
      expect(each?.isXOnlyPublicKey(x)).toBe(isKey);
      for (const prefix of [2, 3]) {
        const key = Uint8Array.of(prefix, ...x);
        expect(each?.isPublicKey(key)).toBe(isKey);
        const whole = each?.convertPublicKey(key, false) ?? Uint8Array.of(4, ...x, ...x);
        expect(each?.isPublicKey(whole)).toBe(isKey);
      }
    }
  }
});

test('adds any tweak like libsecp256k1', () => {
  for (let round = 0; round < 40 * rounds; round++) {
    const privateKey = someKey();
    const key = tiny.pointFromScalar(privateKey, true) ?? new Uint8Array(0);
    const opposite = tiny.privateNegate(privateKey);
    const tweaks = [someKey(), opposite, privateKey, number32(0n), number32(N), someKey()];
    const sums = tweaks.map((tweak) =>
      tweak === tweaks[4] ? undefined : (tiny.pointAddScalar(key, tweak, true) ?? undefined),
    );
    expect(kernelSecp256k1.tweakPublicKeyMany(key, tweaks)).toEqual(sums);
  }
});

// Additions share their inversions from 64 on; 1024 are passed at a time.
const tweakLengths = [1, 63, 64, 65, 1024, 1025];

test('makes a list of output keys like libsecp256k1, edges included', () => {
  for (const length of tweakLengths) {
    const pairs = Array.from({ length }, (_, i) => {
      const [secret, tweak] = [someKey(), someKey()];
      const key = xOnly(secret);
      const sum = tiny.pointAddScalar(Uint8Array.of(2, ...key), tweak, true);
      const edges: readonly [Uint8Array, Uint8Array, Uint8Array | null][] = [
        // Infinity, twice the point, the point itself, no scalar, x of no point.
        [key, isOdd(secret) ? secret : tiny.privateNegate(secret), null],
        [key, isOdd(secret) ? tiny.privateNegate(secret) : secret, twice(key)],
        [key, number32(0n), Uint8Array.of(2, ...key)],
        [key, N32, null],
        [new Uint8Array(32).fill(255), tweak, null],
        // -H + t*G and H + t*G, where long sums begin and end with H. Its logarithm is unknown, but
        // H is public.
        ...[2, 3].map((sign): [Uint8Array, Uint8Array, Uint8Array | null] => {
          const met = tiny.pointAddScalar(Uint8Array.of(sign, ...START), tweak, true) ?? N32;
          const even = met[0] === 2 ? tweak : tiny.privateNegate(tweak);
          const back = [even, tiny.privateNegate(even)][random.int(2)] ?? even;
          return [
            met.slice(1),
            back,
            tiny.pointAddScalar(Uint8Array.of(2, ...met.subarray(1)), back, true),
          ];
        }),
      ];
      return (i % 4 === 3 && edges[random.int(edges.length)]) || ([key, tweak, sum] as const);
    });
    const sums = kernelSecp256k1.tweakXOnlyPublicKeyMany(
      pairs.map(([key]) => key),
      pairs.map(([, tweak]) => tweak),
    );
    expect(sums).toEqual(
      pairs
        .map(([, , sum]) => sum && { xOnly: sum.slice(1), parity: (sum[0] ?? 0) - 2 })
        .map((one) => one ?? undefined),
    );
  }
});

test('derives a list of children like @scure/bip32', () => {
  for (const length of tweakLengths) {
    const parent = HDKey.fromMasterSeed(random.bytes(32)).derive('m/1');
    const { publicKey, chainCode } = parent;
    if (!publicKey || !chainCode) throw new Error('it has both');
    const numbers = Array.from({ length }, (_, i) => (random.oneIn(2) ? i : random.int(2 ** 31)));
    const children = kernelSecp256k1.deriveChildren?.(
      { publicKey, chainCode },
      numbers.map((number) => bigEndian(number, 4)),
    );
    expect(children).toEqual(
      numbers.map((number) => {
        const child = parent.deriveChild(number);
        return { publicKey: child.publicKey, chainCode: child.chainCode };
      }),
    );
  }
  const nobody = { publicKey: new Uint8Array(33).fill(255), chainCode: N32 };
  expect(kernelSecp256k1.deriveChildren?.(nobody, [bigEndian(1, 4)])).toEqual([undefined]);
  const alone = { publicKey: xOnly(number32(3n)), chainCode: N32 };
  expect(kernelSecp256k1.deriveChildren?.(alone, [bigEndian(1, 4)])).toEqual([undefined]);
});

test('adds no tweak to an x-only key', () => {
  const tweak = number32(3n);
  const key = tiny.pointFromScalar(tweak, true) ?? new Uint8Array(0);
  expect(() => tiny.pointAddScalar(key.subarray(1), tweak)).toThrow('Expected Point');
  for (const curve of [kernelSecp256k1, nobleSecp256k1]) {
    expect(curve.tweakPublicKey(key.subarray(1), tweak)).toBe(undefined);
    expect(curve.tweakPublicKeyMany(key.subarray(1), [tweak, tweak])).toEqual([
      undefined,
      undefined,
    ]);
  }
});

/** Signatures of both kinds by libsecp256k1, with and without the hints in a list. */
const someChecks = (count: number): SignatureCheck[] =>
  someRequests(count).map(({ digest, privateKey, auxiliary }, i) => {
    const key = tiny.pointFromScalar(privateKey, i % 3 !== 0) ?? new Uint8Array(0);
    return i % 2 === 0
      ? { kind: 'ecdsa', signature: tinyEcdsa(digest, privateKey), digest, publicKey: key }
      : {
          kind: 'schnorr',
          signature: tiny.signSchnorr(digest, privateKey, auxiliary),
          digest,
          publicKey: key.slice(1, 33),
        };
  });

test('detects a flipped bit in a signature, digest or key, one by one and together', () => {
  const checks = someChecks(24);
  expect(kernelSecp256k1.verifyAll(checks)).toBe(true);
  for (const [i, check] of checks.entries()) {
    for (const part of ['signature', 'digest', 'publicKey'] as const) {
      const spoiled = check[part].slice();
      const at = random.int(spoiled.length);
      spoiled[at] = (spoiled[at] ?? 0) ^ (1 << random.int(8));
      const wrong = { ...check, [part]: spoiled };
      // Half of all numbers are x of another key, for which the signature is invalid.
      expect(kernelSecp256k1.verifyAll([wrong])).toBe(nobleSecp256k1.verifyAll([wrong]));
      expect(kernelSecp256k1.verifyAll(checks.map((one, j) => (j === i ? wrong : one)))).toBe(
        false,
      );
    }
  }
});

test('a flipped bit of its memory gives no signature that reveals a key', () => {
  let faults = 0;
  for (let round = 0; round < 60; round++) {
    const [exports, others] = [instantiate(), instantiate()];
    if (!exports || !others) throw new Error('there is WebAssembly here');
    // The memory of the signer, or of the verifier.
    const [signer, verifier] = (round % 3 === 0 ? [others, exports] : [exports, others]).map(
      kernelOver,
    );
    if (!signer || !verifier) throw new Error('there are two');
    const curve = createKernelSecp256k1(signer, verifier);
    const requests = someRequests(round % 2 === 0 ? 2 : 44);
    const right = curve.signEcdsaMany(requests);
    const memory = new Uint8Array(exports.memory.buffer);
    // Constants and tables are before the callers' memory.
    const at = random.int(exports.memoryStart());
    memory[at] = (memory[at] ?? 0) ^ (1 << random.int(8));
    try {
      curve.signEcdsaMany(requests).forEach((one, i) => {
        const [was, is] = [right[i]?.signature, one?.signature];
        const { digest, privateKey } = requests[i] ?? { digest: N32, privateKey: N32 };
        const key = tiny.pointFromScalar(privateKey) ?? N32;
        expect(is && tiny.verify(digest, key, is)).toBe(true);
        // A wrong hash gives another nonce, and a normal signature. The same R with another s is
        // never returned.
        if (!is?.every((byte, at) => byte === was?.[at])) {
          expect(is?.subarray(0, 32)).not.toEqual(was?.subarray(0, 32));
        }
      });
    } catch (error) {
      if (!(error instanceof ComputationFault)) throw error;
      faults++;
    }
  }
  expect(faults).toBeGreaterThan(0);
});

test('leaves no part of a private key or nonce in its memory', () => {
  const exports = instantiate();
  if (exports === undefined) throw new Error('there is WebAssembly here');
  const kernel = kernelOver(exports);
  const requests = someRequests(50).map((request) => ({
    ...request,
    privateKey: random.bytes(32),
  }));
  for (const takesHighR of [true, false]) {
    kernel.signEcdsa(
      requests.map(({ digest, privateKey }) => [digest, privateKey]),
      takesHighR,
    );
  }
  kernel.signSchnorr(
    requests
      .map(named)
      .map((request) => [
        ...[request.digest, request.privateKey, request.auxiliary],
        ...[request.publicKey, request.keyY],
      ]),
  );
  kernel.publicKeys(requests.map(({ privateKey }) => privateKey));
  const memory = Buffer.from(exports.memory.buffer);
  for (const { privateKey } of requests) {
    for (const form of [privateKey, privateKey.slice().reverse()]) {
      for (let from = 0; from < 32; from += 8) {
        expect(memory.includes(Buffer.from(form.subarray(from, from + 8)))).toBe(false);
      }
    }
  }
});

afterEach(() => vi.unstubAllGlobals());

test('an engine without WebAssembly, or that forbids it, has no kernel and reports no error', () => {
  vi.stubGlobal('WebAssembly', undefined);
  expect(createKernel()).toBe(undefined);
  vi.stubGlobal('WebAssembly', {
    Module: class {
      constructor() {
        throw new Error('unsafe-eval is not allowed');
      }
    },
  });
  expect(createKernel()).toBe(undefined);
});

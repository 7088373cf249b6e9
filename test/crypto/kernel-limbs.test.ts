import { expect, test } from 'vitest';
import { createKernel, kernelOver } from '../../src/crypto/kernel.ts';
import { createKernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import type { SignatureCheck } from '../../src/crypto/secp256k1.ts';
import { buildKernel } from '../support/build/kernel-build.ts';
import { N, number32 } from '../support/curves.ts';
import { createRandom } from '../support/generate/random.ts';

/** The bounds of numbers in field.ts, checked whenever a number is written or multiplied. */
const checks = `
/**
 * "A number of magnitude m has limbs of at most m * (2^29 + 2^14)", with 2^24 plus its carry for
 * the top one.
 */
function magnitudeOf(a: usize): u64 {
  let most: u64 = 1;
  for (let i: usize = 0; i < 9; i++) {
    const one: u64 = i < 8 ? (1 << 29) + (1 << 14) : (1 << 24) + (1 << 14);
    const magnitude = (limb(a, i) + one - 1) / one;
    if (magnitude > most) most = magnitude;
  }
  return most;
}
`;

/** Inserts lines at the beginning of a function. */
function begin(text: string, signature: string, lines: string): string {
  expect(text).toContain(signature);
  return text.replace(signature, `${signature}\n${lines}`);
}

function withChecks(name: string, given: string): string {
  if (name !== 'field.ts') return given;
  let text = given + checks;
  text = begin(
    text,
    'export function mul(r: usize, a: usize, b: usize): void {',
    'if (magnitudeOf(a) * magnitudeOf(b) > 7) unreachable();',
  );
  text = begin(
    text,
    'export function square(r: usize, a: usize): void {',
    'if (magnitudeOf(a) > 2) unreachable();',
  );
  // Negative numbers are very large here.
  text = begin(
    text,
    'function put(a: usize, i: usize, value: u64): void {',
    'if (value >> 32 !== 0) unreachable();',
  );
  text = begin(
    text,
    'export function add(r: usize, a: usize, b: usize): void {',
    'for (let i: usize = 0; i < 9; i++) if ((limb(a, i) + limb(b, i)) >> 32 !== 0) unreachable();',
  );
  text = begin(
    text,
    'export function subtract(r: usize, a: usize, b: usize, magnitude: u32): void {',
    `for (let i: usize = 0; i < 9; i++) {
      const times = (<u64>magnitude + 1) * (i === 0 ? P0 : i === 1 ? P1 : i < 8 ? P2 : P8);
      if ((limb(a, i) + times - limb(b, i)) >> 32 !== 0) unreachable();
    }`,
  );
  text = begin(
    text,
    'export function carry(r: usize): void {',
    'if (magnitudeOf(r) > 7) unreachable();',
  );
  text = begin(
    text,
    'export function negateWhere(r: usize, mask: u64): void {',
    'if (magnitudeOf(r) > 1) unreachable();',
  );
  return begin(
    text,
    'export function multiplySmall(r: usize, a: usize, factor: u32): void {',
    'for (let i: usize = 0; i < 9; i++) if ((limb(a, i) * <u64>factor) >> 32 !== 0) unreachable();',
  );
}

const random = createRandom(20261122);
const keys = [
  ...[1n, 2n, N - 1n, N - 2n, N / 2n, (1n << 255n) - 1n, 1n << 255n].map(number32),
  ...Array.from({ length: 38 }, () => random.bytes(32)),
];
const requests = keys.map((privateKey, i) => ({
  privateKey,
  digest: i % 5 === 0 ? new Uint8Array(32).fill(255) : random.bytes(32),
  auxiliary: random.bytes(32),
}));

const unknownX = new Uint8Array(32).fill(1);

/** Runs all operations of the kernel on long and short lists, with verification. */
function useAll(kernel: ReturnType<typeof kernelOver>): unknown {
  const curve = createKernelSecp256k1(kernel, kernel);
  const publicKeys = curve.publicKeyMany(keys, true);
  const [first] = publicKeys;
  const signed = curve.signEcdsaMany(requests);
  const unhinted = requests.map(({ digest }, i): SignatureCheck => {
    const { signature } = signed[i] ?? expect.unreachable();
    return { kind: 'ecdsa', signature, digest, publicKey: publicKeys[i] ?? unknownX };
  });
  return [
    publicKeys,
    signed,
    curve.verifyAll(unhinted),
    unhinted.slice(0, 6).map((one) => curve.verifyAll([one])),
    curve.signSchnorrMany(requests),
    requests.slice(0, 6).map((one) => curve.signEcdsaMany([one])),
    requests.slice(0, 6).map((one) => curve.signSchnorrMany([one])),
    requests.slice(0, 6).map(({ digest, privateKey }) => {
      const made = curve.signRecoverableMany?.([{ digest, privateKey }])[0];
      return [0, 1, 2, 3].map(
        (id) => made && curve.recoverPublicKey?.(made.signature, digest, id, true),
      );
    }),
    first && curve.tweakPublicKeyMany(first, keys),
    // The lists are long enough for their own table, and not.
    ...[2, 70].map((count) => {
      const list = Array.from({ length: count }, (_, i) => keys[i % keys.length] ?? unknownX);
      const parent = { publicKey: first ?? unknownX, chainCode: unknownX };
      return [
        curve.tweakXOnlyPublicKeyMany(list, list),
        curve.deriveChildren?.(
          parent,
          list.map((_, i) => Uint8Array.of(0, 0, 0, i)),
        ),
      ];
    }),
    publicKeys.map((key) => key && curve.convertPublicKey(key, false)),
    keys.map((x) => curve.isXOnlyPublicKey(x)),
  ];
}

const entries = ['sign.ts', 'verify.ts', 'public-key.ts', 'tweak.ts', 'memory.ts'];

test('no limb leaves the bounds in the sources', async () => {
  const shipped = createKernel() ?? expect.unreachable();
  const checked = kernelOver(await buildKernel(entries, withChecks));
  expect(useAll(checked)).toEqual(useAll(shipped));
});

test('detects a forgotten carry', async () => {
  const careless = await buildKernel(entries, (name, text) =>
    name === 'group.ts'
      ? text.replace('  carry(t1); // 4 * x * y^2\n', '')
      : withChecks(name, text),
  );
  expect(() => useAll(kernelOver(careless))).toThrow(WebAssembly.RuntimeError);
});

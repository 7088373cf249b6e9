import * as tiny from 'tiny-secp256k1';
import { describe, expect, test } from 'vitest';
import { createCurvePool } from '../../src/adapters/threads/curve-pool.ts';
import { packRows, unpackRows } from '../../src/adapters/threads/rows.ts';
import { runTask } from '../../src/adapters/threads/run-task.ts';
import type { StartThread } from '../../src/adapters/threads/thread-pool.ts';
import { createSha256 } from '../../src/crypto/hash.ts';
import { createKernel, type Kernel, kernelOver } from '../../src/crypto/kernel.ts';
import { createKernelSecp256k1, kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { ComputationFault } from '../../src/crypto/own-signatures.ts';
import type { NewSignature } from '../../src/crypto/secp256k1.ts';
import type { Bytes } from '../../src/encoding/bytes.ts';
import { buildKernel } from '../support/build/kernel-build.ts';
import { createRandom } from '../support/generate/random.ts';
import { sampleOf } from '../support/generate/sample.ts';

// A wrong nonce gives a valid signature. Two with one nonce, or one with a predictable nonce,
// reveal the key.

const random = createRandom(20261123);
const auxiliary = new Uint8Array(32);
type Request = { digest: Bytes; privateKey: Bytes; auxiliary: Bytes };

const oneKey = random.bytes(32);
const oneDigest = random.bytes(32);
const withOneKey = (count: number): Request[] =>
  Array.from({ length: count }, () => ({
    digest: random.bytes(32),
    privateKey: oneKey,
    auxiliary,
  }));
const withOneDigest = (count: number): Request[] =>
  Array.from({ length: count }, () => ({
    digest: oneDigest,
    privateKey: random.bytes(32),
    auxiliary,
  }));
/** A key that signs in two calls. */
const lists = [1, 1, 1, 3, 4, 5, 12, 100, 100].flatMap((count) => [
  withOneKey(count),
  withOneDigest(count),
]);

const rightR = {
  ecdsa: ({ digest, privateKey }: Request) => {
    const extra = Buffer.alloc(32);
    let signature = tiny.sign(digest, privateKey);
    for (let counter = 1; (signature[0] ?? 0) >= 0x80; counter++) {
      extra.writeUInt32LE(counter);
      signature = tiny.sign(digest, privateKey, extra);
    }
    return signature.slice(0, 32);
  },
  schnorr: ({ digest, privateKey }: Request) =>
    tiny.signSchnorr(digest, privateKey, auxiliary).slice(0, 32),
};
const hex = (bytes: Bytes) => Buffer.from(bytes).toString('hex');

type Fault = readonly [
  kind: 'ecdsa' | 'schnorr',
  file: 'nonce.ts' | 'sign.ts',
  was: string,
  becomes: string,
];
const LANE_V = 'load<u32>(v + WORDS * i + 4 * lane)';
const DIGEST = '  v128.store(text, v128.load(digest), 33);\n';
const DIGEST_END = '  v128.store(text, v128.load(digest, 16), 49);\n';
const DRAW = '  copy32(bytes + 64, request);\n  taggedHash(digestBytes, NONCE, bytes, 96);\n';
const SCHNORR_R = '  scalar.fromBytes(r, digestBytes);\n';
const faults: { readonly [name: string]: Fault } = {
  'lane 1 reads lane 0': [
    'ecdsa',
    'nonce.ts',
    LANE_V,
    LANE_V.replace('lane)', '(lane === 1 ? 0 : lane))'),
  ],
  'lane 3 reads lane 2': [
    'ecdsa',
    'nonce.ts',
    LANE_V,
    LANE_V.replace('lane)', '(lane === 3 ? 2 : lane))'),
  ],
  'lanes are swapped': ['ecdsa', 'nonce.ts', LANE_V, LANE_V.replace('lane)', '(lane ^ 1))')],
  'the digest is not hashed in': ['ecdsa', 'nonce.ts', DIGEST + DIGEST_END, ''],
  'half of the digest is not hashed in': ['ecdsa', 'nonce.ts', DIGEST_END, ''],
  'the digest is not hashed in in lane 2': [
    'ecdsa',
    'nonce.ts',
    DIGEST + DIGEST_END,
    `  if (lane !== 2) {\n${DIGEST}${DIGEST_END}  }\n`,
  ],
  'the digest is not hashed in when R is tried again': [
    'ecdsa',
    'nonce.ts',
    DIGEST + DIGEST_END,
    `  if (counter === 0) {\n${DIGEST}${DIGEST_END}  }\n`,
  ],
  'the key is not hashed in': [
    'ecdsa',
    'nonce.ts',
    '  v128.store(text, v128.load(privateKey), 1);\n  v128.store(text, v128.load(privateKey, 16), 17);\n',
    '',
  ],
  'the counter is stuck at 1': [
    'ecdsa',
    'nonce.ts',
    'store<u32>(text, counter, 65)',
    'store<u32>(text, min(counter, 1), 65)',
  ],
  'the counter is 0 again': [
    'ecdsa',
    'nonce.ts',
    'store<u32>(text, counter, 65)',
    'store<u32>(text, counter & 1, 65)',
  ],
  'one bit is always set': [
    'ecdsa',
    'nonce.ts',
    `bswap<u32>(${LANE_V})`,
    `bswap<u32>(${LANE_V} | 16)`,
  ],
  'a word of the nonce is 0': [
    'ecdsa',
    'nonce.ts',
    `bswap<u32>(${LANE_V})`,
    `i < 1 ? 0 : bswap<u32>(${LANE_V})`,
  ],
  'the nonce is a constant': ['ecdsa', 'nonce.ts', `bswap<u32>(${LANE_V})`, '0x12345678'],
  'lists longer than 64 have one nonce': [
    'ecdsa',
    'sign.ts',
    '      readLane(bytes, lane);\n',
    '      readLane(bytes, lane);\n      if (left > 64) memory.fill(bytes, 7, 32);\n',
  ],
  'the nonce of the one before is taken': [
    'ecdsa',
    'sign.ts',
    'tried + j * SCALAR);\n',
    'tried + j * SCALAR);\n    if (i === 3) { copy32(nonces + 96, nonces + 64); copy32(signatures + 288, signatures + 192); copyField(nonceY + 3 * FIELD, nonceY + 2 * FIELD); }\n',
  ],
  'BIP340: the message is not hashed in': [
    'schnorr',
    'sign.ts',
    DRAW,
    DRAW.replace(/.*\n/, '  clear(bytes + 64);\n'),
  ],
  'BIP340: the message is not hashed in behind 64': [
    'schnorr',
    'sign.ts',
    DRAW,
    DRAW.replace(/.*\n/, '  if (i < 64) copy32(bytes + 64, request); else clear(bytes + 64);\n'),
  ],
  'BIP340: the key is not hashed in': [
    'schnorr',
    'sign.ts',
    '    store<u64>(bytes + at, load<u64>(bytes + at) ^ load<u64>(digestBytes + at));\n',
    '    store<u64>(bytes + at, load<u64>(digestBytes + at));\n',
  ],
  'BIP340: the auxiliary data is not hashed in': [
    'schnorr',
    'sign.ts',
    '  taggedHash(digestBytes, AUX, request + 64, 32);\n',
    '  clear(digestBytes);\n',
  ],
  'BIP340: the nonce is a constant': [
    'schnorr',
    'sign.ts',
    SCHNORR_R,
    `  memory.fill(digestBytes, 7, 32);\n${SCHNORR_R}`,
  ],
  'BIP340: the nonce is a constant in every second place': [
    'schnorr',
    'sign.ts',
    SCHNORR_R,
    `  if ((i & 1) === 1) memory.fill(digestBytes, 7, 32);\n${SCHNORR_R}`,
  ],
  'BIP340: one bit is always set': [
    'schnorr',
    'sign.ts',
    SCHNORR_R,
    `  store<u8>(digestBytes, load<u8>(digestBytes) | 1);\n${SCHNORR_R}`,
  ],
};
const CLEAR = '\nfunction clear(at: usize): void {\n  memory.fill(at, 0, 32);\n}\n';

async function faultyKernel([, file, was, becomes]: Fault): Promise<() => Kernel> {
  const entries = ['sign.ts', 'verify.ts', 'public-key.ts', 'tweak.ts', 'spliced.ts', 'memory.ts'];
  const exports = await buildKernel(entries, (name, text) => {
    if (name !== file) return text;
    expect(text.split(was).length).toBe(2);
    return text.replace(was, () => becomes) + (file === 'sign.ts' ? CLEAR : '');
  });
  return () => kernelOver(exports);
}

type Leaver = { readonly request: Request; readonly signature: Bytes };

/** Returns a call's results; none if it ends in our error. */
function leaving(
  list: readonly Request[],
  sign: (list: readonly Request[]) => readonly (NewSignature | undefined)[],
): Leaver[] {
  try {
    return sign(list).map((made, i) => ({
      request: list[i] ?? expect.unreachable(),
      signature: made?.signature ?? expect.unreachable(),
    }));
  } catch (error) {
    expect(error).toBeInstanceOf(ComputationFault);
    return [];
  }
}

/** Counts the R that signatures of different messages share. */
function pairsAmong(all: readonly Leaver[]): number {
  const byR = new Map<string, Set<string>>();
  for (const { request, signature } of all) {
    const r = hex(signature.subarray(0, 32));
    byR.set(r, (byR.get(r) ?? new Set()).add(hex(signature) + hex(request.digest)));
  }
  return [...byR.values()].filter(({ size }) => size > 1).length;
}

describe.each(sampleOf(Object.entries(faults), 4))('a kernel in which %s', (_, fault) => {
  const [kind] = fault;
  const many = kind === 'ecdsa' ? 'signEcdsaMany' : 'signSchnorrMany';
  const wrongOf = (all: readonly Leaver[]) =>
    all.filter(
      ({ request, signature }) => hex(rightR[kind](request)) !== hex(signature.subarray(0, 32)),
    );

  test('returns no two signatures with one nonce, and stops at once', async () => {
    const make = await faultyKernel(fault);
    const verifier = createKernel() ?? expect.unreachable();
    const curve = createKernelSecp256k1(make(), verifier);
    const left = lists.map((list) => leaving(list, (some) => curve[many](some)));
    expect(pairsAmong(left.flat())).toBe(0);
    // In longer lists, only a sample is derived again.
    const short = left.filter((_, i) => (lists[i]?.length ?? 0) <= 4);
    expect(wrongOf(short.flat()).length).toBe(0);
    const stopped = left.flatMap((each, i) => (each.length === 0 ? [lists[i]?.length] : []));
    expect(stopped.length).toBeGreaterThan(1);
  });
});

/** A thread with a faulty kernel. */
const faultyThread =
  (kernel: Kernel): StartThread =>
  ({ replied, ended }) => ({
    async send(task) {
      await new Promise((resolve) => setTimeout(resolve));
      if (task.name === 'verifyAll') return replied(runTask(task, createSha256));
      const rows = unpackRows(task.packed, 4);
      const made = kernel.signEcdsa(
        rows.map(([digest = auxiliary, key = auxiliary]) => [digest, key]),
      );
      replied({
        packed: packRows(made.map((one) => [one.slice(0, 64), one.slice(64), new Uint8Array()])),
      });
    },
    hold: () => undefined,
    end: async () => ended(),
  });

test.each([0, 1, 2])('a fault only in thread %d ends the call', async (which) => {
  const right = createKernel() ?? expect.unreachable();
  for (const name of [
    'the key is not hashed in',
    'one bit is always set',
    'the nonce is a constant',
  ] as const) {
    const wrong = (await faultyKernel(faults[name] ?? expect.unreachable()))();
    let started = 0;
    const pool = createCurvePool({
      startThread: (events) => faultyThread(started++ === which ? wrong : right)(events),
      threads: 3,
      curve: kernelSecp256k1,
      shortest: 4,
    });
    await expect(pool.signEcdsaMany(withOneKey(30))).rejects.toThrow('A nonce');
    await pool.close();
  }
});

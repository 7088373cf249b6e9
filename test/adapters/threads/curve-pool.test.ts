import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CurvePool, createCurvePool } from '../../../src/adapters/threads/curve-pool.ts';
import { packRows, unpackRows } from '../../../src/adapters/threads/rows.ts';
import { runTask } from '../../../src/adapters/threads/run-task.ts';
import { packEcdsa } from '../../../src/adapters/threads/task.ts';
import { curveThreads } from '../../../src/adapters/threads/thread-entry.ts';
import type { StartThread } from '../../../src/adapters/threads/thread-pool.ts';
import { createSha256 } from '../../../src/crypto/hash.ts';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { nobleSecp256k1 } from '../../../src/crypto/noble.ts';
import { ComputationFault, checksOf } from '../../../src/crypto/own-signatures.ts';
import type { NewSignature, Secp256k1, SignatureCheck } from '../../../src/crypto/secp256k1.ts';
import { execute } from '../../../src/library/call.ts';
import { benchCase } from '../../bench/cases.ts';
import { type BuiltWorkers, buildWorkers } from '../../support/build/built-workers.ts';
import { curves } from '../../support/curves.ts';
import { createRandom } from '../../support/generate/random.ts';

const random = createRandom(2);
const requests = Array.from({ length: 50 }, () => ({
  digest: random.bytes(32),
  privateKey: random.bytes(32),
  auxiliary: random.bytes(32),
}));

let built: BuiltWorkers;
beforeAll(async () => {
  built = await buildWorkers();
});
afterAll(() => built.remove());

/** Removes optional data from signatures: short lists have no `nonceY`. */
const bare = (made: readonly (NewSignature | undefined)[]) =>
  made.map((one) => one && { signature: one.signature });

describe.each(curves)('%s', (_, curve) => {
  let pool: CurvePool;
  beforeAll(() => {
    pool = createCurvePool({
      startThread: curveThreads(built.entry),
      threads: 2,
      curve,
      shortest: 4,
    });
  });
  afterAll(() => pool.close());

  test('signs like this thread, in order', async () => {
    expect(bare(await pool.signEcdsaMany(requests))).toEqual(bare(curve.signEcdsaMany(requests)));
    expect(bare(await pool.signSchnorrMany(requests))).toEqual(
      bare(curve.signSchnorrMany(requests)),
    );
  });

  test('verifies like this thread', async () => {
    const checks = requests.map(({ digest, privateKey }, i): SignatureCheck => {
      const made = curve.signEcdsaMany([{ digest, privateKey }])[0];
      const publicKey = curve.publicKey(privateKey, true);
      if (made === undefined || publicKey === undefined) throw new Error('a random key is a key');
      return i % 5 === 0
        ? { kind: 'ecdsa', signature: made.signature, digest, publicKey }
        : { kind: 'ecdsa', ...made, digest, publicKey };
    });
    expect(await pool.verifyAll(checks)).toBe(true);
    for (const place of [0, 24, 25, 49]) {
      const spoilt = checks.map((c, i) => (i === place ? { ...c, digest: new Uint8Array(32) } : c));
      expect(await pool.verifyAll(spoilt)).toBe(false);
    }
  });

  test('an invalid key is refused in threads too', async () => {
    const bad = requests.map((one, i) =>
      i % 7 === 0 ? { ...one, privateKey: new Uint8Array(32) } : one,
    );
    expect(bare(await pool.signEcdsaMany(bad))).toEqual(bare(curve.signEcdsaMany(bad)));
    expect(bare(await pool.signSchnorrMany(bad))).toEqual(bare(curve.signSchnorrMany(bad)));
  });

  test('lists of all lengths, many at a time', async () => {
    const lists = [0, 1, 3, 4, 5, 9, 30].map((length) => requests.slice(0, length));
    const made = await Promise.all(lists.map((list) => pool.signEcdsaMany(list)));
    expect(made.map(bare)).toEqual(lists.map((list) => bare(curve.signEcdsaMany(list))));
  });
});

describe('threads verify their own signatures', () => {
  const signings = requests.map((request) => {
    const publicKey = nobleSecp256k1.publicKey(request.privateKey, true);
    return { ...request, publicKey: publicKey ?? new Uint8Array() };
  });
  const kinds = {
    ecdsa: signings,
    schnorr: signings.map((one) => ({ ...one, publicKey: one.publicKey.subarray(1) })),
  };
  const open = (confirmed: SignatureCheck[], together?: Secp256k1['confirmAll']) =>
    createCurvePool({
      startThread: curveThreads(built.entry),
      threads: 2,
      shortest: 10,
      curve: {
        ...nobleSecp256k1,
        confirm(check) {
          confirmed.push(check);
          return nobleSecp256k1.confirm(check);
        },
        ...(together && {
          confirmAll(checks) {
            confirmed.push(...checks);
            return together(checks);
          },
        }),
      },
    });

  test.each([
    ['ecdsa', 'one by one', undefined],
    ['schnorr', 'one by one', undefined],
    ['ecdsa', 'together', kernelSecp256k1.confirmAll],
    ['schnorr', 'together', kernelSecp256k1.confirmAll],
  ] as const)('%s, and this thread confirms a sample %s', async (kind, _, together) => {
    const confirmed: SignatureCheck[] = [];
    const pool = open(confirmed, together);
    const list = kinds[kind];
    const { signatures, hold } =
      kind === 'ecdsa' ? await pool.beginEcdsa(list) : await pool.beginSchnorr(list);
    expect(await hold).toBe(true);
    expect(new Set(confirmed.map(({ signature }) => signature)).size).toBe(4);
    for (const { signature, publicKey } of confirmed) {
      const at = signatures.findIndex((made) => made?.signature === signature);
      expect(publicKey).toEqual(list[at]?.publicKey);
    }
    await pool.close();
  });

  test.each([
    ['R', 10],
    ['s', 50],
  ])('a fault in %s of one signature in transit makes the call fail', async (_, at) => {
    const entry = new URL('./faulty.mjs', built.entry);
    writeFileSync(
      fileURLToPath(entry),
      `import { parentPort } from 'node:worker_threads';
      const post = parentPort.postMessage.bind(parentPort);
      parentPort.postMessage = (reply, moved) => {
        // The first signature follows four bytes of length.
        if (reply.packed[3] === 64) reply.packed[4 + ${at}] ^= 1;
        post(reply, moved);
      };
      await import(${JSON.stringify(built.entry.href)});`,
    );
    const pool = createCurvePool({
      startThread: curveThreads(entry),
      threads: 1,
      curve: nobleSecp256k1,
      shortest: 1,
    });
    await expect(pool.signEcdsaMany(kinds.ecdsa)).rejects.toThrow(ComputationFault);
    await expect(pool.signSchnorrMany(kinds.schnorr)).rejects.toThrow(ComputationFault);
    const { params } = benchCase('P2WPKH', 8);
    const options = { network: 'regtest', workers: pool } as const;
    await expect(execute('signrawtransactionwithkey', params, options)).rejects.toThrow(
      'computes wrongly',
    );
    await pool.close();
  });

  test('a public key other than that of the signing key is refused', async () => {
    const pool = open([]);
    const [first, second] = signings;
    if (!(first && second)) throw new Error('there are fifty');
    const list = [{ ...first, publicKey: second.publicKey }, ...signings.slice(1, 12)];
    expect(await (await pool.beginEcdsa(list)).hold).toBe(false);
    await expect(pool.signEcdsaMany(list)).rejects.toThrow(ComputationFault);
    await expect(pool.signEcdsaMany(list.slice(0, 3))).rejects.toThrow(ComputationFault);
    expect(await pool.signEcdsaMany(list.slice(1))).toHaveLength(11);
    await pool.close();
  });
});

/**
 * Replaces a function of the curve: by file, the original text, and a wrong version that a variable
 * selects.
 */
const faults: { readonly [file: string]: readonly [was: string, becomes: string, wrong: string] } =
  {
    limbs: [
      'export const { multiply, square }',
      'export const { square } = createProducts();\nconst { multiply: right }',
      `let left = kind === 'limb' ? Number(after) : -1;
    export function multiply(...args) { right(...args); if (left-- === 0) args[0][args[1] + 5] += 2 ** 7; }`,
    ],
    field: [
      'export function writeNumber(',
      'function right(',
      `export function writeNumber(number, bytes, at) {
      right(kind === 's' && at === 32 && bytes.length === 64 ? number ^ 64n : number, bytes, at);
    }`,
    ],
    'ecmult-gen': [
      'export function multiplyGenerator(',
      'function right(',
      `export function multiplyGenerator(scalars) {
      return right(scalars.map((k, i) => (kind === 'point' && i === scalars.length - 1 ? k + 1n : k)));
    }`,
    ],
  };
/** A wrong kernel: in its answers, and in the table in its memory. */
const faultyKernel = `
  export function createKernel() {
    const exports = instantiate();
    const kernel = kernelOver(exports);
    if (kind === 'limb') {
      // After a first use, which creates the table of multiples of G.
      kernel.publicKeys([new Uint8Array(32).fill(1)]);
      const memory = new Uint8Array(exports.memory.buffer, 0, exports.memoryStart());
      memory[4 * Number(after)] ^= 128;
    }
    const spoil = (made) => made.map((bytes, i) => {
      const wrong = Uint8Array.from(bytes);
      if (kind === 's') wrong[63] ^= 64;
      if (kind === 'point') wrong.set(made[i === 0 ? 1 : i - 1].subarray(0, 32), 0);
      return wrong;
    });
    return {
      ...kernel,
      signEcdsa: (requests) => spoil(kernel.signEcdsa(requests)),
      signSchnorr: (requests) => spoil(kernel.signSchnorr(requests)),
    };
  }`;
const withoutKernel = 'export function createKernel() { return undefined; }';
const head = "const [kind, after] = (process.env.COLDSIGN_TEST_FAULT ?? '').split(' ');";

/** Makes a thread compute wrongly: by its kernel, or by JavaScript if it has none. */
const faultyArithmetic = (signer: 'kernel' | 'curve'): Plugin => ({
  name: 'faulty arithmetic',
  setup({ onLoad }) {
    onLoad({ filter: /crypto.curve.(limbs|field|ecmult-gen)\.ts$/ }, ({ path }) => {
      if (signer === 'kernel') return undefined;
      const [was, becomes, wrong] = faults[basename(path, '.ts')] ?? expect.unreachable();
      return { contents: replaced(path, was, becomes, wrong), loader: 'ts' };
    });
    onLoad({ filter: /crypto.kernel\.ts$/ }, ({ path }) => {
      const wrong = signer === 'kernel' ? faultyKernel : withoutKernel;
      const was = 'export function createKernel(';
      return { contents: replaced(path, was, 'function right(', wrong), loader: 'ts' };
    });
  },
});

function replaced(path: string, was: string, becomes: string, wrong: string): string {
  const text = readFileSync(path, 'utf8');
  if (!text.includes(was)) throw new Error(`${path} has no ${was}`);
  return `${text.replace(was, becomes)}\n${head}\n${wrong}`;
}

describe.each(['kernel', 'curve'] as const)(
  'arithmetic that goes wrong inside a thread, in its %s',
  (signer) => {
    let wrong: BuiltWorkers;
    beforeAll(async () => {
      wrong = await buildWorkers([faultyArithmetic(signer)]);
    });
    afterAll(() => {
      wrong.remove();
      delete process.env.COLDSIGN_TEST_FAULT;
    });
    const list = requests.slice(0, 12);
    const kinds = { signEcdsaMany: 'ecdsa', signSchnorrMany: 'schnorr' } as const;
    /** Returns how often a fault ends in our error. All other results must be right. */
    async function errorsWith(fault: string, use: (pool: CurvePool) => Promise<unknown>[]) {
      process.env.COLDSIGN_TEST_FAULT = fault;
      const { entry } = wrong;
      const pool = createCurvePool({
        startThread: curveThreads(entry),
        threads: 1,
        curve: nobleSecp256k1,
        shortest: 1,
      });
      const settled = await Promise.allSettled(use(pool));
      await pool.close();
      return settled.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
    }

    // Deriving the nonce again finds a wrong point, before the signature is verified.
    test.each([
      ['s', 'A signature that was just computed is wrong'],
      ['point', 'A nonce that was just computed is wrong'],
    ])('in %s: no signature of the list and no transaction is returned', async (kind, words) => {
      const { params } = benchCase('P2WPKH', 8);
      const reasons = await errorsWith(kind, (pool) => [
        pool.signEcdsaMany(list),
        pool.signSchnorrMany(list),
        execute('signrawtransactionwithkey', params, { network: 'regtest', workers: pool }),
      ]);
      expect(reasons.map(String)).toEqual(Array(3).fill(expect.stringContaining(words)));
    });

    test('a wrong limb at any time gives valid signatures or an error', async () => {
      const reasons: unknown[] = [];
      // Most of the memory is the table of multiples of G, of which 24 signatures read about half.
      for (let after = 900; after < 24_000; after += 2100) {
        for (const name of ['signEcdsaMany', 'signSchnorrMany'] as const) {
          const use = (pool: CurvePool) => [
            pool[name](list).then((made) => {
              // Signatures may differ from those of a correct machine, which may have skipped a
              // high R.
              const checks = checksOf(kinds[name], list, made, (key) =>
                nobleSecp256k1.publicKey(key, true),
              );
              expect(checks).toHaveLength(list.length);
              expect(checks.every(nobleSecp256k1.confirm)).toBe(true);
            }),
          ];
          reasons.push(...(await errorsWith(`limb ${after}`, use)));
        }
      }
      expect(reasons.length).toBeGreaterThan(2);
      for (const reason of reasons) expect(reason).toBeInstanceOf(ComputationFault);
    });
  },
);

test.each([
  ['the threads make their digests too', 4],
  ['this thread makes their digests with the hash of Node', 32],
])('many P2PKH inputs: %s', async (_, shortest) => {
  const { params } = benchCase('P2PKH', 300);
  const pool = createCurvePool({
    startThread: curveThreads(built.entry),
    threads: 2,
    curve: nobleSecp256k1,
    shortest,
  });
  const asked: number[] = [];
  const workers: CurvePool = {
    ...pool,
    legacyDigests(transaction, requests) {
      asked.push(requests.length);
      return pool.legacyDigests(transaction, requests);
    },
  };
  const options = { network: 'regtest', profile: 'core' } as const;
  const alone = await execute('signrawtransactionwithkey', params, options);
  const together = await execute('signrawtransactionwithkey', params, { ...options, workers });
  expect(together).toBe(alone);
  expect(alone).toContain('"complete":true');
  expect(asked).toEqual([300]);
  await pool.close();
});

test('a thread that ends rejects its work, and the pool goes on', async () => {
  const entry = new URL('./crash.mjs', built.entry);
  writeFileSync(
    fileURLToPath(entry),
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { throw new Error('crash'); });",
  );
  const pool = createCurvePool({
    startThread: curveThreads(entry),
    threads: 1,
    curve: nobleSecp256k1,
    shortest: 1,
  });
  const results = await Promise.allSettled([1, 2, 3].map(() => pool.signEcdsaMany(requests)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await pool.close();
});

test('a thread that ends before it verifies leaves signatures without a verdict', async () => {
  const [signing] = requests;
  const publicKey = signing && nobleSecp256k1.publicKey(signing.privateKey, true);
  if (!(signing && publicKey)) throw new Error('a random key is a key');
  const signature = nobleSecp256k1.signEcdsa(signing.digest, signing.privateKey);
  const packed = packRows([[signature ?? new Uint8Array(), new Uint8Array(), new Uint8Array()]]);
  const entry = new URL('./crash-later.mjs', built.entry);
  writeFileSync(
    fileURLToPath(entry),
    `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ name }) => {
      if (name === 'verifyAll') throw new Error('crash');
      parentPort.postMessage({ packed: Uint8Array.from([${packed}]) });
    });`,
  );
  const pool = createCurvePool({
    startThread: curveThreads(entry),
    threads: 1,
    curve: nobleSecp256k1,
    shortest: 1,
  });
  const begin = async () => pool.beginEcdsa([{ ...signing, publicKey }]);
  const { signatures, hold } = await begin();
  expect(signatures[0]?.signature).toEqual(signature);
  await expect(hold).rejects.toThrow('crash');
  await expect(pool.signEcdsaMany([{ ...signing, publicKey }])).rejects.toThrow('crash');
  // The verdict on these is not awaited.
  expect((await begin()).signatures[0]?.signature).toEqual(signature);
  await pool.close();
});

test('a thread that reports a failure is ended, and another one answers', async () => {
  let started = 0;
  const startThread: StartThread = ({ replied, failed, ended }) => {
    const isFirst = ++started === 1;
    return {
      send(task) {
        if (isFirst) queueMicrotask(() => failed(new Error('cut off')));
        else queueMicrotask(() => replied(runTask(task, createSha256)));
      },
      hold: () => undefined,
      end: async () => ended(),
    };
  };
  const pool = createCurvePool({ startThread, threads: 1, curve: nobleSecp256k1, shortest: 1 });
  const list = requests.slice(0, 3);
  const [first, second] = [pool.signEcdsaMany(list), pool.signEcdsaMany(list)];
  await expect(first).rejects.toThrow('cut off');
  expect(bare(await second)).toEqual(bare(nobleSecp256k1.signEcdsaMany(list)));
  expect(started).toBe(2);
});

test('closing rejects running and waiting work', async () => {
  const pool = createCurvePool({
    startThread: curveThreads(built.entry),
    threads: 1,
    curve: nobleSecp256k1,
    shortest: 1,
  });
  const work = Promise.allSettled([1, 2, 3].map(() => pool.signEcdsaMany(requests)));
  await pool.close();
  expect((await work).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});

test('a thread wipes the private keys that it received', () => {
  const task = packEcdsa(requests);
  const [first] = requests;
  expect(Buffer.from(task.packed).includes(Buffer.from(first?.privateKey ?? []))).toBe(true);
  expect(runTask(task, createSha256).packed.length).toBeGreaterThan(64 * requests.length);
  expect(task.packed.every((byte) => byte === 0)).toBe(true);
});

test('rows survive a round trip', () => {
  const rows = fc.integer({ min: 1, max: 4 }).chain((width) =>
    fc.array(fc.array(fc.uint8Array(), { minLength: width, maxLength: width })).map((list) => ({
      width,
      list,
    })),
  );
  fc.assert(
    fc.property(rows, ({ width, list }) => {
      expect(unpackRows(packRows(list), width)).toEqual(list);
    }),
  );
});

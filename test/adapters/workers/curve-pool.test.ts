import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CurvePool, createCurvePool } from '../../../src/adapters/workers/curve-pool.ts';
import { packRows, unpackRows } from '../../../src/adapters/workers/rows.ts';
import { packEcdsa, runTask } from '../../../src/adapters/workers/task.ts';
import { nobleSecp256k1 } from '../../../src/crypto/noble.ts';
import type { SignatureCheck } from '../../../src/crypto/secp256k1.ts';
import { execute } from '../../../src/rpc/library.ts';
import { benchCase } from '../../bench/cases.ts';
import { type BuiltWorkers, buildWorkers } from '../../support/built-workers.ts';
import { curves } from '../../support/curves.ts';
import { createRandom } from '../../support/random.ts';

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

describe.each(curves)('%s', (_, curve) => {
  let pool: CurvePool;
  beforeAll(() => {
    pool = createCurvePool({ entry: built.entry, threads: 2, curve, shortest: 4 });
  });
  afterAll(() => pool.close());

  test('signs as this thread does, in order', async () => {
    expect(await pool.signEcdsaMany(requests)).toEqual(curve.signEcdsaMany(requests));
    expect(await pool.signSchnorrMany(requests)).toEqual(curve.signSchnorrMany(requests));
  });

  test('verifies as this thread does', async () => {
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

  test('a key that is none is none there too', async () => {
    const bad = requests.map((one, i) =>
      i % 7 === 0 ? { ...one, privateKey: new Uint8Array(32) } : one,
    );
    expect(await pool.signEcdsaMany(bad)).toEqual(curve.signEcdsaMany(bad));
    expect(await pool.signSchnorrMany(bad)).toEqual(curve.signSchnorrMany(bad));
  });

  test('lists of all lengths, many at a time', async () => {
    const lists = [0, 1, 3, 4, 5, 9, 30].map((length) => requests.slice(0, length));
    const made = await Promise.all(lists.map((list) => pool.signEcdsaMany(list)));
    expect(made).toEqual(lists.map((list) => curve.signEcdsaMany(list)));
  });
});

test('many P2PKH inputs: the threads make their digests too', async () => {
  const { params } = benchCase('P2PKH', 300);
  const pool = createCurvePool({ entry: built.entry, threads: 2, curve: nobleSecp256k1 });
  const asked: number[] = [];
  const workers: CurvePool = {
    ...pool,
    legacyDigests(transaction, wishes) {
      asked.push(wishes.length);
      return pool.legacyDigests(transaction, wishes);
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
  const pool = createCurvePool({ entry, threads: 1, curve: nobleSecp256k1, shortest: 1 });
  const results = await Promise.allSettled([1, 2, 3].map(() => pool.signEcdsaMany(requests)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await pool.close();
});

test('closing rejects what is under way and what waits', async () => {
  const pool = createCurvePool({
    entry: built.entry,
    threads: 1,
    curve: nobleSecp256k1,
    shortest: 1,
  });
  const work = Promise.allSettled([1, 2, 3].map(() => pool.signEcdsaMany(requests)));
  await pool.close();
  expect((await work).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});

test('no private key stays behind: the buffer moves to the thread, which wipes it', () => {
  const task = packEcdsa(requests);
  const [first] = requests;
  expect(Buffer.from(task.packed).includes(Buffer.from(first?.privateKey ?? []))).toBe(true);
  runTask(nobleSecp256k1, task);
  expect(task.packed.every((byte) => byte === 0)).toBe(true);
});

test('rows there and back', () => {
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

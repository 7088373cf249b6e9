import { afterAll, beforeAll, describe, test } from 'vitest';
import { type CurvePool, createCurvePool } from '../../src/adapters/threads/curve-pool.ts';
import { curveThreads } from '../../src/adapters/threads/thread-entry.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { networks } from '../../src/encoding/network.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { type BuiltWorkers, buildWorkers } from '../support/build/built-workers.ts';
import { curves } from '../support/curves.ts';
import { sampleOf } from '../support/generate/sample.ts';
import { expectRecorded, readRecorded } from '../support/vectors/recorded.ts';

const files = [
  ['core-recorded', 'sign.regtest.json', networks.regtest],
  ['core-recorded', 'sign.main.json', networks.main],
  ['core-recorded', 'script.regtest.json', networks.regtest],
  ['found', 'sign.regtest.json', networks.regtest],
] as const;

let built: BuiltWorkers;
let pool: CurvePool;
beforeAll(async () => {
  built = await buildWorkers();
  // The pool also takes lists of one.
  pool = createCurvePool({
    startThread: curveThreads(built.entry),
    threads: 2,
    curve: nobleSecp256k1,
    shortest: 1,
  });
});
afterAll(async () => {
  await pool.close();
  built.remove();
});

const hands = [
  ...curves.map(([name, curve]) => [name, curve, () => ({})] as const),
  ['threads', nobleSecp256k1, () => ({ workers: pool })] as const,
];

describe.each(hands)('%s', (_, secp256k1, workers) => {
  describe.each(files)('%s/%s', (folder, name, network) => {
    const base = { network, profile: 'core', secp256k1 } as const;
    const recorded = readRecorded(name, folder).map((entry) => [entry.id, entry] as const);
    const cases = folder === 'found' ? recorded : sampleOf(recorded);
    test.each(cases)('%s', async (_id, entry) => {
      const context = { ...base, ...workers() };
      for (const step of entry.steps) {
        expectRecorded(step, await handleBody(step.body, { methods, context }));
      }
    });
  });
});

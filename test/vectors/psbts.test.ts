import { expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { networks } from '../../src/encoding/network.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { expectRecorded, readRecorded } from '../support/vectors/recorded.ts';

// Answers of a real node (Knots 29) about PSBTs of every kind of output, whole and spoiled, by
// test/support/vectors/record-psbts.ts.
const context = { network: networks.regtest, profile: 'core', secp256k1: kernelSecp256k1 } as const;
const cases = readRecorded('psbts.json', 'node-recorded');

test('the node was asked about many PSBTs', () => {
  expect(cases.length).toBeGreaterThan(200);
});

test.each(cases.map((entry) => [entry.id, entry] as const))('%s', async (_id, entry) => {
  for (const step of entry.steps) {
    expectRecorded(step, await handleBody(step.body, { methods, context }));
  }
});

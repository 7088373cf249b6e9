import { describe, test } from 'vitest';
import { networks } from '../../src/encoding/network.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { curves } from '../support/curves.ts';
import { expectRecorded, readRecorded } from '../support/recorded.ts';

const files = [
  ['core-recorded', 'sign.regtest.json', networks.regtest],
  ['core-recorded', 'sign.main.json', networks.main],
  ['core-recorded', 'script.regtest.json', networks.regtest],
  ['found', 'sign.regtest.json', networks.regtest],
] as const;

describe.each(curves)('%s', (_, secp256k1) => {
  describe.each(files)('%s/%s', (folder, name, network) => {
    const context = { network, profile: 'core', secp256k1 } as const;
    const cases = readRecorded(name, folder).map((entry) => [entry.id, entry] as const);
    test.each(cases)('%s', async (_id, entry) => {
      for (const step of entry.steps) {
        expectRecorded(step, await handleBody(step.body, { methods, context }));
      }
    });
  });
});

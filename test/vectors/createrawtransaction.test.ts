import { describe, test } from 'vitest';
import { networks } from '../../src/encoding/network.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { expectRecorded, readRecorded } from '../support/recorded.ts';

const files = {
  'create.regtest.json': networks.regtest,
  'create-omitted.regtest.json': networks.regtest,
  'create.main.json': networks.main,
};

describe.each(Object.entries(files))('%s', (name, network) => {
  const context = { network, profile: 'core', secp256k1: nobleSecp256k1 } as const;
  test.each(readRecorded(name).map((entry) => [entry.id, entry] as const))('%s', async (_, entry) => {
    for (const step of entry.steps) {
      expectRecorded(step, await handleBody(step.body, { methods, context }));
    }
  });
});

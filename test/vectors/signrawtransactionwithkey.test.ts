import { describe, test } from 'vitest';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { networks } from '../../src/encoding/network.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { expectRecorded, readRecorded } from '../support/recorded.ts';

const files = {
  'sign.regtest.json': networks.regtest,
  'sign.main.json': networks.main,
  'script.regtest.json': networks.regtest,
};

describe.each(Object.entries(files))('%s', (name, network) => {
  const context = { network, profile: 'core', secp256k1: nobleSecp256k1 } as const;
  test.each(readRecorded(name).map((entry) => [entry.id, entry] as const))('%s', async (_, entry) => {
    for (const step of entry.steps) {
      expectRecorded(step, await handleBody(step.body, { methods, context }));
    }
  });
});

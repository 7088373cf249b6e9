import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { networks } from '../../src/encoding/network.ts';
import { printJson } from '../../src/json/print.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { cutHelp } from '../support/vectors/recorded.ts';
import { readTranscript } from '../support/vectors/transcript.ts';

const files = {
  'descriptors-regtest.json': networks.regtest,
  'descriptors-main.json': networks.main,
};

describe.each(Object.entries(files))('%s', (name, network) => {
  const context = { network, profile: 'core', secp256k1: kernelSecp256k1 } as const;
  const { cases } = readTranscript(name);
  test.each(cases.map((entry) => [entry.id, entry] as const))('%s', async (_, { steps }) => {
    for (const step of steps) {
      const reply = await handleBody(step.body, { methods, context });
      const { result, error } = step;
      const recorded = `${printJson({
        members: [
          ['result', result],
          ['error', error],
          ['id', 'o'],
        ],
      })}\n`;
      expect(step.help ? cutHelp(reply.text) : reply.text).toBe(recorded);
      expect(reply.status).toBe(step.status);
    }
  });
});

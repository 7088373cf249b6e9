import { describe, test } from 'vitest';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { networks } from '../../src/encoding/network.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { expectRecorded, type RecordedStep, readRecorded } from '../support/vectors/recorded.ts';

const files = {
  'create.regtest.json': networks.regtest,
  'create-omitted.regtest.json': networks.regtest,
  'create.main.json': networks.main,
};

/**
 * Tags of recordings on which the default profile differs. The untagged ones differ because they
 * pass JSON text.
 */
const ownInDefault = ['replaceable-omitted', 'json-text-arguments'];
const untagged = [
  'bad-inputs.0002',
  'bad-inputs.0003',
  'bad-outputs.0002',
  'bad-outputs.0003',
  'bad-outputs.0004',
].map((id) => `regtest.create.${id}`);

/**
 * Replaces two private keys that the recordings have in place of an address, and two texts as long
 * as extended keys.
 */
function withoutKeys(step: RecordedStep): RecordedStep {
  const text = step.text.replace(
    /(Invalid Bitcoin address: )(?:(?:cQdrWT|KzC2KR)\w{46}|(?:gTwDJ6|3Nrsyv)\w{100,})(?=")/,
    '$1[redacted]',
  );
  return { ...step, text };
}

/** Removes hints, which Core does not have. */
const withoutHint = (text: string) => text.replace(/,"data":\{"hint":"(?:[^"\\]|\\.)*"\}/, '');

describe.each(Object.entries(files))('%s', (name, network) => {
  const context = { network, profile: 'core', secp256k1: nobleSecp256k1 } as const;
  test.each(readRecorded(name).map((entry) => [entry.id, entry] as const))(
    '%s',
    async (_, entry) => {
      for (const step of entry.steps) {
        expectRecorded(step, await handleBody(step.body, { methods, context }));
      }
    },
  );

  const same = readRecorded(name).filter(
    ({ id, tags }) => !untagged.includes(id) && !tags.some((tag) => ownInDefault.includes(tag)),
  );
  test(`${same.length} of them are the same in the default profile`, async () => {
    for (const { steps } of same) {
      for (const step of steps) {
        const service = { methods, context: { ...context, profile: 'default' } } as const;
        const { status, text } = await handleBody(step.body, service);
        expectRecorded(withoutKeys(step), { status, text: withoutHint(text) });
      }
    }
  });
});

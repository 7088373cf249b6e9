import { expect, test } from 'vitest';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { networks } from '../../src/encoding/network.ts';
import { execute } from '../../src/library/call.ts';
import type { Context } from '../../src/rpc/context.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { RpcError } from '../../src/rpc/error.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { randomCreateParams } from '../support/generate/create.ts';
import { createRandom, seedOfRun } from '../support/generate/random.ts';
import { randomSigning } from '../support/generate/sign.ts';
import { fuzz } from './budget.ts';
import { mutateText } from './mutate.ts';

const random = createRandom(seedOfRun());
const bugs: unknown[] = [];
const context: Context = {
  network: networks.regtest,
  profile: 'core',
  secp256k1: nobleSecp256k1,
  reportBug: (error) => bugs.push(error),
};

function randomCall(): { method: string; params: string } {
  if (random.oneIn(2)) {
    return { method: 'createrawtransaction', params: randomCreateParams(random) };
  }
  const { hex, signers } = randomSigning(random);
  return { method: 'signrawtransactionwithkey', params: `["${hex}",${signers[0]}]` };
}

test('any body is answered', async () => {
  const next = () => {
    const { method, params } = randomCall();
    const version = random.pick(['1.0', '2.0', '2.0']);
    const body = `{"jsonrpc":"${version}","id":"o","method":"${method}","params":${params}}`;
    return mutateText(random, random.oneIn(5) ? `[${body}]` : body);
  };
  const target = async (body: string) => {
    const { status, text } = await handleBody(body, { methods, context });
    expect([200, 204, 400, 404, 500]).toContain(status);
    if (status !== 204) JSON.parse(text);
    expect(bugs).toEqual([]);
  };
  await fuzz(next, target, (body) => body);
});

test.each(methods.map(({ name }) => name))(
  'any parameters for %s: an answer or an RpcError',
  async (method) => {
    const next = () => {
      const { params } = randomCall();
      return mutateText(random, random.oneIn(3) ? params : mutateText(random, params));
    };
    const target = async (params: string) => {
      const answer = execute(method, params, { ...context, network: 'regtest' });
      await answer.catch((error) => expect(error).toBeInstanceOf(RpcError));
      expect(bugs).toEqual([]);
    };
    await fuzz(next, target, (params) => params);
  },
);

import { expect, inject, test } from 'vitest';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { networks } from '../../src/encoding/network.ts';
import type { Context } from '../../src/rpc/context.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { inputErrorSentence } from '../../src/signing/input-error.ts';
import { randomCreateParams } from '../support/generate/create.ts';
import { randomSigning } from '../support/generate/sign.ts';
import { postToNode } from '../support/node-client.ts';
import { createRandom, seedOfRun } from '../support/random.ts';

const context: Context = {
  network: networks.regtest,
  profile: 'core',
  secp256k1: nobleSecp256k1,
};

type Answer = { readonly status: number; readonly result: unknown; readonly error: unknown };

/** The same text to both; the answers without the members that only this node has. */
async function askBoth(method: string, params: string): Promise<{ ours: Answer; node: Answer }> {
  const body = `{"jsonrpc":"1.0","id":"o","method":"${method}","params":${params}}`;
  const [ours, node] = await Promise.all([
    handleBody(body, { methods, context }),
    postToNode(body),
  ]);
  return { ours: answer(ours), node: answer(node) };
}

function answer({ status, text }: { status: number; text: string }): Answer {
  const { result, error } = JSON.parse(text);
  if (typeof result === 'object' && result !== null) {
    delete result.fee;
    delete result.feerate;
  }
  // Behind the first line of a help text stands what each program says of itself.
  if (error?.code === -1) error.message = error.message.split('\n')[0];
  return { status, result, error };
}

/**
 * What this node says otherwise than Bitcoin Core, whose recorded answers we hold to (../shared/oracle/README.md):
 * an OP_IF without an argument has another error there, so that the two errors count as one here.
 */
const otherWords = new Map([
  [
    'Invalid OP_IF construction',
    inputErrorSentence({ kind: 'script', error: 'INVALID_STACK_OPERATION' }),
  ],
]);

/** It refuses to add to an input that it cannot read because another input's coin is missing; Core goes on. */
const REFUSAL = 'Input already carries signature data that cannot be read back';

function inCoreWords(answer: Answer): Answer {
  const { result } = answer;
  if (typeof result !== 'object' || result === null || !('errors' in result)) return answer;
  const errors = (result.errors as { error: string }[]).map((entry) => ({
    ...entry,
    error: otherWords.get(entry.error) ?? entry.error,
  }));
  return { ...answer, result: { ...result, errors } };
}

/** How many of each kind of answer there were: a run that only met errors would prove little. */
function tally(): { add(answer: Answer): void; print(title: string): void } {
  const counts = new Map<string, number>();
  return {
    add({ result, error }) {
      const kind =
        error === null ? (Object(result).complete === false ? 'incomplete' : 'done') : 'refused';
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    },
    print: (title) => console.log(title, Object.fromEntries(counts)),
  };
}

const seed = seedOfRun();
const scale = Number(process.env.COLDSIGN_RUNS ?? 1);

test('createrawtransaction answers as the node does', async () => {
  expect(inject('nodeUrl')).toBeTruthy();
  const random = createRandom(seed);
  const seen = tally();
  for (let i = 0; i < 2000 * scale; i++) {
    const params = randomCreateParams(random);
    const { ours, node } = await askBoth('createrawtransaction', params);
    expect(ours, `request ${i}: ${params}`).toEqual(node);
    seen.add(node);
  }
  seen.print('createrawtransaction');
});

test('signrawtransactionwithkey answers as the node does, for signers in turn', async () => {
  const random = createRandom(seed + 1);
  const seen = tally();
  let refusals = 0;
  for (let i = 0; i < 1500 * scale; i++) {
    const signing = randomSigning(random);
    let hex = signing.hex;
    for (const rest of signing.signers) {
      const params = `["${hex}",${rest}]`;
      const { ours, node } = await askBoth('signrawtransactionwithkey', params);
      if (JSON.stringify(node).includes(REFUSAL)) {
        refusals += 1;
        break;
      }
      expect(inCoreWords(ours), `request ${i}, ${signing.kinds.join(' ')}: ${params}`).toEqual(
        inCoreWords(node),
      );
      seen.add(node);
      hex = (node.result as { hex?: string } | null)?.hex ?? hex;
    }
  }
  seen.print('signrawtransactionwithkey');
  expect(refusals).toBeLessThan(100 * scale);
});

import { expect, inject, test } from 'vitest';
import { type Answer, askBoth, inCoreWords } from '../support/both.ts';
import { randomCreateParams } from '../support/generate/create.ts';
import { randomSigning } from '../support/generate/sign.ts';
import { createRandom, seedOfRun } from '../support/random.ts';

/** It refuses to add to an input that it cannot read because another input's coin is missing; Core goes on. */
const REFUSAL = 'Input already carries signature data that cannot be read back';

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

import { test } from 'vitest';
import { batchesOfCases, type Case, createTally, type Tally } from '../support/generate/cases.ts';
import { randomCreateParams } from '../support/generate/create.ts';
import { seedOfRun } from '../support/generate/random.ts';
import { randomSigning, type Signing } from '../support/generate/sign.ts';
import { inCoreWords } from '../support/nodes/both.ts';
import { compareAll, type Judge, kindOf } from '../support/nodes/compare.ts';

/**
 * Core's error for an unreadable input. This node also gives it when another input's coin is
 * missing; Core continues.
 */
const REFUSAL = 'Input already carries signature data that cannot be read back';

const seed = seedOfRun();

const judge: Judge = (ours, node) => {
  const [left, right] = [inCoreWords(ours), inCoreWords(node)];
  if (JSON.stringify(node).includes(REFUSAL)) return { ours: left, node: right };
  return { ours: left, node: right, kind: kindOf(node) };
};

test('createrawtransaction answers like the node', async ({ signal }) => {
  const tally = createTally();
  for (const cases of batchesOfCases({ seed, usual: 2000, make: randomCreateParams, signal })) {
    const asked = cases.map((of) => ({ of, method: 'createrawtransaction', params: of.value }));
    await compareAll(asked, tally, judge);
  }
  tally.finish();
});

/** Signs in turn, each signer with the previous result. */
async function signInTurn(cases: readonly Case<Signing>[], tally: Tally): Promise<void> {
  let open = cases.map((of) => ({ of, hex: of.value.hex }));
  for (let turn = 0; open.length > 0; turn++) {
    const asked = open.flatMap(({ of, hex }) => {
      const rest = of.value.signers[turn];
      const method = 'signrawtransactionwithkey';
      return rest === undefined ? [] : [{ of, hex, method, params: `["${hex}",${rest}]` }];
    });
    const results = await compareAll(asked, tally, judge);
    open = asked.flatMap(({ of, hex }, i) => {
      const result = results[i];
      return result === null ? [] : [{ of, hex: (result as { hex?: string }).hex ?? hex }];
    });
  }
}

test('signrawtransactionwithkey answers like the node, for signers in turn', async ({ signal }) => {
  const tally = createTally();
  for (const cases of batchesOfCases({ seed, usual: 1500, make: randomSigning, signal })) {
    await signInTurn(cases, tally);
  }
  tally.finish();
});

import { expect, test } from 'vitest';
import { formatAmount } from '../../src/encoding/amount.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { encodeTransaction } from '../../src/transaction/codec.ts';
import { casesOfRun } from '../support/generate/cases.ts';
import { type Program, randomProgram } from '../support/generate/programs.ts';
import { createRandom, seedOfRun } from '../support/generate/random.ts';
import { askBoth, inCoreWords } from '../support/nodes/both.ts';

/** Makes a call without keys, whose answer has only the interpreter's verdicts. */
function params({ transaction, coins, script, place, input }: Program): string {
  const prevtxs = transaction.inputs.map(({ prevout }, i) => ({
    ...prevout,
    scriptPubKey: encodeHex(coins[i]?.scriptPubKey ?? new Uint8Array(0)),
    amount: formatAmount(coins[i]?.value ?? 0n),
    ...(i === input && place !== 'bare' ? { witnessScript: encodeHex(script) } : {}),
  }));
  return JSON.stringify([encodeHex(encodeTransaction(transaction)), [], prevtxs]);
}

test('unusual scripts get the verdict of the node', async () => {
  const random = createRandom(seedOfRun());
  const verdicts = new Map<string, number>();
  const count = casesOfRun(1500);
  for (let i = 0; i < count; i++) {
    const program = randomProgram(random);
    if (program.script.length === 0) continue;
    const text = params(program);
    const { ours, node } = await askBoth('signrawtransactionwithkey', text);
    expect(inCoreWords(ours), `program ${i}, ${program.place}: ${text}`).toEqual(inCoreWords(node));
    // The error of the program's own input is the last one, or absent.
    const { txid } = program.transaction.inputs[program.input]?.prevout ?? {};
    const { errors = [] } = Object(node.result) as { errors?: { txid: string; error: string }[] };
    const verdict = errors.find((error) => error.txid === txid)?.error ?? 'valid';
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
  }
  console.log(Object.fromEntries([...verdicts].sort((a, b) => b[1] - a[1])));
  expect(verdicts.get('valid')).toBeGreaterThan(count / 15);
});

import { expect, test } from 'vitest';
import { createRandom } from '../support/generate/random.ts';
import { Case } from './kernel-proof/cases.ts';
import { evaluator, everyFunction, ROOM } from './kernel-proof/engine.ts';
import { Machine } from './kernel-proof/machine.ts';
import { CARRIED, ofMagnitude } from './kernel-proof/numbers.ts';
import { variableOf } from './kernel-proof/polynomial.ts';
import { shippedKernel } from './kernel-proof/shipped.ts';
import { numberIn } from './kernel-proof/theorem.ts';
import { Unknowns } from './kernel-proof/unknowns.ts';
import { type Word, Words } from './kernel-proof/words.ts';

// The proof trusts its own idea of what each instruction does. Here the polynomials and ranges that
// it computes are compared with what the engine computes.

const kernel = await shippedKernel();
const engine = everyFunction();
const random = createRandom(20261129);

/** Returns a number from 0 to `high`, often an end of the range. */
function choose(high: bigint): bigint {
  if (random.oneIn(4)) return random.oneIn(2) ? high : 0n;
  const bytes = random.bytes(8).reduce<bigint>((all, byte) => (all << 8n) | BigInt(byte), 0n);
  return bytes % (high + 1n);
}

/** The largest words of each operand. */
const functions: readonly (readonly [name: string, operands: readonly (readonly bigint[])[]])[] = [
  ['field/mul', [[], ofMagnitude(3), ofMagnitude(2)]],
  ['field/square', [[], ofMagnitude(2)]],
  ['field/carryAll', [ofMagnitude(7)]],
  ['field/toBytes', [[], CARRIED]],
  ['field/fromBytes', [[], new Array(8).fill(2n ** 32n - 1n)]],
  ['scalar/toBytes', [[], new Array(8).fill(2n ** 32n - 1n)]],
  ['group/double', [[...ofMagnitude(1), ...ofMagnitude(1), ...ofMagnitude(1)]]],
];

test.each(functions)('%s: the engine computes what the proof computes', (name, operands) => {
  const index = numberIn(kernel, name);
  const unknowns = new Unknowns();
  const machine = new Machine(kernel.module, new Words(unknowns, new Case([])), {
    contracts: new Map(),
  });
  const pointers = operands.map(() => machine.memory.pointer());
  const inputs = pointers.map((at, i) => machine.memory.setNumber(at, operands[i] ?? []));
  machine.execute(index, pointers);
  const results = pointers.map((at) => machine.memory.wordsAt(at, 27));
  let compared = 0;
  for (let round = 0; round < 100; round++) {
    const given = new Map<number, bigint>();
    const addresses = operands.map((_, i) => ROOM + 1024 * i);
    for (const [i, address] of addresses.entries()) {
      for (const [j, high] of (operands[i] ?? []).entries()) {
        const value = choose(high);
        given.set(variableOf(inputs[i]?.[j] ?? new Map()) ?? -1, value);
        engine.memory.setUint32(address + 4 * j, Number(value), true);
      }
    }
    engine.call(index, addresses);
    const evaluate = evaluator(unknowns, given);
    for (const [i, address] of addresses.entries()) {
      for (const [j, word] of (results[i] ?? []).entries()) {
        // Words that are neither given nor written are not compared.
        if (isUntouched(word, given)) continue;
        compared++;
        const value = evaluate(word.is);
        expect(value).toBe(BigInt(engine.memory.getUint32(address + 4 * j, true)));
        expect(value >= word.range.low && value <= word.range.high).toBe(true);
      }
    }
  }
  expect(compared).toBeGreaterThan(700);

  /** Returns true for an unknown that no input and no instruction has made. */
  function isUntouched({ is }: Word, given: ReadonlyMap<number, bigint>): boolean {
    const id = variableOf(is);
    if (id === undefined || given.has(id)) return false;
    return unknowns.upperOf(id) === undefined && unknowns.equationOf(id) === undefined;
  }
});

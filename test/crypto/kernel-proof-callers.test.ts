import { expect, test } from 'vitest';
import { createRandom } from '../support/generate/random.ts';
import { bounds, JACOBIAN_POINT, POINT, TERM, write } from './kernel-proof/bounds.ts';
import { IntervalMemory } from './kernel-proof/interval-memory.ts';
import { IntervalWords } from './kernel-proof/interval-words.ts';
import { type Contract, Machine } from './kernel-proof/machine.ts';
import { shippedKernel } from './kernel-proof/shipped.ts';
import { type Kernel, numberIn } from './kernel-proof/theorem.ts';
import { Unproven } from './kernel-proof/unknowns.ts';
import type { Instruction } from './kernel-proof/wasm-module.ts';
import { wordOf } from './kernel-proof/words.ts';

// Executes the operations on private keys with limbs when only their ranges are known. Every call of
// a proven function meets its conditions, for all keys and digests.

const kernel = await shippedKernel();

/** Where the caller's data begins, and the next list. */
const DATA = 0x200000;
const MORE = 0x300000;

type Given = (machine: Machine) => void;
type Options = { readonly kernel?: Kernel; readonly before?: Given; readonly seed?: number };

/** Executes an operation, and returns the number of calls of proven functions. */
function run(name: string, operands: readonly number[], options: Options = {}): number {
  const { module, numbers } = options.kernel ?? kernel;
  const random = createRandom(options.seed ?? 1);
  const words = new IntervalWords(() => (random.bytes(1)[0] ?? 0) < 128);
  const contracts = new Map<number, Contract>();
  let calls = 0;
  for (const [of, contract] of Object.entries(bounds)) {
    contracts.set(numberIn({ module, numbers }, of), (...call) => {
      calls++;
      return contract(...call);
    });
  }
  const memory = new IntervalMemory(words, module);
  const machine = new Machine(module, words, { contracts, memory, mostSteps: 20_000_000 });
  options.before?.(machine);
  const given = operands.map((value) => wordOf(32, BigInt(value)));
  machine.execute(numberIn({ module, numbers }, name), given);
  return calls;
}

const operations = [
  ['sign/publicKeys', []],
  ['sign/signSchnorr', []],
  ['sign/signEcdsa', [0]],
  ['sign/signEcdsa', [1]],
] as const;

test.each(operations)('%s %j: callers meet the conditions of what is proven', (name, rest) => {
  for (const count of [1, 5]) {
    expect(run(name, [MORE, DATA, count, ...rest])).toBeGreaterThan(100);
  }
});

test('a list that shares inversions meets the conditions', () => {
  expect(run('sign/publicKeys', [MORE, DATA, 40])).toBeGreaterThan(100);
});

test('multiples of points meet the conditions', () => {
  for (const count of [1, 3]) {
    expect(run('multiply/multiplyByKey', [MORE, DATA, DATA + 32, count])).toBeGreaterThan(100);
  }
});

/** Points that public functions get, and the magnitudes of their coordinates. */
const given: Given = (machine) => {
  write(machine, wordOf(32, BigInt(MORE)), JACOBIAN_POINT);
  write(machine, wordOf(32, BigInt(DATA)), TERM);
};
const row: Given = (machine) => {
  for (let i = 0; i < 8; i++) write(machine, wordOf(32, BigInt(DATA + 72 * i)), POINT);
};
const bytes: Given = () => undefined;

test.each([
  ['read/readKey_var', bytes, [MORE, DATA]],
  ['read/readNonce_var', bytes, [MORE, DATA]],
  ['read/readDivisor_var', bytes, [MORE, DATA]],
  ['read/liftX_var', bytes, [MORE, DATA, 1]],
  ['public-key/isPublicKey_var', bytes, [DATA]],
  ['public-key/readPublicKey_var', bytes, [MORE, DATA]],
  ['group/addAffine_var', given, [MORE, DATA]],
  ['strauss/fillRow', row, [MORE, DATA, 8]],
] as const)('%s meets the conditions, whatever its conditions decide', (name, before, operands) => {
  let calls = 0;
  for (let seed = 0; seed < 50; seed++) calls += run(name, operands, { before, seed });
  expect(calls).toBeGreaterThan(50);
});

/** Changes an instruction of a function. */
function changed(name: string, at: number, to: Instruction): Kernel {
  const index = numberIn(kernel, name);
  const { functions } = kernel.module;
  const within = functions[index] ?? expect.unreachable();
  const code = within.code.with(at, to);
  return {
    ...kernel,
    module: { ...kernel.module, functions: functions.with(index, { ...within, code }) },
  };
}

test('refuses a caller that forgets to normalize', () => {
  const normalize = BigInt(numberIn(kernel, 'field/normalize'));
  const callers: readonly (readonly [name: string, operation: string, operands: number[]])[] = [
    ['sign/makeEven', 'sign/signSchnorr', [MORE, DATA, 1]],
    ['sign/signEcdsa', 'sign/signEcdsa', [MORE, DATA, 1, 1]],
    ['multiply/multiplyByKey', 'multiply/multiplyByKey', [MORE, DATA, DATA + 32, 1]],
  ];
  for (const [name, operation, operands] of callers) {
    const { code } = kernel.module.functions[numberIn(kernel, name)] ?? expect.unreachable();
    const calls = code.flatMap((one, at) =>
      one.name === 'call' && one.value === normalize ? [{ one, at }] : [],
    );
    expect(calls.length).toBeGreaterThan(0);
    const refused = calls.filter(({ one, at }) => {
      const other = changed(name, at, { ...one, name: 'drop', value: 0n });
      try {
        run(operation, operands, { kernel: other });
        return false;
      } catch (error) {
        return error instanceof Unproven;
      }
    });
    // The points of a row are normalized only because that is faster.
    expect(refused.length).toBeGreaterThan(0);
  }
});

import { expect, test } from 'vitest';
import { mutantsOf } from '../support/kernel-proof/code-mutants.ts';
import { fieldTheorems } from '../support/kernel-proof/field-theorems.ts';
import { scalarTheorems } from '../support/kernel-proof/scalar-theorems.ts';
import { shippedKernel } from '../support/kernel-proof/shipped.ts';
import { isRefused } from '../support/kernel-proof/theorem.ts';

// Every constant, shift, offset, local and operator of the proven functions is changed. The proof
// must refuse the function, unless it is still right.

const kernel = await shippedKernel();

/** Mutants that do the same as the kernel, which the proof shows. */
const EQUIVALENT: Readonly<Record<string, readonly string[]>> = {
  // The first column is a sum of doubles, so its lowest bit is 0.
  'field/square': ['61: i64.const 536870911 -> i64.const 536870910'],
  // The carry into the top limb is the same in two steps, because the limb is below 2^29.
  'field/carryAll': ['45: i32.const 8 -> i32.const 9'],
  // Loops have steps of 4.
  'scalar/montgomery': ['28: i32.const 32 -> i32.const 31'],
  'scalar/add': ['2: i32.const 32 -> i32.const 31'],
};

const theorems = [...fieldTheorems, ...scalarTheorems];

test.each(theorems.map((theorem) => [theorem.of, theorem] as const))(
  'refuses every wrong mutant of %s',
  (_, theorem) => {
    const mutants = mutantsOf(kernel.module, kernel.numbers.get(theorem.of) ?? -1);
    const accepted = mutants.filter(({ module }) => !isRefused({ ...kernel, module }, theorem));
    expect(mutants.length).toBeGreaterThan(20);
    expect(accepted.map(({ what }) => what)).toEqual(EQUIVALENT[theorem.of] ?? []);
  },
);

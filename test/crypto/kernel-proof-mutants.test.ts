import { expect, test } from 'vitest';
import { createRandom } from '../support/generate/random.ts';
import { takesAll } from '../support/generate/sample.ts';
import { type Mutant, mutantsOf, tableMutants } from './kernel-proof/code-mutants.ts';
import { hashProofs } from './kernel-proof/hash-theorems.ts';
import { shippedKernel } from './kernel-proof/shipped.ts';
import { isRefused, type Kernel, prove, refuses } from './kernel-proof/theorem.ts';
import { functionsOf, theorems } from './kernel-proof/theorems.ts';

// Every constant, shift, offset, lane, local and operator of the proven functions is changed. A
// proof must refuse the function, unless it is still right.

const kernel = await shippedKernel();

/** Mutants that a proof accepts, because they do the same. */
const EQUIVALENT: readonly (readonly [functions: RegExp, what: RegExp, why: string])[] = [
  [
    /^field.square$/,
    /^61: i64.const 536870911 -> i64.const 536870910$/,
    'A sum of doubles is even',
  ],
  [/^field.carryAll$/, /^45: i32.const 8 -> i32.const 9$/, 'The top limb is below 2^29'],
  [/^scalar.(montgomery|add)$/, /: i32.const 32 -> i32.const 31$/, 'The loop has steps of 4'],
  [/^scalar.invertMany$/, /^60: local.get 3 -> local.get 4$/, 'Both are 0 at the same time'],
  [
    /^group.double$/,
    /: v128.const (255 255 255 31 ?){4} -> .*254/,
    'Limbs are even after * 2 or 4',
  ],
  [
    /^group.double$/,
    /: i32.const 16777215 -> i32.const 16777214$/,
    'Limbs are even after * 2 or 4',
  ],
  [/^group.finishSum$/, /: local.get 0 -> local.get 1$/, 'r is a in the only call'],
  [/^group.addPairs_var$/, /^1(69|70|72|78|79): /, 'Any number but 0 replaces a run of 0'],
  [/^group.(addPairs_var|addPair|coordinateY)$/, /: i32.const 0 -> i32.const 1$/, 'No item is 0'],
  [/^group.addPair$/, /^36: i32.const 1 -> i32.const 2$/, 'Every number but 0 is true'],
  [/^group.coordinateY$/, /^16: i32.const 0 -> i32.const 4294967295$/, 'No item is 0'],
  [/^(group.coordinateY|read.setSquareOfY)$/, /: v128.const (0 ?){16} -> /, 'It is overwritten'],
  [/^(group.coordinateY|read.setSquareOfY)$/, /^(9|34): v128.store 0 -> /, 'It stores zeros'],
  [/^group.coordinateY$/, /^(43|46|55): .* -> /, 'It loads or stores zeros'],
  [/^read.setSquareOfY$/, /^(30|31|38): .* -> /, 'The upper limbs of 7 are 0'],
  [/^sha512.compress$/, /^180: i64.xor 0 -> i64.or 0$/, 'No bit of e and f, and of ~e and g, is 1'],
];

/** Functions with steps that are only tested: tries of nonces, low S, and what a nonce hides. */
const PARTLY = ['sign/signEcdsa', 'sign/signSchnorr'];

const all = [...new Set(theorems.flatMap(functionsOf))];
const names = all.filter((name) => !PARTLY.includes(name));
const used = new Set<string>();

/** Returns true if a mutant is known to do the same. */
function isEquivalent(name: string, { what }: Mutant): boolean {
  const found = EQUIVALENT.find(([functions, change]) => functions.test(name) && change.test(what));
  used.add(found?.[2] ?? '');
  return found !== undefined;
}

/** Returns the mutants of a function, and those that no proof refuses. */
function tryMutants(name: string) {
  const about = theorems.filter((theorem) => functionsOf(theorem).includes(name));
  const mutants = mutantsOf(kernel.module, kernel.numbers.get(name) ?? -1);
  const accepted = mutants.filter(
    ({ idle, module }) =>
      idle === undefined && !about.some((theorem) => isRefused({ ...kernel, module }, theorem)),
  );
  return { mutants, accepted };
}

test.each(names)('refuses every wrong mutant of %s', (name) => {
  const { mutants, accepted } = tryMutants(name);
  expect(mutants.length).toBeGreaterThan(10);
  const wrong = accepted.filter((mutant) => !isEquivalent(name, mutant));
  expect(wrong.map(({ what }) => what)).toEqual([]);
});

test.each(PARTLY)('refuses most mutants of %s', (name) => {
  const { mutants, accepted } = tryMutants(name);
  expect(accepted.length / mutants.length).toBeLessThan(0.2);
});

/** Number of mutants of a compression. Each executes all rounds. */
const SAMPLE = 40;

test.each(
  hashProofs.flatMap(({ functions, prove }) => functions.map((name) => [name, prove] as const)),
)('refuses mutants of %s', (name, prove) => {
  const random = createRandom(20261129);
  const every = mutantsOf(kernel.module, kernel.numbers.get(name) ?? -1);
  const mutants = random.shuffle(every).slice(0, SAMPLE);
  const accepted = mutants.filter(
    ({ idle, module }) => idle === undefined && !refuses(() => prove({ ...kernel, module })),
  );
  const wrong = accepted.filter((mutant) => !isEquivalent(name, mutant));
  expect(wrong.map(({ what }) => what)).toEqual([]);
});

/** The first word of a table, and the function whose proof depends on it. */
const TABLES: readonly (readonly [name: string, first: number, of: string])[] = [
  ['p of the inversion', 0xfffffc2f, 'inversion/invert'],
  ['n of the inversion', 0x10364141, 'scalar/invert'],
  // Inverses of lists do not depend on it.
  ['2^512 modulo n', 0x67d7d140, 'sign/signSchnorr'],
  ['K of SHA-256', 0x428a2f98, 'sha256/compress'],
  ['K of SHA-512', 0xd728ae22, 'sha512/compress'],
];

test.each(TABLES)('refuses another word in %s', (_, first, of) => {
  const proofs = [
    ...theorems
      .filter((theorem) => theorem.of === of)
      .map((theorem) => (changed: Kernel) => void prove(changed, theorem)),
    ...hashProofs
      .filter(({ functions }) => functions.includes(of))
      .map((proof) => (changed: Kernel) => proof.prove(changed)),
  ];
  const [proof = expect.unreachable()] = proofs;
  const mutants = createRandom(20261129).shuffle(tableMutants(kernel.module, first)).slice(0, 20);
  const accepted = mutants.filter((module) => !refuses(() => proof({ ...kernel, module })));
  expect(mutants.length).toBeGreaterThan(1);
  expect(accepted.length).toBe(0);
});

test.runIf(takesAll)('every reason for an accepted mutant is needed', () => {
  expect(EQUIVALENT.map(([, , why]) => why).filter((why) => !used.has(why))).toEqual([]);
});

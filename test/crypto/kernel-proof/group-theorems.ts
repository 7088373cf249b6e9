// What is proven of the sums of points (src/crypto/kernel/group.ts): with the products proven, the
// coordinates are those of the chord or tangent law, and no limb leaves its bounds.

import {
  cancelInverses,
  fieldIn,
  fieldInverses,
  inversionOf,
  Known,
  normalizes,
  powers,
  products,
  requireWiped,
  setField,
} from './contracts.ts';
import type { Machine } from './machine.ts';
import { ofMagnitude, P } from './numbers.ts';
import {
  at,
  minus,
  requireCoordinates,
  requireScaled,
  setCoordinates,
  thirdPoint,
  times,
} from './points.ts';
import { add, constant, type Polynomial, scale, zero } from './polynomial.ts';
import type { Proof, Setting, Theorem } from './theorem.ts';
import { Unproven, upTo } from './unknowns.ts';
import { wordOf } from './words.ts';

const FIELD = 36;
const AFFINE = 72;
const JACOBIAN = 108;

const doubles: Setting = (proof) => {
  const p = proof.memory.pointer();
  const point = setCoordinates(proof, p, [1, 1, 1]);
  const [x = zero, y = zero] = point;
  proof.call(p);
  const expected = thirdPoint(point, x, scale(times(x, x), 3n), scale(y, 2n));
  requireCoordinates(proof, p, expected);
};

const addsAffine: Setting = (proof) => {
  const [p, q] = [proof.memory.pointer(), proof.memory.pointer()];
  const point = setCoordinates(proof, p, [1, 1, 1]);
  const [x = zero, y = zero, z = zero] = point;
  const [otherX = zero, otherY = zero] = setCoordinates(proof, q, [1, 2]);
  proof.call(p, q);
  proof.callAlso('group/finishAddition', p);
  const square = times(z, z);
  const common = times(otherX, square);
  const rise = minus(times(otherY, square, z), y);
  requireCoordinates(proof, p, thirdPoint(point, common, rise, minus(common, x)));
};

/** Lengths of lists. A longer list repeats the steps of one of three. */
const COUNTS = [0, 1, 2, 3];

const makesAffine = COUNTS.map(
  (count): Setting =>
    (proof) => {
      const [r, list, space] = [
        proof.memory.pointer(),
        proof.memory.pointer(),
        proof.memory.pointer(),
      ];
      const points = Array.from({ length: count }, (_, i) =>
        setCoordinates(proof, at(proof, list, i * JACOBIAN), [1, 1, 1]),
      );
      proof.call(r, list, wordOf(32, BigInt(count)), space);
      requireWiped(proof.machine, space, 9 * count);
      for (const [i, [x = zero, y = zero, z = zero]] of points.entries()) {
        // r = (x, y) with x * Z^2 = X and y * Z^3 = Y.
        const place = at(proof, r, i * AFFINE);
        requireScaled(proof, place, [x, y], z);
      }
    },
);

const addsLists = COUNTS.slice(1).map(
  (count): Setting =>
    (proof) => {
      const [sums, terms, runs] = [0, 1, 2].map(() => proof.memory.pointer());
      if (!sums || !terms || !runs) return;
      const points = Array.from({ length: count }, (_, i) => {
        const [x = zero, y = zero] = setCoordinates(proof, at(proof, sums, i * AFFINE), [1, 1]);
        // The run of the line is an unknown, and the other x follows from it.
        const run = proof.unknowns.fresh(upTo(P - 1n));
        const place = at(proof, terms, i * AFFINE);
        setField(proof.machine, place, 1, add(x, run));
        const [otherY = zero] = setCoordinates(proof, at(proof, place, FIELD), [2]);
        return { x, y, run, otherY };
      });
      proof.call(sums, terms, wordOf(32, BigInt(count)), runs);
      for (const [i, { x, y, run, otherY }] of points.entries()) {
        const third = thirdPoint([x, y, constant(1n)], add(x, run), minus(otherY, y), run);
        requireScaled(proof, at(proof, sums, i * AFFINE), third, run);
      }
    },
);

const divides: Setting = (proof) => {
  const { machine, memory } = proof;
  const a = memory.pointer();
  const [value = zero] = setCoordinates(proof, a, [7]);
  proof.call(a);
  const { result, spaces } = inversionOf(machine);
  if (!result || spaces.length !== 2) throw new Unproven('An unexpected inversion');
  requireUnit(proof, times(fieldIn(machine, result), value));
  for (const [space, words] of spaces) requireWiped(machine, space, words);
};

/** Requires the product of a number and its inverse. */
function requireUnit({ machine }: Proof, product: Polynomial): void {
  const rest = cancelInverses(machine, minus(product, constant(1n)), P);
  if (rest.size > 0) throw new Unproven('Not an inverse');
}

const squaresOfY: Setting = (proof) => {
  const [r, at] = [proof.memory.pointer(), proof.memory.pointer()];
  const [x = zero] = setCoordinates(proof, at, [1]);
  proof.call(r, at);
  requireCoordinates(proof, r, [add(times(x, x, x), constant(7n))], 2);
};

const exponents = new WeakMap<Machine, Known<bigint>>();

function exponentsIn(machine: Machine): Known<bigint> {
  const found = exponents.get(machine) ?? new Known<bigint>(9);
  exponents.set(machine, found);
  return found;
}

const raises = [false, true].map(
  (isSame): Setting =>
    ({ machine, memory, call }) => {
      const a = memory.pointer();
      const r = isSame ? a : memory.pointer();
      memory.setNumber(a, ofMagnitude(1));
      exponentsIn(machine).write(machine, a, 1n);
      call(r, a);
      if (exponentsIn(machine).read(machine, r) !== (P + 1n) / 4n) throw new Unproven('No root');
    },
);

/** Digits of this many bits, and their largest value: all entries of a row. */
const selects = [3, 5].flatMap((bits) =>
  Array.from(
    { length: 2 << bits },
    (_, digit): Setting =>
      (proof) => {
        const size = 1 << bits;
        const [r, row] = [proof.memory.pointer(), proof.memory.pointer()];
        const entries = Array.from({ length: size }, (_, i) =>
          setCoordinates(proof, at(proof, row, i * AFFINE), [1, 1]),
        );
        proof.call(r, row, wordOf(64, BigInt(bits)), wordOf(64, BigInt(digit)));
        // The row has 1, 3, 5 .. times a point.
        const multiple = 2 * digit + 1 - 2 * size;
        const [x = zero, y = zero] = entries[(Math.abs(multiple) - 1) / 2] ?? [];
        requireCoordinates(proof, r, [x], 1);
        requireCoordinates(proof, at(proof, r, FIELD), [scale(y, multiple < 0 ? -1n : 1n)], 2);
      },
  ),
);

const inversion = {
  executes: ['inversion/invert'],
  contracts: { ...products, ...normalizes, ...fieldInverses },
  writesSpace: true,
};

export const groupTheorems: readonly Theorem[] = [
  {
    of: 'group/double',
    states: 'p = 2 * p by the tangent law, of magnitude 1, for coordinates of magnitude 1',
    contracts: products,
    writes: [JACOBIAN],
    writesSpace: true,
    settings: [doubles],
  },
  {
    of: 'group/compare',
    also: ['group/finishAddition'],
    states:
      'with finishAddition, p = p + q by the chord law, of magnitude 1, for coordinates of ' +
      'magnitude 1, and 2 for y of q',
    contracts: products,
    writes: [JACOBIAN],
    writesSpace: true,
    settings: [addsAffine],
  },
  {
    of: 'inversion/invert',
    states: 'normalizes and inverts, if divsteps/invertBytes does, and wipes its space',
    contracts: inversion.contracts,
    writes: [],
    writesSpace: true,
    settings: [divides],
  },
  {
    of: 'inversion/squareRoot',
    states: 'r = a^((p + 1) / 4), of magnitude 1, for magnitude 2',
    executes: ['field/squareTimes'],
    contracts: powers(exponentsIn),
    writes: [FIELD],
    writesSpace: true,
    settings: raises,
  },
  {
    of: 'read/setSquareOfY',
    states: 'r = x^3 + 7, of magnitude 2, for magnitude 1',
    contracts: products,
    writes: [FIELD],
    writesSpace: true,
    settings: [squaresOfY],
  },
  {
    of: 'group/toAffineMany',
    states: 'r has the affine points, of magnitude 1, if no Z is 0 (lists of 1, 2 and 3)',
    ...inversion,
    writes: [3 * AFFINE, 0, 0, 3 * FIELD],
    settings: makesAffine,
  },
  {
    of: 'group/addEach',
    states:
      'each sum is the third point of the chord, of magnitude 1, if the x differ and y of the ' +
      'terms has magnitude 2 (lists of 1, 2 and 3)',
    ...inversion,
    executes: [...inversion.executes, 'group/finishSum'],
    writes: [3 * AFFINE, 0, 0, 6 * FIELD],
    settings: addsLists,
  },
  {
    of: 'group/copySigned',
    states: 'r is the multiple of the point for each digit; y has magnitude 2',
    writes: [AFFINE],
    settings: selects,
  },
];

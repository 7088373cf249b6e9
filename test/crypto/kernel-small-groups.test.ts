import { expect, test } from 'vitest';
import { buildKernel } from '../support/build/kernel-build.ts';
import { N, number32, P } from '../support/curves.ts';
import { createRandom } from '../support/generate/random.ts';
import { sampleOf, takesAll } from '../support/generate/sample.ts';

// The formulas for points do not contain the 7 of y^2 = x^3 + 7. Over the same field there are
// curves y^2 = x^3 + b with groups so small that every sum can be tried. These are from
// libsecp256k1's exhaustive tests (group_impl.h, "These exhaustive group test orders and
// generators").
const groups = [
  { order: 7, b: 6n, x: 0x66625d13317ffe4463d32cff1ca02b9be5c6d07050b4b05e81cc30dbf5166f0an },
  { order: 13, b: 2n, x: 0xa2482ff84bf34edfa51262fde57921dbe0dd2cb7a5914790bc71631fc09704fbn },
  { order: 199, b: 4n, x: 0x7fb07b5cd07c3bda553902e27a87ea2c35108a7f051f41e5b76abad51f2703adn },
];

const tried = takesAll ? groups : groups.slice(0, 2);

type Point = { readonly x: bigint; readonly y: bigint };
/** A point; `undefined` is infinity. */
type Sum = Point | undefined;

const mod = (number: bigint): bigint => ((number % P) + P) % P;

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = mod(base); exponent > 0n; exponent >>= 1n, square = mod(square * square))
    if (exponent & 1n) result = mod(result * square);
  return result;
}

function plus(p: Sum, q: Sum): Sum {
  if (p === undefined || q === undefined) return p ?? q;
  if (p.x === q.x && p.y !== q.y) return undefined;
  const slope =
    p.x === q.x
      ? 3n * p.x * p.x * power(2n * p.y, P - 2n)
      : (q.y - p.y) * power(mod(q.x - p.x), P - 2n);
  const x = mod(slope * slope - p.x - q.x);
  return { x, y: mod(slope * (p.x - x) - p.y) };
}

/** Returns the point with this x and an even y. */
function lift(x: bigint, b: bigint): Sum {
  const y = power(x ** 3n + b, (P + 1n) / 4n);
  if (mod(y * y) !== mod(x ** 3n + b)) return undefined;
  return { x, y: y & 1n ? P - y : y };
}

/** Returns 0, G, 2 * G … (order - 1) * G. */
function multiplesOf(generator: Sum, order: number): Sum[] {
  const multiples: Sum[] = [undefined];
  for (let k = 1; k < order; k++) multiples.push(plus(multiples[k - 1], generator));
  expect(multiples.indexOf(undefined, 1)).toBe(-1);
  expect(plus(multiples[order - 1], generator)).toBeUndefined();
  return multiples;
}

type Formulas = {
  readonly memory: WebAssembly.Memory;
  memoryStart(): number;
  release(from: number): void;
  reserve(length: number): number;
  fromBytes(r: number, bytes: number): void;
  toBytes(bytes: number, a: number): void;
  normalize(r: number): void;
  mul(r: number, a: number, b: number): void;
  double(p: number): void;
  addAffine(p: number, q: number): void;
  addAffine_var(p: number, q: number): void;
  isInfinity_var(p: number): number;
  toAffineMany(r: number, points: number, count: number, products: number): void;
  addEach(sums: number, terms: number, count: number, runs: number): void;
  addPairs_var(sums: number, points: number, pairs: number, count: number, runs: number): void;
  isZeroSum_var(points: number, scalars: number, count: number): number;
  generatorPoint(): number;
  multiplyGenerator(products: number, scalars: number, count: number): void;
  addMultiple_var(r: number, k: number): void;
  sumInOneChain_var(
    r: number,
    points: number,
    scalars: number,
    singles: number,
    pairs: number,
  ): void;
  prepareEach(generator: number, points: number, count: number): number;
  sumOfTwo_var(r: number, scalars: number, rows: number, index: number, count: number): void;
};

const FIELD = 36;
const AFFINE = 2 * FIELD;
const JACOBIAN = 3 * FIELD;

const entries = ['field.ts', 'group.ts', 'msm.ts', 'strauss.ts', 'generator.ts', 'memory.ts'];

/**
 * The compiled formulas, and functions that move numbers and points into and out of their memory.
 */
async function openFormulas(edit?: (name: string, text: string) => string) {
  const formulas = await buildKernel<Formulas>(entries, edit);
  formulas.release(formulas.memoryStart());
  const bytes = formulas.reserve(32);
  const view = () => new DataView(formulas.memory.buffer);
  const write = (at: number, data: Uint8Array) =>
    new Uint8Array(formulas.memory.buffer).set(data, at);
  const writeField = (at: number, number: bigint) => {
    write(bytes, number32(number));
    formulas.fromBytes(at, bytes);
  };
  const readField = (at: number): bigint => {
    formulas.normalize(at);
    formulas.toBytes(bytes, at);
    const word = (offset: number) => view().getBigUint64(bytes + offset);
    return (((((word(0) << 64n) | word(8)) << 64n) | word(16)) << 64n) | word(24);
  };
  const writeAffine = (at: number, { x, y }: Point) => {
    writeField(at, x);
    writeField(at + FIELD, y);
  };
  const writeJacobian = (at: number, point: Sum, z: bigint) => {
    const { x, y } = point ?? { x: 1n, y: 1n };
    writeField(at, mod(x * z * z));
    writeField(at + FIELD, mod(y * z * z * z));
    writeField(at + AFFINE, point === undefined ? 0n : z);
  };
  const readAffine = (at: number): Point => ({ x: readField(at), y: readField(at + FIELD) });
  /** Returns true if the point in memory equals this one: x * Z^2 and y * Z^3. */
  const isJacobian = (at: number, point: Sum): boolean => {
    if (formulas.isInfinity_var(at)) return point === undefined;
    if (point === undefined) return false;
    const z = readField(at + AFFINE);
    const square = mod(z * z);
    return (
      mod(point.x * square) === readField(at) &&
      mod(point.y * mod(square * z)) === readField(at + FIELD)
    );
  };
  const writeScalar = (at: number, number: bigint) => write(at, number32(number).reverse());
  const io = { view, write, writeScalar, writeAffine, writeJacobian, readAffine, isJacobian };
  return { formulas, ...io };
}

/** Jacobian points are equal for any Z. */
const zs = [1n, P - 2n];

test.each(tried)('every double and every sum in the group of order $order', async (group) => {
  const { formulas, writeAffine, writeJacobian, isJacobian } = await openFormulas();
  const multiples = multiplesOf(lift(group.x, group.b), group.order);
  const p = formulas.reserve(JACOBIAN);
  const points = formulas.reserve(group.order * AFFINE);
  for (const [k, point] of multiples.entries()) if (point) writeAffine(points + k * AFFINE, point);
  for (const z of zs) {
    for (const [i, a] of multiples.entries()) {
      if (a !== undefined) {
        writeJacobian(p, a, z);
        formulas.double(p);
        expect(isJacobian(p, multiples[(2 * i) % group.order])).toBe(true);
      }
      for (const [j, b] of multiples.entries()) {
        if (b === undefined) continue;
        const sum = multiples[(i + j) % group.order];
        const q = points + j * AFFINE;
        writeJacobian(p, a, z);
        formulas.addAffine_var(p, q);
        if (!isJacobian(p, sum)) expect.fail(`${i} * G + ${j} * G with Z = ${z}`);
        if (a === undefined || i === j || sum === undefined) continue;
        writeJacobian(p, a, z);
        formulas.addAffine(p, q);
        if (!isJacobian(p, sum)) expect.fail(`${i} * G + ${j} * G with Z = ${z}, fixed`);
      }
    }
  }
});

function isSame(a: Sum, b: Sum): boolean {
  return a?.x === b?.x && a?.y === b?.y;
}

test.each(tried)(
  'every sum with one inversion for all in the group of order $order',
  async (group) => {
    const { formulas, view, writeAffine, readAffine } = await openFormulas();
    const multiples = multiplesOf(lift(group.x, group.b), group.order);
    const { order } = group;
    const points = formulas.reserve((order - 1) * AFFINE);
    for (let k = 1; k < order; k++) {
      const point = multiples[k] ?? expect.unreachable();
      writeAffine(points + (k - 1) * AFFINE, point);
    }
    const sums = formulas.reserve(4 * (order - 1) * AFFINE);
    const pairs = formulas.reserve(12 * 4 * (order - 1));
    const runs = formulas.reserve(2 * 4 * (order - 1) * FIELD);
    for (let i = 1; i < order; i++) {
      // Points of the list by number, negative for their negatives.
      const items = Array.from({ length: order - 1 }, (_, j) => j + 1).flatMap((j) => [
        [i, j],
        [i, -j],
        [-i, j],
        [-i, -j],
      ]);
      for (const [slot, [a = 0, b = 0]] of items.entries())
        for (const [word, value] of [slot, a, b].entries())
          view().setInt32(pairs + 12 * slot + 4 * word, value, true);
      formulas.addPairs_var(sums, points, pairs, items.length, runs);
      for (const [slot, [a = 0, b = 0]] of items.entries()) {
        const sum = multiples[(a + b + 2 * order) % order];
        const isInfinite = view().getInt32(pairs + 12 * slot, true) === ~slot;
        const answer = isInfinite ? undefined : readAffine(sums + slot * AFFINE);
        if (!isSame(answer, sum)) expect.fail(`${a} * G + ${b} * G`);
      }
      const others = Array.from({ length: order - 1 }, (_, j) => j + 1).filter(
        (j) => j !== i && j !== order - i,
      );
      const terms = formulas.reserve(order * AFFINE);
      for (const [at, j] of others.entries()) {
        writeAffine(sums + at * AFFINE, multiples[i] ?? expect.unreachable());
        writeAffine(terms + at * AFFINE, multiples[j] ?? expect.unreachable());
      }
      formulas.addEach(sums, terms, others.length, runs);
      for (const [at, j] of others.entries())
        if (!isSame(readAffine(sums + at * AFFINE), multiples[(i + j) % order]))
          expect.fail(`${i} * G + ${j} * G`);
      formulas.release(terms);
    }
  },
);

test('decides for every pair of points of order 7 and of small scalars whether their sum is infinity', async () => {
  const { order, x, b } = { order: 7, ...groups[0] };
  const { formulas, write, writeAffine } = await openFormulas();
  const multiples = multiplesOf(lift(x ?? 0n, b ?? 0n), order);
  const points = formulas.reserve(2 * AFFINE);
  const scalars = formulas.reserve(2 * 17);
  const free = formulas.reserve(0);
  let zeros = 0;
  for (let i = 1; i < order; i++)
    for (let j = 1; j < order; j++) {
      writeAffine(points, multiples[i] ?? expect.unreachable());
      writeAffine(points + AFFINE, multiples[j] ?? expect.unreachable());
      for (let a = -8; a <= 8; a++)
        for (let k = -8; k <= 8; k++) {
          for (const [at, scalar] of [a, k].entries()) {
            write(scalars + 17 * at, new Uint8Array(17));
            write(scalars + 17 * at, Uint8Array.of(Math.abs(scalar)));
            write(scalars + 17 * at + 16, Uint8Array.of(scalar < 0 ? 1 : 0));
          }
          formulas.release(free);
          const isZero = formulas.isZeroSum_var(points, scalars, 2) !== 0;
          if (isZero !== ((a * i + k * j) % order === 0)) expect.fail(`${a} * ${i} + ${k} * ${j}`);
          if (isZero) zeros++;
        }
    }
  expect(zeros).toBeGreaterThan(1000);
});

test('the comb makes every multiple of a generator of order 199', async () => {
  const { order, b, x } = groups[2] ?? expect.unreachable();
  const generator = lift(x, b);
  const multiples = multiplesOf(generator, order);
  const start = startOutside(multiples, b);
  const { formulas, writeScalar, writeJacobian, readAffine, isJacobian } = await openFormulas(
    (name, text) => (name === 'generator.ts' ? withCurve(text, x, start, b) : text),
  );
  expect(readAffine(formulas.generatorPoint())).toEqual(generator);
  // An even k is used as n - k with the opposite sign, and here n * G is not infinity.
  const multipleOf = (k: number): number =>
    Number(((BigInt(k) - (k % 2 === 0 ? N : 0n)) % 199n) + 199n) % order;
  const scalars = formulas.reserve(256 * 32);
  const products = formulas.reserve(256 * AFFINE);
  const ks = Array.from({ length: 3 * order }, (_, i) => i + 1).filter((k) => multipleOf(k) !== 0);
  for (const length of [1, 256]) {
    for (let from = 0; from < ks.length; from += length) {
      const some = ks.slice(from, from + length);
      for (const [at, k] of some.entries()) writeScalar(scalars + 32 * at, BigInt(k));
      formulas.multiplyGenerator(products, scalars, some.length);
      for (const [at, k] of some.entries())
        if (!isSame(readAffine(products + at * AFFINE), multiples[multipleOf(k)]))
          expect.fail(`${k} * G in a list of ${some.length}`);
    }
  }
  // The code for verifying handles the exceptions: any point and any multiple.
  const p = formulas.reserve(JACOBIAN);
  for (const [i, point] of sampleOf([...multiples.entries()])) {
    for (let k = 1; k <= order; k++) {
      writeJacobian(p, point, 1n);
      writeScalar(scalars, BigInt(k));
      formulas.addMultiple_var(p, scalars);
      const sum = multiples[(i + multipleOf(k)) % order];
      if (!isJacobian(p, sum)) expect.fail(`${i} * G + ${k} * G`);
    }
  }
});

test('sums in one chain of doublings are those of the group of order 199, infinity and exceptions too', async () => {
  const { order, b, x } = groups[2] ?? expect.unreachable();
  const multiples = multiplesOf(lift(x, b), order);
  const { formulas, write, writeAffine, isJacobian } = await openFormulas();
  // "beta" of libsecp256k1: (beta * x, y) is a multiple of (x, y), by the same number for all.
  const beta = 0x7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501een;
  const twinOf = (point: Sum): Sum => point && { x: mod(beta * point.x), y: point.y };
  const lambda = multiples.findIndex((point) => isSame(point, twinOf(multiples[1])));
  expect(lambda).toBeGreaterThan(1);
  const random = createRandom(199);
  const points = formulas.reserve(6 * AFFINE);
  const scalars = formulas.reserve(6 * 17);
  const total = formulas.reserve(JACOBIAN);
  const free = formulas.reserve(0);
  const someSize = () =>
    random.oneIn(3)
      ? BigInt(random.int(40))
      : BigInt(`0x${Buffer.from(random.bytes(16)).toString('hex')}`);
  for (let round = 0; round < (takesAll ? 3000 : 300); round++) {
    const others = [1, 1, 1].map(() => 1 + random.int(order - 1));
    const [i = 1, k = 1] = others;
    const terms = [i, 1, lambda, k, k * lambda].slice(random.int(2)).map((place) => {
      const size = someSize();
      return { place: place % order, size, isNegative: random.oneIn(2) };
    });
    const residueOf = (some: typeof terms): number => {
      const sum = some.reduce(
        (soFar, { place, size, isNegative }) => soFar + BigInt(place) * (isNegative ? -size : size),
        0n,
      );
      return Number(((sum % 199n) + 199n) % 199n);
    };
    const residue = residueOf(terms);
    // Another point has the opposite sum of the rest in a fourth of the cases.
    const last = random.oneIn(4) && residue !== 0 ? order - residue : (others[2] ?? 1);
    const all = [{ place: last, size: 1n, isNegative: false }, ...terms];
    for (const [at, { place, size, isNegative }] of all.entries()) {
      writeAffine(points + at * AFFINE, multiples[place] ?? expect.unreachable());
      write(scalars + 17 * at, number32(size).reverse().subarray(0, 16));
      write(scalars + 17 * at + 16, Uint8Array.of(isNegative ? 1 : 0));
    }
    formulas.release(free);
    formulas.sumInOneChain_var(total, points, scalars, all.length - 4, 2);
    if (!isJacobian(total, multiples[(residue + last) % order])) expect.fail(`round ${round}`);
    // The same for G and two points whose rows are made together; the last one is used.
    const four = all.length - 4;
    formulas.release(free);
    const rows = formulas.prepareEach(points + four * AFFINE, points + (four + 1) * AFFINE, 2);
    formulas.sumOfTwo_var(total, scalars + 17 * four, rows, 1, 2);
    const two = residueOf(terms.slice(-4));
    if (!isJacobian(total, multiples[two])) expect.fail(`round ${round}, two alone`);
  }
});

/**
 * Returns the x of a point that is neither a multiple of G nor twice one, with which the comb
 * begins.
 */
function startOutside(multiples: readonly Sum[], b: bigint): bigint {
  for (let x = 1n; ; x++) {
    const point = lift(x, b);
    if (point === undefined) continue;
    const double = plus(point, point);
    if (multiples.every((one) => one?.x !== x && one?.x !== double?.x)) return x;
  }
}

function withCurve(text: string, generator: bigint, start: bigint, b: bigint): string {
  const list = (x: bigint) => `memory.data<u8>([${number32(x).join(', ')}])`;
  const changed = text
    .replace(/const GENERATOR = memory\.data<u8>\([^)]*\)/, `const GENERATOR = ${list(generator)}`)
    .replace(/const START = memory\.data<u8>\([^)]*\)/, `const START = ${list(start)}`)
    .replace('setSmall(entry, 7);', `setSmall(entry, ${b});`);
  expect(changed).toContain(list(generator));
  expect(changed).toContain(list(start));
  return changed;
}

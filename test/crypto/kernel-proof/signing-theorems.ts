// What is proven of signing (src/crypto/kernel/sign.ts): the numbers of a signature meet the equation
// that verification requires, if the nonce's point is right.

import { Case } from './cases.ts';
import {
  cancelInverses,
  fieldIn,
  invertProduct,
  isBelowN,
  Known,
  normalizes,
  requireBelowN,
  scalarIn,
  scalars,
  setModulo,
  setScalar,
} from './contracts.ts';
import { type Contract, Machine, wordIn } from './machine.ts';
import { ANY_SCALAR, CARRIED, fieldAt, N, P } from './numbers.ts';
import type { Value } from './operations.ts';
import {
  add,
  constantOf,
  keyOf,
  multiply,
  type Polynomial,
  reduce,
  scale,
  zero,
} from './polynomial.ts';
import type { Proof, Setting, Theorem } from './theorem.ts';
import { Unknowns, Unproven, upTo } from './unknowns.ts';
import { type Word, Words, wordOf } from './words.ts';

const SCALAR = 32;
const FIELD = 36;

const at = ({ words }: Proof, pointer: Word, distance: number): Word =>
  words.add(pointer, wordOf(32, BigInt(distance)));

/** A hash: its tag, and the keys of its text and its result, 32 bytes each. */
type Hash = { readonly tag: string; readonly text: readonly string[]; readonly result: string };

/** What a proof knows of bytes, and the nonces and their points. */
class Signing {
  readonly scalars = new Known<Polynomial>(8);
  readonly coordinates = new Known<Polynomial>(8);
  /** Coordinates that became these numbers modulo n, by their keys. */
  readonly reductions = new Map<string, Polynomial>();
  /** The lowest limb of coordinates, by their keys. */
  readonly lowest = new Map<string, Word>();
  readonly nonces: Polynomial[] = [];
  readonly points: (readonly Polynomial[])[] = [];
  readonly hashes: Hash[] = [];
}

const signings = new WeakMap<Machine, Signing>();

function signingOf(machine: Machine): Signing {
  const found = signings.get(machine) ?? new Signing();
  signings.set(machine, found);
  return found;
}

/** Returns what bytes are known to be, or a new unknown number. */
function read(
  machine: Machine,
  known: Known<Polynomial>,
  bytes: Word,
  modulus: bigint,
): Polynomial {
  const value = known.find(machine, bytes) ?? machine.words.unknowns.fresh(upTo(modulus - 1n));
  known.write(machine, bytes, value);
  return value;
}

const operands = (all: readonly Value[]): [Word, Word] => {
  const [a, b = a] = all.map(wordIn);
  if (!a || !b) throw new Unproven('An operand is missing');
  return [a, b];
};

function lengthOf(count: Word): number {
  if (count.range.low !== count.range.high) throw new Unproven('An unknown length');
  return Number(count.range.low);
}

/** Returns the constant text at an address. */
function tagAt({ module }: Machine, address: Word): string {
  const found = module.data.find((one) => BigInt(one.address) === address.range.low);
  return Buffer.from(found?.bytes ?? []).toString();
}

/** Writes a coordinate below p. */
function setCoordinate(machine: Machine, address: Word, value: Polynomial): void {
  setModulo(machine, address, CARRIED, value, P);
  signingOf(machine).lowest.set(keyOf(value), machine.memory.load(address, 0));
}

/** Returns 1 if a coordinate is even, and -1 if it is odd. */
function signOfParity(machine: Machine, value: Polynomial): bigint {
  const limb = signingOf(machine).lowest.get(keyOf(value));
  if (!limb) throw new Unproven('An unknown coordinate');
  const { unknowns } = machine.words;
  const { lower } = unknowns.split(limb.is, limb.range, 1);
  const bit = constantOf(unknowns.expand(lower));
  if (bit === undefined) throw new Unproven('A parity is not known');
  return bit === 0n ? 1n : -1n;
}

const noEffect = (): Contract => () => undefined;

const contracts = {
  ...scalars,
  ...normalizes,
  'scalar/fromBytes': (): Contract => (machine, all) => {
    const [r, bytes] = operands(all);
    const { scalars, coordinates, reductions } = signingOf(machine);
    const value = read(machine, scalars, bytes, N);
    const coordinate = coordinates.find(machine, bytes);
    if (coordinate) reductions.set(keyOf(value), coordinate);
    setScalar(machine, r, value);
    return undefined;
  },
  'scalar/toBytes': (): Contract => (machine, all) => {
    const [bytes, a] = operands(all);
    requireBelowN(machine, a);
    const value = scalarIn(machine, a);
    machine.memory.setNumber(bytes, ANY_SCALAR);
    signingOf(machine).scalars.write(machine, bytes, value);
    return undefined;
  },
  'field/fromBytes': (): Contract => (machine, all) => {
    const [r, bytes] = operands(all);
    setCoordinate(machine, r, read(machine, signingOf(machine).coordinates, bytes, P));
    return undefined;
  },
  'field/toBytes': (): Contract => (machine, all) => {
    const [bytes, a] = operands(all);
    const isLarge = fieldAt(machine, a).some(({ range }, i) => range.high > (CARRIED[i] ?? 0n));
    if (isLarge) throw new Unproven('A number is not normalized');
    const value = fieldIn(machine, a);
    machine.memory.setNumber(bytes, ANY_SCALAR);
    signingOf(machine).coordinates.write(machine, bytes, value);
    return undefined;
  },
  'scalar/negateWhere': (): Contract => (machine, all) => {
    const [r, mask] = operands(all);
    requireBelowN(machine, r);
    const { every } = mask;
    const value = scalarIn(machine, r);
    const isNegated = every ? machine.words.decide(every) === 1n : mask.range.low > 0n;
    setScalar(machine, r, isNegated ? scale(value, -1n) : value);
    return undefined;
  },
  'scalar/invertMany':
    (proof: Proof): Contract =>
    (machine, all) => {
      const [numbers, count] = operands(all);
      for (let i = 0; i < lengthOf(count); i++) {
        const place = at(proof, numbers, i * SCALAR);
        requireBelowN(machine, place);
        setScalar(machine, place, invertProduct(machine, scalarIn(machine, place), N));
      }
      return undefined;
    },
  // The points of nonces are written to a constant address, where publicKeys reads them.
  'generator/multiplyGenerator':
    (proof: Proof): Contract =>
    (machine, all) => {
      const [nonces, count] = operands(all);
      const signing = signingOf(machine);
      for (let i = 0; i < lengthOf(count); i++) {
        const nonce = at(proof, nonces, i * SCALAR);
        // tryNonces has written a number from 1 to n - 1.
        if (!isBelowN(machine, nonce)) {
          setScalar(machine, nonce, machine.words.unknowns.fresh(upTo(N - 1n)));
        }
        signing.nonces.push(scalarIn(machine, nonce));
        const point = [0, 1].map((j) => {
          const value = machine.words.unknowns.fresh(upTo(P - 1n));
          setCoordinate(machine, at(proof, pointsOf(proof), (2 * i + j) * FIELD), value);
          return value;
        });
        signing.points.push(point);
      }
      return undefined;
    },
  'tagged-hash/taggedHash':
    (proof: Proof): Contract =>
    (machine, all) => {
      const [out, tag, text, length] = all.map(wordIn);
      if (!out || !tag || !text || !length) throw new Unproven('An operand is missing');
      const { scalars, hashes } = signingOf(machine);
      const parts = Array.from({ length: lengthOf(length) / SCALAR }, (_, i) =>
        scalars.keyAt(machine, at(proof, text, i * SCALAR)),
      );
      machine.memory.setNumber(out, ANY_SCALAR);
      hashes.push({ tag: tagAt(machine, tag), text: parts, result: scalars.keyAt(machine, out) });
      return undefined;
    },
  'sign/tryNonces': noEffect,
  'sign/wipe': noEffect,
};

/** Returns where `publicKeys` reads points. */
function pointsOf({ machine, numberOf }: Proof): Word {
  let found: Word | undefined;
  const contracts = new Map<number, Contract>(
    ['scalar/fromBytes', 'generator/multiplyGenerator', 'sign/wipe'].map((name) => [
      numberOf(name),
      noEffect(),
    ]),
  );
  contracts.set(numberOf('field/toBytes'), (_, [, point]) => {
    found ??= wordIn(point);
    return undefined;
  });
  const words = new Words(new Unknowns(), new Case([]));
  const other = new Machine(machine.module, words, { contracts });
  const pointers = [other.memory.pointer(), other.memory.pointer()];
  other.execute(numberOf('sign/publicKeys'), [...pointers, wordOf(32, 1n)]);
  if (!found) throw new Unproven('No points');
  return found;
}

/** Returns 1 or -1 for numbers that are equal or opposite modulo a prime. */
function signOf(a: Polynomial, b: Polynomial, modulus: bigint): bigint {
  if (reduce(add(a, b, -1n), modulus).size === 0) return 1n;
  if (reduce(add(a, b), modulus).size === 0) return -1n;
  throw new Unproven('Another number');
}

/** The signatures of a list do not depend on each other. */
const COUNTS = [1, 2];

/** s * k = h + r * d, or the opposite with the opposite y of the nonce's point. */
const signsEcdsa = COUNTS.map(
  (count): Setting =>
    (proof) => {
      const { machine, memory } = proof;
      const [signatures, requests] = [memory.pointer(), memory.pointer()];
      const { scalars: numbers, coordinates, reductions, nonces, points } = signingOf(machine);
      proof.call(signatures, requests, wordOf(32, BigInt(count)), wordOf(32, 1n));
      for (let i = 0; i < count; i++) {
        const request = at(proof, requests, 2 * SCALAR * i);
        const signature = at(proof, signatures, 3 * SCALAR * i);
        const [h, d, r, s] = [
          numbers.read(machine, request),
          numbers.read(machine, at(proof, request, SCALAR)),
          numbers.read(machine, signature),
          numbers.read(machine, at(proof, signature, SCALAR)),
        ];
        const { nonce, x, y } = nonceOf(nonces[i], points[i]);
        const reduced = reductions.get(keyOf(r));
        if (!reduced || keyOf(reduced) !== keyOf(x)) throw new Unproven('Another r');
        const left = cancelInverses(machine, multiply(s, nonce), N);
        const itsY = coordinates.read(machine, at(proof, signature, 2 * SCALAR));
        const right = add(h, multiply(r, d));
        if (signOf(left, right, N) !== signOf(itsY, y, P)) throw new Unproven('Another sign');
      }
    },
);

function nonceOf(nonce?: Polynomial, [x, y]: readonly Polynomial[] = []) {
  if (!nonce || !x || !y) throw new Unproven('No nonce');
  return { nonce, x, y };
}

/** s = k + e * d, where k and d are opposite where y of their points is odd. */
const signsSchnorr = COUNTS.map(
  (count): Setting =>
    (proof) => {
      const { machine, memory } = proof;
      const [signatures, requests] = [memory.pointer(), memory.pointer()];
      const { scalars: numbers, coordinates, nonces, points, hashes } = signingOf(machine);
      proof.call(signatures, requests, wordOf(32, BigInt(count)));
      const hashesOf = (tag: string): Hash[] => hashes.filter((hash) => hash.tag === tag);
      for (let i = 0; i < count; i++) {
        const request = (part: number): Word => at(proof, requests, (5 * i + part) * SCALAR);
        const signature = (part: number): Word => at(proof, signatures, (4 * i + part) * SCALAR);
        const coordinate = (place: Word): Polynomial => coordinates.read(machine, place);
        const { nonce, x, y } = nonceOf(nonces[i], points[i]);
        const [keyX, keyY] = [coordinate(request(3)), coordinate(request(4))];
        if (signOf(coordinate(signature(0)), x, P) !== 1n) throw new Unproven('Another x');
        const [signOfK, signOfD] = [signOfParity(machine, y), signOfParity(machine, keyY)];
        if (signOf(coordinate(signature(2)), y, P) !== signOfK) throw new Unproven('y of R is odd');
        if (signOf(coordinate(signature(3)), keyY, P) !== signOfD) throw new Unproven('y is odd');
        // e = hash(x of R || x of P || m), and k hashes x of P and m after its secret.
        const message = numbers.keyAt(machine, request(0));
        const challenge = hashesOf('BIP0340/challenge')[i];
        const [ofR, ofP, ofMessage] = challenge?.text ?? [];
        requireText(coordinates.get(ofR ?? ''), x);
        requireText(coordinates.get(ofP ?? ''), keyX);
        const draw = hashesOf('BIP0340/nonce')[i];
        requireText(coordinates.get(draw?.text[1] ?? ''), keyX);
        requireText(numbers.get(draw?.result ?? ''), nonce);
        if (ofMessage !== message || draw?.text[2] !== message)
          throw new Unproven('Another message');
        if (challenge?.text.length !== 3 || draw.text.length !== 3) throw new Unproven('More text');
        const e = numbers.get(challenge.result) ?? zero;
        const d = numbers.read(machine, request(1));
        const expected = add(scale(nonce, signOfK), multiply(e, d), signOfD);
        if (signOf(numbers.read(machine, signature(1)), expected, N) !== 1n) {
          throw new Unproven('Another s');
        }
      }
    },
);

function requireText(found: Polynomial | undefined, expected: Polynomial): void {
  if (!found || keyOf(found) !== keyOf(expected)) throw new Unproven('Another text is hashed');
}

export const signingTheorems: readonly Theorem[] = [
  {
    of: 'sign/signEcdsa',
    states:
      's * k = h + r * d modulo n, where s and y of the nonce point may both be negated; r is x of ' +
      'that point modulo n (lists of 1 and 2)',
    contracts,
    writes: [2 * 96],
    writesSpace: true,
    settings: signsEcdsa,
  },
  {
    of: 'sign/signSchnorr',
    states:
      's = k + e * d modulo n, where k and d are negated if y of their points is odd; e hashes x of R ' +
      'and P and the message, and k x of P and the message (lists of 1 and 2)',
    executes: ['sign/makeEven'],
    contracts,
    writes: [2 * 128],
    writesSpace: true,
    settings: signsSchnorr,
  },
];

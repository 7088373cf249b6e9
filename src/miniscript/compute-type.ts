import { LOCKTIME_THRESHOLD } from '../script/limits.ts';
import type { Fragment, MiniscriptContext } from './types.ts';
import {
  B,
  d,
  e,
  f,
  g,
  h,
  has,
  i,
  j,
  K,
  k,
  type MiniscriptType,
  m,
  n,
  o,
  s,
  u,
  V,
  W,
  x,
  z,
} from './types.ts';

/** The data that determine the type of a fragment. */
type TypeInput = {
  readonly context: MiniscriptContext;
  readonly k: number;
  /** The types of the children. */
  readonly subs: readonly MiniscriptType[];
};

type Rule = (
  X: MiniscriptType,
  Y: MiniscriptType,
  Z: MiniscriptType,
  input: TypeInput,
) => MiniscriptType;

/** primitives/transaction.h, CTxIn::SEQUENCE_LOCKTIME_TYPE_FLAG. */
const SEQUENCE_LOCKTIME_TYPE_FLAG = 1 << 22;

const LOCKS = g | h | i | j;
const HASH = B | o | n | u | d | m | k;

const when = (condition: boolean, type: MiniscriptType) => (condition ? type : 0);

/** Returns true if one has blocks and the other time, in the same kind of lock. */
function mixesLocks(a: MiniscriptType, b: MiniscriptType): boolean {
  return (
    (has(a, g) && has(b, h)) ||
    (has(a, h) && has(b, g)) ||
    (has(a, i) && has(b, j)) ||
    (has(a, j) && has(b, i))
  );
}

/** Joins the locks of both; k if both may be needed at once and do not mix. */
const bothLocks = (X: MiniscriptType, Y: MiniscriptType) =>
  ((X | Y) & LOCKS) | when(has(X & Y, k) && !mixesLocks(X, Y), k);

/** Joins the locks of both, if only one of them is ever needed. */
const eitherLocks = (X: MiniscriptType, Y: MiniscriptType) => ((X | Y) & LOCKS) | (X & Y & k);

/** Returns o if one of two in a row takes one argument and the other none. */
const oneArgument = (X: MiniscriptType, Y: MiniscriptType) => when(has(X | Y, z), (X | Y) & o);

/**
 * Returns n of two in a row: the first one's, or the second one's if the first takes no argument.
 */
const nonzeroFirst = (X: MiniscriptType, Y: MiniscriptType) => (X & n) | when(has(X, z), Y & n);

/**
 * Returns m of or_c and or_d: X can be dissatisfied in one way, and one of them needs a signature.
 */
const guardedChoice = (X: MiniscriptType, Y: MiniscriptType) =>
  when(has(X, e) && has(X | Y, s), X & Y & m);

/**
 * The rules of BIP379, "Correctness", "Malleability" and "Timelock type mixing": one line per
 * property, in the order of its tables.
 */
const RULES: { readonly [F in Fragment]: Rule } = {
  '0': () => B | z | u | d | e | m | s | x | k,
  '1': () => B | z | u | f | m | x | k,
  pk_k: () => K | o | n | u | d | e | m | s | x | k,
  pk_h: () => K | n | u | d | e | m | s | x | k,
  older: (_X, _Y, _Z, input) =>
    B | z | f | m | x | k | ((input.k & SEQUENCE_LOCKTIME_TYPE_FLAG) !== 0 ? g : h),
  after: (_X, _Y, _Z, input) => B | z | f | m | x | k | (input.k >= LOCKTIME_THRESHOLD ? i : j),
  sha256: () => HASH,
  ripemd160: () => HASH,
  hash256: () => HASH,
  hash160: () => HASH,
  a: (X) => when(has(X, B), W) | (X & (LOCKS | k | u | d | f | e | m | s)) | x,
  s: (X) => when(has(X, B | o), W) | (X & (LOCKS | k | u | d | f | e | m | s | x)),
  c: (X) => when(has(X, K), B) | (X & (LOCKS | k | o | n | d | f | e | m)) | u | s,
  d: (X, _Y, _Z, { context }) =>
    when(has(X, V | z), B) |
    when(has(X, z), o) |
    when(has(X, f), e) |
    (X & (LOCKS | k | m | s)) |
    // Minimal IF arguments are consensus in tapscript, but only policy in P2WSH.
    when(context === 'tapscript', u) |
    (n | d | x),
  v: (X) => when(has(X, B), V) | (X & (LOCKS | k | z | o | n | m | s)) | f | x,
  j: (X) =>
    when(has(X, B | n), B) | when(has(X, f), e) | (X & (LOCKS | k | o | u | m | s)) | (n | d | x),
  n: (X) => (X & (LOCKS | k | B | z | o | n | d | f | e | m | s)) | u | x,
  and_v: (X, Y) =>
    when(has(X, V), Y & (K | V | B)) |
    nonzeroFirst(X, Y) |
    oneArgument(X, Y) |
    (X & Y & (m | z)) |
    ((X | Y) & s) |
    when(has(Y, f) || has(X, s), f) |
    (Y & (u | x)) |
    bothLocks(X, Y),
  and_b: (X, Y) =>
    when(has(Y, W), X & B) |
    oneArgument(X, Y) |
    nonzeroFirst(X, Y) |
    when(has(X & Y, s), X & Y & e) |
    (X & Y & (d | z | m)) |
    when(has(X & Y, f) || has(X, s | f) || has(Y, s | f), f) |
    ((X | Y) & s) |
    (u | x) |
    bothLocks(X, Y),
  or_b: (X, Y) =>
    when(has(X, B | d) && has(Y, W | d), B) |
    oneArgument(X, Y) |
    when(has(X | Y, s) && has(X & Y, e), X & Y & m) |
    (X & Y & (z | s | e)) |
    (d | u | x) |
    eitherLocks(X, Y),
  or_c: (X, Y) =>
    when(has(X, B | d | u), Y & V) |
    when(has(Y, z), X & o) |
    guardedChoice(X, Y) |
    (X & Y & (z | s)) |
    (f | x) |
    eitherLocks(X, Y),
  or_d: (X, Y) =>
    when(has(X, B | d | u), Y & B) |
    when(has(Y, z), X & o) |
    guardedChoice(X, Y) |
    (X & Y & (z | s)) |
    (Y & (u | f | d | e)) |
    x |
    eitherLocks(X, Y),
  or_i: (X, Y) =>
    (X & Y & (V | B | K | u | f | s)) |
    when(has(X & Y, z), o) |
    when(has(X | Y, f), (X | Y) & e) |
    when(has(X | Y, s), X & Y & m) |
    ((X | Y) & d) |
    x |
    eitherLocks(X, Y),
  andor: (X, Y, Z) =>
    when(has(X, B | d | u), Y & Z & (B | K | V)) |
    (X & Y & Z & z) |
    when(has(X | (Y & Z), z), (X | (Y & Z)) & o) |
    (Y & Z & u) |
    when(has(X, s) || has(Y, f), Z & (f | e)) |
    (Z & d) |
    when(has(X, e) && has(X | Y | Z, s), X & Y & Z & m) |
    (Z & (X | Y) & s) |
    x |
    ((X | Y | Z) & LOCKS) |
    when(has(X & Y & Z, k) && !mixesLocks(X, Y), k),
  thresh: (_X, _Y, _Z, { subs, k: threshold }) => threshType(subs, threshold),
  multi: () => B | n | u | d | e | m | s | k,
  multi_a: () => B | u | d | e | m | s | k,
};

function threshType(subs: readonly MiniscriptType[], threshold: number): MiniscriptType {
  let all = e | m;
  let safe = 0;
  let consumed = 0;
  let locks: MiniscriptType = k;
  for (const [index, sub] of subs.entries()) {
    if (!has(sub, (index === 0 ? B : W) | d | u)) return 0;
    all &= sub;
    if (has(sub, s)) safe++;
    consumed += has(sub, z) ? 0 : has(sub, o) ? 1 : 2;
    const mixed = threshold > 1 && mixesLocks(locks, sub);
    locks = ((locks | sub) & LOCKS) | when(has(locks & sub, k) && !mixed, k);
  }
  const unsafe = subs.length - safe;
  return (
    B |
    d |
    u |
    when(consumed === 0, z) |
    when(consumed === 1, o) |
    when(has(all, e) && unsafe === 0, e) |
    when(has(all, e | m) && unsafe <= threshold, m) |
    when(unsafe < threshold, s) |
    locks
  );
}

/** Computes the type of a fragment; 0 if its children do not fit. Core: ComputeType. */
export function computeType(fragment: Fragment, input: TypeInput): MiniscriptType {
  const [X = 0, Y = 0, Z = 0] = input.subs;
  const type = RULES[fragment](X, Y, Z, input);
  return (type & (B | V | K | W)) === 0 ? 0 : type;
}

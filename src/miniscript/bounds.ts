import { type Child, type Cost, costOfChoosing } from './choose-costs.ts';
import type { Fragment, MiniscriptContext } from './types.ts';
import { has, type MiniscriptType, x } from './types.ts';

export type Bounds = {
  /** Opcodes that are not pushes, whether executed or not. */
  readonly ops: number;
  /** `undefined` if there is no canonical way. */
  readonly satisfy: Cost | undefined;
  readonly dissatisfy: Cost | undefined;
};

type Sub = { readonly bounds: Bounds; readonly type: MiniscriptType };

/** The inputs that determine the bounds of a fragment. */
type Shape = {
  readonly fragment: Fragment;
  readonly context: MiniscriptContext;
  readonly k: number;
  readonly keys: readonly unknown[];
  readonly subs: readonly Sub[];
};

type MaybeCost = Cost | undefined;

export const NO_BOUNDS: Bounds = { ops: 0, satisfy: undefined, dissatisfy: undefined };

const FREE: Cost = { keys: 0, witness: 0, start: 0, peak: 0 };
/** Cost of a push, OP_DUP, OP_SIZE, or OP_IFDUP of a nonzero value. */
const PUSH: Cost = { ...FREE, start: -1 };
/** Cost of OP_IF, OP_NOTIF, OP_VERIFY, OP_CHECKSIG, OP_EQUAL, OP_BOOLAND, OP_BOOLOR, OP_ADD. */
const POP: Cost = { ...FREE, start: 1, peak: 1 };

/** Costs one after another; `undefined` if one is `undefined`. */
function sequence(...costs: readonly MaybeCost[]): MaybeCost {
  let total = FREE;
  for (const cost of costs) {
    if (cost === undefined) return undefined;
    total = {
      keys: total.keys + cost.keys,
      witness: total.witness + cost.witness,
      start: total.start + cost.start,
      peak: Math.max(cost.peak, cost.start + total.peak),
    };
  }
  return total;
}

/** Returns the maximum cost of two branches in each respect. */
function either(a: MaybeCost, b: MaybeCost): MaybeCost {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    keys: Math.max(a.keys, b.keys),
    witness: Math.max(a.witness, b.witness),
    start: Math.max(a.start, b.start),
    peak: Math.max(a.peak, b.peak),
  };
}

/** Bytes in the witness. Opcodes that pop their stack elements count these. */
const witness = (bytes: number): Cost => ({ ...FREE, witness: bytes });

const KEY_HASH = sequence(PUSH, PUSH, POP, POP);
const HASH_LOCK: Bounds = {
  ops: 4,
  satisfy: sequence(PUSH, PUSH, POP, POP, PUSH, POP, witness(33)),
  dissatisfy: undefined,
};
const LOCK: Bounds = { ops: 1, satisfy: PUSH, dissatisfy: undefined };
const wrapped = (X: Sub, ops: number): Bounds => ({ ...X.bounds, ops: X.bounds.ops + ops });

type Rule = (X: Sub, Y: Sub, Z: Sub, shape: Shape) => Bounds;

/**
 * The rules of BIP379, "Resource limitations". Core: CalcOps, CalcStackSize and CalcWitnessSize of
 * Node.
 */
const RULES: { readonly [F in Fragment]: Rule } = {
  '0': () => ({ ops: 0, satisfy: undefined, dissatisfy: PUSH }),
  '1': () => ({ ops: 0, satisfy: PUSH, dissatisfy: undefined }),
  pk_k: (_X, _Y, _Z, { context }) => ({
    ops: 0,
    satisfy: sequence(PUSH, witness(signatureSize(context))),
    dissatisfy: sequence(PUSH, witness(1)),
  }),
  pk_h: (_X, _Y, _Z, { context }) => ({
    ops: 3,
    satisfy: sequence(KEY_HASH, witness(signatureSize(context) + keySize(context))),
    dissatisfy: sequence(KEY_HASH, witness(1 + keySize(context))),
  }),
  older: () => LOCK,
  after: () => LOCK,
  sha256: () => HASH_LOCK,
  ripemd160: () => HASH_LOCK,
  hash256: () => HASH_LOCK,
  hash160: () => HASH_LOCK,
  a: (X) => wrapped(X, 2),
  s: (X) => wrapped(X, 1),
  n: (X) => wrapped(X, 1),
  c: ({ bounds }) => ({
    ops: bounds.ops + 1,
    satisfy: sequence(bounds.satisfy, POP),
    dissatisfy: sequence(bounds.dissatisfy, POP),
  }),
  d: ({ bounds }) => ({
    ops: bounds.ops + 3,
    satisfy: sequence(PUSH, POP, bounds.satisfy, witness(2)),
    dissatisfy: sequence(PUSH, POP, witness(1)),
  }),
  v: ({ bounds, type }) => ({
    ops: bounds.ops + (has(type, x) ? 1 : 0),
    satisfy: sequence(bounds.satisfy, POP),
    dissatisfy: undefined,
  }),
  j: ({ bounds }) => ({
    ops: bounds.ops + 4,
    satisfy: sequence(PUSH, POP, bounds.satisfy),
    dissatisfy: sequence(PUSH, POP, witness(1)),
  }),
  and_v: ({ bounds: X }, { bounds: Y }) => ({
    ops: X.ops + Y.ops,
    satisfy: sequence(X.satisfy, Y.satisfy),
    dissatisfy: undefined,
  }),
  and_b: ({ bounds: X }, { bounds: Y }) => ({
    ops: 1 + X.ops + Y.ops,
    satisfy: sequence(X.satisfy, Y.satisfy, POP),
    dissatisfy: sequence(X.dissatisfy, Y.dissatisfy, POP),
  }),
  or_b: ({ bounds: X }, { bounds: Y }) => ({
    ops: 1 + X.ops + Y.ops,
    satisfy: sequence(
      either(sequence(X.satisfy, Y.dissatisfy), sequence(X.dissatisfy, Y.satisfy)),
      POP,
    ),
    dissatisfy: sequence(X.dissatisfy, Y.dissatisfy, POP),
  }),
  or_c: ({ bounds: X }, { bounds: Y }) => ({
    ops: 2 + X.ops + Y.ops,
    satisfy: either(sequence(X.satisfy, POP), sequence(X.dissatisfy, POP, Y.satisfy)),
    dissatisfy: undefined,
  }),
  or_d: ({ bounds: X }, { bounds: Y }) => ({
    ops: 3 + X.ops + Y.ops,
    // OP_IFDUP duplicates X's result if it is not zero.
    satisfy: either(sequence(X.satisfy, PUSH, POP), sequence(X.dissatisfy, POP, Y.satisfy)),
    dissatisfy: sequence(X.dissatisfy, POP, Y.dissatisfy),
  }),
  or_i: ({ bounds: X }, { bounds: Y }) => ({
    ops: 3 + X.ops + Y.ops,
    satisfy: sequence(POP, chosen(X.satisfy, Y.satisfy)),
    dissatisfy: sequence(POP, chosen(X.dissatisfy, Y.dissatisfy)),
  }),
  andor: ({ bounds: X }, { bounds: Y }, { bounds: Z }) => ({
    ops: 3 + X.ops + Y.ops + Z.ops,
    satisfy: either(sequence(X.satisfy, POP, Y.satisfy), sequence(X.dissatisfy, POP, Z.satisfy)),
    dissatisfy: sequence(X.dissatisfy, POP, Z.dissatisfy),
  }),
  thresh: (_X, _Y, _Z, { subs, k }) => threshBounds(subs, k),
  multi: (_X, _Y, _Z, { k, keys }) => {
    // Changes a 0 and k signatures to one element. In between, n keys, k and n are added.
    const cost = { keys: keys.length, witness: 0, start: k, peak: k + keys.length + 2 };
    return {
      ops: 1,
      satisfy: { ...cost, witness: k * signatureSize('p2wsh') + 1 },
      dissatisfy: { ...cost, witness: k + 1 },
    };
  },
  multi_a: (_X, _Y, _Z, { k, keys }) => {
    // Changes n signatures to one element, with one more in between.
    const cost = { keys: 0, witness: keys.length, start: keys.length - 1, peak: keys.length };
    return {
      ops: keys.length + 1,
      satisfy: { ...cost, witness: k * signatureSize('tapscript') + keys.length - k },
      dissatisfy: cost,
    };
  },
};

/** Adds the argument of OP_IF: 1 for the first branch, empty for the second. */
const chosen = (X: MaybeCost, Y: MaybeCost) =>
  either(sequence(X, witness(2)), sequence(Y, witness(1)));

/**
 * Returns the size of a signature with its length byte: 72 bytes by policy, 64 and a sighash byte
 * in tapscript.
 */
function signatureSize(context: MiniscriptContext): number {
  return context === 'tapscript' ? 66 : 73;
}

/** Returns the size of a key with its length byte. */
function keySize(context: MiniscriptContext): number {
  return context === 'tapscript' ? 33 : 34;
}

function threshBounds(subs: readonly Sub[], threshold: number): Bounds {
  let ops = 0;
  const children = subs.map(({ bounds }, index): Child => {
    const add = index === 0 ? FREE : POP;
    ops += bounds.ops + 1;
    return {
      satisfied: sequence(bounds.satisfy, add),
      dissatisfied: sequence(bounds.dissatisfy, add),
    };
  });
  return {
    ops,
    satisfy: sequence(costOfChoosing(children, threshold), PUSH, POP),
    dissatisfy: sequence(costOfChoosing(children, 0), PUSH, POP),
  };
}

/** Computes the bounds of a well-typed fragment from those of its children. */
export function computeBounds(shape: Shape): Bounds {
  const [X = NO_SUB, Y = NO_SUB, Z = NO_SUB] = shape.subs;
  return RULES[shape.fragment](X, Y, Z, shape);
}

const NO_SUB: Sub = { bounds: NO_BOUNDS, type: 0 };

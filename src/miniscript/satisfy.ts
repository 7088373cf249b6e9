import type { Bytes } from '../encoding/bytes.ts';
import { lastOf } from '../encoding/list.ts';
import {
  type Answer,
  type Availability,
  better,
  EMPTY,
  INVALID,
  type InputStack,
  itemStack,
  join,
  listItems,
  markMalleable,
  ONE,
  preimageStack,
  signatureStack,
  ZERO,
  ZERO32,
} from './input-stack.ts';
import type { Node } from './node.ts';
import { foldTree } from './node.ts';
import type { HashFragment } from './types.ts';

/** Data needed to satisfy a script. */
export type Satisfier<K> = {
  /** Returns the key as in the script: 33 bytes in P2WSH, 32 in tapscript. */
  readonly keyBytes: (key: K) => Bytes;
  /** Returns a signature with its sighash byte, as in the witness. */
  readonly sign: (key: K) => Answer;
  /** Returns a preimage, always of 32 bytes. */
  readonly preimage: (kind: HashFragment, digest: Bytes) => Answer;
  readonly checkOlder: (sequence: number) => boolean;
  readonly checkAfter: (locktime: number) => boolean;
};

/** Witness items without the script, bottom first; empty when `available` is `no`. */
export type Satisfaction = { readonly available: Availability; readonly stack: readonly Bytes[] };

/**
 * Returns the smallest satisfaction that third parties cannot change, or `no` if there is none.
 * Core: Node::Satisfy with `nonmalleable`. Asks for every key, hash and lock of the tree once.
 * Quadratic in the number of children of a thresh or keys of a multi, otherwise linear in the size
 * of the tree.
 */
export function satisfy<K>(root: Node<K>, satisfier: Satisfier<K>): Satisfaction {
  const { sat } = produceInput(root, satisfier);
  if (sat.available === 'no' || sat.malleable || !sat.hasSignature) {
    return { available: 'no', stack: [] };
  }
  return { available: sat.available, stack: listItems(sat) };
}

/** The best ways to satisfy and to dissatisfy an expression. */
export type InputResult = { readonly sat: InputStack; readonly nsat: InputStack };

/** Computes the best ways for a tree. Core: Node::ProduceInput. */
export function produceInput<K>(root: Node<K>, satisfier: Satisfier<K>): InputResult {
  return foldTree<K, InputResult>(root, (node, subs) =>
    subs.length === 0 ? leafInput(node, satisfier) : innerInput(node, subs),
  );
}

/** Computes rows without subexpressions of BIP379, "Non-malleable satisfaction". */
function leafInput<K>(node: Node<K>, satisfier: Satisfier<K>): InputResult {
  const { fragment, k, data } = node;
  const [key] = node.keys;
  switch (fragment) {
    case '1':
      return { nsat: INVALID, sat: EMPTY };
    case 'older':
      return { nsat: INVALID, sat: satisfier.checkOlder(k) ? EMPTY : INVALID };
    case 'after':
      return { nsat: INVALID, sat: satisfier.checkAfter(k) ? EMPTY : INVALID };
    case 'sha256':
    case 'hash256':
    case 'ripemd160':
    case 'hash160':
      return { nsat: ZERO32, sat: preimageStack(satisfier.preimage(fragment, data)) };
    case 'pk_k':
      if (key === undefined) break;
      return { nsat: ZERO, sat: signatureStack(satisfier.sign(key)) };
    case 'pk_h': {
      if (key === undefined) break;
      const pushed = itemStack(satisfier.keyBytes(key));
      return { nsat: join(ZERO, pushed), sat: join(signatureStack(satisfier.sign(key)), pushed) };
    }
    case 'multi':
      return multiInput(node, satisfier);
    case 'multi_a':
      return multiAInput(node, satisfier);
  }
  return { nsat: EMPTY, sat: INVALID };
}

/** Computes the rows with subexpressions. */
function innerInput<K>(node: Node<K>, subs: readonly InputResult[]): InputResult {
  const [X = NEITHER, Y = NEITHER, Z = NEITHER] = subs;
  switch (node.fragment) {
    case 'd':
      return { nsat: ZERO, sat: join(X.sat, ONE) };
    case 'v':
      return { nsat: INVALID, sat: X.sat };
    case 'j':
      // X may have another dissatisfaction, whose top element is not zero.
      return {
        nsat: X.nsat.available !== 'no' && !X.nsat.hasSignature ? markMalleable(ZERO) : ZERO,
        sat: X.sat,
      };
    case 'and_v':
      return { nsat: join(Y.nsat, X.sat), sat: join(Y.sat, X.sat) };
    case 'and_b':
      return {
        nsat: better(
          better(join(Y.nsat, X.nsat), overcomplete(join(Y.sat, X.nsat))),
          overcomplete(join(Y.nsat, X.sat)),
        ),
        sat: join(Y.sat, X.sat),
      };
    case 'or_b':
      return {
        nsat: join(Y.nsat, X.nsat),
        // If both are satisfied, a third party could dissatisfy either.
        sat: better(
          better(join(Y.nsat, X.sat), join(Y.sat, X.nsat)),
          overcomplete(join(Y.sat, X.sat)),
        ),
      };
    case 'or_c':
      return { nsat: INVALID, sat: better(X.sat, join(Y.sat, X.nsat)) };
    case 'or_d':
      return { nsat: join(Y.nsat, X.nsat), sat: better(X.sat, join(Y.sat, X.nsat)) };
    case 'or_i':
      return {
        nsat: better(join(X.nsat, ONE), join(Y.nsat, ZERO)),
        sat: better(join(X.sat, ONE), join(Y.sat, ZERO)),
      };
    case 'andor':
      return {
        nsat: better(join(Y.nsat, X.sat), join(Z.nsat, X.nsat)),
        sat: better(join(Y.sat, X.sat), join(Z.sat, X.nsat)),
      };
    case 'thresh':
      return threshInput(subs, node.k);
    default:
      return X;
  }
}

const NEITHER: InputResult = { sat: INVALID, nsat: INVALID };

/** Marks a stack as malleable, unless it is unavailable. Core: SetMalleable. */
const overcomplete = (stack: InputStack): InputStack =>
  stack.available === 'no' ? stack : markMalleable(stack);

/**
 * Adds a child or key to all counts: ways[j] has j earlier ones without it, or j - 1 earlier ones
 * with it.
 */
function extend(ways: readonly InputStack[], { sat, nsat }: InputResult): InputStack[] {
  const longer = ways.map((way, count) => {
    const without = join(way, nsat);
    const before = ways[count - 1];
    return before === undefined ? without : better(without, join(before, sat));
  });
  longer.push(join(lastOf(ways) ?? INVALID, sat));
  // An unavailable way at the end stays unavailable, so it can be dropped.
  while (longer.length > 1 && lastOf(longer)?.available === 'no') longer.pop();
  return longer;
}

/** Satisfies a multi. The first key's signature is lowest; a key that does not sign has no item. */
function multiInput<K>({ k, keys }: Node<K>, satisfier: Satisfier<K>): InputResult {
  // OP_CHECKMULTISIG pops an extra element.
  let ways = [ZERO];
  for (const key of keys) {
    ways = extend(ways, { sat: signatureStack(satisfier.sign(key)), nsat: EMPTY });
  }
  let nsat = ZERO;
  for (let i = 0; i < k; i++) nsat = join(nsat, ZERO);
  return { nsat, sat: ways[k] ?? INVALID };
}

/**
 * Satisfies a multi_a. The first key's signature is on top; a key that does not sign has an empty
 * item.
 */
function multiAInput<K>({ k, keys }: Node<K>, satisfier: Satisfier<K>): InputResult {
  let ways = [EMPTY];
  for (const key of [...keys].reverse()) {
    ways = extend(ways, { sat: signatureStack(satisfier.sign(key)), nsat: ZERO });
  }
  return { nsat: ways[0] ?? INVALID, sat: ways[k] ?? INVALID };
}

function threshInput(subs: readonly InputResult[], k: number): InputResult {
  let ways = [EMPTY];
  for (const sub of [...subs].reverse()) ways = extend(ways, sub);
  let nsat = INVALID;
  for (const [count, way] of ways.entries()) {
    // Satisfying none is canonical. Another wrong number is not, because a third party could
    // complete it.
    if (count !== k) nsat = better(nsat, count === 0 ? way : overcomplete(way));
  }
  return { nsat, sat: ways[k] ?? INVALID };
}

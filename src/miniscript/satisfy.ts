import type { Bytes } from '../encoding/bytes.ts';
import type { HashFragment, Node } from './node.ts';

/** `maybe`: a stand-in of the right size, for estimates. */
export type Availability = 'no' | 'yes' | 'maybe';

export type Answer = { readonly available: Availability; readonly bytes: Bytes };

/** What a satisfaction asks of the one who makes it. */
export type Satisfier<K> = {
  /** As in the script: 33 bytes in P2WSH, 32 in tapscript. */
  readonly keyBytes: (key: K) => Bytes;
  /** A signature with its sighash byte, as it stands in the witness. */
  readonly sign: (key: K) => Answer;
  /** Always 32 bytes. */
  readonly preimage: (kind: HashFragment, digest: Bytes) => Answer;
  readonly checkOlder: (sequence: number) => boolean;
  readonly checkAfter: (locktime: number) => boolean;
};

/** Witness items without the script, bottom first; empty when `available` is `no`. */
export type Satisfaction = { readonly available: Availability; readonly stack: readonly Bytes[] };

/**
 * The smallest satisfaction that nobody else can turn into another one; `no` when there is none. Core: Node::Satisfy with
 * `nonmalleable`. Quadratic in the number of children of a thresh, otherwise linear in the size of the tree.
 */
export declare function satisfy<K>(node: Node<K>, satisfier: Satisfier<K>): Satisfaction;

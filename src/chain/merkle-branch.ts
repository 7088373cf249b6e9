import { hash256 } from '../crypto/hash.ts';
import { type Bytes, concatBytes, equalBytes, reverseBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { decodeTransaction } from '../transaction/codec.ts';
import type { Txid } from '../transaction/transaction.ts';
import { hashBytes } from './block-codec.ts';

/** Maximum depth: a block has no room for more than 2^16 transactions. */
const MOST_LEVELS = 16;

/**
 * The branch from a transaction to the merkle root: siblings in display order, deepest first, and
 * the transaction's position.
 */
export type MerkleBranch = { readonly merkle: readonly string[]; readonly pos: number };

/** Returns the root of a branch in display order; `undefined` if no block has such a branch. */
export function merkleBranchRoot(txid: Txid, { merkle, pos }: MerkleBranch): string | undefined {
  if (merkle.length > MOST_LEVELS || !Number.isInteger(pos)) return undefined;
  if (pos < 0 || pos >= 2 ** merkle.length) return undefined;
  let hash = hashBytes(txid);
  let place = pos;
  for (const text of merkle) {
    const sibling = hashBytes(text);
    const isRight = place % 2 === 1;
    // The last node of an odd row is hashed with itself on the left. On the right, it would be a
    // copy (CVE-2012-2459).
    if (isRight && equalBytes(sibling, hash)) return undefined;
    const node = isRight ? concatBytes(sibling, hash) : concatBytes(hash, sibling);
    if (!isInnerNode(node)) return undefined;
    hash = hash256(node);
    place = Math.floor(place / 2);
  }
  return encodeHex(reverseBytes(hash));
}

/**
 * Returns true for an inner node. A node that decodes as a transaction of 64 bytes could have fake
 * children, because such a transaction hashes to the same leaf (CVE-2017-12842).
 */
export function isInnerNode(node: Bytes): boolean {
  return decodeTransaction(node, { witness: true }) === undefined;
}

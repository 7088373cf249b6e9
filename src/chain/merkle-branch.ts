import { hash256 } from '../crypto/hash.ts';
import { concatBytes, equalBytes, reverseBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { txidBytes } from '../transaction/txid.ts';
import { strippedSize } from '../transaction/weight.ts';
import { hashBytes } from './codec.ts';

/** More transactions than 2^16 have no room in a block. */
const MOST_LEVELS = 16;

/** Two ids side by side have this size: bytes of an inner node of the tree could pass for a transaction (CVE-2017-12842). */
const INNER_NODE_SIZE = 64;

/** The branch of a merkle tree from a transaction upward: its siblings in display order, deepest first, and its place. */
export type MerkleBranch = { readonly merkle: readonly string[]; readonly pos: number };

/** The root that the branch leads to, in display order; `undefined`: no block has such a branch. */
export function merkleBranchRoot(
  transaction: Transaction,
  { merkle, pos }: MerkleBranch,
): string | undefined {
  if (merkle.length > MOST_LEVELS || !Number.isInteger(pos)) return undefined;
  if (pos < 0 || pos >= 2 ** merkle.length) return undefined;
  if (strippedSize(transaction) === INNER_NODE_SIZE) return undefined;
  let hash = txidBytes(transaction);
  let place = pos;
  for (const text of merkle) {
    const sibling = hashBytes(text);
    const isRight = place % 2 === 1;
    // The last one of an odd row is hashed with itself, and stands on the left: as a right one it would be a copy (CVE-2012-2459).
    if (isRight && equalBytes(sibling, hash)) return undefined;
    hash = hash256(isRight ? concatBytes(sibling, hash) : concatBytes(hash, sibling));
    place = Math.floor(place / 2);
  }
  return encodeHex(reverseBytes(hash));
}

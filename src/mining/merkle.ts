import { hash256 } from '../crypto/hash.ts';
import { type Bytes, concatBytes, equalBytes } from '../encoding/bytes.ts';

export type MerkleRoot = {
  readonly root: Bytes;
  /**
   * True if two equal neighbours were hashed together, so that another list has the same root
   * (CVE-2012-2459).
   */
  readonly mutated: boolean;
};

/**
 * Computes a merkle root of hashes in wire order; 32 zeros for no leaf. Core: ComputeMerkleRoot
 * (consensus/merkle.cpp).
 */
export function merkleRoot(leaves: readonly Bytes[]): MerkleRoot {
  let level = leaves;
  let mutated = false;
  while (level.length > 1) {
    const next: Bytes[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const left = level[i] ?? zeroHash;
      const right = level[i + 1];
      if (right !== undefined && equalBytes(left, right)) mutated = true;
      next.push(hash256(concatBytes(left, right ?? left)));
    }
    level = next;
  }
  return { root: level[0] ?? zeroHash, mutated };
}

export const zeroHash: Bytes = new Uint8Array(32);

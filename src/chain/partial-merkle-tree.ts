import { hash256 } from '../crypto/hash.ts';
import { type Bytes, concatBytes, equalBytes, reverseBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { createReader } from '../encoding/reader.ts';
import type { Txid } from '../transaction/transaction.ts';
import type { BlockHeader } from './block.ts';
import { decodeHeader, HEADER_SIZE } from './block-codec.ts';
import { isInnerNode } from './merkle-branch.ts';

/**
 * A header and a part of its merkle tree, which proves that some transactions are in the block
 * (BIP37). Core: CMerkleBlock.
 */
export type MerkleBlock = {
  readonly header: BlockHeader;
  /** Number of transactions in the block. */
  readonly transactionCount: number;
  /** Hashes in wire order, 32 bytes each. */
  readonly hashes: readonly Bytes[];
  /**
   * Flags, depth first: true if a node is given by its children, false if it is given by its hash.
   */
  readonly bits: readonly boolean[];
};

/**
 * Decodes a merkle block. Trailing bytes are ignored, as in Core. Returns `undefined` if it is
 * truncated or invalid.
 */
export function decodeMerkleBlock(bytes: Bytes): MerkleBlock | undefined {
  const header = decodeHeader(bytes.slice(0, HEADER_SIZE));
  if (header === undefined || bytes.length < HEADER_SIZE) return undefined;
  const reader = createReader(bytes.subarray(HEADER_SIZE));
  const transactionCount = reader.u32();
  const hashes: Bytes[] = [];
  for (let left = reader.compactSize(); left > 0 && !reader.failed; left--) {
    hashes.push(reader.bytes(32));
  }
  const flags = reader.varBytes();
  if (reader.failed) return undefined;
  const bits = Array.from(
    { length: flags.length * 8 },
    (_, i) => (((flags[i >> 3] ?? 0) >> (i & 7)) & 1) === 1,
  );
  return { header, transactionCount, hashes, bits };
}

/** A transaction that is proven to be in the block, and its position there. */
export type MerkleMatch = { readonly txid: Txid; readonly index: number };

/**
 * Maximum number of transactions: a block has 4,000,000 weight units, and a transaction at least 60
 * bytes (policy/policy.h and consensus/consensus.h).
 */
const MOST_TRANSACTIONS = Math.floor(4_000_000 / (4 * 60));

/**
 * Returns the transactions that the block proves, or `undefined` if they do not lead to the Merkle
 * root of its header. Core: ExtractMatches.
 */
export function extractMatches({
  header,
  transactionCount,
  hashes,
  bits,
}: MerkleBlock): readonly MerkleMatch[] | undefined {
  if (transactionCount === 0 || transactionCount > MOST_TRANSACTIONS) return undefined;
  if (hashes.length > transactionCount || bits.length < hashes.length) return undefined;
  const matches: MerkleMatch[] = [];
  const used = { bits: 0, hashes: 0 };
  const width = (height: number) => Math.ceil(transactionCount / 2 ** height);

  function traverse(height: number, position: number): Bytes | undefined {
    const isParent = bits[used.bits++];
    if (isParent === undefined) return undefined;
    if (height === 0 || !isParent) {
      const hash = hashes[used.hashes++];
      if (hash !== undefined && height === 0 && isParent) {
        matches.push({ txid: encodeHex(reverseBytes(hash)), index: position });
      }
      return hash;
    }
    const left = traverse(height - 1, position * 2);
    if (left === undefined) return undefined;
    const isWhole = position * 2 + 1 < width(height - 1);
    const right = isWhole ? traverse(height - 1, position * 2 + 1) : left;
    // Equal siblings are a copy (CVE-2012-2459).
    if (right === undefined || (isWhole && equalBytes(left, right))) return undefined;
    const node = concatBytes(left, right);
    return isInnerNode(node) ? hash256(node) : undefined;
  }

  let height = 0;
  while (width(height) > 1) height++;
  const root = traverse(height, 0);
  const isUsedUp =
    used.hashes === hashes.length && Math.ceil(used.bits / 8) === Math.ceil(bits.length / 8);
  if (root === undefined || !isUsedUp) return undefined;
  return encodeHex(reverseBytes(root)) === header.merkleRoot ? matches : undefined;
}

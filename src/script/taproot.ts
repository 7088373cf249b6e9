import { numberToBytes } from '../crypto/curve/field.ts';
import { taggedHash } from '../crypto/hash.ts';
import { type Bytes, compareBytes, concatBytes, emptyBytes } from '../encoding/bytes.ts';
import { lastOf } from '../encoding/list.ts';
import { createWriter } from '../encoding/writer.ts';
import {
  ANNEX_TAG,
  TAPROOT_CONTROL_BASE_SIZE,
  TAPROOT_CONTROL_MAX_SIZE,
  TAPROOT_CONTROL_NODE_SIZE,
} from './limits.ts';

const tapLeaf = taggedHash('TapLeaf');
const tapBranch = taggedHash('TapBranch');
const tapTweak = taggedHash('TapTweak');

/**
 * H of BIP341, "Constructing and spending Taproot outputs": an x-only key without a known private
 * key, because it is a hash of the generator.
 */
export const UNSPENDABLE_KEY: Bytes =
  numberToBytes(0x50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0n);

/** Computes "k0 = hashTapLeaf(v || compact_size(size of s) || s)" (BIP341). */
export function tapLeafHash(leafVersion: number, script: Bytes): Bytes {
  return tapLeaf(createWriter(10).u8(leafVersion).compactSize(script.length).finish(), script);
}

/** Computes "If kj < ej: kj+1 = hashTapBranch(kj || ej)", otherwise in reverse order (BIP341). */
export function tapBranchHash(a: Bytes, b: Bytes): Bytes {
  return compareBytes(a, b) < 0 ? tapBranch(a, b) : tapBranch(b, a);
}

/**
 * Computes "t = hashTapTweak(p || km)" (BIP341). Without a merkle root, or with an empty one, it is
 * BIP86's tweak, hashTapTweak(p).
 */
export function tapTweakHash(internalKey: Bytes, merkleRoot: Bytes = emptyBytes): Bytes {
  return tapTweak(internalKey, merkleRoot);
}

/**
 * Checks a control block's size (BIP341): "a length of 33 + 32m, for a value of m that is an
 * integer between 0 and 128, inclusive".
 */
export function isControlBlockSize(size: number): boolean {
  return (
    size >= TAPROOT_CONTROL_BASE_SIZE &&
    size <= TAPROOT_CONTROL_MAX_SIZE &&
    (size - TAPROOT_CONTROL_BASE_SIZE) % TAPROOT_CONTROL_NODE_SIZE === 0
  );
}

/** Computes the root for a leaf, by the path in its control block (of valid size). */
export function taprootMerkleRoot(controlBlock: Bytes, leafHash: Bytes): Bytes {
  let node = leafHash;
  for (
    let at = TAPROOT_CONTROL_BASE_SIZE;
    at < controlBlock.length;
    at += TAPROOT_CONTROL_NODE_SIZE
  ) {
    node = tapBranchHash(node, controlBlock.subarray(at, at + TAPROOT_CONTROL_NODE_SIZE));
  }
  return node;
}

/**
 * Encodes a control block: leaf version and parity of the output key in one byte, the internal key,
 * the path.
 */
export function encodeControlBlock(
  leafVersion: number,
  parity: 0 | 1,
  internalKey: Bytes,
  path: readonly Bytes[],
): Bytes {
  return concatBytes(Uint8Array.of(leafVersion | parity), internalKey, ...path);
}

/**
 * Returns the annex of a taproot input. BIP341: "If there are at least two witness elements, and
 * the first byte of the last element is 0x50, this last element is called annex".
 */
export function annexOf(witness: readonly Bytes[]): Bytes | undefined {
  const last = lastOf(witness);
  return witness.length >= 2 && last?.[0] === ANNEX_TAG ? last : undefined;
}

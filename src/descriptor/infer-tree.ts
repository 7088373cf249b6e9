import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { lastOf } from '../encoding/list.ts';
import {
  TAPROOT_CONTROL_BASE_SIZE,
  TAPROOT_CONTROL_NODE_SIZE,
  TAPROOT_LEAF_MASK,
} from '../script/limits.ts';
import {
  isControlBlockSize,
  tapBranchHash,
  tapLeafHash,
  taprootMerkleRoot,
  tapTweakHash,
} from '../script/taproot.ts';
import type { TaprootLeaf, TaprootSpendData, TaprootTree } from '../signing/provider.ts';

/** A node of the tree; members are absent until they are known. */
type TreeNode = {
  hash?: Bytes | undefined;
  /**
   * The two nodes below, in any order. Absent for leaves and for nodes that no control block
   * passes.
   */
  subs?: readonly [TreeNode, TreeNode];
  leaf?: TaprootLeaf;
  done: boolean;
};

/**
 * Rebuilds all leaves of a tree, with their depths, from their control blocks. Returns `undefined`
 * if some are missing or do not belong to the output. Core: InferTaprootTree
 * (script/signingprovider.cpp).
 */
export function inferTaprootTree(
  spendData: TaprootSpendData,
  outputKey: Bytes,
  curve: Secp256k1,
): TaprootTree | undefined {
  const { internalKey, merkleRoot, leaves } = spendData;
  if (internalKey === undefined) return undefined;
  const tweaked = curve.tweakXOnlyPublicKey(internalKey, tapTweakHash(internalKey, merkleRoot));
  if (tweaked === undefined || !equalBytes(tweaked.xOnly, outputKey)) return undefined;
  if (merkleRoot === undefined) return [];
  const root: TreeNode = { hash: merkleRoot, done: false };
  for (const leaf of leaves) {
    for (const block of leaf.controlBlocks) {
      if (leadsTo(leaf, block, merkleRoot) && !addLeaf(root, leaf, block)) return undefined;
    }
  }
  return listLeaves(root);
}

function leadsTo({ script, leafVersion }: TaprootLeaf, block: Bytes, merkleRoot: Bytes): boolean {
  if (leafVersion < 0 || leafVersion > 0xff || (leafVersion & 1) !== 0) return false;
  if (!isControlBlockSize(block.length)) return false;
  if (((block[0] ?? 0) & TAPROOT_LEAF_MASK) !== leafVersion) return false;
  return equalBytes(taprootMerkleRoot(block, tapLeafHash(leafVersion, script)), merkleRoot);
}

/** Walks down from the root by the siblings' hashes. Returns false if known nodes contradict. */
function addLeaf(root: TreeNode, leaf: TaprootLeaf, block: Bytes): boolean {
  let place: TreeNode | undefined = root;
  for (
    let at = block.length - TAPROOT_CONTROL_NODE_SIZE;
    at >= TAPROOT_CONTROL_BASE_SIZE;
    at -= TAPROOT_CONTROL_NODE_SIZE
  ) {
    place = place && descend(place, block.subarray(at, at + TAPROOT_CONTROL_NODE_SIZE));
  }
  if (place === undefined || place.subs) return false;
  place.leaf = leaf;
  place.hash = tapLeafHash(leaf.leafVersion, leaf.script);
  return true;
}

/** Descends to the node whose sibling has this hash. */
function descend(place: TreeNode, sibling: Bytes): TreeNode | undefined {
  if (place.leaf) return undefined;
  if (place.subs === undefined) {
    const below: TreeNode = { done: false };
    place.subs = [below, { hash: sibling, done: false }];
    return below;
  }
  const [a, b] = place.subs;
  for (const [here, there] of [
    [a, b],
    [b, a],
  ] as const) {
    const same = here.hash !== undefined && equalBytes(here.hash, sibling);
    const free = here.hash === undefined && !(there.hash && equalBytes(there.hash, sibling));
    if (!same && !free) continue;
    here.hash = sibling;
    return there;
  }
  return undefined;
}

function listLeaves(root: TreeNode): TaprootTree | undefined {
  const list: { depth: number; leafVersion: number; script: Bytes }[] = [];
  const path: TreeNode[] = [root];
  for (let place = lastOf(path); place !== undefined; place = lastOf(path)) {
    if (place.leaf) {
      const { leafVersion, script } = place.leaf;
      list.push({ depth: path.length - 1, leafVersion, script });
      place.done = true;
      path.pop();
      continue;
    }
    if (place.subs === undefined) return undefined;
    const [left, right] = place.subs;
    if (left.done && right.done) {
      left.done = right.done = false;
      place.done = true;
      path.pop();
    } else if (left.done && isTwin(place.hash, right)) {
      // Both halves are equal: all control blocks led to the left one, which represents both.
      left.done = false;
      right.done = true;
    } else path.push(left.done ? right : left);
  }
  return list;
}

function isTwin(hash: Bytes | undefined, right: TreeNode): boolean {
  if (right.leaf || right.subs || right.hash === undefined || hash === undefined) return false;
  return equalBytes(tapBranchHash(right.hash, right.hash), hash);
}

import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, compareBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { lastOf } from '../encoding/list.ts';
import { encodeControlBlock, tapBranchHash, tapLeafHash, tapTweakHash } from '../script/taproot.ts';
import type { TaprootLeaf, TaprootSpendData, TaprootTree } from './provider.ts';

/** A taproot output with all its scripts. Core: TaprootBuilder, once it is complete. */
export type TaprootOutput = {
  /** X-only, 32 bytes: what the scriptPubKey pushes. */
  readonly outputKey: Bytes;
  /** Internal key, Merkle root, and for each leaf its control blocks. */
  readonly spendData: TaprootSpendData;
  /** The leaves with their depths, from the left. */
  readonly tree: TaprootTree;
};

type Leaf = TaprootTree[number] & { readonly hash: Bytes; readonly path: readonly Bytes[] };
type Branch = { readonly hash: Bytes; readonly depth: number; readonly leaves: readonly Leaf[] };

/** From leaves that make a complete tree, or none. `undefined`: the key is no point. */
export function buildTaprootOutput(
  internalKey: Bytes,
  tree: TaprootTree,
  curve: Secp256k1,
): TaprootOutput | undefined {
  const root = joinLeaves(tree);
  const tweaked = curve.tweakXOnlyPublicKey(internalKey, tapTweakHash(internalKey, root?.hash));
  if (tweaked === undefined) return undefined;
  const controlBlock = ({ leafVersion, path }: Leaf) =>
    encodeControlBlock(leafVersion, tweaked.parity, internalKey, path);
  return {
    outputKey: tweaked.xOnly,
    // Core's order: of two branches the right one first.
    tree: (root?.leaves ?? []).map(({ depth, leafVersion, script }) => ({
      depth,
      leafVersion,
      script,
    })),
    spendData: {
      internalKey,
      ...(root && { merkleRoot: root.hash }),
      leaves: groupByScript(root?.leaves ?? [], controlBlock),
    },
  };
}

/** Two neighbours of the same depth are joined as soon as both are there. */
function joinLeaves(tree: TaprootTree): Branch | undefined {
  const stack: Branch[] = [];
  for (const leaf of tree) {
    const hash = tapLeafHash(leaf.leafVersion, leaf.script);
    let branch: Branch = { hash, depth: leaf.depth, leaves: [{ ...leaf, hash, path: [] }] };
    for (let left = lastOf(stack); left?.depth === branch.depth; left = lastOf(stack)) {
      if (branch.depth === 0) break;
      stack.pop();
      branch = joinBranches(left, branch);
    }
    stack.push(branch);
  }
  return stack[0];
}

function joinBranches(left: Branch, right: Branch): Branch {
  const below = ({ leaves }: Branch, sibling: Bytes) =>
    leaves.map((leaf) => ({ ...leaf, path: [...leaf.path, sibling] }));
  return {
    hash: tapBranchHash(left.hash, right.hash),
    depth: left.depth - 1,
    leaves: [...below(right, left.hash), ...below(left, right.hash)],
  };
}

/** In the order of the scripts' bytes; a script that occurs twice has two ways, the shorter one first. */
function groupByScript(
  leaves: readonly Leaf[],
  controlBlock: (leaf: Leaf) => Bytes,
): readonly TaprootLeaf[] {
  const groups = new Map<string, Leaf[]>();
  for (const leaf of leaves) {
    const id = `${encodeHex(leaf.script)} ${leaf.leafVersion}`;
    groups.set(id, [...(groups.get(id) ?? []), leaf]);
  }
  return [...groups.values()]
    .flatMap((group): TaprootLeaf[] => {
      const [first] = group;
      if (first === undefined) return [];
      const controlBlocks = distinct(group.map(controlBlock));
      return [{ script: first.script, leafVersion: first.leafVersion, controlBlocks }];
    })
    .sort((a, b) => compareBytes(a.script, b.script) || a.leafVersion - b.leafVersion);
}

function distinct(blocks: readonly Bytes[]): Bytes[] {
  const unique = new Map(blocks.map((block) => [encodeHex(block), block]));
  return [...unique.values()].sort((a, b) => a.length - b.length || compareBytes(a, b));
}

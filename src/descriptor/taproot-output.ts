import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, compareBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { TAPROOT_LEAF_TAPSCRIPT } from '../script/limits.ts';
import { encodeControlBlock, tapBranchHash, tapLeafHash, tapTweakHash } from '../script/taproot.ts';
import type { TaprootLeaf, TaprootSpendData, TaprootTree } from '../signing/provider.ts';

/** A taproot output with all its scripts. Core: TaprootBuilder, once it is complete. */
export type TaprootOutput = {
  readonly outputKey: Bytes;
  readonly spendData: TaprootSpendData;
  readonly tree: TaprootTree;
};

type Leaf = { readonly script: Bytes; readonly hash: Bytes; readonly path: readonly Bytes[] };
type Branch = { readonly hash: Bytes; readonly depth: number; readonly leaves: readonly Leaf[] };

/** Tapscripts with their depths, from the left: as a descriptor's tree has them. `undefined`: the key is no point. */
export function buildTaprootOutput(
  internalKey: Bytes,
  scripts: readonly { readonly depth: number; readonly script: Bytes }[],
  curve: Secp256k1,
): TaprootOutput | undefined {
  const root = joinLeaves(scripts);
  const tweaked = curve.tweakXOnlyPublicKey(internalKey, tapTweakHash(internalKey, root?.hash));
  if (tweaked === undefined) return undefined;
  const leafVersion = TAPROOT_LEAF_TAPSCRIPT;
  const controlBlock = ({ path }: Leaf) =>
    encodeControlBlock(leafVersion, tweaked.parity, internalKey, path);
  return {
    outputKey: tweaked.xOnly,
    tree: scripts.map(({ depth, script }) => ({ depth, leafVersion, script })),
    spendData: {
      internalKey,
      ...(root && { merkleRoot: root.hash }),
      leaves: groupByScript(root?.leaves ?? [], controlBlock),
    },
  };
}

/** Two neighbours of the same depth are joined as soon as both are there. */
function joinLeaves(
  scripts: readonly { readonly depth: number; readonly script: Bytes }[],
): Branch | undefined {
  const stack: Branch[] = [];
  for (const { depth, script } of scripts) {
    const hash = tapLeafHash(TAPROOT_LEAF_TAPSCRIPT, script);
    let branch: Branch = { hash, depth, leaves: [{ script, hash, path: [] }] };
    for (let left = stack.at(-1); left?.depth === branch.depth; left = stack.at(-1)) {
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
    leaves: [...below(left, right.hash), ...below(right, left.hash)],
  };
}

/** In the order of the scripts' bytes; a script that occurs twice has two ways, the shorter one first. */
function groupByScript(
  leaves: readonly Leaf[],
  controlBlock: (leaf: Leaf) => Bytes,
): readonly TaprootLeaf[] {
  const groups = new Map<string, Leaf[]>();
  for (const leaf of leaves) {
    const id = encodeHex(leaf.script);
    groups.set(id, [...(groups.get(id) ?? []), leaf]);
  }
  return [...groups.values()]
    .flatMap((group): TaprootLeaf[] => {
      const [first] = group;
      if (first === undefined) return [];
      const controlBlocks = distinct(group.map(controlBlock));
      return [{ script: first.script, leafVersion: TAPROOT_LEAF_TAPSCRIPT, controlBlocks }];
    })
    .sort((a, b) => compareBytes(a.script, b.script));
}

function distinct(blocks: readonly Bytes[]): Bytes[] {
  const unique = new Map(blocks.map((block) => [encodeHex(block), block]));
  return [...unique.values()].sort((a, b) => a.length - b.length || compareBytes(a, b));
}

import type { Secp256k1, XOnlyPublicKey } from '../crypto/secp256k1.ts';
import { type Bytes, compareBytes } from '../encoding/bytes.ts';
import { lastOf } from '../encoding/list.ts';
import { encodeControlBlock, tapBranchHash, tapLeafHash, tapTweakHash } from '../script/taproot.ts';
import type { TaprootLeaf, TaprootSpendData, TaprootTree } from './provider.ts';

/** A taproot output with all its scripts. Core: a complete TaprootBuilder. */
export type TaprootOutput = {
  /** X-only, 32 bytes, as in the scriptPubKey. */
  readonly outputKey: Bytes;
  /** Internal key, Merkle root and leaves with their control blocks. */
  readonly spendData: TaprootSpendData;
  /** The leaves with their depths, from the left. */
  readonly tree: TaprootTree;
};

type Leaf = TaprootTree[number] & { readonly hash: Bytes; readonly path: readonly Bytes[] };
type Branch = { readonly hash: Bytes; readonly depth: number; readonly leaves: readonly Leaf[] };

/**
 * Builds an output from the leaves of a complete tree, or from none. Returns `undefined` if the key
 * is not a point.
 */
export function buildTaprootOutput(
  internalKey: Bytes,
  tree: TaprootTree,
  curve: Secp256k1,
): TaprootOutput | undefined {
  return buildTaprootOutputs([{ internalKey, tree }], curve)[0];
}

/** The internal key and tree of a taproot output. */
export type TaprootParts = { readonly internalKey: Bytes; readonly tree: TaprootTree };

/** Builds several outputs at once. */
export function buildTaprootOutputs(
  parts: readonly TaprootParts[],
  curve: Secp256k1,
): (TaprootOutput | undefined)[] {
  const roots = parts.map(({ tree }) => joinLeaves(tree));
  const tweaked = curve.tweakXOnlyPublicKeyMany(
    parts.map(({ internalKey }) => internalKey),
    parts.map(({ internalKey }, i) => tapTweakHash(internalKey, roots[i]?.hash)),
  );
  return parts.map(({ internalKey }, i) => {
    const key = tweaked[i];
    return key && outputOf(internalKey, key, roots[i]);
  });
}

function outputOf(
  internalKey: Bytes,
  { xOnly, parity }: XOnlyPublicKey,
  root: Branch | undefined,
): TaprootOutput {
  const controlBlock = ({ leafVersion, path }: Leaf) =>
    encodeControlBlock(leafVersion, parity, internalKey, path);
  return {
    outputKey: xOnly,
    // Core's order has the right one of two branches first.
    tree: (root?.leaves ?? []).map((leaf) => ({ depth: leaf.depth, ...leafScript(leaf) })),
    spendData: {
      internalKey,
      ...(root && { merkleRoot: root.hash }),
      leaves: mergeLeaves(
        (root?.leaves ?? []).map((leaf) => ({
          ...leafScript(leaf),
          controlBlocks: [controlBlock(leaf)],
        })),
      ),
    },
  };
}

const leafScript = ({ leafVersion, script }: Leaf): LeafScript => ({ leafVersion, script });

/** Joins two neighbours of the same depth as soon as both are known. */
function joinLeaves(tree: TaprootTree): Branch | undefined {
  const stack: Branch[] = [];
  for (const leaf of tree) {
    const hash = tapLeafHash(leaf.leafVersion, leaf.script);
    let branch: Branch = { hash, depth: leaf.depth, leaves: [{ ...leaf, hash, path: [] }] };
    for (let left = lastOf(stack); left?.depth === branch.depth; left = lastOf(stack)) {
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

/** Merges two sets of data about the same output. Core: TaprootSpendData::Merge. */
export function mergeTaprootSpendData(
  known: TaprootSpendData,
  added: TaprootSpendData,
): TaprootSpendData {
  const internalKey = known.internalKey ?? added.internalKey;
  const merkleRoot = known.merkleRoot ?? added.merkleRoot;
  return {
    ...(internalKey && { internalKey }),
    ...(merkleRoot && { merkleRoot }),
    leaves: mergeLeaves([...known.leaves, ...added.leaves]),
  };
}

/** Compares by script, then by version. */
export function compareLeaves(a: LeafScript, b: LeafScript): number {
  return compareBytes(a.script, b.script) || a.leafVersion - b.leafVersion;
}

type LeafScript = Pick<TaprootLeaf, 'script' | 'leafVersion'>;

/**
 * Returns one entry for each script and version in order, with the shortest control block first.
 */
export function mergeLeaves(leaves: readonly TaprootLeaf[]): TaprootLeaf[] {
  const sorted = [...leaves].sort(compareLeaves);
  const merged: TaprootLeaf[] = [];
  for (const leaf of sorted) {
    const last = lastOf(merged);
    if (last === undefined || compareLeaves(last, leaf) !== 0) merged.push(leaf);
    else
      merged.splice(-1, 1, {
        ...last,
        controlBlocks: [...last.controlBlocks, ...leaf.controlBlocks],
      });
  }
  return merged.map((leaf) => ({
    ...leaf,
    controlBlocks: uniqueShortestFirst(leaf.controlBlocks),
  }));
}

/** Compares by length, then by bytes. Core: ShortestVectorFirstComparator. */
export const shortestFirst = (a: Bytes, b: Bytes): number =>
  a.length - b.length || compareBytes(a, b);

function uniqueShortestFirst(blocks: readonly Bytes[]): Bytes[] {
  return [...blocks]
    .sort(shortestFirst)
    .filter((block, i, all) => i === 0 || compareBytes(block, all[i - 1] ?? block) !== 0);
}

import { describe, expect, test } from 'vitest';
import { encodeHex } from '../../src/encoding/hex.ts';
import { p2trScript } from '../../src/script/builders.ts';
import {
  encodeControlBlock,
  isControlBlockSize,
  tapBranchHash,
  tapLeafHash,
  taprootMerkleRoot,
  tapTweakHash,
} from '../../src/script/taproot.ts';
import { tinyVerifier } from '../support/curve.ts';
import { hex } from '../support/generate/script-text.ts';
import { readCoreData } from '../support/paths.ts';

const text = readCoreData('bip341_wallet_vectors.json');

type Leaf = { readonly id: number; readonly script: string; readonly leafVersion: number };
type Tree = Leaf | readonly [Tree, Tree];
type Vector = {
  readonly given: { readonly internalPubkey: string; readonly scriptTree: Tree | null };
  readonly intermediary: {
    readonly leafHashes?: readonly string[];
    readonly tweak: string;
    readonly merkleRoot: string | null;
  };
  readonly expected: {
    readonly scriptPubKey: string;
    readonly scriptPathControlBlocks?: readonly string[];
  };
};

type PlacedLeaf = { readonly leaf: Leaf; readonly path: readonly Uint8Array[] };

/**
 * The hash of a tree, and its leaves with their paths (BIP341, "Constructing and spending Taproot
 * outputs").
 */
function hashTree(tree: Tree): { hash: Uint8Array; leaves: readonly PlacedLeaf[] } {
  if ('script' in tree) {
    const hash = tapLeafHash(tree.leafVersion, hex(tree.script));
    return { hash, leaves: [{ leaf: tree, path: [] }] };
  }
  const [left, right] = [hashTree(tree[0]), hashTree(tree[1])];
  const add = (node: Uint8Array) => (placed: PlacedLeaf) => ({
    ...placed,
    path: [...placed.path, node],
  });
  return {
    hash: tapBranchHash(left.hash, right.hash),
    leaves: [...left.leaves.map(add(right.hash)), ...right.leaves.map(add(left.hash))],
  };
}

describe.skipIf(text === undefined)("BIP341's wallet vectors", () => {
  // The file's own form.
  const vectors = JSON.parse(text ?? '{"scriptPubKey":[]}').scriptPubKey as readonly Vector[];
  test.each(vectors.map((vector, i) => [i, vector] as const))('scriptPubKey %i', (_, vector) => {
    const { given, intermediary, expected } = vector;
    const internalKey = hex(given.internalPubkey);
    const tree = given.scriptTree === null ? undefined : hashTree(given.scriptTree);
    expect(tree?.hash && encodeHex(tree.hash)).toBe(intermediary.merkleRoot ?? undefined);
    const tweak = tapTweakHash(internalKey, tree?.hash);
    expect(encodeHex(tweak)).toBe(intermediary.tweak);
    const output = tinyVerifier.tweakXOnlyPublicKey(internalKey, tweak);
    if (output === undefined) throw new Error('the internal key is on the curve');
    expect(encodeHex(p2trScript(output.xOnly))).toBe(expected.scriptPubKey);
    for (const { leaf, path } of tree?.leaves ?? []) {
      const control = encodeControlBlock(leaf.leafVersion, output.parity, internalKey, path);
      expect(encodeHex(control)).toBe(expected.scriptPathControlBlocks?.[leaf.id]);
      const leafHash = tapLeafHash(leaf.leafVersion, hex(leaf.script));
      expect(encodeHex(leafHash)).toBe(intermediary.leafHashes?.[leaf.id]);
      expect(encodeHex(taprootMerkleRoot(control, leafHash))).toBe(intermediary.merkleRoot);
    }
  });
});

test('sizes of control blocks', () => {
  const sizes = Array.from({ length: 4200 }, (_, size) => size).filter(isControlBlockSize);
  expect(sizes).toEqual(Array.from({ length: 129 }, (_, nodes) => 33 + 32 * nodes));
});

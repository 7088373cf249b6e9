import * as btc from '@scure/btc-signer';
import { expect, test } from 'vitest';
import type { Bytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { Op } from '../../src/script/opcodes.ts';
import { buildScript } from '../../src/script/script.ts';
import type { TaprootTree } from '../../src/signing/provider.ts';
import {
  buildTaprootOutput,
  buildTaprootOutputs,
  mergeLeaves,
  mergeTaprootSpendData,
} from '../../src/signing/taproot-output.ts';
import { createRandom } from '../support/generate/random.ts';
import { curve, xOnlyOf } from '../support/signing.ts';

const LEAF = 0xc0;
type Node = Bytes | readonly [Node, Node];
type TheirTree = { readonly script: Bytes } | [TheirTree, TheirTree];

const isLeaf = (node: Node): node is Bytes => node instanceof Uint8Array;
const random = createRandom(86);
const newLeaf = (): Bytes => buildScript(xOnlyOf(1 + random.int(5)), Op.CHECKSIG);
const newTree = (leaves: number): Node => {
  if (leaves === 1) return newLeaf();
  const left = 1 + random.int(leaves - 1);
  return [newTree(left), newTree(leaves - left)];
};
const leavesOf = (node: Node, depth = 0): TaprootTree =>
  isLeaf(node)
    ? [{ depth, leafVersion: LEAF, script: node }]
    : node.flatMap((child) => leavesOf(child, depth + 1));
const theirs = (node: Node): TheirTree =>
  isLeaf(node) ? { script: node } : [theirs(node[0]), theirs(node[1])];

test('@scure/btc-signer builds the same outputs of any tree', () => {
  for (let leaves = 1; leaves <= 12; leaves++) {
    // Of five scripts: most are in several places.
    const node = newTree(leaves);
    const tree = leavesOf(node);
    const ours = buildTaprootOutput(xOnlyOf(6), tree, curve) ?? expect.unreachable();
    const other = btc.p2tr(xOnlyOf(6), theirs(node), undefined, true);
    expect(ours.outputKey).toEqual(other.tweakedPubkey);
    expect(ours.spendData.merkleRoot).toEqual(other.tapMerkleRoot);
    const blocks = (other.tapLeafScript ?? []).map(
      ([block, script]) =>
        [encodeHex(script), encodeHex(btc.TaprootControlBlock.encode(block))] as const,
    );
    const shortestFirst = (a: string, b: string) => a.length - b.length || (a < b ? -1 : 1);
    const byScript = [...new Set(blocks.map(([script]) => script))]
      .sort()
      .map((script) => [
        script,
        [...new Set(blocks.filter(([each]) => each === script).map(([, block]) => block))].sort(
          shortestFirst,
        ),
      ]);
    expect(
      ours.spendData.leaves.map(({ script, controlBlocks }) => [
        `${encodeHex(script)}c0`,
        controlBlocks.map(encodeHex),
      ]),
    ).toEqual(byScript);
    // The tree has the same leaves, and makes the same output again.
    expect([...ours.tree].map(({ depth }) => depth).sort()).toEqual(
      tree.map(({ depth }) => depth).sort(),
    );
    expect(buildTaprootOutput(xOnlyOf(6), ours.tree, curve)?.outputKey).toEqual(ours.outputKey);
  }
});

test('a key that is not a point gives no output, and others beside it do', () => {
  const none = new Uint8Array(32).fill(0xff);
  const outputs = buildTaprootOutputs(
    [none, xOnlyOf(6)].map((internalKey) => ({ internalKey, tree: [] })),
    curve,
  );
  expect(outputs.map((output) => output?.outputKey)).toEqual([
    undefined,
    btc.p2tr(xOnlyOf(6)).tweakedPubkey,
  ]);
  expect(outputs[1]?.spendData).toEqual({ internalKey: xOnlyOf(6), leaves: [] });
});

test('merging two views of an output keeps the first and adds from the second', () => {
  const [a, b] = [xOnlyOf(1), xOnlyOf(2)];
  const known = { internalKey: a, merkleRoot: a, leaves: [] };
  const added = { internalKey: b, merkleRoot: b, leaves: [] };
  expect(mergeTaprootSpendData(known, added)).toEqual(known);
  expect(mergeTaprootSpendData({ leaves: [] }, added)).toEqual(added);
  expect(mergeTaprootSpendData({ leaves: [] }, { leaves: [] })).toEqual({ leaves: [] });
});

test('leaves are merged by script and version, and control blocks sorted by length', () => {
  const script = newLeaf();
  const block = (length: number, fill: number) => new Uint8Array(length).fill(fill);
  const leaf = (leafVersion: number, controlBlocks: readonly Bytes[]) => ({
    script,
    leafVersion,
    controlBlocks,
  });
  const merged = mergeLeaves([
    leaf(0xc2, [block(33, 1)]),
    leaf(0xc0, [block(97, 1), block(65, 9)]),
    leaf(0xc0, [block(65, 9), block(65, 2)]),
  ]);
  expect(merged).toEqual([
    leaf(0xc0, [block(65, 2), block(65, 9), block(97, 1)]),
    leaf(0xc2, [block(33, 1)]),
  ]);
});

import { type Bytes, compareBytes, emptyBytes, equalBytes } from '../encoding/bytes.ts';
import { lastOf } from '../encoding/list.ts';
import { compactSizeLength } from '../encoding/writer.ts';
import { TAPROOT_LEAF_TAPSCRIPT } from '../script/limits.ts';
import { tapLeafHash } from '../script/taproot.ts';
import { type Desk, withEntry } from './draft.ts';
import { noteTaprootKey } from './keys.ts';
import { signMusig } from './musig.ts';
import type { TaprootLeaf, TaprootSpendData } from './provider.ts';
import { satisfyTapscript } from './satisfier.ts';

/** Two views of the same output as one. Core: TaprootSpendData::Merge. */
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

/** One entry for each script and version, in their order; control blocks the shortest first. */
export function mergeLeaves(leaves: readonly TaprootLeaf[]): TaprootLeaf[] {
  const sorted = [...leaves].sort(
    (a, b) => compareBytes(a.script, b.script) || a.leafVersion - b.leafVersion,
  );
  const merged: TaprootLeaf[] = [];
  for (const leaf of sorted) {
    const last = lastOf(merged);
    if (last === undefined || !isSameLeaf(last, leaf)) merged.push(leaf);
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

function isSameLeaf(a: TaprootLeaf, b: TaprootLeaf): boolean {
  return a.leafVersion === b.leafVersion && compareBytes(a.script, b.script) === 0;
}

function uniqueShortestFirst(blocks: readonly Bytes[]): Bytes[] {
  return [...blocks]
    .sort((a, b) => a.length - b.length || compareBytes(a, b))
    .filter((block, i, all) => i === 0 || compareBytes(block, all[i - 1] ?? block) !== 0);
}

/** The witness of a taproot output: by key if that can be had, else the smallest by script. Core: SignTaproot. */
export function signTaproot(desk: Desk, outputKey: Bytes): readonly Bytes[] | undefined {
  const { provider, draft } = desk;
  const spendData = provider.getTaprootSpendData(outputKey);
  if (spendData) draft.taprootSpendData = mergeTaprootSpendData(draft.taprootSpendData, spendData);
  draft.taprootTree = provider.getTaprootTree(outputKey) ?? draft.taprootTree;
  for (const [aggregate, participants] of provider.getMusigParticipants()) {
    if (draft.musigParticipants.has(aggregate)) continue;
    draft.musigParticipants = withEntry(draft.musigParticipants, aggregate, participants);
  }
  const { internalKey } = draft.taprootSpendData;
  if (internalKey) noteTaprootKey(desk, internalKey);
  noteTaprootKey(desk, outputKey);
  draft.taprootKeySignature ??= signKeyPath(desk, outputKey);
  if (draft.taprootKeySignature) return [draft.taprootKeySignature];
  const witness = signScriptPath(desk);
  if (witness === undefined) draft.missingSignatures.push(internalKey ?? outputKey);
  return witness;
}

/** By the tweaked internal key, else by a key that is the output key itself. */
function signKeyPath(desk: Desk, outputKey: Bytes): Bytes | undefined {
  const { creator, draft } = desk;
  const { internalKey, merkleRoot } = draft.taprootSpendData;
  const taprootTweak = merkleRoot ?? emptyBytes;
  // What somebody else claims, a PSBT's field, may not make this output: what is signed is verified with the key that it makes.
  const isProven = isSpendDataOf(desk.provider.getTaprootSpendData(outputKey), desk);
  const tweaked =
    internalKey &&
    (creator.schnorr({ xOnly: internalKey, taprootTweak, ...(isProven && { outputKey }) }) ??
      signMusig(desk, internalKey, { taprootTweak }));
  return tweaked ?? creator.schnorr({ xOnly: outputKey }) ?? signMusig(desk, outputKey, {});
}

/** Whether what the provider says of the output is what is used. */
function isSpendDataOf(own: TaprootSpendData | undefined, { draft }: Desk): boolean {
  const { internalKey, merkleRoot } = draft.taprootSpendData;
  if (own?.internalKey === undefined || internalKey === undefined) return false;
  return (
    equalBytes(own.internalKey, internalKey) &&
    equalBytes(own.merkleRoot ?? emptyBytes, merkleRoot ?? emptyBytes)
  );
}

function signScriptPath(desk: Desk): readonly Bytes[] | undefined {
  let smallest: readonly Bytes[] | undefined;
  for (const leaf of desk.draft.taprootSpendData.leaves) {
    const witness = signLeaf(desk, leaf);
    if (witness && (!smallest || stackSize(witness) < stackSize(smallest))) smallest = witness;
  }
  return smallest;
}

function signLeaf(
  desk: Desk,
  { script, leafVersion, controlBlocks }: TaprootLeaf,
): readonly Bytes[] | undefined {
  const [controlBlock] = controlBlocks;
  if (leafVersion !== TAPROOT_LEAF_TAPSCRIPT || controlBlock === undefined) return undefined;
  const stack = satisfyTapscript(desk, script, tapLeafHash(leafVersion, script));
  return stack && [...stack, script, controlBlock];
}

/** Bytes of a witness on the wire. */
export function stackSize(stack: readonly Bytes[]): number {
  return stack.reduce(
    (size, item) => size + compactSizeLength(item.length) + item.length,
    compactSizeLength(stack.length),
  );
}

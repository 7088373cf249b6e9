import { type Bytes, emptyBytes, equalBytes } from '../encoding/bytes.ts';
import { stackSize } from '../script/interpreter/witness.ts';
import { TAPROOT_LEAF_TAPSCRIPT } from '../script/limits.ts';
import { tapLeafHash } from '../script/taproot.ts';
import { noteTaprootKey } from './keys.ts';
import type { TaprootLeaf, TaprootSpendData } from './provider.ts';
import { satisfyTapscript } from './satisfier.ts';
import { signMusig } from './sign-musig.ts';
import { type SigningContext, withEntry } from './signature-data-builder.ts';
import { mergeTaprootSpendData } from './taproot-output.ts';

/**
 * Returns the witness of a taproot output: by key if possible, else the smallest by script. Core:
 * SignTaproot.
 */
export function signTaproot(
  context: SigningContext,
  outputKey: Bytes,
): readonly Bytes[] | undefined {
  const { provider, data } = context;
  const spendData = provider.getTaprootSpendData(outputKey);
  if (spendData) data.taprootSpendData = mergeTaprootSpendData(data.taprootSpendData, spendData);
  data.taprootTree = provider.getTaprootTree(outputKey) ?? data.taprootTree;
  for (const [aggregate, participants] of provider.getMusigParticipants(outputKey)) {
    if (data.musigParticipants.has(aggregate)) continue;
    data.musigParticipants = withEntry(data.musigParticipants, aggregate, participants);
  }
  const { internalKey } = data.taprootSpendData;
  if (internalKey) noteTaprootKey(context, internalKey);
  noteTaprootKey(context, outputKey);
  data.taprootKeySignature ??= signKeyPath(context, outputKey);
  if (data.taprootKeySignature) return [data.taprootKeySignature];
  const witness = signScriptPath(context);
  if (witness === undefined) data.missingSignatures.push(internalKey ?? outputKey);
  return witness;
}

/** Signs with the tweaked internal key, else with a key that equals the output key. */
function signKeyPath(context: SigningContext, outputKey: Bytes): Bytes | undefined {
  const { creator, data } = context;
  const { internalKey, merkleRoot } = data.taprootSpendData;
  const taprootTweak = merkleRoot ?? emptyBytes;
  // A PSBT field may have an internal key that does not give this output, so signatures are
  // verified with the key that it gives.
  const isProven = isSpendDataOf(context.provider.getTaprootSpendData(outputKey), context);
  const tweaked =
    internalKey &&
    (creator.schnorr({ xOnly: internalKey, taprootTweak, ...(isProven && { outputKey }) }) ??
      signMusig(context, internalKey, { taprootTweak }));
  return tweaked ?? creator.schnorr({ xOnly: outputKey }) ?? signMusig(context, outputKey, {});
}

/** Returns true if the provider's spend data is in use. */
function isSpendDataOf(own: TaprootSpendData | undefined, { data }: SigningContext): boolean {
  const { internalKey, merkleRoot } = data.taprootSpendData;
  if (own?.internalKey === undefined || internalKey === undefined) return false;
  return (
    equalBytes(own.internalKey, internalKey) &&
    equalBytes(own.merkleRoot ?? emptyBytes, merkleRoot ?? emptyBytes)
  );
}

function signScriptPath(context: SigningContext): readonly Bytes[] | undefined {
  let smallest: readonly Bytes[] | undefined;
  for (const leaf of context.data.taprootSpendData.leaves) {
    const witness = signLeaf(context, leaf);
    if (witness && (!smallest || stackSize(witness) < stackSize(smallest))) smallest = witness;
  }
  return smallest;
}

function signLeaf(
  context: SigningContext,
  { script, leafVersion, controlBlocks }: TaprootLeaf,
): readonly Bytes[] | undefined {
  const [controlBlock] = controlBlocks;
  if (leafVersion !== TAPROOT_LEAF_TAPSCRIPT || controlBlock === undefined) return undefined;
  const stack = satisfyTapscript(context, script, tapLeafHash(leafVersion, script));
  return stack && [...stack, script, controlBlock];
}

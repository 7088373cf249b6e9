import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { produceSignature } from '../signing/assemble.ts';
import type { SignatureCreator } from '../signing/creator.ts';
import type { SigningProvider } from '../signing/provider.ts';
import { emptySignatureData, type SignatureData } from '../signing/signature-data.ts';
import { buildTaprootOutput } from '../signing/taproot-output.ts';
import { keyData, updatedKeyFields } from './input-signatures.ts';
import type { PsbtOutput } from './psbt.ts';

/** Looks up data and signs nothing. */
const lookingCreator: SignatureCreator = {
  ecdsa: () => undefined,
  schnorr: () => undefined,
  checkLockTime: () => false,
  checkSequence: () => false,
};

/**
 * Adds the provider's scripts, trees, keys and origins to an output. Core: UpdatePSBTOutput.
 */
export function updatePsbtOutput(
  output: PsbtOutput,
  provider: SigningProvider,
  secp256k1: Secp256k1,
): PsbtOutput {
  const known = outputSignatureData(output, secp256k1);
  const { data } = produceSignature(provider, lookingCreator, output.scriptPubKey, known);
  const { taprootTree: tree = [], taprootSpendData } = data;
  return {
    ...output,
    ...updatedKeyFields(output, data),
    tapInternalKey: taprootSpendData.internalKey ?? output.tapInternalKey,
    tapTree: tree.length > 0 ? tree : output.tapTree,
  };
}

/** Core: PSBTOutput::FillSignatureData. */
function outputSignatureData(output: PsbtOutput, secp256k1: Secp256k1): SignatureData {
  const data = { ...emptySignatureData, ...keyData(output) };
  const { tapInternalKey, tapTree } = output;
  const taproot =
    tapInternalKey && tapTree.length > 0
      ? buildTaprootOutput(tapInternalKey, tapTree, secp256k1)
      : undefined;
  return taproot
    ? { ...data, taprootSpendData: taproot.spendData, taprootTree: taproot.tree }
    : data;
}

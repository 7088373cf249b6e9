import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { produceSignature } from '../signing/assemble.ts';
import type { BatchSigner } from '../signing/batch-signer.ts';
import type { SignatureCreator } from '../signing/creator.ts';
import type { SigningProgress } from '../signing/job.ts';
import type { SigningProvider } from '../signing/provider.ts';
import { emptySignatureData, type SignatureData } from '../signing/signature-data.ts';
import { buildTaprootOutput } from '../signing/taproot-output.ts';
import type { Task } from '../signing/task.ts';
import { keyData, updatedKeyFields } from './input-signatures.ts';
import type { MusigCreatorOf, PsbtFault, PsbtSignOptions } from './input-signing.ts';
import { processPsbt, type SignedPsbt } from './process-psbt.ts';
import type { Psbt, PsbtInput, PsbtOutput } from './psbt.ts';

/** A PSBT to sign, with keys and options. */
export type PsbtJob = PsbtSignOptions & {
  /** The PSBT to sign. It is not changed. */
  readonly psbt: Psbt;
  /** Returns the keys for an input. Default: `provider`, for every input. */
  readonly providerOf?: ((input: PsbtInput) => SigningProvider) | undefined;
  /** The curve that signatures are made and verified with. */
  readonly secp256k1: Secp256k1;
  /** Called after each step, and during long ones. */
  readonly onProgress?: ((progress: SigningProgress) => void) | undefined;
};

/**
 * Signs as `signPsbt` does. A bundle that loads MuSig2 later gives it only if the PSBT needs it.
 */
export function signJobTask(
  job: PsbtJob & { readonly musigCreator: MusigCreatorOf },
  signer: BatchSigner,
): Task<SignedPsbt | { readonly error: PsbtFault }> {
  const { provider, providerOf = () => provider, secp256k1 } = job;
  const process = {
    ...job,
    sourcesOf: (input: PsbtInput) => [() => providerOf(input)],
    updateOutput: (output: PsbtOutput) => updatePsbtOutput(output, provider, secp256k1),
    ends: ['SIGHASH_MISMATCH'] as const,
  };
  return processPsbt(process, signer);
}

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

export * from '../library/checked-psbt.ts';
export type { CurveOption } from '../library/curve-option.ts';
export type { InputAnalysis, PsbtAnalysis, PsbtRole } from '../psbt/analyze.ts';
export type { ExtractFailure } from '../psbt/extract.ts';
export type { PsbtFault, PsbtSignOptions } from '../psbt/input-signing.ts';
export type { JoinError, Shuffle } from '../psbt/join.ts';
export type { SignedPsbt } from '../psbt/process-psbt.ts';
export type {
  GlobalXpub,
  KeyPath,
  MusigField,
  MusigParticipants as PsbtMusigParticipants,
  Preimage,
  Psbt,
  PsbtInput,
  PsbtOutput,
  RawField,
  TapScriptSignature,
} from '../psbt/psbt.ts';
export type { PsbtJob } from '../psbt/sign-psbt.ts';
export type { SmallerPsbt } from '../psbt/smallest.ts';
export type { Signers } from '../signing/batch-signer.ts';
export type { MusigSource } from '../signing/musig-creator.ts';
export type { MusigNonces } from '../signing/musig-nonces.ts';
export { createMusigNonces } from '../signing/musig-nonces.ts';
export type { FeeLimits } from '../transaction/fee-bounds.ts';

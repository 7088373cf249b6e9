export * from '../library/checked-psbt.ts';
export type { PsbtAnalysis } from '../psbt/analyze.ts';
export type { SignedPsbt } from '../psbt/process-psbt.ts';
export type { KeyPath, Psbt, PsbtInput, PsbtOutput, RawField } from '../psbt/psbt.ts';
export type { PsbtJob } from '../psbt/sign-psbt.ts';
export type { MusigSource } from '../signing/musig-creator.ts';
export type { MusigNonces } from '../signing/musig-nonces.ts';
export { createMusigNonces } from '../signing/musig-nonces.ts';
export type { FeeLimits } from '../transaction/fee-bounds.ts';

export { decodeBase64, encodeBase64 } from '../encoding/base64.ts';
export type { InputAnalysis, PsbtAnalysis, PsbtRole } from '../psbt/analyze.ts';
export { analyzePsbt } from '../psbt/analyze.ts';
export { combinePsbts } from '../psbt/combine.ts';
export { convertPsbt } from '../psbt/convert.ts';
export { decodePsbt } from '../psbt/decode.ts';
export { encodePsbt } from '../psbt/encode.ts';
export type { ExtractFailure, ExtractOptions } from '../psbt/extract.ts';
export { extractTransaction } from '../psbt/extract.ts';
export { finalizePsbt } from '../psbt/finalize.ts';
export type { Shuffle } from '../psbt/join.ts';
export { joinPsbts } from '../psbt/join.ts';
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
export { createPsbt } from '../psbt/psbt.ts';
export { spentOutput } from '../psbt/session.ts';
export type { PsbtFault, PsbtSignOptions } from '../psbt/sign.ts';
export type { PsbtJob, SignedPsbt } from '../psbt/sign-psbt.ts';
export { signPsbt, signPsbtWith } from '../psbt/sign-psbt.ts';
export { uniqueId, unsignedTransaction } from '../psbt/unsigned-transaction.ts';
export type { Hands } from '../signing/hands.ts';
export type { MusigSource } from '../signing/musig-creator.ts';
export type { MusigNonces } from '../signing/musig-nonces.ts';
export { createMusigNonces } from '../signing/musig-nonces.ts';

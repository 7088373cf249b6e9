export type { CacheDraft, DescriptorCache } from '../descriptor/cache.ts';
export type { CheckedText } from '../descriptor/checksum.ts';
export type { KeySource } from '../descriptor/derive-keys.ts';
export type {
  Descriptor,
  MiniscriptDescriptor,
  SingleKeyKind,
  TreeLeaf,
} from '../descriptor/descriptor.ts';
export type { Expansion } from '../descriptor/expand.ts';
export type { ExtendedKeyPlace, ExtendedPublicKey } from '../descriptor/extended-key.ts';
export type { FlatSigningProvider, Preimages } from '../descriptor/flat-signing-provider.ts';
export { createFlatSigningProvider } from '../descriptor/flat-signing-provider.ts';
export type { PublicStyle } from '../descriptor/format-key.ts';
export type {
  ExtendedKeyExpression,
  KeyExpression,
  MusigExpression,
  Wildcard,
} from '../descriptor/key-expression.ts';
export type { ChecksumFix } from '../descriptor/locate-error.ts';
export type { HashLock } from '../descriptor/miniscript-ways.ts';
export type { ParsedDescriptors, ParseFailure } from '../descriptor/parse.ts';
export type { DescriptorContext } from '../descriptor/parser.ts';
export type { PrivateKeySource } from '../descriptor/private-keys.ts';
export type { SilentDescriptor } from '../descriptor/silent-descriptor.ts';
export type { SigningGroup, SpendingPath } from '../descriptor/spending-paths.ts';
export * from '../library/checked-descriptor.ts';
export * from '../library/checked-silent.ts';
export type { CurveOption } from '../library/curve-option.ts';
export type { Node as MiniscriptNode } from '../miniscript/node.ts';
export type { SilentFault, SilentOutput, SilentPayments } from '../psbt/silent-payments.ts';
export type { SilentSigning, SilentStandIns } from '../psbt/silent-signing.ts';
export { silentSigning } from '../psbt/silent-signing.ts';
export type { TaprootOutput } from '../signing/taproot-output.ts';
export type { SilentScanKeys } from '../silent/keys.ts';
export type { SilentCandidate, SilentPayment, SilentScanner } from '../silent/scan.ts';
export type { SilentInput, SilentSendFault } from '../silent/send.ts';
export type { SilentAddressFault, SilentRecipient } from '../silent/silent-address.ts';

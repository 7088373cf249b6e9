/** @deprecated These names are in `coldsign/descriptor`. This entry goes with 1.0. */

export type { SilentDescriptor } from '../descriptor/silent-descriptor.ts';
export * from '../library/checked-silent.ts';
export type { SilentFault, SilentOutput, SilentPayments } from '../psbt/silent-payments.ts';
export type { SilentSigning, SilentStandIns } from '../psbt/silent-signing.ts';
export { silentSigning } from '../psbt/silent-signing.ts';
export type { SilentScanKeys } from '../silent/keys.ts';
export type { SilentCandidate, SilentPayment, SilentScanner } from '../silent/scan.ts';
export type { SilentInput, SilentSendFault } from '../silent/send.ts';
export type { SilentAddressFault, SilentRecipient } from '../silent/silent-address.ts';

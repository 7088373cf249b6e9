export type {
  BsmsFile,
  BsmsWallet,
  CreatedBsmsKey,
  CreatedBsmsWallet,
} from '../formats/bsms-setup.ts';
export type { ExportedWallet } from '../formats/export.ts';
export type { ImportedDescriptor, ImportedWallet } from '../formats/import.ts';
export type { WalletLabel } from '../formats/labels.ts';
export { formatLabels, readLabels } from '../formats/labels.ts';
export type { ExportFormat, FormatFailure } from '../formats/wallet-file.ts';
export type { RegisteredPolicy, WalletPolicy } from '../formats/wallet-policy.ts';
export type { WalletExport } from '../formats/write-wallet.ts';
export type { SlipKey } from '../keys/slip132.ts';
export { formatSlipKey, readSlipKey } from '../keys/slip132.ts';
export * from '../library/formats-api.ts';

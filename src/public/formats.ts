export type {
  BsmsFile,
  BsmsKeyRequest,
  BsmsSigner,
  BsmsWallet,
  BsmsWalletRequest,
  CreatedBsmsKey,
  CreatedBsmsWallet,
} from '../formats/bsms-setup.ts';
export type { ExportedKey } from '../formats/cosigners.ts';
export type { ExportedWallet, ExportOptions } from '../formats/export.ts';
export type { ImportedDescriptor, ImportedKey, ImportedWallet } from '../formats/import.ts';
export type { LabelType, ReadLabels, WalletLabel } from '../formats/labels.ts';
export type { MultiScript } from '../formats/standard-wallet.ts';
export type {
  ExportFormat,
  FormatContext,
  FormatFailure,
  ReadOptions,
  UrType,
  WalletFormat,
} from '../formats/wallet-file.ts';
export type { RegisteredPolicy, WalletPolicy } from '../formats/wallet-policy.ts';
export type { WalletExport } from '../formats/write-wallet.ts';
export type { KeyScript, SlipKey } from '../keys/slip132.ts';
export * from '../library/checked-formats.ts';

export type { BsmsFile, BsmsWallet } from '../formats/bsms-setup.ts';
export type { ExportedWallet } from '../formats/export.ts';
export type { ImportedDescriptor, ImportedWallet } from '../formats/import.ts';
export type { WalletLabel } from '../formats/labels.ts';
export type { ExportFormat } from '../formats/wallet-file.ts';
export type { WalletPolicy } from '../formats/wallet-policy.ts';
export type { WalletExport } from '../formats/write-wallet.ts';
export * from '../library/checked-formats.ts';

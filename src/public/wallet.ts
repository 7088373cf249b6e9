export type { Block, BlockHash, BlockHeader } from '../chain/block.ts';
export type * from '../chain/node-answers.ts';
export type * from '../chain/source.ts';
export type { DeriveKey, ScryptCost } from '../crypto/passphrase.ts';
export type { OutputType } from '../descriptor/descriptor.ts';
export type { FileLike, FilesLike, FolderOptions, IndexedDbLike } from '../library/app-storage.ts';
export { createFileStorage, createIndexedDbStorage } from '../library/app-storage.ts';
export type {
  AppWalletOptions,
  SnapshotOptions,
  TrustedSnapshotSigner,
} from '../library/create-wallets.ts';
export { createMemoryHost, createWallets, openSnapshot } from '../library/create-wallets.ts';
export type { WalletStorage } from '../library/wallet-storage.ts';
export { createMusigNonces } from '../signing/musig-nonces.ts';
export type { SeenSnapshot, TrustedSigner } from '../snapshot/snapshot-trust.ts';
export type { WalletOptions } from '../wallet/options.ts';
export { defaultWalletOptions } from '../wallet/options.ts';
export type { WalletHost } from '../wallet-host/host.ts';
export * from './sources.ts';

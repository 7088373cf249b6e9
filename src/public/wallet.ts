export type { SnapshotSigner } from '../chain/snapshot-signature.ts';
export type { SeenSnapshot } from '../chain/snapshot-trust.ts';
export type { ChainSource, Provenance } from '../chain/source.ts';
export type {
  AppWalletOptions,
  SnapshotOptions,
  TrustedSnapshotSigner,
} from '../rpc/app-wallets.ts';
export { createWallets, openSnapshot } from '../rpc/app-wallets.ts';
export type { WalletStorage } from '../rpc/wallet-storage.ts';
export { createMusigNonces } from '../signing/musig-nonces.ts';
export type { WalletHost, WalletOptions } from '../wallet/host.ts';
export { defaultWalletOptions } from '../wallet/host.ts';
export { createMemoryHost } from '../wallet/memory-host.ts';

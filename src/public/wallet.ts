export type { Block, BlockHash, BlockHeader } from '../chain/block.ts';
export type * from '../chain/node-answers.ts';
export type * from '../chain/source.ts';
export type { DeriveKey, ScryptCost } from '../crypto/passphrase.ts';
export type { OutputType } from '../descriptor/descriptor.ts';
export type { FileLike, FilesLike, FolderOptions, IndexedDbLike } from '../library/app-storage.ts';
export { createFileStorage, createIndexedDbStorage } from '../library/app-storage.ts';
export * from '../library/checked-sources.ts';
export type {
  AppWalletOptions,
  SnapshotOptions,
  TrustedSnapshotSigner,
} from '../library/create-wallets.ts';
export { createMemoryHost, createWallets, openSnapshot } from '../library/create-wallets.ts';
export type { WalletStorage } from '../library/wallet-storage.ts';
export type * from '../servers/coin-source.ts';
export type { CoinSourceOptions } from '../servers/create-coin-source.ts';
export type { ElectrumOptions, ElectrumSource } from '../servers/electrum.ts';
export type {
  ElectrumConnection,
  ElectrumHandlers,
  ElectrumServer,
  ElectrumTransport,
} from '../servers/electrum-client.ts';
export type { EsploraOptions } from '../servers/esplora.ts';
export type { EsploraServer, Fetch, FetchAnswer, FetchRequest } from '../servers/esplora-http.ts';
export type { ListCoinsOptions, ListCoinsProgress, SourceCoins } from '../servers/list-coins.ts';
export type { SourceChainOptions } from '../servers/source-chain.ts';
export type { SourceError, SourceFault } from '../servers/source-error.ts';
export { isSourceError } from '../servers/source-error.ts';
export type { SetTimeout } from '../servers/time-limit.ts';
export { createMusigNonces } from '../signing/musig-nonces.ts';
export type { SeenSnapshot, TrustedSigner } from '../snapshot/snapshot-trust.ts';
export type { WalletOptions } from '../wallet/options.ts';
export { defaultWalletOptions } from '../wallet/options.ts';
export type { WalletHost } from '../wallet-host/host.ts';

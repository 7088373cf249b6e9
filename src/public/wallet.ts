export type { Block, BlockHeader } from '../chain/block.ts';
export type { BroadcastResult } from '../chain/node-answers.ts';
export type {
  ChainCoin,
  ChainHeader,
  ChainSource,
  ChainTip,
  Mempool,
  Scan,
  ScanRequest,
} from '../chain/source.ts';
export type { DeriveKey } from '../crypto/passphrase.ts';
export type { FilesLike, IndexedDbLike } from '../library/app-storage.ts';
export { createFileStorage, createIndexedDbStorage } from '../library/app-storage.ts';
export type { AppWalletOptions } from '../library/create-wallets.ts';
export { createWallets } from '../library/create-wallets.ts';
export type { SnapshotOptions } from '../library/open-app-snapshot.ts';
export { openSnapshot } from '../library/open-app-snapshot.ts';
export type { WalletStorage } from '../library/wallet-storage.ts';
export type {
  BackendTip,
  BackendTransaction,
  CoinBackend,
  CoinSource,
  SourceCoin,
  SourceTip,
  SourceTransaction,
} from '../servers/coin-source.ts';
export { createCoinSource } from '../servers/create-coin-source.ts';
export type { ElectrumOptions, ElectrumSource } from '../servers/electrum.ts';
export { createElectrumSource } from '../servers/electrum.ts';
export type { ElectrumConnection, ElectrumTransport } from '../servers/electrum-client.ts';
export type { EsploraOptions } from '../servers/esplora.ts';
export { createEsploraSource } from '../servers/esplora.ts';
export type { Fetch } from '../servers/esplora-http.ts';
export type { SourceCoins } from '../servers/list-coins.ts';
export { listCoins } from '../servers/list-coins.ts';
export { createSourceChain } from '../servers/source-chain.ts';
export type { SourceError } from '../servers/source-error.ts';
export { createMusigNonces } from '../signing/memory-nonces.ts';
export type { WalletOptions } from '../wallet/options.ts';
export type { WalletHost } from '../wallet-host/host.ts';

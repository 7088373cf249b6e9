export type {
  AddressBranches,
  BackendTip,
  BackendTransaction,
  BlockEvidence,
  CoinBackend,
  CoinSource,
  FeeRates,
  MerkleProof,
  ScriptBranches,
  ScriptKey,
  SourceBlock,
  SourceCoin,
  SourceTip,
  SourceTransaction,
} from '../chain/coin-source.ts';
export type { CoinSourceOptions } from '../chain/create-coin-source.ts';
export type { ElectrumOptions, ElectrumSource } from '../chain/electrum.ts';
export type {
  ElectrumConnection,
  ElectrumHandlers,
  ElectrumServer,
  ElectrumTransport,
} from '../chain/electrum-client.ts';
export type { EsploraOptions } from '../chain/esplora.ts';
export type { EsploraServer, Fetch, FetchAnswer, FetchRequest } from '../chain/esplora-http.ts';
export type { ListCoinsOptions, SourceCoins } from '../chain/list-coins.ts';
export type { SourceChainOptions } from '../chain/source-chain.ts';
export type { SourceError, SourceFault } from '../chain/source-error.ts';
export { isSourceError } from '../chain/source-error.ts';
export type { SetTimeout } from '../chain/time-limit.ts';
export {
  createCoinSource,
  createElectrumSource,
  createEsploraSource,
  createSourceChain,
  listCoins,
} from '../library/sources.ts';

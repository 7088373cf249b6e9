export type {
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
export type { EsploraOptions } from '../chain/esplora.ts';
export type { EsploraServer, Fetch, FetchAnswer } from '../chain/esplora-http.ts';
export type { ListCoinsOptions, SourceCoins } from '../chain/list-coins.ts';
export type { SourceError, SourceFault } from '../chain/source-error.ts';
export { isSourceError } from '../chain/source-error.ts';
export type { SetTimeout } from '../chain/time-limit.ts';
export { createCoinSource, createEsploraSource, listCoins } from '../library/sources.ts';

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
export type { ListCoinsOptions, SourceCoins } from '../chain/list-coins.ts';
export type { SourceError, SourceFault } from '../chain/source-error.ts';
export { isSourceError } from '../chain/source-error.ts';
export { createCoinSource, listCoins } from '../library/sources.ts';

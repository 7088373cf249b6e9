/** @deprecated These names are in `coldsign/wallet`. This entry goes with 1.0. */

export * from '../library/checked-sources.ts';
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

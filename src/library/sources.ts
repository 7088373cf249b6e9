import * as create from '../chain/create-coin-source.ts';
import * as electrum from '../chain/electrum.ts';
import * as esplora from '../chain/esplora.ts';
import * as list from '../chain/list-coins.ts';
import * as chain from '../chain/source-chain.ts';
import { checked, checkedAsync } from './checked.ts';

export const createCoinSource: typeof create.createCoinSource = /* @__PURE__ */ checked(
  'createCoinSource',
  { backend: 'CoinBackend', options: 'CoinSourceOptions' },
  create.createCoinSource,
);
export const createElectrumSource: typeof electrum.createElectrumSource = /* @__PURE__ */ checked(
  'createElectrumSource',
  { options: 'ElectrumOptions' },
  electrum.createElectrumSource,
);
export const createEsploraSource: typeof esplora.createEsploraSource = /* @__PURE__ */ checked(
  'createEsploraSource',
  { options: 'EsploraOptions' },
  esplora.createEsploraSource,
);
export const listCoins: typeof list.listCoins = /* @__PURE__ */ checkedAsync(
  'listCoins',
  { source: 'CoinSource', account: 'object', options: 'object?' },
  list.listCoins,
);
export const createSourceChain: typeof chain.createSourceChain = /* @__PURE__ */ checked(
  'createSourceChain',
  { source: 'CoinSource', options: 'object?' },
  chain.createSourceChain,
);

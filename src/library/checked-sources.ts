import { networks } from '../encoding/network.ts';
import * as create from '../servers/create-coin-source.ts';
import * as electrum from '../servers/electrum.ts';
import * as esplora from '../servers/esplora.ts';
import * as list from '../servers/list-coins.ts';
import * as chain from '../servers/source-chain.ts';
import { checkedWith, rejecting } from './checked.ts';

const requests = {
  network: 'NetworkName',
  timeout: 'any',
  setTimeout: 'any',
  maxLength: 'any',
  signal: 'AbortSignal?',
} as const;

const checked = /* @__PURE__ */ checkedWith({
  CoinBackend: {
    tip: 'function',
    transactions: 'function',
    transaction: 'function?',
    feeRates: 'function?',
    broadcast: 'function?',
    headers: 'function?',
  },
  CoinSource: { network: 'NetworkName', tip: 'function', transactions: 'function' },
  CoinSourceOptions: {
    only: {
      network: 'NetworkName',
      proofs: 'any',
      linked: 'any',
      signal: 'AbortSignal?',
    },
  },
  ElectrumOptions: { only: { ...requests, transport: 'function' } },
  EsploraOptions: { only: { ...requests, url: 'text', fetch: 'function', atOnce: 'any' } },
  NetworkName: {
    is: (value: unknown) => Object.keys(networks).some((name) => name === value),
    words: 'the name of a network, such as main',
  },
  AddressBranches: {
    address: 'function',
    changeAddress: 'function',
    isRange: 'boolean',
    next: 'any',
  },
  ListCoinsOptions: {
    only: { gapLimit: 'GapLimit?', signal: 'AbortSignal?', onProgress: 'function?' },
  },
  // With 0 no address is asked about, so that an account looks empty.
  GapLimit: {
    is: (value: unknown) => Number.isInteger(value) && Number(value) > 0 && Number(value) <= 10_000,
    words: 'a whole number from 1 to 10000',
  },
  SourceChainOptions: {
    only: {
      gapLimit: 'GapLimit?',
      interval: 'number?',
      now: 'function?',
      wait: 'function?',
    },
  },
});

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
export const listCoins: typeof list.listCoins = /* @__PURE__ */ rejecting(
  /* @__PURE__ */ checked(
    'listCoins',
    { source: 'CoinSource', account: 'function[]|AddressBranches', options: 'ListCoinsOptions?' },
    list.listCoins,
  ),
);
export const createSourceChain: typeof chain.createSourceChain = /* @__PURE__ */ checked(
  'createSourceChain',
  { source: 'CoinSource', options: 'SourceChainOptions?' },
  chain.createSourceChain,
);

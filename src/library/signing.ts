import * as wif from '../crypto/wif.ts';
import * as errors from '../signing/input-error.ts';
import * as keys from '../signing/key-provider.ts';
import * as provider from '../signing/provider.ts';
import * as single from '../signing/single-key-provider.ts';
import { checked, checkedAsync } from './checked.ts';
import * as guard from './fee-guard.ts';

export const decodeWif: typeof wif.decodeWif = /* @__PURE__ */ checked(
  'decodeWif',
  { text: 'text', network: 'Network' },
  wif.decodeWif,
);
export const encodeWif: typeof wif.encodeWif = /* @__PURE__ */ checked(
  'encodeWif',
  { key: 'PrivateKey', network: 'Network' },
  wif.encodeWif,
);
export const inputErrorSentence: typeof errors.inputErrorSentence = /* @__PURE__ */ checked(
  'inputErrorSentence',
  { error: 'InputError' },
  errors.inputErrorSentence,
);
export const createKeyProvider: typeof keys.createKeyProvider = /* @__PURE__ */ checked(
  'createKeyProvider',
  { options: 'KeyProviderOptions', curve: 'Secp256k1' },
  keys.createKeyProvider,
);
export const createSingleKeyProvider: typeof single.createSingleKeyProvider =
  /* @__PURE__ */ checked(
    'createSingleKeyProvider',
    { keys: 'PrivateKey[]', curve: 'Secp256k1' },
    single.createSingleKeyProvider,
  );
export const joinProviders: typeof provider.joinProviders = /* @__PURE__ */ checked(
  'joinProviders',
  { first: 'SigningProvider', second: 'SigningProvider' },
  provider.joinProviders,
);
export const signTransaction: typeof guard.signTransaction = /* @__PURE__ */ checked(
  'signTransaction',
  { job: 'SigningJob' },
  guard.signTransaction,
);
export const signTransactionWith: typeof guard.signTransactionWith = /* @__PURE__ */ checkedAsync(
  'signTransactionWith',
  { job: 'SigningJob', signers: 'Signers' },
  guard.signTransactionWith,
);

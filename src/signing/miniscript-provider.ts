import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { decodeMiniscript } from '../miniscript/from-script.ts';
import { satisfy } from '../miniscript/satisfy.ts';
import { createTemplateProvider, type KeyProviderOptions } from './key-provider.ts';
import { type SigningProvider, unknowingProvider } from './provider.ts';

/** Knows no keys, but can parse miniscript. Core: DUMMY_SIGNING_PROVIDER. */
export const emptyProvider: SigningProvider = /* @__PURE__ */ withMiniscript(unknowingProvider);

/** Returns the same provider, which can parse and satisfy miniscript. */
export function withMiniscript(provider: SigningProvider): SigningProvider {
  return { ...provider, miniscript: { decode: decodeMiniscript, satisfy } };
}

/**
 * Creates a provider from keys and scripts in memory. Core: FlatSigningProvider in
 * signrawtransactionwithkey.
 */
export const createKeyProvider = (options: KeyProviderOptions, curve: Secp256k1): SigningProvider =>
  withMiniscript(createTemplateProvider(options, curve));

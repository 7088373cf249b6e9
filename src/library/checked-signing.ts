import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { argumentError } from '../encoding/coldsign-error.ts';
import type { SignatureChecker } from '../script/checker.ts';
import { createSighashCache } from '../sighash/cache.ts';
import * as checker from '../sighash/transaction-checker.ts';
import * as keys from '../signing/key-provider.ts';
import type * as provider from '../signing/provider.ts';
import * as single from '../signing/single-key-provider.ts';
import type { Coin, Transaction } from '../transaction/transaction.ts';
import { checked } from './checked.ts';

/**
 * Makes a provider of keys and scripts in memory. Core: FlatSigningProvider as
 * signrawtransactionwithkey fills it.
 *
 * @param options - Keys, scripts and taproot data; `secp256k1`: another curve.
 */
export const createKeyProvider: (
  options: keys.KeyProviderOptions & { readonly secp256k1?: Secp256k1 | undefined },
) => provider.SigningProvider = /* @__PURE__ */ checked(
  'createKeyProvider',
  { options: 'KeyProviderOptions' },
  (options) => keys.createKeyProvider(options, options.secp256k1 ?? nobleSecp256k1),
);
/**
 * Makes a provider of keys only, for outputs that one key spends: P2PK, P2PKH, P2WPKH. It knows no
 * scripts, and reads none: a bundle with it, and without `createKeyProvider` and PSBTs, contains no
 * miniscript.
 *
 * @param keys - Each signs for its public key in the key's own form, compressed or not.
 * @param curve - Default: the curve in pure JavaScript.
 */
export const createSingleKeyProvider: (
  keys: readonly PrivateKey[],
  curve?: Secp256k1,
) => provider.SigningProvider = /* @__PURE__ */ checked(
  'createSingleKeyProvider',
  { keys: 'PrivateKey[]', curve: 'Secp256k1?' },
  (keys, curve = nobleSecp256k1) => single.createSingleKeyProvider(keys, curve),
);
/**
 * Creates a checker of signatures and lock times for one input, for `verifyScript`. Core:
 * TransactionSignatureChecker.
 *
 * @param transaction - It spends the coins.
 * @param coins - The coin of each input, with its value in satoshi; `undefined` if unknown.
 * @param input - The index of the input, from 0.
 * @param curve - Default: the curve in pure JavaScript.
 */
export const transactionChecker: (
  transaction: Transaction,
  coins: readonly (Coin | undefined)[],
  input: number,
  curve?: Secp256k1,
) => SignatureChecker = /* @__PURE__ */ checked(
  'transactionChecker',
  { transaction: 'Transaction', coins: 'Coin?[]', input: 'integer', curve: 'Secp256k1?' },
  (transaction, coins, input, curve = nobleSecp256k1) => {
    const { length } = transaction.inputs;
    if (coins.length !== length) {
      throw argumentError(
        `transactionChecker: coins must be one for each of ${length} inputs, not ${coins.length}`,
        'Write undefined for a coin that is unknown.',
      );
    }
    if (input < 0 || input >= length) {
      throw argumentError(
        `transactionChecker: input must be one of ${length} inputs, counted from 0, not ${input}`,
        'The first input is 0.',
      );
    }
    return checker.transactionChecker(createSighashCache(transaction, coins), input, curve);
  },
);

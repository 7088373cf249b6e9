import { checkArguments } from '../arguments/check-arguments.ts';
import { refuseMore } from '../arguments/count-arguments.ts';
import { curveOf } from '../crypto/complete-curve.ts';
import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import type { Curve } from '../crypto/secp256k1.ts';
import { argumentError } from '../encoding/coldsign-error.ts';
import type { SignatureChecker } from '../script/checker.ts';
import { createSighashCache } from '../sighash/cache.ts';
import * as checker from '../sighash/transaction-checker.ts';
import type { KeyProviderOptions } from '../signing/key-provider.ts';
import * as keys from '../signing/miniscript-provider.ts';
import type * as provider from '../signing/provider.ts';
import * as single from '../signing/single-key-provider.ts';
import type { Coin, Transaction } from '../transaction/transaction.ts';
import { argumentKinds } from './argument-kinds.ts';

/**
 * Makes a provider of keys and scripts in memory. Core: FlatSigningProvider as
 * signrawtransactionwithkey fills it.
 *
 * @param options - Keys, scripts and taproot data; `secp256k1`: another curve.
 */
export function createKeyProvider(
  options: KeyProviderOptions & { readonly secp256k1?: Curve | undefined },
): provider.SigningProvider {
  refuseMore(
    'createKeyProvider',
    arguments,
    1,
    'Write createKeyProvider({ keys, scripts, taproot }).',
  );
  checkArguments('createKeyProvider', { options: [options, 'KeyProviderOptions'] }, argumentKinds);
  return keys.createKeyProvider(options, curveOf(options.secp256k1 ?? nobleSecp256k1));
}
/**
 * Makes a provider of keys only, for outputs that one key spends: P2PK, P2PKH, P2WPKH. It knows no
 * scripts, and reads none: a bundle with it, and without `createKeyProvider` and PSBTs, contains no
 * miniscript.
 *
 * @param keys - Each signs for its public key in the key's own form, compressed or not.
 * @param curve - Default: the curve in pure JavaScript.
 */
export function createSingleKeyProvider(
  keys: readonly PrivateKey[],
  curve: Curve = nobleSecp256k1,
): provider.SigningProvider {
  refuseMore('createSingleKeyProvider', arguments, 2, 'Write createSingleKeyProvider(keys).');
  checkArguments(
    'createSingleKeyProvider',
    { keys: [keys, 'PrivateKey[]'], curve: [curve, 'Curve'] },
    argumentKinds,
  );
  return single.createSingleKeyProvider(keys, curveOf(curve));
}
/**
 * Creates a checker of signatures and lock times for one input, for `verifyScript`. Core:
 * TransactionSignatureChecker.
 *
 * @param transaction - It spends the coins.
 * @param coins - The coin of each input, with its value in satoshi; `undefined` if unknown.
 * @param input - The index of the input, from 0.
 * @param curve - Default: the curve in pure JavaScript.
 */
export function transactionChecker(
  transaction: Transaction,
  coins: readonly (Coin | undefined)[],
  input: number,
  curve: Curve = nobleSecp256k1,
): SignatureChecker {
  refuseMore(
    'transactionChecker',
    arguments,
    4,
    'Write transactionChecker(transaction, coins, input).',
  );
  checkArguments(
    'transactionChecker',
    {
      transaction: [transaction, 'Transaction'],
      coins: [coins, 'Coin?[]'],
      input: [input, 'integer'],
      curve: [curve, 'Curve'],
    },
    argumentKinds,
  );
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
  return checker.transactionChecker(createSighashCache(transaction, coins), input, curveOf(curve));
}

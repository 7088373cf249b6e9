import type { PrivateKey } from '../../crypto/private-key.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import {
  createFlatSigningProvider,
  mergeFlatSigningProvider,
  toSigningProvider,
} from '../../descriptor/flat-signing-provider.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { emptyProvider } from '../../signing/miniscript-provider.ts';
import type { SigningProvider } from '../../signing/provider.ts';
import type { Pause, Task } from '../../signing/task.ts';
import { isComplete } from '../../signing/verify-inputs.ts';
import { type Coin, outPointKey, type Transaction } from '../../transaction/transaction.ts';
import { findScript, flatProvidersAt } from '../keys/wallet-descriptor.ts';
import type { Wallet } from '../wallet.ts';

/** Number of scripts whose keys are derived together. */
const FEW = 32;

/**
 * Lists the signers of a transaction in a wallet: a provider for each descriptor that owns one of
 * its coins, tried in turn over all inputs. Like in Core, a descriptor does not use another's keys.
 *
 * A descriptor that owns no coin still checks the inputs; if all are complete, they are not signed
 * again. Core's order is that of addresses in memory: such a descriptor probably comes first if
 * there are at least as many of them.
 *
 * `derived` receives the private keys that the caller overwrites after use. Other work runs after
 * every few scripts if there is a pause.
 */
export function* walletSigners(
  wallet: Wallet,
  transaction: Transaction,
  coins: ReadonlyMap<string, Coin>,
  secp256k1: Secp256k1,
  derived: PrivateKey[],
  pause?: Pause,
): Task<readonly SigningProvider[]> {
  const { keyring } = wallet;
  const scripts = new Set<string>();
  for (const { prevout } of transaction.inputs) {
    const coin = coins.get(outPointKey(prevout));
    if (coin !== undefined) scripts.add(encodeHex(coin.scriptPubKey));
  }
  const providers: SigningProvider[] = [];
  for (const owner of wallet.descriptors.values()) {
    const flatProvider = createFlatSigningProvider();
    const places = [...scripts].flatMap((script) => findScript(owner, script) ?? []);
    let owns = false;
    for (let from = 0; from < places.length; from += FEW) {
      const few = places.slice(from, from + FEW);
      for (const known of flatProvidersAt(owner, few, { secp256k1, keyring }, derived)) {
        if (known === undefined) continue;
        mergeFlatSigningProvider(flatProvider, known);
        owns = true;
      }
      if (pause) yield pause();
    }
    if (owns) providers.push(toSigningProvider(flatProvider));
  }
  if (providers.length === 0) return [emptyProvider];
  const onlookers = wallet.descriptors.size - providers.length;
  return onlookers >= providers.length && isComplete(transaction, coins, secp256k1)
    ? [emptyProvider, ...providers]
    : providers;
}

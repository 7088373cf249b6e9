import type { PrivateKey } from '../../crypto/private-key.ts';
import type { KeyRing } from '../../keys/key-ring.ts';
import { openKeysTask } from '../../keys/open-keys.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { spentCoins } from '../../psbt/psbt-session.ts';
import { outlineTransaction } from '../../psbt/unsigned-transaction.ts';
import type { Context } from '../../rpc/context.ts';
import { requireWallet } from '../../rpc/wallet/wallet-call.ts';
import { joinProviders, type SigningProvider } from '../../signing/provider.ts';
import { runNow } from '../../signing/task.ts';
import { walletSigners } from '../../wallet/psbt/signing-providers.ts';

/** Calls a function with the keys, and wipes them afterwards. */
export function checkWithKeys<T>(
  ring: KeyRing,
  psbt: Psbt,
  context: Context,
  run: (provider: SigningProvider) => T,
): T {
  const { network, secp256k1 } = context;
  const opening = { networks: [network], secp256k1 };
  const { provider, privateKeys } = runNow(openKeysTask({ ring }, psbt, opening));
  try {
    return run(provider);
  } finally {
    for (const key of privateKeys) key.wipe();
  }
}

/** Checks with the keys of the call's wallet, if any. Wipes derived keys afterwards. */
export function checkWithWallet<T>(
  psbt: Psbt,
  context: Context,
  run: (provider: SigningProvider | undefined) => T,
): T {
  const { wallets, walletName, secp256k1 } = context;
  const transaction = outlineTransaction(psbt);
  const isAlone = walletName !== undefined || wallets?.loaded().length === 1;
  if (!isAlone || transaction === undefined) return run(undefined);
  const derived: PrivateKey[] = [];
  const { wallet } = requireWallet(context);
  const signers = runNow(walletSigners(wallet, transaction, spentCoins(psbt), secp256k1, derived));
  try {
    return run(signers.reduce(joinProviders));
  } finally {
    for (const key of derived) key.wipe();
  }
}

import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { walletOwners } from '../../review/own-wallet.ts';
import { type Coin, type OutPoint, outPointKey } from '../../transaction/transaction.ts';
import { withPreviousTransactions } from '../../wallet/psbt/fill-psbt.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { PsbtSigning } from '../signing/approve-psbt.ts';
import { walletProvider } from './sign-with-wallet.ts';
import { walletPast } from './wallet-past.ts';

/** Collects what a wallet knows about a PSBT it is about to sign. */
export function walletPsbtSigning(
  wallet: Wallet,
  psbt: Psbt,
  secp256k1: Secp256k1,
): Omit<PsbtSigning, 'signs'> {
  return {
    psbt: withPreviousTransactions(psbt, wallet),
    known: ownCoins(
      psbt.inputs.map(({ prevout }) => prevout),
      wallet,
    ),
    findProvider: walletProvider(wallet, secp256k1),
    findOwners: walletOwners(wallet, secp256k1),
    ...walletPast(
      wallet,
      psbt.inputs.map(({ prevout }) => prevout),
      psbt.outputs.map(({ scriptPubKey: script }) => script),
    ),
  };
}

/** Returns the coins that the wallet has seen itself. */
function ownCoins(outPoints: readonly OutPoint[], { ledger }: Wallet): ReadonlyMap<string, Coin> {
  const coins = new Map<string, Coin>();
  for (const outPoint of outPoints) {
    const key = outPointKey(outPoint);
    const own = ledger.outputs.get(key)?.output;
    if (own !== undefined) coins.set(key, { value: own.value, scriptPubKey: own.scriptPubKey });
  }
  return coins;
}

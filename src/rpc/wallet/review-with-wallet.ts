import type { Psbt } from '../../psbt/psbt.ts';
import { walletOwners } from '../../review/own-wallet.ts';
import { ownCoins } from '../../wallet/ledger/ledger.ts';
import { withPreviousTransactions } from '../../wallet/psbt/fill-psbt.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import type { PsbtSigning } from '../signing/approve-psbt.ts';
import { walletProvider } from './sign-with-wallet.ts';
import { walletPast } from './wallet-past.ts';

/** Collects what a wallet knows about a PSBT it is about to sign. */
export function walletPsbtSigning(
  wallet: Wallet,
  psbt: Psbt,
  context: Pick<Context, 'secp256k1' | 'pause'>,
): Omit<PsbtSigning, 'signs'> {
  return {
    psbt: withPreviousTransactions(psbt, wallet),
    known: ownCoins(wallet.ledger, psbt.inputs),
    findProvider: walletProvider(wallet, context),
    findOwners: walletOwners(wallet, context.secp256k1),
    ...walletPast(wallet, psbt),
  };
}

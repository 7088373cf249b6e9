import { emptyBytes } from '../../encoding/bytes.ts';
import type { Wallet } from '../wallet.ts';
import { placeChange, type WalletChange } from './change.ts';
import { chooseCoins } from './choose-coins.ts';
import type { Funded, Funding } from './fund-request.ts';
import type { FundingError } from './funding-error.ts';
import { priceOf } from './prepare-funding.ts';
import { walletCoins } from './selectable-coins.ts';
import { createWalletSizes } from './wallet-sizes.ts';

/** Chooses coins of a wallet, and takes an address of it for change. */
export function createTransaction(wallet: Wallet, funding: Funding): Funded | FundingError {
  const { request, environment } = funding;
  const { recipients, all } = request;
  const sizesFor = (given: Wallet) => createWalletSizes(given, request, environment.secp256k1);
  // What is wrong with the request comes before what is wrong with its inputs, as in Core.
  const price = all === undefined ? priceOf(recipients, funding) : undefined;
  if (price !== undefined && 'error' in price) return price;
  const coins = walletCoins(wallet, funding, sizesFor(wallet));
  if ('error' in coins) return coins;
  const change: WalletChange =
    all === undefined
      ? placeChange(wallet, funding, sizesFor)
      : { script: emptyBytes, spendVsize: undefined, wallet };
  const chosen = chooseCoins(coins, recipients, change, funding);
  if ('error' in chosen) return chosen;
  const { change: placed, ...choice } = chosen;
  return { ...choice, wallet: placed.wallet };
}

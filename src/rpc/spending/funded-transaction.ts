import { emptyBytes } from '../../encoding/bytes.ts';
import { placeChange, type WalletChange } from '../../wallet/funding/change.ts';
import { chooseCoins } from '../../wallet/funding/choose-coins.ts';
import type { Funded, Funding } from '../../wallet/funding/fund-request.ts';
import type { FundingError } from '../../wallet/funding/funding-error.ts';
import { priceOf } from '../../wallet/funding/prepare-funding.ts';
import { walletCoins } from '../../wallet/funding/selectable-coins.ts';
import { createWalletSizes } from '../../wallet/funding/wallet-sizes.ts';
import type { Wallet } from '../../wallet/wallet.ts';

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

import type { Wallet } from '../wallet.ts';
import { type AvailableCoins, createTransactionInternal } from './create-transaction.ts';
import type { Funded, Funding } from './fund-request.ts';
import type { FundingError } from './funding-error.ts';
import { availableCoins } from './selectable-coins.ts';

/**
 * Selects coins for the recipients and adds change. Then tries again with all coins of an address
 * or none, and uses that if it costs at most `-maxapsfee` more, because it reveals less about the
 * wallet. `available`: the coins to select from, instead of the ledger's. Core: CreateTransaction
 * (wallet/spend.cpp).
 */
export function createTransaction(
  wallet: Wallet,
  funding: Funding,
  available: AvailableCoins = rememberAvailable(wallet, funding),
): Funded | FundingError {
  const first = createTransactionInternal(wallet, funding, available);
  if ('error' in first) return first;
  const { request, environment } = funding;
  const { maxApsFee } = environment.options;
  if (first.fee === 0 || maxApsFee < 0 || request.avoidPartialSpends) return first;
  const given = first.transaction.outputs[first.changePosition ?? -1];
  const again = {
    ...request,
    avoidPartialSpends: true,
    changeScript: given?.scriptPubKey ?? request.changeScript,
  };
  const grouped = createTransactionInternal(
    first.wallet,
    { ...funding, request: again },
    available,
  );
  if ('error' in grouped) return first;
  if (grouped.fee <= first.fee + maxApsFee) return grouped;
  // An address taken by the second attempt stays taken, as in Core.
  return { ...first, wallet: grouped.wallet };
}

/** Both attempts select from the same coins, so these are looked up once. */
function rememberAvailable(wallet: Wallet, funding: Funding): AvailableCoins {
  let known: ReturnType<AvailableCoins> | undefined;
  return (lookup, rate) => {
    known ??= availableCoins(wallet, funding, lookup, rate);
    return known;
  };
}

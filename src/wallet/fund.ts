import { createTransaction } from './create-transaction.ts';
import type { Funded, Funding, FundingError } from './fund-request.ts';
import type { Wallet } from './wallet.ts';

/**
 * Chooses coins for the recipients and puts change where it belongs. Then once more with all coins of an address or none: where
 * that costs no more than `-maxapsfee`, it tells less about the wallet. Core: CreateTransaction (wallet/spend.cpp).
 */
export function fundTransaction(wallet: Wallet, funding: Funding): Funded | FundingError {
  const first = createTransaction(wallet, funding);
  if ('error' in first) return first;
  const { request, environment } = funding;
  const { maxApsFee } = environment.options;
  if (first.fee === 0 || maxApsFee < 0 || request.avoidPartialSpends) return first;
  const grouped = createTransaction(first.wallet, {
    ...funding,
    request: {
      ...request,
      avoidPartialSpends: true,
      changeScript: changeScriptOf(first) ?? request.changeScript,
    },
  });
  if ('error' in grouped) return first;
  if (grouped.fee <= first.fee + maxApsFee) return grouped;
  // As in Core, an address that the second attempt took stays taken.
  return { ...first, wallet: grouped.wallet };
}

function changeScriptOf({ transaction, changePosition }: Funded) {
  return changePosition === undefined
    ? undefined
    : transaction.outputs[changePosition]?.scriptPubKey;
}

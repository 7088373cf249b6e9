import type { Txid } from '../../transaction/transaction.ts';
import type { FundingView } from '../../wallet/funding/fund-request.ts';
import { findNotReplaceable, type NotReplaceable } from '../../wallet/ledger/replace.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { invalid, type RpcError, walletError } from '../error.ts';

/** Throws for what cannot be replaced, or no longer. */
export function refuseReplacing(
  wallet: Wallet,
  txid: Txid,
  { mempool }: FundingView,
  requireMine: boolean,
): void {
  const error = findNotReplaceable(wallet, txid, requireMine);
  if (error?.error === 'descendants') throw notReplaceableError(txid, error);
  if (mempool.children(txid).length > 0) {
    throw invalid('Transaction has descendants in the mempool');
  }
  if (error !== undefined) throw notReplaceableError(txid, error);
}

export function notReplaceableError(txid: Txid, error: NotReplaceable): RpcError {
  switch (error.error) {
    case 'descendants':
      return invalid('Transaction has descendants in the wallet');
    case 'mined or conflicted':
      return walletError('Transaction has been mined, or is conflicted with a mined transaction');
    case 'replaced already':
      return walletError(
        `Cannot bump transaction ${txid} which was already bumped by transaction ${error.by}`,
      );
    case 'inputs of others':
      return walletError("Transaction contains inputs that don't belong to this wallet");
  }
}

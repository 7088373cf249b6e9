import { putIntoMempool } from '../../sync/rebroadcast.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import { applyMempool } from '../../wallet/ledger/apply.ts';
import { openWalletsOf } from '../../wallet-host/host.ts';
import type { Context } from '../context.ts';
import { walletEnvironment } from './wallet-call.ts';

/**
 * Adds a transaction that was sent elsewhere to loaded wallets, before a replacement hides it.
 * Core: transactionAddedToMempool.
 */
export async function tellWallets(transaction: Transaction, context: Context): Promise<void> {
  const { wallets, now: clock, notify } = context;
  if (wallets === undefined || clock === undefined) return;
  const now = clock();
  for (const open of openWalletsOf(wallets)) {
    const environment = walletEnvironment(open, context);
    const seen = [{ transaction, time: now }];
    if (applyMempool(open.value, seen, { environment, now }) === open.value) continue;
    try {
      await putIntoMempool({ open, environment, now }, transaction);
    } catch (error) {
      // It was sent anyway, and the wallet finds it at the next sync.
      notify?.(
        `Wallet ${open.name} did not note it: ${error instanceof Error ? error.message : error}`,
      );
    }
  }
}

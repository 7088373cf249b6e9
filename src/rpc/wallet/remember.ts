import type { Review } from '../../review/model.ts';
import { pastCoins } from '../../review/past.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import { type SeenCoin, withSeen } from '../../wallet/history.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { OpenWallet } from '../../wallet-host/open-wallet.ts';
import { signedCoins } from './past.ts';

/**
 * Lets the wallet remember which amounts its coins were said to have, and whom they paid: the next
 * review notices another amount or another payee. A locked wallet remembers nothing.
 */
export async function remember(
  open: Pick<OpenWallet, 'update'>,
  review: Review,
  { isSigned }: Pick<SeenCoin, 'isSigned'>,
): Promise<void> {
  const seen = pastCoins(review, isSigned);
  if (seen.size > 0) await keep(open, () => seen);
}

/** The same for a transaction that the wallet put together and signed itself. */
export async function rememberSigned(
  open: Pick<OpenWallet, 'update'>,
  transaction: Transaction,
): Promise<void> {
  await keep(open, (wallet) => signedCoins(wallet, transaction));
}

async function keep(
  open: Pick<OpenWallet, 'update'>,
  seen: (wallet: Wallet) => ReadonlyMap<string, SeenCoin>,
): Promise<void> {
  await open.update((wallet) => ({ wallet: withSeen(wallet, seen(wallet)), value: undefined }));
}

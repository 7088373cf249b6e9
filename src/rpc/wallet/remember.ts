import type { Review } from '../../review/model.ts';
import { payeesDigest } from '../../review/past.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import { type SeenCoin, withSeen } from '../../wallet/history.ts';
import type { OpenWallet } from '../../wallet-host/open-wallet.ts';

/**
 * Lets the wallet remember which amounts its coins were said to have, and whom they paid: the next
 * review notices another amount or another payee. A locked wallet remembers nothing.
 */
export async function remember(
  open: Pick<OpenWallet, 'update'>,
  { inputs, outputs }: Review,
  { isSigned }: Pick<SeenCoin, 'isSigned'>,
): Promise<void> {
  const payees = payeesDigest(outputs);
  const seen = new Map<string, SeenCoin>();
  for (const { owner, outPoint, amount } of inputs) {
    if (owner !== undefined) seen.set(outPointKey(outPoint), { amount, payees, isSigned });
  }
  if (seen.size === 0) return;
  await open.update((wallet) => ({ wallet: withSeen(wallet, seen), value: undefined }));
}

import { reviewId } from '../../review/id.ts';
import type { Review } from '../../review/model.ts';
import { pastCoins } from '../../review/past.ts';
import { overriddenIn } from '../../review/policy.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import { type SeenCoin, type SignedAnyway, withSeen } from '../../wallet/history.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { OpenWallet } from '../../wallet-host/open-wallet.ts';
import type { Context } from '../context.ts';
import { signedCoins } from './wallet-past.ts';

/**
 * Records the stated amounts and payees of a wallet's coins, so that the next review notices a
 * difference, and findings that were overridden by signing. A locked wallet records nothing.
 */
export async function remember(
  open: Pick<OpenWallet, 'update'>,
  review: Review,
  { isSigned, network, now }: Pick<SeenCoin, 'isSigned'> & Pick<Context, 'network' | 'now'>,
): Promise<void> {
  const seen = pastCoins(review, isSigned);
  const findings = isSigned ? overriddenIn(review).map(({ id }) => id) : [];
  const signed = { review: reviewId(review, network), time: now?.() ?? 0, findings };
  if (seen.size > 0) await keep(open, () => seen, findings.length > 0 ? signed : undefined);
}

/** Records a transaction that the wallet created and signed itself. */
export async function rememberSigned(
  open: Pick<OpenWallet, 'update'>,
  transaction: Transaction,
): Promise<void> {
  await keep(open, (wallet) => signedCoins(wallet, transaction));
}

async function keep(
  open: Pick<OpenWallet, 'update'>,
  seen: (wallet: Wallet) => ReadonlyMap<string, SeenCoin>,
  signed?: SignedAnyway,
): Promise<void> {
  await open.update((wallet) => ({
    wallet: withSeen(wallet, seen(wallet), signed),
    value: undefined,
  }));
}

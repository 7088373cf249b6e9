import type { ChainSource } from '../chain/source.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { silentTweak } from '../silent/scan.ts';
import { findSilentPayments, silentOwners } from '../wallet/keys/silent-owner.ts';
import type { Wallet } from '../wallet/wallet.ts';

/** Adds the silent payments of blocks to a wallet, before these are scanned for coins. */
export async function withSilentPayments(
  wallet: Wallet,
  { from, through }: { readonly from: number; readonly through: number },
  chain: ChainSource,
  curve: Secp256k1,
): Promise<Wallet> {
  if (silentOwners(wallet.descriptors).length === 0) return wallet;
  const candidates = (await chain.silentCandidates?.(from, through - from + 1)) ?? [];
  const tweaked = candidates.flatMap((each) => {
    const { transaction } = each;
    const tweak = 'tweak' in each ? each.tweak : silentTweak(transaction, each.spentScripts, curve);
    return tweak ? [{ transaction, tweak }] : [];
  });
  return findSilentPayments(wallet, tweaked, curve);
}

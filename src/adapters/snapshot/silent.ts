import type { ChainSource, ChainTip } from '../../chain/source.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { silentTweak } from '../../silent/scan.ts';
import type { SnapshotSilentPayments, SnapshotTransaction } from '../../snapshot/snapshot.ts';
import { transactionId } from '../../transaction/txid.ts';
import { silentOwners } from '../../wallet/keys/silent-owner.ts';
import type { Wallet } from '../../wallet/wallet.ts';

/** Number of blocks requested at once. */
const BLOCKS = 100;

export type CollectedSilentPayments = {
  readonly silent?: SnapshotSilentPayments;
  /** Transactions that may pay any silent payment address; empty without `from`. */
  readonly transactions: readonly SnapshotTransaction[];
};

/**
 * Collects the public tweaks of all transactions from a block on, or of the transactions that pay
 * the sp() descriptors of the wallet.
 */
export async function collectSilentPayments(
  chain: ChainSource,
  { wallet, from, tip }: { wallet: Wallet; from: number | undefined; tip: ChainTip },
  curve: Secp256k1,
): Promise<CollectedSilentPayments> {
  const { silentCandidates } = chain;
  const owners = silentOwners(wallet.descriptors);
  if (silentCandidates === undefined || (from === undefined && owners.length === 0)) {
    return { transactions: [] };
  }
  const tweaks = new Map<string, Bytes>();
  const transactions: SnapshotTransaction[] = [];
  const collect = async (start: number, count: number) => {
    for (const each of await silentCandidates(start, count)) {
      const { transaction, height, index } = each;
      const tweak =
        'tweak' in each ? each.tweak : silentTweak(transaction, each.spentScripts, curve);
      const txid = transactionId(transaction);
      const isWanted = from !== undefined || wallet.ledger.transactions.has(txid);
      if (tweak === undefined || !isWanted) continue;
      tweaks.set(txid, tweak);
      if (from !== undefined) transactions.push({ transaction, height, index });
    }
  };
  if (from === undefined) {
    for (const height of heightsOf(wallet)) await collect(height, 1);
    return { silent: { tweaks }, transactions };
  }
  for (let at = from; at <= tip.height; at += BLOCKS) {
    await collect(at, Math.min(BLOCKS, tip.height - at + 1));
  }
  return { silent: { from, tweaks }, transactions };
}

function heightsOf({ ledger }: Wallet): ReadonlySet<number> {
  const heights = [...ledger.transactions.values()].flatMap(({ state }) =>
    state.kind === 'confirmed' ? [state.height] : [],
  );
  return new Set(heights);
}

import type { BlockHash } from '../chain/block.ts';
import type { MempoolEntry } from '../chain/source.ts';
import type { Txid } from '../transaction/transaction.ts';
import { applyMempool, type SeenTransaction } from '../wallet/ledger/apply.ts';
import { dropFromMempool } from '../wallet/ledger/disconnect.ts';
import { markMempoolConflicts } from '../wallet/ledger/mempool-conflicts.ts';
import type { Syncing } from './rescan.ts';
import { syncStateOf } from './sync-state.ts';

/**
 * Applies the mempool to the wallet. Returns false without changes if the mempool belongs to
 * another tip than this one, which the wallet knows: transactions confirmed by the other tip would
 * be missing from both.
 */
export async function syncMempool(
  { open, chain, environment, now }: Syncing,
  tipHash: BlockHash | undefined,
): Promise<boolean> {
  const state = syncStateOf(open);
  if (state.mempoolSequence === (await chain.mempoolUpdates())) return true;
  const { entries, updates, tipHash: seenOn } = await chain.mempool();
  if (tipHash !== undefined && seenOn !== tipHash) return false;
  const { mempoolTxids: seen } = state;
  // A node reports everything at once to a newly loaded wallet, in the order of its list.
  const atOnce = seen === undefined && chain.waitForTip !== undefined;
  const transactions = atOnce
    ? entries.map(({ txid, transaction }) => ({ txid, transaction, time: now }))
    : inOrderOfArrival(entries, now);
  const present = new Set(entries.map(({ txid }) => txid));
  const options = { environment, now };
  await open.update((wallet) => {
    const dropped = dropFromMempool(wallet, present);
    const known = dropped.ledger.transactions;
    // Transactions seen earlier and not recognized stay unknown even if the wallet has more
    // addresses now; a rescan finds them.
    const added = transactions.filter(({ txid }) => {
      const state = known.get(txid)?.state.kind;
      return state === undefined ? seen?.has(txid) !== true : state !== 'mempool';
    });
    const applied = applyMempool(dropped, added, options);
    return { wallet: markMempoolConflicts(applied, entries), value: undefined };
  });
  state.mempoolSequence = updates;
  state.mempoolTxids = present;
  return true;
}

/**
 * Sorts parents before children, as in the list: a parent that returned from an abandoned block may
 * be newer than its children.
 */
function inOrderOfArrival(
  entries: readonly MempoolEntry[],
  now: number,
): readonly (SeenTransaction & { readonly txid: Txid })[] {
  const times = new Map<Txid, number>();
  const seen = entries.map(({ txid, transaction, time = now }) => {
    const parents = transaction.inputs.map(({ prevout }) => times.get(prevout.txid) ?? 0);
    const latest = parents.reduce((a, b) => Math.max(a, b), Math.min(time, now));
    times.set(txid, latest);
    return { txid, transaction, time: latest };
  });
  return seen.sort((a, b) => a.time - b.time);
}

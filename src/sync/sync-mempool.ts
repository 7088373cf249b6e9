import type { BlockHash } from '../chain/block.ts';
import type { MempoolEntry } from '../chain/source.ts';
import type { Txid } from '../transaction/transaction.ts';
import { applyMempool, type SeenTransaction } from '../wallet/ledger/apply.ts';
import { dropFromMempool } from '../wallet/ledger/disconnect.ts';
import { markMempoolConflicts } from '../wallet/ledger/mempool-conflicts.ts';
import { syncStateOf } from './sync-state.ts';
import type { Syncing } from './syncing.ts';

/**
 * Tells the wallet what is in the mempool. False, and nothing told: it was seen on top of another
 * block than this one, which the wallet knows; what the other one confirmed would be in neither.
 */
export async function syncMempool(
  { open, chain, environment, now }: Syncing,
  tipHash: BlockHash | undefined,
): Promise<boolean> {
  const state = syncStateOf(open);
  if (state.mempoolSequence === (await chain.mempoolUpdates())) return true;
  const { entries, updates, tipHash: seenOn } = await chain.mempool();
  if (tipHash !== undefined && seenOn !== tipHash) return false;
  const { mempoolTxids: told } = state;
  // A node tells a wallet that was just loaded of all at once, in the order of its list.
  const atOnce = told === undefined && chain.waitForTip !== undefined;
  const transactions = atOnce ? entries.map(seenAt(now)) : inOrderOfArrival(entries, now);
  const present = new Set(entries.map(({ txid }) => txid));
  const options = { environment, now };
  await open.update((wallet) => {
    const dropped = dropFromMempool(wallet, present);
    const known = dropped.ledger.transactions;
    // What it was told of before and did not know stays unknown, also when it has more addresses
    // now: a rescan looks again.
    const added = transactions.filter(({ txid }) => {
      const state = known.get(txid)?.state.kind;
      return state === undefined ? told?.has(txid) !== true : state !== 'mempool';
    });
    const applied = applyMempool(dropped, added, options);
    return { wallet: markMempoolConflicts(applied, entries), value: undefined };
  });
  state.mempoolSequence = updates;
  state.mempoolTxids = present;
  return true;
}

function seenAt(time: number): (entry: MempoolEntry) => SeenTransaction & { readonly txid: Txid } {
  return ({ txid, transaction }) => ({ txid, transaction, time });
}

/**
 * Parents come before their children, here as in the list: one that came back from a block that is
 * no longer in the chain may be younger than its children.
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

import type { BroadcastResult } from '../chain/source.ts';
import { sha256 } from '../crypto/hash.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { transactionId } from '../transaction/txid.ts';
import { applyMempool } from '../wallet/ledger/apply.ts';
import type { WalletTransaction } from '../wallet/ledger/ledger.ts';
import { outboxOf, takenOf } from '../wallet/ledger/outbox.ts';
import type { Resending } from '../wallet-host/host.ts';
import type { Syncing } from './syncing.ts';

/**
 * Sends what waits in the outbox. What no node has seen yet goes out as soon as there is one. What a node has refused, or taken and
 * dropped, is tried again as Core does: when the wallet is loaded, when the node was away or has started anew, and else not before
 * half a day. Core: ResubmitWalletTransactions.
 */
export async function resendWaiting(syncing: Syncing, tipHash: string): Promise<void> {
  const { host, name, chain } = syncing;
  const wallet = host.get(name);
  if (wallet === undefined) return;
  const all = outboxOf(wallet);
  const resending = (await goingOn(syncing, all)) ?? (await beginning(syncing));
  for (const txid of takenOf(wallet)) resending.settled.add(txid);
  host.resends.set(name, resending);
  const waiting = all.filter(({ txid }) => !resending.settled.has(txid));
  // A snapshot may have been in the node's place before.
  const kind = chain.waitForTip === undefined ? 'offline' : 'node';
  const tried = [kind, tipHash, ...waiting.map(({ txid }) => txid)].join();
  if (waiting.length === 0 || resending.tried === tried) return;
  resending.tried = tried;
  for (const { transaction } of waiting) {
    const result = await chain.broadcast(transaction, { maxFeeRate: 0n });
    if ('offline' in result) return;
    noteAnswer(resending, transaction, result);
    if ('txid' in result) await putIntoMempool(syncing, transaction);
  }
}

/** Tells the wallet that a node has taken a transaction. */
export async function putIntoMempool(
  { host, name, environment, now }: Omit<Syncing, 'chain'>,
  transaction: Transaction,
): Promise<void> {
  await host.update(name, (wallet) => ({
    wallet: applyMempool(wallet, [{ transaction, time: now }], { environment, now }),
    value: undefined,
  }));
  // What was seen of the mempool is without it: a node that loses it looks as it did then.
  host.mempoolSeen.delete(name);
}

/** What a node has said of a transaction. */
export function noteAnswer(
  resending: Resending | undefined,
  transaction: Transaction,
  result: BroadcastResult,
): void {
  const isSettled = 'txid' in result || result.settled === true;
  if (isSettled) resending?.settled.add(transactionId(transaction));
}

async function beginning({ name, chain, now }: Syncing): Promise<Resending> {
  const nodeStart = await chain.startedAt?.();
  return { tried: '', settled: new Set(), due: dueAfter(name, now), nodeStart };
}

/** Seconds by which a node's own words about its start may differ. */
const DOUBT = 5;

/** `undefined`: all is to be tried again. */
async function goingOn(
  { host, name, chain, now }: Syncing,
  waiting: readonly WalletTransaction[],
): Promise<Resending | undefined> {
  const before = host.resends.get(name);
  if (before === undefined || now >= before.due) return undefined;
  // The node is only asked where the answer matters.
  if (!waiting.some(({ txid }) => before.settled.has(txid))) return before;
  const start = await chain.startedAt?.();
  const isSameRun = start === undefined || start - (before.nodeStart ?? start) < DOUBT;
  return isSameRun ? before : undefined;
}

const HOUR = 60 * 60;

/** In 12 to 36 hours, so that nobody outside knows by the hour whose transactions are sent again. */
function dueAfter(name: string, now: number): number {
  const [first = 0, second = 0] = sha256(encodeUtf8(`${name} ${now}`));
  return now + 12 * HOUR + Math.floor(((first * 256 + second) / 65536) * 24 * HOUR);
}

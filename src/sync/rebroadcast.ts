import type { BroadcastResult } from '../chain/node-answers.ts';
import { sha256 } from '../crypto/hash.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { transactionId } from '../transaction/txid.ts';
import { applyMempool } from '../wallet/ledger/apply.ts';
import type { WalletTransaction } from '../wallet/ledger/ledger.ts';
import { outboxOf, takenOf } from '../wallet/ledger/outbox.ts';
import type { OpenWallet } from '../wallet-host/open-wallet.ts';
import type { Syncing } from './rescan.ts';
import { type Rebroadcast, syncStateOf } from './sync-state.ts';

/**
 * Sends the transactions of the outbox. Transactions that no node has seen are sent as soon as
 * there is a node. Transactions that a node has rejected, or accepted and dropped, are retried as
 * in Core: when the wallet is loaded, when the node was away or restarted, and otherwise after half
 * a day at the earliest. Core: ResubmitWalletTransactions.
 */
export async function resendWaiting(syncing: Syncing, tipHash: string): Promise<void> {
  const { open, chain } = syncing;
  if (!open.options.broadcasts) return;
  const { value: wallet } = open;
  const all = outboxOf(wallet);
  const state = (await goingOn(syncing, all)) ?? (await beginning(syncing));
  for (const txid of takenOf(wallet)) state.settled.add(txid);
  syncStateOf(open).rebroadcast = state;
  const waiting = all.filter(({ txid }) => !state.settled.has(txid));
  // Offline, transactions may have been tried with a snapshot instead of a node.
  const kind = chain.waitForTip === undefined ? 'offline' : 'node';
  const tried = [kind, tipHash, ...waiting.map(({ txid }) => txid)].join();
  if (waiting.length === 0 || state.tried === tried) return;
  state.tried = tried;
  for (const { transaction } of waiting) {
    const result = await chain.broadcast(transaction, { maxFeeRate: 0 });
    if ('offline' in result) return;
    noteAnswer(open, transaction, result);
    if ('txid' in result) await putIntoMempool(syncing, transaction);
  }
}

/** Records in the wallet that a node accepted a transaction. */
export async function putIntoMempool(
  { open, environment, now }: Pick<Syncing, 'open' | 'environment' | 'now'>,
  transaction: Transaction,
): Promise<void> {
  await open.update((wallet) => ({
    wallet: applyMempool(wallet, [{ transaction, time: now }], { environment, now }),
    value: undefined,
  }));
  // Forces the next sync to read the mempool, also if the node loses the transaction.
  syncStateOf(open).mempoolSequence = undefined;
}

/**
 * Remembers a node's answer about a transaction, so that an accepted or rejected transaction
 * is not sent again at once.
 */
export function noteAnswer(
  open: OpenWallet,
  transaction: Transaction,
  result: BroadcastResult,
): void {
  const isSettled = 'txid' in result || ('settled' in result && result.settled === true);
  if (isSettled) syncStateOf(open).rebroadcast?.settled.add(transactionId(transaction));
}

async function beginning({ open, chain, now }: Syncing): Promise<Rebroadcast> {
  const nodeStart = await chain.startedAt?.();
  return { tried: '', settled: new Set(), due: dueAfter(open.name, now), nodeStart };
}

/** Seconds by which a node's reports of its start time may differ. */
const DOUBT = 5;

/**
 * Returns the state of rebroadcasting, or `undefined` if all transactions are to be tried again.
 */
async function goingOn(
  { open, chain, now }: Syncing,
  waiting: readonly WalletTransaction[],
): Promise<Rebroadcast | undefined> {
  const { rebroadcast: before } = syncStateOf(open);
  if (before === undefined || now >= before.due) return undefined;
  // Ask the node only if the answer matters.
  if (!waiting.some(({ txid }) => before.settled.has(txid))) return before;
  const start = await chain.startedAt?.();
  const isSameRun = start === undefined || start - (before.nodeStart ?? start) < DOUBT;
  return isSameRun ? before : undefined;
}

const HOUR = 60 * 60;

/**
 * Returns a time in 12 to 36 hours that outsiders cannot predict, so that rebroadcasts do not
 * reveal whose transactions they are.
 */
function dueAfter(name: string, now: number): number {
  const [first = 0, second = 0] = sha256(encodeUtf8(`${name} ${now}`));
  return now + 12 * HOUR + Math.floor(((first * 256 + second) / 65536) * 24 * HOUR);
}

import { applyMempool } from '../wallet/apply.ts';
import { outboxOf } from '../wallet/outbox.ts';
import type { Syncing } from './sync.ts';

/**
 * Sends what waits in the outbox, once a chain is there that takes it. What is refused waits on, and is tried again with the next
 * block. Core: ResubmitWalletTransactions.
 */
export async function resendWaiting(
  { host, name, chain, environment, now }: Syncing,
  tipHash: string,
): Promise<void> {
  const wallet = host.get(name);
  const waiting = wallet === undefined ? [] : outboxOf(wallet);
  const tried = [tipHash, ...waiting.map(({ txid }) => txid)].join();
  if (waiting.length === 0 || host.resent.get(name) === tried) return;
  host.resent.set(name, tried);
  for (const { transaction } of waiting) {
    const result = await chain.broadcast(transaction, { maxFeeRate: 0n });
    if ('offline' in result) return;
    if (!('txid' in result)) continue;
    await host.update(name, (current) => ({
      wallet: applyMempool(current, [{ transaction, time: now }], { environment, now }),
      value: undefined,
    }));
  }
}

import type { ChainSource } from '../chain/source.ts';
import { applyMempool, disconnectAbove, dropFromMempool } from '../wallet/apply.ts';
import type { WalletHost } from '../wallet/host.ts';
import type { LastBlock, Wallet, WalletEnvironment } from '../wallet/wallet.ts';
import { finishPendingScan } from './pending-scan.ts';
import { withRescan } from './rescan.ts';
import { scanBlocks } from './scan-blocks.ts';

export type Syncing = {
  readonly host: WalletHost;
  readonly name: string;
  readonly chain: ChainSource;
  readonly environment: WalletEnvironment;
  readonly now: number;
};

/** Brings a wallet to the tip of the chain and to the mempool of now. Core: BlockUntilSyncedToCurrentChain. */
export async function syncWallet(syncing: Syncing): Promise<void> {
  const { host, name, chain } = syncing;
  const wallet = host.get(name);
  if (wallet === undefined || host.rescans.has(name)) return;
  const { pendingScan } = wallet;
  if (pendingScan !== undefined) {
    await withRescan(syncing, syncing.now, () => finishPendingScan(syncing, pendingScan));
  }
  const tip = await chain.tip();
  if (wallet.lastBlock?.hash !== tip.hash) {
    if (wallet.lastBlock !== undefined) {
      const common = await commonHeight(wallet, chain);
      if (common < wallet.lastBlock.height) {
        await host.update(name, (current) => ({
          wallet: disconnectAbove(current, common),
          value: undefined,
        }));
      }
      const mark = (current: Wallet, lastBlock: LastBlock) => ({ ...current, lastBlock });
      await scanBlocks(syncing, common + 1, tip.height, { mempool: false, mark });
    }
    const { height, hash } = tip;
    await host.update(name, (current) => ({
      wallet: { ...current, lastBlock: { height, hash } },
      value: undefined,
    }));
  }
  await syncMempool(syncing);
}

/** The greatest height up to which the wallet and the chain surely agree. */
async function commonHeight({ lastBlock, ledger }: Wallet, chain: ChainSource): Promise<number> {
  const agrees = async (height: number, hash: string) =>
    (await chain.headers(height, 1))[0]?.hash === hash;
  if (lastBlock === undefined) return 0;
  if (await agrees(lastBlock.height, lastBlock.hash)) return lastBlock.height;
  const seen = new Map<number, string>();
  for (const { state } of ledger.transactions.values()) {
    if (state.kind === 'confirmed') seen.set(state.height, state.blockHash);
  }
  for (const [height, hash] of [...seen].sort(([a], [b]) => b - a)) {
    if (await agrees(height, hash)) return height;
  }
  return 0;
}

async function syncMempool({ host, name, chain, environment, now }: Syncing): Promise<void> {
  const updates = await chain.mempoolUpdates();
  if (host.mempoolSeen.get(name) === updates) return;
  const { entries } = await chain.mempool();
  const transactions = entries.map(({ transaction }) => transaction);
  const present = new Set(entries.map(({ txid }) => txid));
  await host.update(name, (wallet) => ({
    wallet: applyMempool(dropFromMempool(wallet, present), transactions, { environment, now }),
    value: undefined,
  }));
  host.mempoolSeen.set(name, updates);
}

import { requireChain } from '../../rpc/chain.ts';
import type { Context } from '../../rpc/context.ts';
import { requireSyncedWallet } from '../../rpc/wallet/wallet-call.ts';
import { forgetRebroadcast, isLevel } from '../../sync/sync-state.ts';
import { openWalletsOf } from '../../wallet-host/host.ts';

/** Milliseconds from one look at the node to the next. */
const INTERVAL = 2000;

/**
 * A look that took long is not repeated before so many times as long have passed: the node has
 * others to answer.
 */
const REST = 20;

export type FollowOptions = {
  readonly log: (line: string) => void;
  /** Default: 2000. */
  readonly interval?: number;
};

/**
 * Lets the loaded wallets know what comes and goes between calls, as in a node's own wallets: a
 * payment that was replaced or mined before anybody asked. Returns what ends it.
 */
export function followWallets(
  context: Context,
  { log, interval = INTERVAL }: FollowOptions,
): () => void {
  // Of other chains nothing new comes while we run.
  if (context.wallets === undefined || context.chain?.waitForTip === undefined) return () => {};
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let trouble = '';
  const tell = (message: string) => {
    if (message !== trouble && !stopped) {
      log(message === '' ? 'Wallets follow the chain again' : `Wallets do not follow: ${message}`);
    }
    trouble = message;
  };
  const again = (milliseconds: number) => {
    if (stopped) return;
    timer = setTimeout(async () => {
      const start = performance.now();
      const found = await look(context, () => stopped);
      tell(found);
      // Trouble takes time too, but none of the node's.
      const rest = found === '' ? REST * (performance.now() - start) : 0;
      again(Math.max(interval, rest));
    }, milliseconds);
    timer.unref();
  };
  again(interval);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** Answers what is wrong, empty when nothing is. */
async function look(context: Context, isStopped: () => boolean): Promise<string> {
  const { wallets: host } = context;
  if (host === undefined || host.loaded().length === 0) return '';
  let trouble = '';
  try {
    const chain = requireChain(context, 'a wallet');
    const { hash } = await chain.tip();
    const updates = await chain.mempoolUpdates();
    for (const open of openWalletsOf(host)) {
      if (isStopped() || isLevel(open, hash, updates)) continue;
      trouble ||= await follow({ ...context, chain, walletName: open.name });
    }
  } catch (error) {
    // The node is away: the next look may find it, without what it had.
    openWalletsOf(host).forEach(forgetRebroadcast);
    trouble = wordsOf(error);
  }
  return trouble;
}

async function follow(context: Context): Promise<string> {
  try {
    await requireSyncedWallet(context);
    return '';
  } catch (error) {
    // It was unloaded meanwhile or cannot be stored: the others go on.
    return wordsOf(error);
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

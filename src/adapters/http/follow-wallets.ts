import type { BlockHash } from '../../chain/block.ts';
import type { ChainSource } from '../../chain/source.ts';
import { requireChain } from '../../rpc/chain.ts';
import type { Context } from '../../rpc/context.ts';
import { requireSyncedWallet } from '../../rpc/wallet/wallet-call.ts';
import { forgetRebroadcast, isLevel } from '../../sync/sync-state.ts';
import { openWalletsOf } from '../../wallet-host/host.ts';

/** Milliseconds between requests to the node. */
const INTERVAL = 2000;

/** Minimum pause after a sync, as a multiple of its duration, so that the node can serve others. */
const REST = 20;

export type FollowOptions = {
  readonly log: (line: string) => void;
  /** Default: 2000. */
  readonly interval?: number;
};

/**
 * Syncs the loaded wallets between calls, as a node does with its own, so that they see payments
 * that are replaced or mined before the next call. Returns a function that stops it.
 */
export function followWallets(
  context: Context,
  { log, interval = INTERVAL }: FollowOptions,
): () => void {
  const { chain } = context;
  // Other sources do not change while the program runs.
  if (context.wallets === undefined || chain?.waitForTip === undefined) return () => {};
  const ended = new AbortController();
  const { signal } = ended;
  let trouble = '';
  const tell = (message: string) => {
    if (message !== trouble && !signal.aborted) {
      log(message === '' ? 'Wallets follow the chain again' : `Wallets do not follow: ${message}`);
    }
    trouble = message;
  };
  const run = async () => {
    let wait = interval;
    let tip: BlockHash | undefined;
    for (;;) {
      await waitFor(chain, tip, wait, signal);
      if (signal.aborted) return;
      const start = performance.now();
      const found = await look(context, () => signal.aborted);
      tip = found.tip;
      tell(found.trouble);
      // A failure takes time too, but not the node's.
      const rest = found.trouble === '' ? REST * (performance.now() - start) : 0;
      wait = Math.max(interval, rest);
    }
  };
  run();
  return () => ended.abort();
}

/**
 * Waits this many milliseconds, or until the chain has another tip, which may be in the chain only
 * briefly.
 */
async function waitFor(
  chain: ChainSource,
  tip: BlockHash | undefined,
  milliseconds: number,
  signal: AbortSignal,
): Promise<void> {
  let stop = () => {};
  const time = new Promise<void>((done) => {
    const timer = setTimeout(done, milliseconds);
    timer.unref();
    stop = () => {
      clearTimeout(timer);
      done();
    };
  });
  signal.addEventListener('abort', stop, { once: true });
  const news = tip === undefined ? undefined : chain.waitForTip?.(tip, milliseconds);
  // If the node is away, or has no news, wait for the time; the next look asks again.
  const block = news?.then((found) => (found?.hash === tip ? time : undefined)).catch(() => time);
  await Promise.race([time, block ?? time]);
  stop();
  signal.removeEventListener('abort', stop);
}

/** `trouble`: the error, or empty. `tip`: absent if there is no tip to wait for. */
type Look = { readonly trouble: string; readonly tip: BlockHash | undefined };

async function look(context: Context, isStopped: () => boolean): Promise<Look> {
  const { wallets: host } = context;
  if (host === undefined || host.loaded().length === 0) return { trouble: '', tip: undefined };
  let trouble = '';
  let tip: BlockHash | undefined;
  try {
    const chain = requireChain(context, 'a wallet');
    const { hash } = await chain.tip();
    tip = hash;
    const updates = await chain.mempoolUpdates();
    for (const open of openWalletsOf(host)) {
      if (isStopped() || isLevel(open, hash, updates)) continue;
      trouble ||= await follow({ ...context, chain, walletName: open.name });
    }
  } catch (error) {
    // The node is away, and may come back without its mempool.
    openWalletsOf(host).forEach(forgetRebroadcast);
    trouble = wordsOf(error);
  }
  return { trouble, tip: trouble === '' ? tip : undefined };
}

async function follow(context: Context): Promise<string> {
  try {
    await requireSyncedWallet(context);
    return '';
  } catch (error) {
    // The wallet was unloaded in the meantime or cannot be stored. The others continue.
    return wordsOf(error);
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

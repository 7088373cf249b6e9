import type { BlockHash } from '../../chain/block.ts';
import type { ChainSource } from '../../chain/source.ts';
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
  const { chain } = context;
  // Other chains do not change while the program runs.
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
      // Trouble takes time too, but none of the node's.
      const rest = found.trouble === '' ? REST * (performance.now() - start) : 0;
      wait = Math.max(interval, rest);
    }
  };
  run();
  return () => ended.abort();
}

/**
 * Waits so many milliseconds, or until the chain has another tip than this one: a block may be in
 * the chain for a moment only.
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
  // A node that is away is asked again by the next look. Nothing new: the time is waited for.
  const block = news?.then((found) => (found?.hash === tip ? time : undefined)).catch(() => time);
  await Promise.race([time, block ?? time]);
  stop();
  signal.removeEventListener('abort', stop);
}

/**
 * `trouble`: what is wrong, empty when nothing is. `tip`: absent where no other one is waited for.
 */
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
    // The node is away: the next look may find it, without what it had.
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
    // It was unloaded meanwhile or cannot be stored: the others go on.
    return wordsOf(error);
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { coinFinder } from '../chain/find-coins.ts';
import type { ChainSource } from '../chain/source.ts';
import type { Coin, OutPoint } from '../transaction/transaction.ts';
import type { Context } from './context.ts';
import { RpcCode, RpcError } from './error.ts';
import { rejectAs } from './reject-as.ts';

/**
 * Returns the context's chain. If a source rejects because it cannot be reached, the rejection
 * becomes an `RpcError` with its message.
 */
export function requireChain(context: Context, method: string): ChainSource {
  const { chain, now, notify } = context;
  if (chain === undefined) {
    throw new RpcError(
      RpcCode.CLIENT_NOT_CONNECTED,
      `${method} needs a chain to ask: a node or a snapshot`,
    );
  }
  for (const notice of chain.provenance?.notices ?? []) notify?.(notice);
  if (now !== undefined) for (const notice of chain.notices?.(now()) ?? []) notify?.(notice);
  const guarded: { [name: string]: unknown } = {};
  for (const name of asked) {
    const member: ((...args: never[]) => unknown) | undefined = chain[name];
    if (member !== undefined) guarded[name] = guard(member.bind(chain));
  }
  const { follow, notices, provenance, knowsAllCoins } = chain;
  return {
    // Sound: each member is the source's own, and `guard` keeps its type.
    ...(guarded as Pick<ChainSource, (typeof asked)[number]>),
    ...(follow && { follow: follow.bind(chain) }),
    ...(notices && { notices: notices.bind(chain) }),
    ...(provenance && { provenance }),
    ...(knowsAllCoins && { knowsAllCoins }),
  };
}

/** The members of a source that may fail to reach it, and so may reject. */
const asked = [
  'tip',
  'headers',
  'blocks',
  'blockStatus',
  'findCoins',
  'mempool',
  'findInMempool',
  'findTransactions',
  'mempoolUpdates',
  'estimateFee',
  'broadcast',
  'mempoolMinimumFeeRate',
  'minimumRelayFeeRate',
  'incrementalRelayFeeRate',
  'scan',
  'firstBlock',
  'firstHeightFrom',
  'silentCandidates',
  'forkHeight',
  'findBlock',
  'abandonedBranches',
  'covers',
  'startedAt',
  'ask',
  'peers',
  'waitForTip',
] as const satisfies readonly (keyof ChainSource)[];

/** Sources give the reason for a rejection in messages without secrets. */
const guard = rejectAs(RpcCode.CLIENT_NOT_CONNECTED, 'The chain cannot be asked');

/** Returns unspent coins from the caller's function, otherwise from the chain, by `outPointKey`. */
export async function findKnownCoins(
  { findCoins, chain }: Pick<Context, 'findCoins' | 'chain'>,
  outPoints: readonly OutPoint[],
): Promise<ReadonlyMap<string, Coin>> {
  const find = findCoins ?? (chain && coinFinder(chain));
  return find === undefined ? new Map() : guard(find)(outPoints);
}

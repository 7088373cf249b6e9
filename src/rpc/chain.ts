import type { ChainSource } from '../chain/source.ts';
import type { Context } from './context.ts';
import { RpcCode, RpcError } from './error.ts';
import { rejectAs } from './reject-as.ts';

/**
 * The context's chain. What a source rejects with (it cannot be reached) becomes an `RpcError` with
 * its words.
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
  const { ask, peers, waitForTip, scan, follow, firstBlock, firstHeightFrom, covers, notices } =
    chain;
  const {
    startedAt,
    findInMempool,
    findTransactions,
    forkHeight,
    findBlock,
    abandonedBranches,
    mempoolMinimumFeeRate: mempoolMinimumFee,
    minimumRelayFeeRate: minimumRelayFee,
    incrementalRelayFeeRate: incrementalRelayFee,
    silentCandidates,
  } = chain;
  const { provenance, knowsAllCoins } = chain;
  return {
    tip: guard(chain.tip.bind(chain)),
    headers: guard(chain.headers.bind(chain)),
    blocks: guard(chain.blocks.bind(chain)),
    blockStatus: guard(chain.blockStatus.bind(chain)),
    findCoins: guard(chain.findCoins.bind(chain)),
    mempool: guard(chain.mempool.bind(chain)),
    ...(findInMempool === undefined ? {} : { findInMempool: guard(findInMempool.bind(chain)) }),
    ...(findTransactions === undefined
      ? {}
      : { findTransactions: guard(findTransactions.bind(chain)) }),
    mempoolUpdates: guard(chain.mempoolUpdates.bind(chain)),
    estimateFee: guard(chain.estimateFee.bind(chain)),
    broadcast: guard(chain.broadcast.bind(chain)),
    ...(mempoolMinimumFee === undefined
      ? {}
      : { mempoolMinimumFeeRate: guard(mempoolMinimumFee.bind(chain)) }),
    ...(minimumRelayFee === undefined
      ? {}
      : { minimumRelayFeeRate: guard(minimumRelayFee.bind(chain)) }),
    ...(incrementalRelayFee === undefined
      ? {}
      : { incrementalRelayFeeRate: guard(incrementalRelayFee.bind(chain)) }),
    ...(scan === undefined ? {} : { scan: guard(scan.bind(chain)) }),
    ...(follow === undefined ? {} : { follow: follow.bind(chain) }),
    ...(firstBlock === undefined ? {} : { firstBlock: guard(firstBlock.bind(chain)) }),
    ...(firstHeightFrom === undefined
      ? {}
      : { firstHeightFrom: guard(firstHeightFrom.bind(chain)) }),
    ...(silentCandidates === undefined
      ? {}
      : { silentCandidates: guard(silentCandidates.bind(chain)) }),
    ...(forkHeight === undefined ? {} : { forkHeight: guard(forkHeight.bind(chain)) }),
    ...(findBlock === undefined ? {} : { findBlock: guard(findBlock.bind(chain)) }),
    ...(abandonedBranches === undefined
      ? {}
      : { abandonedBranches: guard(abandonedBranches.bind(chain)) }),
    ...(covers === undefined ? {} : { covers: guard(covers.bind(chain)) }),
    ...(provenance === undefined ? {} : { provenance }),
    ...(knowsAllCoins === undefined ? {} : { knowsAllCoins }),
    ...(notices === undefined ? {} : { notices: notices.bind(chain) }),
    ...(startedAt === undefined ? {} : { startedAt: guard(startedAt.bind(chain)) }),
    ...(ask === undefined ? {} : { ask: guard(ask.bind(chain)) }),
    ...(peers === undefined ? {} : { peers: guard(peers.bind(chain)) }),
    ...(waitForTip === undefined ? {} : { waitForTip: guard(waitForTip.bind(chain)) }),
  };
}

/** A source rejects when it cannot answer, and says why in words that carry no secret. */
export const guard = rejectAs(RpcCode.CLIENT_NOT_CONNECTED, 'The chain cannot be asked');

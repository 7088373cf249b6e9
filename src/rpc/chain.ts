import type { ChainSource } from '../chain/source.ts';
import type { Context } from './context.ts';
import { RpcCode, RpcError } from './error.ts';
import { rejectAs } from './reject-as.ts';

/** The context's chain. What a source rejects with (it cannot be reached) becomes an `RpcError` with its words. */
export function requireChain(context: Context, method: string): ChainSource {
  const { chain, now, notify } = context;
  if (chain === undefined) {
    throw new RpcError(
      RpcCode.CLIENT_NOT_CONNECTED,
      `${method} needs a chain to ask: a node or a snapshot`,
    );
  }
  if (now !== undefined) for (const notice of chain.notices?.(now()) ?? []) notify?.(notice);
  const { peers, waitForTip, scan, firstBlock, firstHeightFrom, covers, notices } = chain;
  const { mempoolMinimumFee, minimumRelayFee } = chain;
  return {
    tip: guard(chain.tip),
    headers: guard(chain.headers),
    blocks: guard(chain.blocks),
    blockStatus: guard(chain.blockStatus),
    findCoins: guard(chain.findCoins),
    mempool: guard(chain.mempool),
    mempoolUpdates: guard(chain.mempoolUpdates),
    estimateFee: guard(chain.estimateFee),
    broadcast: guard(chain.broadcast),
    ...(mempoolMinimumFee === undefined ? {} : { mempoolMinimumFee: guard(mempoolMinimumFee) }),
    ...(minimumRelayFee === undefined ? {} : { minimumRelayFee: guard(minimumRelayFee) }),
    ...(scan === undefined ? {} : { scan: guard(scan) }),
    ...(firstBlock === undefined ? {} : { firstBlock: guard(firstBlock) }),
    ...(firstHeightFrom === undefined ? {} : { firstHeightFrom: guard(firstHeightFrom) }),
    ...(covers === undefined ? {} : { covers: guard(covers) }),
    ...(notices === undefined ? {} : { notices }),
    ...(peers === undefined ? {} : { peers: guard(peers) }),
    ...(waitForTip === undefined ? {} : { waitForTip: guard(waitForTip) }),
  };
}

/** A source rejects when it cannot answer, and says why in words that carry no secret. */
const guard = rejectAs(RpcCode.CLIENT_NOT_CONNECTED, 'The chain cannot be asked');

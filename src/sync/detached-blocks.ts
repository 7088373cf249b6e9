import type { Block, BlockHash } from '../chain/block.ts';
import { blockHash } from '../chain/block-codec.ts';
import type { ChainSource } from '../chain/source.ts';
import type { Wallet } from '../wallet/wallet.ts';

/** The block that a caller names, or the point where its branch leaves the best chain. */
export type ForkPoint = { readonly height: number; readonly hash: BlockHash };

/** Number of headers requested at once while searching for a block. */
const HEADERS_AT_ONCE = 2000;

/** Finds the fork point; `undefined` if the block is unknown. Core: findCommonAncestor. */
export async function findForkPoint(
  wallet: Wallet | undefined,
  chain: ChainSource | undefined,
  hash: BlockHash,
): Promise<ForkPoint | undefined> {
  const seen = wallet && seenHeight(wallet, hash);
  if (seen !== undefined) return { height: seen, hash };
  if (chain === undefined) return undefined;
  if (chain.forkHeight === undefined) return findHeader(chain, hash);
  const height = await chain.forkHeight(hash);
  const [header] = height === undefined ? [] : await chain.headers(height, 1);
  return header;
}

/**
 * Returns the height that the wallet knows; its transactions of abandoned blocks do not record one.
 */
function seenHeight({ lastBlock, ledger }: Wallet, hash: BlockHash): number | undefined {
  if (lastBlock?.hash === hash) return lastBlock.height;
  for (const { state } of ledger.transactions.values()) {
    if (state.kind === 'confirmed' && state.blockHash === hash) return state.height;
  }
  return undefined;
}

/** Searches backwards from the tip, because callers mostly ask about recent blocks. */
async function findHeader(chain: ChainSource, hash: BlockHash): Promise<ForkPoint | undefined> {
  const { height: tip } = await chain.tip();
  for (let end = tip + 1; end > 0; end -= HEADERS_AT_ONCE) {
    const from = Math.max(0, end - HEADERS_AT_ONCE);
    const headers = await chain.headers(from, end - from);
    const found = headers.find((header) => header.hash === hash);
    if (found !== undefined || headers.length === 0) return found;
  }
  return undefined;
}

/**
 * Returns the blocks of a branch that left the best chain, from `hash` back to the fork. Returns
 * `undefined` if one cannot be read, or if there are more than `most`.
 */
export async function detachedBlocks(
  chain: ChainSource | undefined,
  hash: BlockHash,
  fork: ForkPoint,
  most = Number.POSITIVE_INFINITY,
): Promise<readonly Block[] | undefined> {
  const blocks: Block[] = [];
  for (let at = hash; at !== fork.hash; ) {
    const block = await chain?.findBlock?.(at);
    if (block === undefined || blockHash(block.header) !== at) return undefined;
    if (blocks.length === most) return undefined;
    blocks.push(block);
    at = block.header.previousBlockHash;
  }
  return blocks;
}

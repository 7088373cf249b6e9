import type { BlockHeader } from '../chain/block.ts';
import { blockHash } from '../chain/block-codec.ts';
import { falseClaim } from './check-answers.ts';
import type { CoinSource, SourceTransaction } from './coin-source.ts';

type Headers = { readonly tip: string; readonly from: number; readonly hashes: readonly string[] };

/**
 * Returns a check that headers link proven transactions, up to `reach` blocks before the tip, to
 * the tip. Headers are kept until the tip changes.
 */
export function createTipLinker(
  source: Pick<CoinSource, 'tip' | 'headers'>,
  reach: number,
): (found: readonly SourceTransaction[]) => Promise<readonly SourceTransaction[]> {
  let known: Headers | undefined;

  async function readHashes(lowest: number): Promise<Headers | undefined> {
    const tip = await source.tip();
    const from = Math.max(lowest, tip.height - reach);
    if (from > tip.height) return undefined;
    if (known?.tip === tip.hash && known.from <= from) return known;
    const headers: readonly BlockHeader[] = await source.headers(from, tip.height - from + 1);
    const hashes = headers.map(blockHash);
    if (hashes[hashes.length - 1] !== tip.hash) return undefined;
    known = { tip: tip.hash, from, hashes };
    return known;
  }

  return async (found) => {
    const heights = found.flatMap(({ block }) =>
      block?.evidence === 'header' ? [block.height] : [],
    );
    if (heights.length === 0) return found;
    // What lies too deep is not linked, and the lowest of the others is not known before the tip
    // is: the linker begins at its reach.
    const headers = await readHashes(heights.reduce((a, b) => Math.min(a, b)));
    if (headers === undefined) return found;
    return found.map((each) => {
      const { block } = each;
      if (block?.evidence !== 'header') return each;
      const hash = headers.hashes[block.height - headers.from];
      if (hash === undefined) return each;
      if (hash === block.hash) return { ...each, block: { ...block, evidence: 'chain' } };
      throw falseClaim(
        `has another block ${block.height} for transaction ${each.txid} than in its chain`,
        'Try again, because a new block may have arrived. If it repeats, use another server',
      );
    });
  };
}

import type { Block } from '../chain/block.ts';
import { blockHash } from '../chain/block-codec.ts';
import type { BlockPart, ChainSource, Scan, ScanRequest } from '../chain/source.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { lastOf } from '../encoding/list.ts';

/** Reads blocks in order, reading the next ones while the caller searches the previous ones. */
export type BlockReader = {
  /** Returns some blocks from this height on. */
  read(from: number, scripts: readonly Bytes[]): Promise<Scan>;
  /** Returns the blocks among `from` … `through` that involve these scripts. */
  readAgain(
    from: number,
    through: number,
    scripts: readonly Bytes[],
  ): Promise<readonly BlockPart[]>;
  /** Discards blocks that were read ahead. */
  forget(): void;
};

/** Sources limit it further to what they can return. */
const BLOCKS_AT_ONCE = 10_000;
/** Limit for sources that return blocks as values. */
const WHOLE_BLOCKS_AT_ONCE = 100;

/** `to`: the last block that is requested. */
export function createBlockReader(chain: ChainSource, to: number): BlockReader {
  let ahead:
    | { readonly from: number; readonly scripts: number; readonly scan: Promise<Scan> }
    | undefined;

  function start(from: number, through: number, scripts: readonly Bytes[]): Promise<Scan> {
    const count = Math.min(BLOCKS_AT_ONCE, through - from + 1);
    return (chain.scan ?? scanWhole(chain))({ from, count, scripts });
  }

  return {
    async read(from, scripts) {
      const fits =
        ahead?.from === from && ahead.scripts === scripts.length ? ahead.scan : undefined;
      ahead = undefined;
      const scan = await (fits ?? start(from, to, scripts));
      const next = scan.through + 1;
      if (next <= to && scan.through >= from) {
        ahead = { from: next, scripts: scripts.length, scan: start(next, to, [...scripts]) };
        // A caller that asks for this scan receives its failure; without one, the failure is
        // ignored.
        ahead.scan.catch(() => undefined);
      }
      return scan;
    },
    async readAgain(from, through, scripts) {
      ahead = undefined;
      const parts: BlockPart[] = [];
      for (let next = from; next <= through; ) {
        const scan = await start(next, through, scripts);
        if (scan.through < next) break;
        parts.push(...scan.blocks);
        next = scan.through + 1;
      }
      return parts;
    },
    forget() {
      ahead = undefined;
    },
  };
}

function scanWhole(chain: ChainSource): (request: ScanRequest) => Promise<Scan> {
  return async ({ from, count }) => {
    const whole = await chain.blocks(from, Math.min(count, WHOLE_BLOCKS_AT_ONCE));
    const blocks = whole.map((block, i) => toPart(block, from + i));
    const last = lastOf(blocks);
    const end = last && { throughHash: last.hash };
    return { through: from + blocks.length - 1, ...end, blocks, selected: false };
  };
}

/** Converts a complete block to a part. */
export function toPart({ header, transactions }: Block, height: number): BlockPart {
  return {
    height,
    hash: blockHash(header),
    time: header.time,
    transactions: transactions.map((transaction, index) => ({ index, transaction })),
  };
}

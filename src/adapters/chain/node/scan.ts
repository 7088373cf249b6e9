import type { BlockHash } from '../../../chain/block.ts';
import { blockHash, decodeHeader, HEADER_SIZE } from '../../../chain/block-codec.ts';
import { filterKey, filterMatchesAny } from '../../../chain/block-filter.ts';
import type { BlockPart, Scan, ScanRequest } from '../../../chain/source.ts';
import type { Bytes } from '../../../encoding/bytes.ts';
import { RpcCode } from '../../../rpc/error.ts';
import type { NodeClient } from './client.ts';
import { readHashes } from './headers.ts';
import { asNumber, asObject, resultOf, unexpected } from './values.ts';

export type NodeScanner = {
  scan(request: ScanRequest): Promise<Scan>;
  firstBlock(): Promise<number>;
};

export type NodeScannerOptions = {
  /** Use filters always if the node has them. Default: only if they save time. */
  readonly filters?: 'always';
};

/**
 * Target size of one answer, in bytes of blocks or filters. At most two are in memory at a time.
 */
const WANTED = 4_000_000;
const FEWEST = 8;
const MOST = 1000;

/** Ratio of a block's size to its filter's. */
const FILTER_RATIO = 60;

/**
 * Below this size, plus this many bytes per script, scanning a block takes less time than
 * requesting its filter.
 */
const SMALL_BLOCK = 30_000;
const BYTES_PER_SCRIPT = 15;

/**
 * Reads blocks of the best chain as bytes. If the node has filters (BIP158) and they save time,
 * reads only blocks that the filters do not exclude.
 */
export function createNodeScanner(
  client: NodeClient,
  options: NodeScannerOptions = {},
): NodeScanner {
  /** Average size of the last blocks, in bytes; `undefined` before the first read. */
  let blockSize: number | undefined;
  let filters = false;

  const countFor = (size: number | undefined) =>
    size === undefined
      ? FEWEST
      : Math.min(MOST, Math.max(FEWEST, Math.floor(WANTED / Math.max(1, size))));

  async function scanWhole({ from, count }: ScanRequest): Promise<Scan> {
    const hashes = await readHashes(client, from, Math.min(count, countFor(blockSize)));
    const blocks = await readBlocks(client, hashes, from);
    const size = blocks.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (blocks.length > 0) blockSize = size / blocks.length;
    return endOf(from, blocks, blocks.at(-1)?.hash, blocks.length, false);
  }

  /** Returns `undefined` if the node lacks a filter of these blocks. */
  async function scanFiltered({ from, count, scripts }: ScanRequest): Promise<Scan | undefined> {
    const most = countFor(blockSize === undefined ? undefined : blockSize / FILTER_RATIO);
    const hashes = await readHashes(client, from, Math.min(count, most));
    const calls = hashes.map((hash) => ({ method: 'getblockfilter', params: [hash] }));
    const wanted: { readonly hash: BlockHash; readonly height: number }[] = [];
    let size = 0;
    for (const [i, answer] of (await client.batch(calls)).entries()) {
      if ('error' in answer) return undefined;
      const filter = bytesOf(asObject(answer.result, 'filter').filter, 'filter');
      const hash = hashes[i] ?? '';
      size += filter.length;
      const matches = filterMatchesAny(filter, filterKey(hash), scripts);
      if (matches === undefined) throw unexpected('filter');
      if (matches) wanted.push({ hash, height: from + i });
    }
    if (hashes.length > 0) blockSize = (size * FILTER_RATIO) / hashes.length;
    const blocks: BlockPart[] = [];
    for (const { hash, height } of wanted) {
      const [block] = await readBlocks(client, [hash], height);
      if (block === undefined) return endOf(from, blocks, undefined, height - from, true);
      blocks.push(block);
    }
    return endOf(from, blocks, hashes.at(-1), hashes.length, true);
  }

  return {
    async scan(request) {
      const pays =
        options.filters === 'always' ||
        (blockSize ?? 0) > SMALL_BLOCK + request.scripts.length * BYTES_PER_SCRIPT;
      if (pays && !filters) filters = await hasFilters(client);
      const filtered = pays && filters ? await scanFiltered(request) : undefined;
      return filtered ?? scanWhole(request);
    },
    async firstBlock() {
      const info = asObject(await client.call('getblockchaininfo'), 'chain');
      return info.pruned === true ? asNumber(info.pruneheight, 'pruneheight') : 0;
    },
  };
}

function endOf(
  from: number,
  blocks: readonly BlockPart[],
  hash: BlockHash | undefined,
  count: number,
  selected: boolean,
): Scan {
  const through = from + count - 1;
  return { through, ...(hash !== undefined && { throughHash: hash }), blocks, selected };
}

async function hasFilters(client: NodeClient): Promise<boolean> {
  const answer = await client.ask('getindexinfo', 'basic block filter index');
  if ('error' in answer) return false;
  const index = asObject(answer.result, 'list of indexes')['basic block filter index'];
  return index !== undefined && asObject(index, 'index').synced === true;
}

type WholeBlock = Extract<BlockPart, { readonly bytes: Bytes }>;

/** Reads as many of the blocks as the node has. */
async function readBlocks(
  client: NodeClient,
  hashes: readonly BlockHash[],
  from: number,
): Promise<readonly WholeBlock[]> {
  const calls = hashes.map((hash) => ({ method: 'getblock', params: [hash, 0] }));
  const blocks: WholeBlock[] = [];
  for (const [i, answer] of (await client.batch(calls)).entries()) {
    // The block was pruned.
    if ('error' in answer && answer.error.code === RpcCode.MISC_ERROR) break;
    const bytes = bytesOf(resultOf(answer, 'getblock'), 'block');
    const header = decodeHeader(bytes.subarray(0, HEADER_SIZE));
    const before = blocks.at(-1)?.hash;
    if (header === undefined || blockHash(header) !== hashes[i]) throw unexpected('block');
    if (before !== undefined && header.previousBlockHash !== before) {
      // The chain changed between two answers; the rest is requested again.
      break;
    }
    blocks.push({ height: from + i, hash: hashes[i] ?? '', time: header.time, bytes });
  }
  return blocks;
}

/** Decodes hexadecimal by the platform's decoder, because blocks are megabytes. */
function bytesOf(value: unknown, what: string): Uint8Array {
  if (typeof value !== 'string') throw unexpected(what);
  const { buffer, byteOffset, length } = Buffer.from(value, 'hex');
  if (length * 2 !== value.length) throw unexpected(what);
  return new Uint8Array(buffer, byteOffset, length);
}

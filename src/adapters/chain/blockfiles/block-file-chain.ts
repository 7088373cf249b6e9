import type { Block, BlockHash } from '../../../chain/block.ts';
import { decodeBlock } from '../../../chain/block-codec.ts';
import { type ConsensusParams, consensusParams } from '../../../chain/consensus.ts';
import { medianTime } from '../../../chain/median-time.ts';
import type {
  BlockPart,
  BlockStatus,
  ChainHeader,
  ChainSource,
  ChainTip,
  Mempool,
  Scan,
  ScanRequest,
} from '../../../chain/source.ts';
import type { NetworkName } from '../../../encoding/network.ts';
import { type BestChain, findBestChain } from './best-chain.ts';
import { findCoins } from './coins.ts';
import { type BlockFiles, type BlockFolder, openBlockFiles } from './files.ts';
import { FRAME_LENGTH, indexBlocks, type StoredBlock } from './index-blocks.ts';

/** kernel/chainparams.cpp, pchMessageStart, as a little-endian number. */
const magics: { readonly [N in NetworkName]: number } = {
  main: 0xd9b4bef9,
  test: 0x0709110b,
  testnet4: 0x283f161c,
  signet: 0x40cf030a,
  regtest: 0xdab5bffa,
};

/** Seconds of age of the last block above which the node seems not to run. */
const STALE_AFTER = 7200;

export type BlockFileChain = { readonly source: ChainSource; close(): Promise<void> };

/**
 * Reads the blocks that a node has stored, without the node: the chain with the most work among
 * them. Verifies only their proof of work, and has no mempool.
 */
export function openBlockFileChain(folder: BlockFolder, network: NetworkName): BlockFileChain {
  const files = openBlockFiles(folder);
  const params = consensusParams[network];
  let indexed: Promise<Chain> | undefined;
  /** Indexes the files at the first request. */
  const chain = (): Promise<Chain> => {
    indexed ??= readChain(files, params, magics[network]);
    return indexed;
  };
  let lastTip: ChainTip | undefined;
  const source: ChainSource = {
    async tip() {
      lastTip = tipOf(await chain());
      return lastTip;
    },
    headers: async (from, count) => (await chain()).headersFrom(from, count),
    async blocks(from, count) {
      const { parts } = await readParts(await chain(), files, from, Math.min(count, MOST_WHOLE));
      return parts.map(({ bytes }) => decoded(bytes));
    },
    blockStatus: async (hash) => statusOf(await chain(), hash),
    async findCoins(outPoints) {
      const known = await chain();
      return findCoins(outPoints, known.tipHeight, known.firstHeight, async (height) => {
        const [part] = (await readParts(known, files, height, 1)).parts;
        return part && decoded(part.bytes);
      });
    },
    async mempool(): Promise<Mempool> {
      const { hash } = tipOf(await chain());
      return { tipHash: hash, entries: [], updates: 1, scriptsVerified: false, partial: true };
    },
    mempoolUpdates: async () => 1,
    estimateFee: async () => ({ errors: [], blocks: 0 }),
    broadcast: async () => ({
      message: 'Block files have no network: the transaction was not sent',
      offline: true,
    }),
    scan: async (request) => scan(await chain(), files, request),
    firstBlock: async () => (await chain()).firstHeight,
    notices: (now) => staleness(lastTip, now),
  };
  return { source, close: () => files.close() };
}

type Chain = {
  readonly firstHeight: number;
  readonly tipHeight: number;
  blockAt(height: number): StoredBlock | undefined;
  headersFrom(from: number, count: number): readonly ChainHeader[];
  readonly heights: ReadonlyMap<BlockHash, number>;
  /** Includes blocks outside the best chain. */
  readonly hashes: ReadonlySet<BlockHash>;
};

async function readChain(
  files: BlockFiles,
  params: ConsensusParams,
  magic: number,
): Promise<Chain> {
  const stored = await indexBlocks(files, params, magic);
  const best = await findBestChain(stored, params, (block) => heightOf(block, files));
  if (best === undefined)
    throw new Error(
      `the files have no blocks of chain ${params.network}. Check -blocksdir and -chain`,
    );
  return chainOf(best, stored);
}

function chainOf({ firstHeight, blocks }: BestChain, stored: readonly StoredBlock[]): Chain {
  const headerAt = ({ header, hash }: StoredBlock, height: number): ChainHeader => {
    const { version, time, bits } = header;
    return { height, hash, version, time, bits };
  };
  return {
    firstHeight,
    tipHeight: firstHeight + blocks.length - 1,
    blockAt: (height) => blocks[height - firstHeight],
    headersFrom(from, count) {
      if (from < firstHeight) return [];
      const start = from - firstHeight;
      return blocks.slice(start, start + count).map((block, i) => headerAt(block, from + i));
    },
    heights: new Map(blocks.map(({ hash }, i) => [hash, firstHeight + i])),
    hashes: new Set(stored.map(({ hash }) => hash)),
  };
}

/** BIP34: the coinbase's script begins with the height. */
async function heightOf(
  { file, position, size }: StoredBlock,
  files: BlockFiles,
): Promise<number | undefined> {
  const block = decodeBlock(await files.read(file, position, size));
  const script = block?.transactions[0]?.inputs[0]?.scriptSig ?? new Uint8Array();
  const [length = 0] = script;
  if (length >= 0x51 && length <= 0x60) return length - 0x50;
  if (length < 1 || length > 4 || script.length <= length) return undefined;
  return script.subarray(1, 1 + length).reduceRight((value, byte) => value * 256 + byte, 0);
}

function tipOf(chain: Chain): ChainTip {
  const headers = chain.headersFrom(Math.max(chain.firstHeight, chain.tipHeight - 10), 11);
  const tip = headers.at(-1);
  if (tip === undefined) throw new Error('there are no blocks');
  return { ...tip, mediantime: medianTime(headers, headers.length - 1) };
}

function statusOf({ heights, hashes }: Chain, hash: BlockHash): BlockStatus | undefined {
  const height = heights.get(hash);
  if (height !== undefined) return height === 0 ? 'unvalidated' : 'valid';
  return hashes.has(hash) ? 'unvalidated' : undefined;
}

/** Limits on the bytes and the blocks read at once. */
const WANTED = 4_000_000;
const MOST_WHOLE = 50;

type WholePart = Extract<BlockPart, { readonly bytes: Uint8Array }>;

/** Reads consecutive blocks up to the limits, but at least one. */
async function readParts(
  chain: Chain,
  files: BlockFiles,
  from: number,
  count: number,
): Promise<{ readonly parts: readonly WholePart[] }> {
  const first = chain.blockAt(from);
  if (first === undefined) return { parts: [] };
  const wanted = [first];
  let end = first.position + first.size;
  for (let height = from + 1; height < from + count; height++) {
    const next = chain.blockAt(height);
    if (next?.file !== first.file || next.position !== end + FRAME_LENGTH) break;
    if (next.position + next.size - first.position > WANTED) break;
    wanted.push(next);
    end = next.position + next.size;
  }
  const bytes = await files.read(first.file, first.position, end - first.position);
  const parts: WholePart[] = [];
  for (const [i, { hash, header, position, size }] of wanted.entries()) {
    const start = position - first.position;
    // The file was truncated after it was indexed.
    if (start + size > bytes.length) break;
    const part = bytes.subarray(start, start + size);
    parts.push({ height: from + i, hash, time: header.time, bytes: part });
  }
  return { parts };
}

async function scan(chain: Chain, files: BlockFiles, { from, count }: ScanRequest): Promise<Scan> {
  const blocks: BlockPart[] = [];
  let size = 0;
  for (let next = from; next < from + count && size < WANTED; ) {
    const { parts } = await readParts(chain, files, next, from + count - next);
    if (parts.length === 0) break;
    for (const { bytes } of parts) size += bytes.length;
    blocks.push(...parts);
    next += parts.length;
  }
  const last = blocks.at(-1);
  const hash = last && { throughHash: last.hash };
  return { through: from + blocks.length - 1, ...hash, blocks, selected: false };
}

function decoded(bytes: Uint8Array): Block {
  const block = decodeBlock(bytes);
  if (block === undefined) throw new Error('a block in the files does not decode');
  return block;
}

function staleness(tip: ChainTip | undefined, now: number): readonly string[] {
  const age = tip === undefined ? 0 : now - tip.time;
  if (tip === undefined || age <= STALE_AFTER) return [];
  return [
    `The last of the block files is block ${tip.height}, ${Math.floor(age / 3600)} hours old`,
  ];
}
